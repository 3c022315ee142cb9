// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
dma.kernel @k() {
  %m = bir.memory @m hbm {bytes = 256}
  %s = bir.ap %m pattern [[1, 4]] as fp32
  bir.dma_copy %s -> %s {name = "same"}
  bir.loop from 0 to 2 (%i) {
    bir.load %s -> %s {name = "same"}
  }
}
dma.kernel @other() {
  %m = bir.memory @m hbm {bytes = 256}
  %s = bir.ap %m pattern [[1, 4]] as fp32
  bir.dma_copy %s -> %s {name = "same"}
}
// CHECK: unique-names.mlir:7:5: error: 'bir.load' op has the same 'name' "same" as another op
// CHECK: unique-names.mlir:5:3: note: the other op is here
// CHECK-NOT: error
