// C9 and B4 together on a target of real depths: a DMA copy of 2,000 entries is split by the ring's depth, evenly over 16
// engines; a load takes no selector, so it is the block's cap that cuts it. Neither has anything over its ring left.
// RUN: rookery-opt %s --bind-dma --split-dynamic-dma --lower-dma --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ --implicit-check-not="not compared" --implicit-check-not=warning

// RAN: split-dynamic-dma: kernel 'k': 2 transfers before, 3 after
// RAN: lower-dma: kernel 'k': 3 transfers before, 4 after
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 1008}
// CHECK-NEXT: pairs = {{\[\[}}4, 1008], [1, 2]]
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 992}
// CHECK-NEXT: byte = 4032}, pairs = {{\[\[}}4, 992], [1, 2]]
// CHECK: desc.block @dma_block_2 id 2 attributes {entries = 1020}
// CHECK-NEXT: pairs = {{\[\[}}4, 1020], [1, 2]]
// CHECK: desc.block @dma_block_3 id 3 attributes {entries = 980}
// CHECK-NEXT: byte = 4080}, pairs = {{\[\[}}4, 980], [1, 2]]
// CHECK-NOT: desc.block
dma.kernel @k(%x: memref<8192xi8>, %y: memref<8192xi8>) {
  %a = bir.memory @a hbm {bytes = 8192, argument = 0}
  %b = bir.memory @b hbm {bytes = 8192, argument = 1}
  %0 = bir.ap %a pattern [[4, 2000], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 4000]] as uint8
  %2 = bir.ap %b pattern [[1, 4000]] offset 4000 as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge}
  bir.load %0 -> %2 {name = "l", dge_type = swdge}
}
