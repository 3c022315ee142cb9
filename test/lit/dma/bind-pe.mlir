// BD: the PE cannot drive HWDGE.
// RUN: rookery-opt %s --bind-dma --verify-diagnostics
dma.kernel @pe() {
  %m = bir.memory @m hbm {bytes = 64}
  %0 = bir.ap %m pattern [[1, 8]] as bf16
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  bir.dma_copy %0 -> %1 {name = "soft", engine = pe}
  // expected-error@+1 {{the PE cannot drive HWDGE}}
  bir.dma_copy %0 -> %1 {name = "hard", dge_type = hwdge, engine = pe}
}
