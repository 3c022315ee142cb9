// What depends on what, and where orders show: the same bytes.
// RUN: rookery-opt %s --dma --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"
// RUN: rookery-opt %s --dma | FileCheck %s

// RAN-COUNT-6: verify-by-execution: lower-dma: kernel
// CHECK-LABEL: dma.kernel @location
// CHECK-COUNT-2: desc.trigger
// CHECK: desc.block @dma_block_1
// The last element is read from where an earlier one was written: one after the other.
dma.kernel @onto_itself(%x: memref<3xi8>) {
  %a = bir.memory @a hbm {bytes = 3, argument = 0}
  %0 = bir.ap %a pattern [[1, 3]] as uint8
  %1 = bir.ap %a pattern [[0, 3]] offset 2 as uint8
  bir.dma_copy %0 -> %1 {name = "g"}
  dma.return
}
// Of one place written over and over, by a source with other steps.
dma.kernel @other_steps(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[4, 2], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[0, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}
// Memories whose addresses overlap are one place: columns are not taken out of their order.
dma.kernel @overlapping(%i: memref<1xi8> {dma.input = [2]}) {
  %a = bir.memory @a hbm {bytes = 16, address = 0}
  %b = bir.memory @b hbm {bytes = 16, address = 3}
  %j = bir.memory @j hbm {bytes = 1, argument = 0}
  %n = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %n {name = "r"}
  %0 = bir.ap %a pattern [[4, 3], [1, 2]] extent %r as uint8 {extent_dim = 1}
  %1 = bir.ap %b pattern [[4, 3], [1, 2]] extent %r as uint8 {extent_dim = 1}
  bir.dma_copy %0 -> %1 {name = "g"}
  dma.return
}
// The same of a gather: the order of its indices stays.
dma.kernel @overlapping_gather(%i: memref<6xi8> {dma.input = [1, 0, 2, 3, 5, 4]}) {
  %a = bir.memory @a hbm {bytes = 16, address = 0}
  %b = bir.memory @b hbm {bytes = 16, address = 2}
  %j = bir.memory @j hbm {bytes = 6, argument = 0}
  %n = bir.ap %j pattern [[2, 3], [1, 2]] as uint8
  %0 = bir.ap %a pattern [[1, 1]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 6]] as uint8
  bir.dma_copy %0 -> %1 {name = "g", indirect_dims = [1]}
  dma.return
}
// A location is all of the memory that it refers to: two blocks.
dma.kernel @location(%x: memref<16xi8>, %i: memref<1xi8> {dma.input = [8]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %n {name = "r"}
  %0 = bir.ap %b pattern [[1, 4]] as uint8
  %1 = bir.ap %a pattern [[1, 4]] offset %r as uint8
  %2 = bir.ap %a pattern [[1, 4]] offset 8 as uint8
  %3 = bir.ap %b pattern [[1, 4]] offset 4 as uint8
  bir.dma_copy %0 -> %1 {name = "g", dge_type = swdge}
  bir.dma_copy %2 -> %3 {name = "h", dge_type = swdge}
  dma.return
}
// Indices from 1 on, with a notification.
dma.kernel @notified(%x: memref<16xi8>, %i: memref<1xi8> {dma.input = [1]}, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b hbm {bytes = 4, argument = 2}
  %n = bir.ap %j pattern [[1, 1]] as uint8
  %0 = bir.ap %a pattern [[1, 4]] offset -4 as uint8 index %n
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "g", indirect_dims = [4], notify = [1]}
  dma.return
}
