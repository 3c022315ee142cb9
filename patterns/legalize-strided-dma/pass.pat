/// Strided loads, after the klr path of penguin-to-bir.
use dma;

/// Loads contiguously what is strided within a partition, to scratch, and copies it on chip.
pass legalize_strided_dma on dma.kernel {
  stage legalize: walk { strided_loads }
}
