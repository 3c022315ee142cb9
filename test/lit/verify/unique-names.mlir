// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
dma.kernel @k(%s: !bir.access) {
  bir.dma_copy %s -> %s {name = "same"}
  bir.loop from 0 to 2 (%i) {
    bir.load %s -> %s {name = "same"}
  }
}
dma.kernel @other(%s: !bir.access) {
  bir.dma_copy %s -> %s {name = "same"}
}
// CHECK: unique-names.mlir:5:5: error: 'bir.load' op has the same 'name' "same" as another op
// CHECK: unique-names.mlir:3:3: note: the other op is here
// CHECK-NOT: error
