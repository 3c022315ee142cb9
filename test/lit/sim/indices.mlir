// Gathers, scatters and what they leave out. Argument 0 counts up from 00, 1 from 40, 2 from 80; indices are given.
// RUN: rookery-sim %s --counting --hexdump | FileCheck %s
// RUN: rookery-sim %s --counting --hexdump --kernel b6_skip | FileCheck %s --check-prefix=B6

// B.6: gather 64 rows, index 2i, of four rows here.
// CHECK-LABEL: kernel @gather
// CHECK: arg2
// CHECK-NEXT: 0000 00 01 04 05 08 09 0c 0d
func.func @gather(%a: memref<8x2xi8>, %i: memref<4xi32> {dma.input = {step = 2}}, %b: memref<4x2xi8>) {
  %0 = penguin.access %a pattern [[1, 2]] as uint8 : memref<8x2xi8>
  %1 = penguin.access %i pattern [[1, 4]] as int32 : memref<4xi32>
  %2 = penguin.access %b pattern [[1, 8]] as uint8 : memref<4x2xi8>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [2]}
  return
}

// An index counts whole rows, whatever is taken of them: columns 1 and 3 of rows 2 and 0.
// CHECK-LABEL: kernel @columns
// CHECK: arg2
// CHECK-NEXT: 0000 09 0b 01 03
func.func @columns(%a: memref<3x4xi8>, %i: memref<2xi8> {dma.input = [2, 0]}, %b: memref<4xi8>) {
  %0 = penguin.access %a pattern [[2, 2]] offset 1 as uint8 : memref<3x4xi8>
  %1 = penguin.access %i pattern [[1, 2]] as uint8 : memref<2xi8>
  %2 = penguin.access %b pattern [[1, 4]] as uint8 : memref<4xi8>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [4]}
  return
}

// Index lists are walked like everything else: every other one, backwards.
// CHECK-LABEL: kernel @index_order
// CHECK: arg2
// CHECK-NEXT: 0000 03 01 82 83
func.func @index_order(%a: memref<4xi8>, %i: memref<4xi8> {dma.input = [0, 1, 2, 3]}, %b: memref<4xi8>) {
  %0 = penguin.access %a pattern [[1, 1]] as uint8 : memref<4xi8>
  %1 = penguin.access %i pattern [[-2, 2]] offset 3 as uint8 : memref<4xi8>
  %2 = penguin.access %b pattern [[1, 2]] as uint8 : memref<4xi8>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [1]}
  return
}

// Two index lists: row and column.
// CHECK-LABEL: kernel @two_indices
// CHECK: arg3
// CHECK-NEXT: 0000 06 01 c2 c3
func.func @two_indices(%a: memref<2x4xi8>, %i: memref<2xi8> {dma.input = [1, 0]}, %j: memref<2xi8> {dma.input = [2, 1]}, %b: memref<4xi8>) {
  %0 = penguin.access %a pattern [[1, 1]] as uint8 : memref<2x4xi8>
  %1 = penguin.access %i pattern [[1, 2]] as uint8 : memref<2xi8>
  %2 = penguin.access %j pattern [[1, 2]] as uint8 : memref<2xi8>
  %3 = penguin.access %b pattern [[1, 2]] as uint8 : memref<4xi8>
  penguin.indirect_load %0 -> %3 at %1, %2 {generic_dims = [4, 1]}
  return
}

// -1 is skipped in every mode, in every type of index.
// CHECK-LABEL: kernel @minus_one
// CHECK: arg2
// CHECK-NEXT: 0000 80 81 02 03
func.func @minus_one(%a: memref<4xi8>, %i: memref<2xi16> {dma.input = [-1, 1]}, %b: memref<4xi8>) {
  %0 = penguin.access %a pattern [[1, 2]] as uint8 : memref<4xi8>
  %1 = penguin.access %i pattern [[1, 2]] as uint16 : memref<2xi16>
  %2 = penguin.access %b pattern [[1, 4]] as uint8 : memref<4xi8>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [2]}
  return
}

// Out of bounds is left out element by element, and what is there stays: of rows at 2 and 6, elements 2 to 5 and 6, 7.
// CHECK-LABEL: kernel @skip
// CHECK: arg2
// CHECK-NEXT: 0000 02 03 04 05 06 07 86 87
func.func @skip(%a: memref<8xi8>, %i: memref<2xi8> {dma.input = [1, 3]}, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
  %1 = penguin.access %i pattern [[1, 2]] as uint8 : memref<2xi8>
  %2 = penguin.access %b pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [2], oob = skip}
  return
}

// B.6: index 3i, i < 64, of (128, 512): rows with 3i >= 128 keep what they have. Row 42 takes row 126, row 43 would take
// 129. Rows have 32 elements here, begin at 16, and elements are the low byte of their number.
// B6-LABEL: kernel @b6_skip
// B6: arg2
// B6: 0540 d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 da db dc dd de df
// B6-NEXT: 0550 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 ea eb ec ed ee ef
// B6-NEXT: 0560 e0 e1
func.func @b6_skip(%a: memref<128x32xi8>, %i: memref<64xi32> {dma.input = {step = 3}}, %b: memref<64x32xi8>) {
  %0 = penguin.access %a pattern [[1, 32]] offset 16 as uint8 : memref<128x32xi8>
  %1 = penguin.access %i pattern [[1, 64]] as int32 : memref<64xi32>
  %2 = penguin.access %b pattern [[1, 2048]] as uint8 : memref<64x32xi8>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [32], oob = skip}
  return
}

// B.6: scatter of rows, index 2i: even rows are overwritten.
// CHECK-LABEL: kernel @scatter
// CHECK: arg2
// CHECK-NEXT: 0000 00 01 82 83 02 03 86 87
func.func @scatter(%a: memref<2x2xi8>, %i: memref<2xi32> {dma.input = {step = 2}}, %b: memref<4x2xi8>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<2x2xi8>
  %1 = penguin.access %i pattern [[1, 2]] as int32 : memref<2xi32>
  %2 = penguin.access %b pattern [[1, 2]] as uint8 : memref<4x2xi8>
  penguin.indirect_save %0 -> %2 at %1 {generic_dims = [2]}
  return
}

// Of equal indices the last one stays.
// CHECK-LABEL: kernel @last_stays
// CHECK: arg2
// CHECK-NEXT: 0000 80 02 82 83
func.func @last_stays(%a: memref<3xi8>, %i: memref<3xi32> {dma.input = [1, 1, 1]}, %b: memref<4xi8>) {
  %0 = penguin.access %a pattern [[1, 3]] as uint8 : memref<3xi8>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 1]] as uint8 : memref<4xi8>
  penguin.indirect_save %0 -> %2 at %1 {generic_dims = [1]}
  return
}

// B.6: scatter add onto ones, and the same index adds again: 1 + 10 + 30 at 0, 1 + 20 at 1.
// CHECK-LABEL: kernel @accumulate
// CHECK: arg2
// CHECK-NEXT: 0000 29 00 00 00 15 00 00 00 01 00 00 00
func.func @accumulate(%a: memref<3xi32> {dma.input = [10, 20, 30]}, %i: memref<3xi32> {dma.input = [0, 1, 0]}, %b: memref<3xi32> {dma.input = [1]}) {
  %0 = penguin.access %a pattern [[1, 3]] as int32 : memref<3xi32>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 1]] as int32 : memref<3xi32>
  penguin.indirect_rmw %0 -> %2 at %1 {generic_dims = [1]}
  return
}

// bf16 is added in fp32 and rounded once an element, in the order of the indices: 256 + 1 = 257 is halfway, to even 256;
// 256 + 3 = 259 is halfway, to even 260 = 0x4382.
// CHECK-LABEL: kernel @rounded
// CHECK: arg2
// CHECK-NEXT: 0000 80 43 82 43
func.func @rounded(%a: memref<3xbf16> {dma.input = dense<[1.0, 1.0, 3.0]> : tensor<3xbf16>}, %i: memref<3xi8> {dma.input = [0, 0, 1]}, %b: memref<2xbf16> {dma.input = dense<256.0> : tensor<2xbf16>}) {
  %0 = penguin.access %a pattern [[1, 3]] as bf16 : memref<3xbf16>
  %1 = penguin.access %i pattern [[1, 3]] as uint8 : memref<3xi8>
  %2 = penguin.access %b pattern [[1, 1]] as bf16 : memref<2xbf16>
  penguin.indirect_rmw %0 -> %2 at %1 {generic_dims = [1]}
  return
}

// A gather into partitions: each takes its row.
// CHECK-LABEL: kernel @partitions
// CHECK: arg2
// CHECK-NEXT: 0:0000 04 05
// CHECK-NEXT: 1:0000 00 01
// CHECK-NEXT: 2:0000 02 03
func.func @partitions(%a: memref<3x2xi8>, %i: memref<3x1xi32, #dma.space<sbuf>> {dma.input = [2, 0, 1]}, %b: memref<3x2xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 2]] as uint8 : memref<3x2xi8>
  %1 = penguin.access %i pattern [[1, 1]] partition [1, 3] as int32 : memref<3x1xi32, #dma.space<sbuf>>
  %2 = penguin.access %b pattern [[1, 2]] partition [2, 3] as uint8 : memref<3x2xi8, #dma.space<sbuf>>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [2]}
  return
}

// A gather and a transpose in one: rows 1 and 0 become columns.
// CHECK-LABEL: kernel @gather_transpose
// CHECK: arg2
// CHECK-NEXT: 0:0000 03 00
// CHECK-NEXT: 1:0000 04 01
// CHECK-NEXT: 2:0000 05 02
func.func @gather_transpose(%a: memref<2x3xi8>, %i: memref<2xi32> {dma.input = [1, 0]}, %b: memref<3x2xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 3]] as uint8 : memref<2x3xi8>
  %1 = penguin.access %i pattern [[1, 2]] as int32 : memref<2xi32>
  %2 = penguin.access %b pattern [[1, 2]] partition [2, 3] as uint8 : memref<3x2xi8, #dma.space<sbuf>>
  penguin.dma_indirect_transpose %0 -> %2 at %1 {generic_dims = [3], y_size = 1}
  return
}

// The same in BIR: an access by index is one of a transfer.
// CHECK-LABEL: kernel @bir_gather
// CHECK: arg2
// CHECK-NEXT: 0000 06 07 02 03
dma.kernel @bir_gather(%x: memref<8xi8>, %i: memref<2xi16> {dma.input = [3, 1]}, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 4, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint16
  %0 = bir.ap %a pattern [[1, 2]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.generic_indirect_load %0 -> %1 {name = "g", indirect_dims = [2]}
  dma.return
}

// CHECK-LABEL: kernel @bir_scatter
// CHECK: arg2
// CHECK-NEXT: 0000 02 03 82 83 00 01 86 87
dma.kernel @bir_scatter(%x: memref<4xi8>, %i: memref<2xi16> {dma.input = [2, 0]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint16
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 2]] as uint8 index %n
  bir.generic_indirect_save %0 -> %1 {name = "s", indirect_dims = [2]}
  dma.return
}

// A DMA copy in CCE mode: what is there is added to. Indices of max_index or more are left out.
// CHECK-LABEL: kernel @bir_accumulate
// CHECK: arg2
// CHECK-NEXT: 0000 01 00 00 00 08 00 00 00 01 00 00 00
dma.kernel @bir_accumulate(%x: memref<3xi32> {dma.input = [3, 4, 5]}, %i: memref<3xi16> {dma.input = [1, 1, 2]}, %y: memref<3xi32> {dma.input = [1]}) {
  %a = bir.memory @a hbm {bytes = 12, argument = 0}
  %j = bir.memory @j hbm {bytes = 6, argument = 1}
  %b = bir.memory @b hbm {bytes = 12, argument = 2}
  %n = bir.ap %j pattern [[1, 3]] as uint16
  %0 = bir.ap %a pattern [[1, 3]] as int32
  %1 = bir.ap %b pattern [[1, 1]] as int32 index %n {max_index = 2}
  bir.dma_copy %0 -> %1 {name = "r", mode = cce, cce_op = add, oob = skip, indirect_dims = [1]}
  dma.return
}

// Indices that count entries.
// CHECK-LABEL: kernel @entries
// CHECK: arg2
// CHECK-NEXT: 0000 04 05 00 01
dma.kernel @entries(%x: memref<8xi8>, %i: memref<2xi16> {dma.input = [1, 0]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint16
  %0 = bir.ap %a pattern [[1, 2]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.indirect_load %0 -> %1 {name = "g", entry_step_elements = 4}
  %2 = bir.ap %a pattern [[1, 4]] as uint8
  %3 = bir.ap %b pattern [[1, 2]] offset 4 as uint8 index %n
  %4 = bir.ap %b pattern [[1, 4]] as uint8
  dma.return
}

// A gather inside each partition: two elements an index, of three valid ones.
// CHECK-LABEL: kernel @local
// CHECK: arg2
// CHECK-NEXT: 0:0000 02 03 00 01 02 03 86 87
// CHECK-NEXT: 1:0000 06 07 04 05 06 07 8e 8f
func.func @local(%a: memref<2x4xi8, #dma.space<sbuf>>, %i: memref<1x4xi16, #dma.space<sbuf>> {dma.input = [1, 0, 1, 9]}, %b: memref<2x8xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 4]] partition [4, 2] as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  %1 = penguin.access %i pattern [[1, 4]] as uint16 : memref<1x4xi16, #dma.space<sbuf>>
  %2 = penguin.access %b pattern [[1, 8]] partition [8, 2] as uint8 : memref<2x8xi8, #dma.space<sbuf>>
  penguin.indirect_copy %0 -> %2 at %1 {accumulated_tripcount = 1, free_indices = [3], num_elem_per_idx = 2}
  return
}

// CHECK-LABEL: kernel @pool
// CHECK: arg2
// CHECK-NEXT: 0:0000 02 02
// CHECK-NEXT: 1:0000 06 06
func.func @pool(%a: memref<2x4xi8, #dma.space<sbuf>>, %i: memref<1x2xi16, #dma.space<sbuf>> {dma.input = [2, 2]}, %b: memref<2x2xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 4]] partition [4, 2] as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  %1 = penguin.access %i pattern [[1, 2]] as uint16 : memref<1x2xi16, #dma.space<sbuf>>
  %2 = penguin.access %b pattern [[1, 2]] partition [2, 2] as uint8 : memref<2x2xi8, #dma.space<sbuf>>
  penguin.pool_gather %0 -> %2 at %1
  return
}
