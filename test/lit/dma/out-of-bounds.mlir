// C4: an access that leaves its memory in any iteration is an error with both numbers. Offsets that divide are known when
// indices are resolved; others are wrong before anything is lowered (verify/access-bounds.mlir).
// RUN: rookery-opt %s --dma --split-input-file --verify-diagnostics
// expected-note@+1 {{which has 64 elements of this type}}
func.func @high(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %1 = penguin.access %b pattern [[1, 16]] as bf16 : memref<64xbf16>
  penguin.loop from 92 to 97 step 2 (%i) {
    %0 = penguin.access %a pattern [[1, 16]] offset %i floordiv 4 * 2 + 1 as bf16 : memref<64xbf16>
    // expected-error@+1 {{Access pattern out of bound: it reaches from element 49 to 64 of memory 'arg0'}}
    penguin.dma_copy %0 -> %1
  }
  return
}
// -----
// expected-note@+1 {{which has 64 elements of this type}}
func.func @low(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 16]] as bf16 : memref<64xbf16>
  penguin.loop from 28 to 34 step 2 (%i) {
    %1 = penguin.access %b pattern [[-1, 16]] offset (%i + %i mod 3 * 0) floordiv 2 as bf16 : memref<64xbf16>
    // expected-error@+1 {{Access pattern out of bound: it reaches from element -1 to 14 of memory 'arg1'}}
    penguin.dma_copy %0 -> %1
  }
  return
}
// -----
func.func @chip(%a: memref<64xbf16>) {
  // expected-note@+1 {{which has 4 partitions of 8 elements}}
  %t = memref.alloc() : memref<4x8xbf16, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[8, 4], [1, 6]] as bf16 : memref<64xbf16>
  penguin.loop from 0 to 7 step 6 (%i) {
    %1 = penguin.access %t pattern [[1, 6]] partition [8, 4] offset %i floordiv 2 as bf16 : memref<4x8xbf16, #dma.space<sbuf>>
    // expected-error@+1 {{Access pattern out of bound: partitions 0 to 3, elements 3 to 8 of a partition of memory 'mem'}}
    penguin.dma_copy %0 -> %1
  }
  return
}
// -----
func.func @across(%a: memref<64xbf16>) {
  %t = memref.alloc() : memref<4x8xbf16, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[8, 2], [1, 6]] as bf16 : memref<64xbf16>
  %1 = penguin.access %t pattern [[1, 6]] partition [4, 2] as bf16 : memref<4x8xbf16, #dma.space<sbuf>>
  // expected-error@+1 {{a stride across partitions is a multiple of the 8 elements of a partition, but this is 4}}
  penguin.dma_copy %0 -> %1
  return
}
