// A depthwise convolution reads its input once for each tap: the source's pairs overlap. Four channels of 1024 with three
// taps at step 1, and channel 0 at step 2.
func.func @conv_im2col(%x: memref<4x1024xf32>) {
  %taps = memref.alloc() : memref<3x4088xf32, #dma.space<sbuf>>
  %strided = memref.alloc() : memref<3x511xf32, #dma.space<sbuf>>
  penguin.loop from 0 to 4 (%c) {
    %0 = penguin.access %x pattern [[1, 3], [1, 1022]] offset %c * 1024 as fp32 : memref<4x1024xf32>
    %1 = penguin.access %taps pattern [[1, 1022]] partition [4088, 3] offset %c * 1022 as fp32 : memref<3x4088xf32, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1 {name = "taps"}
  }
  %2 = penguin.access %x pattern [[1, 3], [2, 511]] as fp32 : memref<4x1024xf32>
  %3 = penguin.access %strided pattern [[1, 511]] partition [511, 3] as fp32 : memref<3x511xf32, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {name = "strided"}
  return
}
