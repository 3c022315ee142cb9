// B4, what a DMA is cut along, on a ring of 5 entries of at most 4 elements, with 4 engines; 9 of HWDGE.
// RUN: rookery-opt %s --split-dynamic-dma --target tiny --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ --implicit-check-not="not compared"

// A row of more entries than the ring is taken alone, and then cut itself: 3 rows of 6.
// RAN: kernel 'long_rows': 1 transfers before, 6 after
// CHECK-LABEL: @long_rows
// CHECK: pattern {{\[\[}}4, 3], [1, 2]] as uint8
// CHECK: {name = "c_0_0", dge_type = swdge}
// CHECK: pattern {{\[\[}}4, 3], [1, 2]] offset 12 as uint8
// CHECK: {name = "c_0_1", dge_type = swdge}
// CHECK: pattern {{\[\[}}4, 3], [1, 2]] offset 32 as uint8
// CHECK: {name = "c_1_0", dge_type = swdge}
// CHECK: {name = "c_1_1", dge_type = swdge}
// CHECK: {name = "c_2_0", dge_type = swdge}
// CHECK: {name = "c_2_1", dge_type = swdge}
// CHECK-NOT: bir.dma_copy
dma.kernel @long_rows(%x: memref<96xi8>, %y: memref<36xi8>) {
  %a = bir.memory @a hbm {bytes = 96, argument = 0}
  %b = bir.memory @b hbm {bytes = 36, argument = 1}
  %0 = bir.ap %a pattern [[32, 3], [4, 6], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 36]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge}
}
// One run is cut at multiples of the longest descriptor: 6 entries, 3 and 3 since 3 is a factor; a part of one is last.
// RAN: kernel 'run': 1 transfers before, 2 after
// CHECK-LABEL: @run
// CHECK: bir.ap %1 pattern {{\[\[}}1, 12]] offset 1 as uint8
// CHECK: bir.ap %0 pattern {{\[\[}}1, 12]] as uint8
// CHECK: {name = "c_0", dge_type = swdge}
// CHECK: bir.ap %1 pattern {{\[\[}}1, 10]] offset 13 as uint8
// CHECK: bir.ap %0 pattern {{\[\[}}1, 10]] offset 12 as uint8
// CHECK: {name = "c_1", dge_type = swdge}
// CHECK-NOT: bir.dma_copy
dma.kernel @run(%x: memref<24xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  %0 = bir.ap %a pattern [[1, 22]] as uint8
  %1 = bir.ap %b pattern [[1, 22]] offset 1 as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge}
}
// A run that is written as several pairs is one even so; here they would not be cut at 12 elements.
// RAN: kernel 'written': 1 transfers before, 2 after
// CHECK-LABEL: @written
// CHECK: bir.ap %0 pattern {{\[\[}}1, 12]] as uint8
// CHECK: bir.ap %0 pattern {{\[\[}}1, 12]] offset 12 as uint8
dma.kernel @written(%x: memref<24xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  %0 = bir.ap %a pattern [[8, 3], [2, 4], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[6, 4], [1, 6]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge}
}
// On chip rows are partitions: two of 2 entries each; then runs within one.
// RAN: kernel 'partitions': 2 transfers before, 6 after
// CHECK-LABEL: @partitions
// CHECK: bir.ap %1 pattern {{\[\[}}1, 8]] partition [24, 2] as uint8
// CHECK: bir.ap %0 pattern {{\[\[}}1, 16]] as uint8
// CHECK: {name = "rows_0", dge_type = swdge}
// CHECK: bir.ap %1 pattern {{\[\[}}1, 8]] partition [24, 2] offset 48 as uint8
// CHECK: bir.ap %0 pattern {{\[\[}}1, 16]] offset 16 as uint8
// CHECK: {name = "rows_1", dge_type = swdge}
// CHECK: bir.ap %1 pattern {{\[\[}}1, 12]] partition [24, 1] as uint8
// CHECK: bir.ap %0 pattern {{\[\[}}1, 12]] offset 32 as uint8
// CHECK: {name = "runs_0_0", dge_type = swdge}
// CHECK: bir.ap %1 pattern {{\[\[}}1, 12]] partition [24, 1] offset 12 as uint8
// CHECK: {name = "runs_0_1", dge_type = swdge}
// CHECK: bir.ap %1 pattern {{\[\[}}1, 12]] partition [24, 1] offset 24 as uint8
// CHECK: bir.ap %0 pattern {{\[\[}}1, 12]] offset 56 as uint8
// CHECK: {name = "runs_1_0", dge_type = swdge}
// CHECK: {name = "runs_1_1", dge_type = swdge}
// CHECK-NOT: bir.dma_copy
dma.kernel @partitions(%x: memref<128xi8>, %y: memref<4x24xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b sbuf {partitions = 4, bytes = 24, argument = 1}
  %0 = bir.ap %a pattern [[1, 32]] as uint8
  %1 = bir.ap %b pattern [[1, 8]] partition [24, 4] as uint8
  bir.dma_copy %0 -> %1 {name = "rows", dge_type = swdge}
  %2 = bir.ap %a pattern [[1, 48]] offset 32 as uint8
  %3 = bir.ap %b pattern [[1, 24]] partition [24, 2] as uint8
  bir.dma_copy %2 -> %3 {name = "runs", dge_type = swdge}
}
// What is ordered is not spread: 5 and 1 entries, not 3 and 3; the pieces are in order, so a copy that writes one place several
// times ends as it did.
// RAN: kernel 'ordered': 1 transfers before, 2 after
// CHECK-LABEL: @ordered
// CHECK: bir.ap %1 pattern {{\[\[}}1, 5], [1, 2]] as uint8
// CHECK: {name = "c_0", dge_type = swdge, ordered}
// CHECK: bir.ap %1 pattern {{\[\[}}1, 2]] offset 5 as uint8
// CHECK: {name = "c_1", dge_type = swdge, ordered}
dma.kernel @ordered(%x: memref<24xi8>, %y: memref<12xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 12, argument = 1}
  %0 = bir.ap %a pattern [[4, 6], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 6], [1, 2]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge, ordered}
}
// Accumulation, in a loop, with a mask that holds for all or nothing, of a ring of 9; the last piece notifies.
// RAN: kernel 'looped': 1 transfers before, 2 after
// CHECK-LABEL: @looped
// CHECK: bir.loop from 0 to 2
// CHECK: bir.ap %1 pattern {{\[\[}}1, 16]] as fp32
// CHECK: bir.ap %0 pattern {{\[\[}}4, 8], [1, 2]] offset %[[I:.*]] * 2 as fp32
// CHECK: if %[[M:.*]] {name = "c_0", dge_type = hwdge, engine = sp, mode = cce, cce_op = add}
// CHECK: bir.ap %1 pattern {{\[\[}}1, 4]] offset 16 as fp32
// CHECK: bir.ap %0 pattern {{\[\[}}4, 2], [1, 2]] offset %[[I]] * 2 + 32 as fp32
// CHECK: if %[[M]] {name = "c_1", dge_type = hwdge, engine = sp, notify = [3], mode = cce, cce_op = add}
dma.kernel @looped(%x: memref<40xf32>, %y: memref<20xf32>) {
  %a = bir.memory @a hbm {bytes = 160, argument = 0}
  %b = bir.memory @b hbm {bytes = 80, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %m = bir.predicate %i - 1
    %0 = bir.ap %a pattern [[4, 10], [1, 2]] offset %i * 2 as fp32
    %1 = bir.ap %b pattern [[1, 20]] as fp32
    bir.dma_copy %0 -> %1 if %m {name = "c", dge_type = hwdge, engine = sp, notify = [3], mode = cce, cce_op = add}
  }
}
// Transposes between whole batches, of 3 entries each.
// RAN: kernel 'batches': 1 transfers before, 2 after
// CHECK-LABEL: @batches
// CHECK: bir.ap %1 pattern {{\[\[}}4, 1], [1, 1], [1, 3]] partition [16, 3] as uint8
// CHECK: bir.ap %0 pattern {{\[\[}}24, 3], [8, 1], [1, 1], [1, 3]] as uint8
// CHECK: {name = "t_0", dge_type = swdge, mode = transpose, transpose_op = xzyw}
// CHECK: bir.ap %1 pattern {{\[\[}}4, 1], [1, 1], [1, 3]] partition [16, 3] offset 4 as uint8
// CHECK: bir.ap %0 pattern {{\[\[}}24, 3], [8, 1], [1, 1], [1, 3]] offset 8 as uint8
// CHECK: {name = "t_1", dge_type = swdge, mode = transpose, transpose_op = xzyw}
// CHECK-NOT: bir.dma_copy
dma.kernel @batches(%x: memref<80xi8>, %y: memref<3x16xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 80, argument = 0}
  %b = bir.memory @b sbuf {partitions = 3, bytes = 16, argument = 1}
  %0 = bir.ap %a pattern [[24, 3], [8, 2], [1, 1], [1, 3]] as uint8
  %1 = bir.ap %b pattern [[4, 2], [1, 1], [1, 3]] partition [16, 3] as uint8
  bir.dma_copy %0 -> %1 {name = "t", dge_type = swdge, mode = transpose, transpose_op = xzyw}
}
