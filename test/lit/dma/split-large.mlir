// C9: what has more ring entries than a block holds becomes several DMAs, each with a block: 5 of at most 4 elements here, 9 of
// HWDGE. As many as a block holds are one block still.
// RUN: rookery-opt %s --bind-dma --lower-dma --target tiny --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ --implicit-check-not="not compared" --implicit-check-not=warning
// RUN: rookery-opt %s --bind-dma --apply-patterns=split-large.pat:split_large --target tiny | FileCheck %s --check-prefix=NAMES

// The pieces have the name of the DMA and a number.
// NAMES-LABEL: @rows
// NAMES: name = "at"
// NAMES: name = "over_0"
// NAMES: name = "over_1"
// NAMES-LABEL: @sums
// NAMES: name = "acc_0"
// NAMES: name = "acc_1"
// NAMES: name = "sum_0"
// NAMES: name = "sum_1"
// NAMES-LABEL: @transposes
// NAMES: name = "at"
// NAMES: name = "over_0"
// NAMES: name = "over_1"
// NAMES-LABEL: @other_order
// NAMES: name = "t_0_0"
// NAMES: name = "t_0_1"
// NAMES: name = "t_1_0"
// NAMES: name = "t_1_1"
// NAMES-LABEL: @replicas
// NAMES: name = "at"
// NAMES: name = "over_0"
// NAMES: name = "over_1"

// Rows: a load, which no earlier pass splits. 5 rows are a block, of 6 one goes to the next.
// RAN: lower-dma: kernel 'rows': 2 transfers before, 3 after
// CHECK-LABEL: @rows
// CHECK: fires [@q_pool_unassigned::@dma_block_0]
// CHECK: fires [@q_pool_unassigned::@dma_block_1]
// CHECK: fires [@q_pool_unassigned::@dma_block_2]
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 5}
// CHECK: byte = 0}, pairs = {{\[\[}}4, 5], [1, 2]], dtype = uint8} -> {{.*}}pairs = {{\[\[}}1, 10]]
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 5}
// CHECK: byte = 0}, pairs = {{\[\[}}4, 5], [1, 2]], dtype = uint8} -> {{.*}}pairs = {{\[\[}}1, 10]]
// CHECK: desc.block @dma_block_2 id 2 attributes {entries = 1}
// CHECK: byte = 20}, pairs = {{\[\[}}1, 2]], dtype = uint8} -> {{.*}}pairs = {{\[\[}}1, 2]]
// CHECK-NOT: desc.block
dma.kernel @rows(%x: memref<24xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  %0 = bir.ap %a pattern [[4, 5], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 10]] as uint8
  bir.load %0 -> %1 {name = "at"}
  %2 = bir.ap %a pattern [[4, 6], [1, 2]] as uint8
  %3 = bir.ap %b pattern [[1, 12]] offset 12 as uint8
  bir.load %2 -> %3 {name = "over"}
}
// HBM to HBM, contiguous on both sides: at multiples of 4 elements times 9.
// RAN: lower-dma: kernel 'contiguous': 2 transfers before, 3 after
// CHECK-LABEL: @contiguous
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 9}
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 9}
// CHECK: byte = 0}, pairs = {{\[\[}}1, 36]], dtype = uint8} -> {{.*}}byte = 128}, pairs = {{\[\[}}1, 36]]
// CHECK: desc.block @dma_block_2 id 2 attributes {entries = 1}
// CHECK: byte = 36}, pairs = {{\[\[}}1, 1]], dtype = uint8} -> {{.*}}byte = 164}, pairs = {{\[\[}}1, 1]]
// CHECK-NOT: desc.block
dma.kernel @contiguous(%x: memref<40xi8>, %y: memref<80xi8>) {
  %a = bir.memory @a hbm {bytes = 40, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 80, address = 88, argument = 1}
  %0 = bir.ap %a pattern [[1, 36]] as uint8
  %1 = bir.ap %b pattern [[1, 36]] as uint8
  bir.save %0 -> %1 {name = "at", dge_type = hwdge}
  %2 = bir.ap %a pattern [[1, 37]] as uint8
  %3 = bir.ap %b pattern [[1, 37]] offset 40 as uint8
  bir.save %2 -> %3 {name = "over", dge_type = hwdge}
}
// Accumulations and sums; the last piece notifies.
// RAN: lower-dma: kernel 'sums': 2 transfers before, 4 after
// CHECK-LABEL: @sums
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 5} {
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 1, notify = [7]}
// CHECK: desc.block @dma_block_2 id 2 attributes {entries = 5} {
// CHECK-NEXT: byte = 0}, pairs = {{\[\[}}2, 5]], dtype = fp32} -> {{.*}}others = {{\[}}{space = hbm, address = {byte = {{[0-9]+}}}, pairs = {{\[\[}}1, 5]]
// CHECK: desc.block @dma_block_3 id 3 attributes {entries = 1, notify = [8]}
// CHECK-NEXT: byte = 40}, pairs = {{\[\[}}2, 1]], dtype = fp32} -> {{.*}}others = {{\[}}{space = hbm, address = {byte = {{[0-9]+}}}, pairs = {{\[\[}}1, 1]]
// CHECK-NOT: desc.block
dma.kernel @sums(%x: memref<12xf32>, %y: memref<6xf32>, %z: memref<6xf32>) {
  %a = bir.memory @a hbm {bytes = 48, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  %c = bir.memory @c hbm {bytes = 24, argument = 2}
  %0 = bir.ap %a pattern [[2, 6]] as fp32
  %1 = bir.ap %b pattern [[1, 6]] as fp32
  %2 = bir.ap %c pattern [[1, 6]] as fp32
  bir.dma_copy %0 -> %1 {name = "acc", mode = cce, cce_op = add, notify = [7]}
  bir.dma_cce %0 + %2 -> %1 {name = "sum", notify = [8]}
}
// A transpose between whole batches: each takes 2 entries on either side, so two of them are a block.
// RAN: lower-dma: kernel 'transposes': 2 transfers before, 3 after
// CHECK-LABEL: @transposes
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 4}
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 4}
// CHECK-NEXT: byte = 0}, pairs = {{\[\[}}24, 2], [8, 2], [1, 1], [1, 2]], dtype = uint8} -> {{.*}}byte = 16}, partition = [1, 2], pairs = {{\[\[}}4, 2], [1, 1], [1, 2]]
// CHECK: desc.block @dma_block_2 id 2 attributes {entries = 2}
// CHECK-NEXT: byte = 16}, pairs = {{\[\[}}24, 2], [8, 1], [1, 1], [1, 2]], dtype = uint8} -> {{.*}}byte = 24}, partition = [1, 2], pairs = {{\[\[}}4, 1], [1, 1], [1, 2]]
// CHECK-NOT: desc.block
dma.kernel @transposes(%x: memref<80xi8>, %y: memref<2x16xi8, #dma.space<sbuf>>, %z: memref<2x16xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 80, argument = 0}
  %b = bir.memory @b sbuf {partitions = 2, bytes = 16, argument = 1}
  %c = bir.memory @c sbuf {partitions = 2, bytes = 16, argument = 2}
  %0 = bir.ap %a pattern [[24, 2], [8, 2], [1, 1], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[4, 2], [1, 1], [1, 2]] partition [16, 2] as uint8
  bir.dma_copy %0 -> %1 {name = "at", mode = transpose, transpose_op = xzyw}
  %2 = bir.ap %a pattern [[24, 2], [8, 3], [1, 1], [1, 2]] as uint8
  %3 = bir.ap %c pattern [[4, 3], [1, 1], [1, 2]] partition [16, 2] as uint8
  bir.dma_transpose %2 -> %3 {name = "over"}
}
// The other transposition exchanges the two dimensions between the ends, too, and one batch of the outer one is cut further: 2
// batches of 6 entries, each 2 of 3, of which 5 entries hold one.
// RAN: lower-dma: kernel 'other_order': 1 transfers before, 4 after
// CHECK-LABEL: @other_order
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 3}
// CHECK-NEXT: byte = 0}, pairs = {{\[\[}}24, 3], [8, 1], [4, 1], [1, 3]], dtype = uint8} -> {{.*}}byte = 0}, partition = [1, 3], pairs = {{\[\[}}8, 1], [4, 1], [1, 3]]
// CHECK: byte = 4}, pairs = {{\[\[}}24, 3], [8, 1], [4, 1], [1, 3]], dtype = uint8} -> {{.*}}byte = 8}
// CHECK: byte = 8}, pairs = {{\[\[}}24, 3], [8, 1], [4, 1], [1, 3]], dtype = uint8} -> {{.*}}byte = 4}
// CHECK: byte = 12}, pairs = {{\[\[}}24, 3], [8, 1], [4, 1], [1, 3]], dtype = uint8} -> {{.*}}byte = 12}
dma.kernel @other_order(%x: memref<80xi8>, %y: memref<3x16xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 80, argument = 0}
  %b = bir.memory @b sbuf {partitions = 3, bytes = 16, argument = 1}
  %0 = bir.ap %a pattern [[24, 3], [8, 2], [4, 2], [1, 3]] as uint8
  %1 = bir.ap %b pattern [[8, 2], [4, 2], [1, 3]] partition [16, 3] as uint8
  bir.dma_transpose %0 -> %1 {name = "t", transpose_op = xyzw}
}
// A replicate between whole replicas: two of 2 entries each.
// RAN: lower-dma: kernel 'replicas': 2 transfers before, 3 after
// CHECK-LABEL: @replicas
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 4}
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 4}
// CHECK-NEXT: desc.replicate {{.*}}byte = 0}, pairs = {{\[\[}}1, 8]], dtype = uint8} -> {{.*}}partition = [1, 2], pairs = {{\[\[}}1, 8]], dtype = uint8} {{[{].*}}copies = 2}
// CHECK: desc.block @dma_block_2 id 2 attributes {entries = 2}
// CHECK-NEXT: desc.replicate {{.*}}byte = 0}, pairs = {{\[\[}}1, 8]], dtype = uint8} -> {{.*}}address = {byte = {{[0-9]+}}, partition = 2}, pairs = {{\[\[}}1, 8]], dtype = uint8} {{[{].*}}copies = 1}
// CHECK-NOT: desc.block
dma.kernel @replicas(%x: memref<8xi8>, %y: memref<4x8xi8, #dma.space<sbuf>>, %z: memref<4x8xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b sbuf {partitions = 4, bytes = 8, argument = 1}
  %c = bir.memory @c sbuf {partitions = 4, bytes = 8, argument = 2}
  %0 = bir.ap %a pattern [[1, 8]] as uint8
  %1 = bir.ap %b pattern [[1, 8]] partition [8, 2] as uint8
  bir.dma_replicate %0 -> %1 {name = "at"}
  %2 = bir.ap %c pattern [[1, 8]] partition [8, 3] as uint8
  bir.dma_replicate %0 -> %2 {name = "over"}
}
// In a loop every piece keeps the loop, and has a block an iteration.
// RAN: lower-dma: kernel 'looped': 2 transfers before, 4 after
// CHECK-LABEL: @looped
// CHECK: bir.loop from 0 to 2
// CHECK-NEXT: fires [@q_pool_unassigned::@dma_block_0, @q_pool_unassigned::@dma_block_1]
// CHECK-NEXT: fires [@q_pool_unassigned::@dma_block_2, @q_pool_unassigned::@dma_block_3]
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 5}
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 5}
// CHECK-NEXT: byte = 2}, pairs = {{\[\[}}4, 5], [1, 2]]
// CHECK: desc.block @dma_block_2 id 2 attributes {entries = 1}
// CHECK: desc.block @dma_block_3 id 3 attributes {entries = 1}
// CHECK-NEXT: byte = 22}, pairs = {{\[\[}}1, 2]]
dma.kernel @looped(%x: memref<24xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[4, 6], [1, 2]] offset %i * 2 as uint8
    %1 = bir.ap %b pattern [[1, 12]] offset %i * 12 as uint8
    bir.tensor_copy %0 -> %1 {name = "t"}
  }
}
