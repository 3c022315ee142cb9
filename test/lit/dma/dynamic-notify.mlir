// C7: who waits for a DMA is told when all of its clones are done: the last one tells where it always runs, else one of its own
// that moves nothing does.
// RUN: rookery-opt %s --dma --target tiny | FileCheck %s
// RUN: rookery-opt %s --dma --target tiny --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"

// RAN-COUNT-4: verify-by-execution: lower-dma: kernel

// CHECK-LABEL: dma.kernel @split
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = {{[0-9]+}}} {
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = {{[0-9]+}}, notify = [3]} {
dma.kernel @split(%x: memref<24xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  %0 = bir.ap %a pattern [[4, 6], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 12]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge, notify = [3]}
  dma.return
}
// CHECK-LABEL: dma.kernel @gather
// CHECK: desc.trigger {{.*}} if
// CHECK: desc.trigger {{.*}} if
// CHECK: desc.trigger @q_pool_unassigned fires [@q_pool_unassigned::@dma_block_2] on pool{{$}}
// CHECK: desc.block @dma_block_2 id 2 attributes {entries = 1, notify = [3]} {
// CHECK-NEXT: {{^ *}$}}
dma.kernel @gather(%x: memref<8xi8>, %i: memref<2xi8> {dma.input = [3, 5]}, %y: memref<2xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 2, argument = 1}
  %b = bir.memory @b hbm {bytes = 2, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint8
  %0 = bir.ap %a pattern [[1, 1]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 2]] as uint8
  bir.dma_copy %0 -> %1 {name = "g", indirect_dims = [1], notify = [3]}
  dma.return
}
// CHECK-LABEL: dma.kernel @count
// CHECK: desc.block @dma_block_2 id 2 attributes {entries = 1, notify = [3]} {
// CHECK-NEXT: {{^ *}$}}
dma.kernel @count(%x: memref<2xi8>, %n: memref<1xi8> {dma.input = [1]}, %y: memref<2xi8>) {
  %a = bir.memory @a hbm {bytes = 2, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b hbm {bytes = 2, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[1, 2]] extent %r as uint8
  %1 = bir.ap %b pattern [[1, 2]] extent %r as uint8
  bir.dma_copy %0 -> %1 {name = "c", notify = [3]}
  dma.return
}
// A masked copy over the ring: each piece has its part of the mask, rows 0 to 3 of six.
// CHECK-LABEL: dma.kernel @masked
// CHECK: pairs = {{\[\[}}4, 3], [1, 2]]
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = {{[0-9]+}}} {
// CHECK-NEXT: pairs = {{\[\[}}4, 1], [1, 2]]
dma.kernel @masked(%x: memref<24xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  %0 = bir.ap %a pattern [[4, 6], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[4, 6], [1, 2]] as uint8
  %2 = bir.predicate 3 dims [-1]
  bir.dma_copy %0 -> %1 if %2 {name = "c", dge_type = swdge}
  dma.return
}
