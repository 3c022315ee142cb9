// Transfers of tensors, byte by byte. Argument 0 counts up from 00, argument 1 from 40.
// RUN: rookery-sim %s --counting --hexdump | FileCheck %s

// CHECK-LABEL: kernel @identity
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
func.func @identity(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 8]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @backwards
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 03 02 01 00 44 45 46 47
func.func @backwards(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[-1, 4]] offset 3 as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 4]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @every_other
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 02 04 06 44 45 46 47
func.func @every_other(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[2, 4]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 4]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @spread
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 40 00 42 01 44 02 46 03
func.func @spread(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[2, 4]] offset 1 as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @transposed
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 03 01 04 02 05 46 47
func.func @transposed(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 3], [3, 2]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 6]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @broadcast
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 01 00 01 00 01 46 47
func.func @broadcast(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[0, 3], [1, 2]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 6]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @last_stays
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 04 05 42 43 44 45 46 47
func.func @last_stays(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 6]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[0, 3], [1, 2]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @none
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 40 41 42 43 44 45 46 47
func.func @none(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 0]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 3], [1, 0]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @nests_differ
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 04 01 05 02 06 03 07
func.func @nests_differ(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 4], [4, 2]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @overlap_forward
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 00 00 00 00 05 06 07
func.func @overlap_forward(%a: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
  %1 = penguin.access %a pattern [[1, 4]] offset 1 as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @overlap_backward
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 01 02 03 04 04 05 06 07
func.func @overlap_backward(%a: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 4]] offset 1 as uint8 : memref<8xi8>
  %1 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @swapped_in_place
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 07 06 05 04 04 05 06 07
func.func @swapped_in_place(%a: memref<8xi8>) {
  %0 = penguin.access %a pattern [[-1, 8]] offset 7 as uint8 : memref<8xi8>
  %1 = penguin.access %a pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @loop
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 41 01 43 02 45 46 47
func.func @loop(%a: memref<8xi8>, %b: memref<8xi8>) {
  penguin.loop from 0 to 3 (%i) {
    %0 = penguin.access %a pattern [[1, 1]] offset %i as uint8 : memref<8xi8>
    %1 = penguin.access %b pattern [[1, 1]] offset %i * 2 as uint8 : memref<8xi8>
    penguin.dma_copy %0 -> %1
  }
  return
}

// CHECK-LABEL: kernel @quasi_affine
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 40 01 42 03 44 05 46 47
func.func @quasi_affine(%a: memref<8xi8>, %b: memref<8xi8>) {
  penguin.loop from 1 to 6 step 2 (%i) {
    %0 = penguin.access %a pattern [[1, 1]] offset %i as uint8 : memref<8xi8>
    %1 = penguin.access %b pattern [[1, 1]] offset %i floordiv 2 * 2 + %i mod 2 as uint8 : memref<8xi8>
    penguin.dma_copy %0 -> %1
  }
  return
}

// CHECK-LABEL: kernel @never
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 40 41 42 43 44 45 46 47
func.func @never(%a: memref<8xi8>, %b: memref<8xi8>) {
  penguin.loop from 3 to 3 (%i) {
    %0 = penguin.access %a pattern [[1, 1]] offset %i as uint8 : memref<8xi8>
    %1 = penguin.access %b pattern [[1, 1]] as uint8 : memref<8xi8>
    penguin.dma_copy %0 -> %1
  }
  return
}

// CHECK-LABEL: kernel @two_bytes
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 06 07 04 05 02 03 00 01
func.func @two_bytes(%a: memref<4xi16>, %b: memref<4xi16>) {
  %0 = penguin.access %a pattern [[-1, 4]] offset 3 as int16 : memref<4xi16>
  %1 = penguin.access %b pattern [[1, 4]] as int16 : memref<4xi16>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @low_bytes
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 02 04 06 44 45 46 47
func.func @low_bytes(%a: memref<4xi16>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[2, 4]] as uint8 : memref<4xi16>
  %1 = penguin.access %b pattern [[1, 4]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @over_chip
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 04 01 05 02 06 03 07
func.func @over_chip(%a: memref<8xi8>, %b: memref<8xi8>) {
  %t = memref.alloc() : memref<2x4xi8, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[1, 8]] as uint8 : memref<8xi8>
  %1 = penguin.access %t pattern [[1, 4]] partition [4, 2] as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  %3 = penguin.access %b pattern [[1, 2], [2, 4]] as uint8 : memref<8xi8>
  penguin.dma_copy %1 -> %3
  return
}

// CHECK-LABEL: kernel @partitions
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0:0000 40 00 42 01
// CHECK-NEXT: 1:0000 44 02 46 03
func.func @partitions(%a: memref<8xi8>, %b: memref<2x4xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[2, 2]] partition [4, 2] offset 1 as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @partition_backwards
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0:0000 02 03 42 43
// CHECK-NEXT: 1:0000 00 01 46 47
func.func @partition_backwards(%a: memref<8xi8>, %b: memref<2x4xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 2]] partition [-4, 2] offset 4 as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  return
}
