// Instructions that our lowering does not make, materialized by their family, and what they say executed.
// RUN: rookery-opt %s --bind-dma --lower-dma --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ --implicit-check-not="not compared"

// A load, a save and a copy of tensors are copies.
// RAN: lower-dma: kernel 'copies': 3 transfers before, 3 after
// CHECK-LABEL: @copies
// CHECK: desc.copy {space = hbm, {{.*}} -> {space = sbuf,
// CHECK: desc.copy {space = sbuf, {{.*}} -> {space = sbuf,
// CHECK: desc.copy {space = sbuf, {{.*}} -> {space = hbm,
dma.kernel @copies(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %t = bir.memory @t sbuf {partitions = 2, bytes = 8}
  %0 = bir.ap %a pattern [[4, 2], [1, 4]] as uint8
  %1 = bir.ap %t pattern [[1, 4]] partition [8, 2] as uint8
  %2 = bir.ap %t pattern [[1, 4]] partition [8, 2] offset 4 as uint8
  %3 = bir.ap %b pattern [[4, 2], [1, 4]] as uint8
  bir.load %0 -> %1 {name = "l"}
  bir.tensor_copy %1 -> %2 {name = "t"}
  bir.save %2 -> %3 {name = "s"}
}
// A DMA copy in CCE mode adds, one in replicate mode repeats, as do the instructions of these names.
// RAN: lower-dma: kernel 'modes': 4 transfers before, 4 after
// CHECK-LABEL: @modes
// CHECK: desc.cce {{.*}} -> {{[^,]*}}
// CHECK: desc.replicate {{.*}} {{[{].*}}copies = 2}
// CHECK: desc.cce
// CHECK: desc.replicate {{.*}} {{[{].*}}copies = 4}
dma.kernel @modes(%x: memref<4xf32> {dma.input = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>}, %y: memref<32xf32> {dma.input = dense<2.0> : tensor<1xf32>}) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as fp32
  %1 = bir.ap %b pattern [[1, 4]] as fp32
  %2 = bir.ap %b pattern [[1, 8]] offset 4 as fp32
  %3 = bir.ap %b pattern [[1, 16]] offset 16 as fp32
  bir.dma_copy %0 -> %1 {name = "c", mode = cce, cce_op = add}
  bir.dma_replicate %0 -> %2 {name = "r"}
  bir.dma_cce %0 -> %1 {name = "d"}
  bir.dma_replicate %0 -> %3 {name = "s"}
}
