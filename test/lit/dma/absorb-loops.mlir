// B1b: a loop around one plain copy becomes one more pair of both sides, where it is asked for: the same bytes in the same order,
// in one descriptor.
// RUN: rookery-opt %s --bind-dma --lower-dma=absorb-loops=true --verify-by-execution 2> %t | FileCheck %s --implicit-check-not=bir.loop
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ --implicit-check-not="not compared"
// RUN: rookery-opt %s --bind-dma --lower-dma | FileCheck %s --check-prefix=OFF
// RUN: rookery-opt %s --bind-dma --lower-dma=absorb-loops=true --target tiny | FileCheck %s --check-prefix=TINY
// RUN: rookery-opt %s --bind-dma --lower-dma=absorb-loops=true --target "trn2{max_stride=2}" | FileCheck %s --check-prefix=NARROW --implicit-check-not=bir.loop

// A nest of 8 x 4; the inner loop goes on where a copy ends, the outer one on one side only.
// RAN: lower-dma: kernel 'nest': 32 transfers before, 1 after
// OFF-LABEL: @nest
// OFF: bir.loop from 0 to 8
// OFF: bir.loop from 0 to 4
// What is too much for a block then is cut again, into fewer than before.
// TINY-LABEL: @nest
// TINY-COUNT-2: desc.block
// TINY-NOT: desc.block
// TINY-LABEL: @steps
// CHECK-LABEL: @nest
// CHECK: fires [@q_sp_unassigned::@dma_block_0]
// CHECK: desc.copy {space = hbm, address = {byte = 0}, pairs = {{\[\[}}16, 8], [1, 8]], dtype = uint8} -> {space = hbm, address = {byte = 128}, pairs = {{\[\[}}1, 64]]
dma.kernel @nest(%x: memref<128xi8>, %y: memref<128xi8>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  bir.loop from 0 to 8 (%i) {
    bir.loop from 0 to 4 (%j) {
      %0 = bir.ap %a pattern [[1, 2]] offset %i * 16 + %j * 2 as uint8
      %1 = bir.ap %b pattern [[1, 2]] offset %i * 8 + %j * 2 as uint8
      bir.dma_copy %0 -> %1 {name = "c", dge_type = hwdge}
    }
  }
}
// Bounds and steps; backwards on one side; a source that stays where it is.
// RAN: lower-dma: kernel 'steps': 8 transfers before, 2 after
// CHECK-LABEL: @steps
// CHECK: byte = 6}, pairs = {{\[\[}}9, 4], [1, 2]], dtype = uint8} -> {space = hbm, address = {byte = 182}, pairs = {{\[\[}}-12, 4], [1, 2]]
// CHECK: byte = 0}, pairs = {{\[\[}}0, 4], [4, 2]], dtype = uint8} -> {space = hbm, address = {byte = 192}, pairs = {{\[\[}}3, 4], [1, 2]]
dma.kernel @steps(%x: memref<128xi8>, %y: memref<128xi8>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  bir.loop from 2 to 12 step 3 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i * 3 as uint8
    %1 = bir.ap %b pattern [[1, 2]] offset %i * -4 + 62 as uint8
    bir.load %0 -> %1 {name = "l"}
  }
  %2 = bir.ap %a pattern [[4, 2]] as uint8
  bir.loop from 0 to 4 (%i) {
    %3 = bir.ap %b pattern [[1, 2]] offset %i * 3 + 64 as uint8
    bir.tensor_copy %2 -> %3 {name = "t"}
  }
}
// On chip: over partitions it becomes the partition pair, or goes on where that ends; within one it is a pair of it.
// A stride of 3 on chip needs a field for it.
// NARROW-LABEL: @chip
// NARROW: bir.loop from 0 to 3
// RAN: lower-dma: kernel 'chip': 9 transfers before, 3 after
// CHECK-LABEL: @chip
// CHECK: pairs = {{\[\[}}1, 16]], dtype = uint8} -> {space = sbuf, address = {byte = 0}, partition = [1, 4], pairs = {{\[\[}}1, 4]]
// CHECK: pairs = {{\[\[}}1, 8]], dtype = uint8} -> {space = sbuf, address = {byte = 4}, partition = [1, 4], pairs = {{\[\[}}1, 2]]
// CHECK: pairs = {{\[\[}}1, 6]], dtype = uint8} -> {space = sbuf, address = {byte = 8, partition = 2}, pairs = {{\[\[}}3, 3], [1, 2]]
dma.kernel @chip(%x: memref<64xi8>, %y: memref<4x16xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 64, argument = 0}
  %b = bir.memory @b sbuf {partitions = 4, bytes = 16, argument = 1}
  bir.loop from 0 to 4 (%i) {
    %0 = bir.ap %a pattern [[1, 4]] offset %i * 4 as uint8
    %1 = bir.ap %b pattern [[1, 4]] partition [16, 1] offset %i * 16 as uint8
    bir.dma_copy %0 -> %1 {name = "p"}
  }
  bir.loop from 0 to 2 (%i) {
    %2 = bir.ap %a pattern [[1, 4]] offset %i * 4 + 16 as uint8
    %3 = bir.ap %b pattern [[1, 2]] partition [16, 2] offset %i * 32 + 4 as uint8
    bir.dma_copy %2 -> %3 {name = "q"}
  }
  bir.loop from 0 to 3 (%i) {
    %4 = bir.ap %a pattern [[1, 2]] offset %i * 2 + 24 as uint8
    %5 = bir.ap %b pattern [[1, 2]] offset %i * 3 + 40 as uint8
    bir.dma_copy %4 -> %5 {name = "r"}
  }
}
