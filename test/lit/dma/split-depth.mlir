// B4 on a target of real depths: 1020 ring entries of SWDGE, 65520 of HWDGE. The limit itself is no reason to split, one entry
// more is. A pass is a multiple of the largest factor of all entries that is at most the number of engines; where a granule
// is one element it is the ring.
// RUN: rookery-opt %s --split-dynamic-dma --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ --implicit-check-not="not compared"

// 4096 rows: 16 x 63 of them go round the ring at once.
// RAN: kernel 'rows': 1 transfers before, 5 after
// CHECK-LABEL: @rows
// CHECK: pattern {{\[\[}}1, 2016]] as uint8
// CHECK: pattern {{\[\[}}4, 1008], [1, 2]] as uint8
// CHECK: {name = "c_0", dge_type = swdge}
// CHECK: pattern {{\[\[}}1, 2016]] offset 2016 as uint8
// CHECK: pattern {{\[\[}}4, 1008], [1, 2]] offset 4032 as uint8
// CHECK: {name = "c_1", dge_type = swdge}
// CHECK: {name = "c_2", dge_type = swdge}
// CHECK: {name = "c_3", dge_type = swdge}
// CHECK: pattern {{\[\[}}1, 128]] offset 8064 as uint8
// CHECK: pattern {{\[\[}}4, 64], [1, 2]] offset 16128 as uint8
// CHECK: {name = "c_4", dge_type = swdge}
// CHECK-NOT: bir.dma_copy
dma.kernel @rows(%x: memref<16384xi8>, %y: memref<8192xi8>) {
  %a = bir.memory @a hbm {bytes = 16384, argument = 0}
  %b = bir.memory @b hbm {bytes = 8192, argument = 1}
  %0 = bir.ap %a pattern [[4, 4096], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 8192]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge}
}
// 1021 is a prime.
// RAN: kernel 'limit': 2 transfers before, 3 after
// CHECK-LABEL: @limit
// CHECK: {name = "at", dge_type = swdge}
// CHECK: pattern {{\[\[}}4, 1020], [1, 2]] as uint8
// CHECK: {name = "over_0", dge_type = swdge}
// CHECK: pattern {{\[\[}}1, 2]] offset 4080 as uint8
// CHECK: {name = "over_1", dge_type = swdge}
// CHECK-NOT: bir.dma_copy
dma.kernel @limit(%x: memref<4096xi8>, %y: memref<4096xi8>) {
  %a = bir.memory @a hbm {bytes = 4096, argument = 0}
  %b = bir.memory @b hbm {bytes = 4096, argument = 1}
  %0 = bir.ap %a pattern [[4, 1020], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 2040]] as uint8
  bir.dma_copy %0 -> %1 {name = "at", dge_type = swdge}
  %2 = bir.ap %a pattern [[4, 1021], [1, 2]] as uint8
  %3 = bir.ap %b pattern [[1, 2042]] as uint8
  bir.dma_copy %2 -> %3 {name = "over", dge_type = swdge}
}
// RAN: kernel 'hwdge': 2 transfers before, 3 after
// CHECK-LABEL: @hwdge
// CHECK: {name = "at", dge_type = hwdge, engine = sp}
// CHECK: pattern {{\[\[}}4, 65520], [1, 2]] as uint8
// CHECK: {name = "over_0", dge_type = hwdge, engine = sp}
// CHECK: pattern {{\[\[}}1, 2]] offset 262080 as uint8
// CHECK: {name = "over_1", dge_type = hwdge, engine = sp}
// CHECK-NOT: bir.dma_copy
dma.kernel @hwdge(%x: memref<262144xi8>, %y: memref<262144xi8>) {
  %a = bir.memory @a hbm {bytes = 262144, argument = 0}
  %b = bir.memory @b hbm {bytes = 262144, argument = 1}
  %0 = bir.ap %a pattern [[4, 65520], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 131040]] as uint8
  bir.dma_copy %0 -> %1 {name = "at", dge_type = hwdge, engine = sp}
  %2 = bir.ap %a pattern [[4, 65521], [1, 2]] as uint8
  %3 = bir.ap %b pattern [[1, 131042]] as uint8
  bir.dma_copy %2 -> %3 {name = "over", dge_type = hwdge, engine = sp}
}
// Single elements: the fastest shape, the ring itself, though 16 is a factor of 2000.
// RAN: kernel 'elements': 1 transfers before, 2 after
// CHECK-LABEL: @elements
// CHECK: pattern {{\[\[}}2, 1020]] as uint8
// CHECK: {name = "c_0", dge_type = swdge}
// CHECK: pattern {{\[\[}}2, 980]] offset 2040 as uint8
// CHECK: {name = "c_1", dge_type = swdge}
dma.kernel @elements(%x: memref<4096xi8>, %y: memref<4096xi8>) {
  %a = bir.memory @a hbm {bytes = 4096, argument = 0}
  %b = bir.memory @b hbm {bytes = 4096, argument = 1}
  %0 = bir.ap %a pattern [[2, 2000]] as uint8
  %1 = bir.ap %b pattern [[1, 2000]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge}
}
// Only opcode 32 takes the selector, and only where a DGE fills the ring.
// CHECK-LABEL: @others
// CHECK: {name = "l", dge_type = swdge}
// CHECK: {name = "s", dge_type = hwdge}
// CHECK: {name = "n", dge_type = none}
// CHECK: {name = "u"}
dma.kernel @others(%x: memref<8192xi8>, %y: memref<8192xi8>) {
  %a = bir.memory @a hbm {bytes = 8192, argument = 0}
  %b = bir.memory @b hbm {bytes = 8192, argument = 1}
  %0 = bir.ap %a pattern [[4, 2000], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 4000]] as uint8
  bir.load %0 -> %1 {name = "l", dge_type = swdge}
  bir.save %0 -> %1 {name = "s", dge_type = hwdge}
  bir.dma_copy %0 -> %1 {name = "n", dge_type = none}
  bir.dma_copy %0 -> %1 {name = "u"}
}
