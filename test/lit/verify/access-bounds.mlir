// What an access touches is known when its offset is linear in indices of loops: then a copy that leaves its tensor is
// wrong before anything is lowered, and says which partition or element.
// RUN: rookery-opt %s --split-input-file --verify-diagnostics
func.func @high(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 16]] offset 49 as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 16]] as bf16 : memref<64xbf16>
  // expected-error@+1 {{'penguin.dma_copy' op Access pattern out of bound: the source reaches from element 49 to 64 of 64}}
  penguin.dma_copy %0 -> %1
  return
}
// -----
func.func @low(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 16]] as bf16 : memref<64xbf16>
  penguin.loop from 14 to 17 (%i) {
    %1 = penguin.access %b pattern [[-1, 16]] offset %i as bf16 : memref<64xbf16>
    // expected-error@+1 {{Access pattern out of bound: the destination reaches from element -1 to 16 of 64}}
    penguin.dma_copy %0 -> %1
  }
  return
}
// -----
func.func @chip(%a: memref<64xbf16>) {
  %t = memref.alloc() : memref<4x8xbf16, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[8, 4], [1, 6]] as bf16 : memref<64xbf16>
  %1 = penguin.access %t pattern [[1, 6]] partition [8, 4] offset 3 as bf16 : memref<4x8xbf16, #dma.space<sbuf>>
  // expected-error@+1 {{Access pattern out of bound: the destination reaches from element 3 to 8 of 8}}
  penguin.dma_copy %0 -> %1
  return
}
// -----
func.func @parts(%a: memref<64xbf16>) {
  %t = memref.alloc() : memref<4x8xbf16, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[8, 4], [1, 6]] as bf16 : memref<64xbf16>
  %1 = penguin.access %t pattern [[1, 6]] partition [8, 4] offset 8 as bf16 : memref<4x8xbf16, #dma.space<sbuf>>
  // expected-error@+1 {{Access pattern out of bound: the destination reaches from partition 1 to 4 of 4}}
  penguin.dma_copy %0 -> %1
  return
}
// -----
// As other elements than the tensor's: 128 bytes are 32 words.
func.func @view(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 32]] as uint32 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 32]] offset 1 as uint32 : memref<64xbf16>
  // expected-error@+1 {{Access pattern out of bound: the destination reaches from element 1 to 32 of 32}}
  penguin.dma_copy %0 -> %1
  return
}
// -----
// Nothing is moved, so nothing is left; a loop that never runs touches nothing; what no loop bounds is not known.
func.func @nothing(%a: memref<64xbf16>, %b: memref<64xbf16>, %n: index) {
  %0 = penguin.access %a pattern [[1, 0]] offset 99 as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 0]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[1, 8]] as bf16 : memref<64xbf16>
  penguin.loop from 90 to 90 (%i) {
    %3 = penguin.access %b pattern [[1, 8]] offset %i as bf16 : memref<64xbf16>
    penguin.dma_copy %2 -> %3
  }
  %4 = penguin.access %b pattern [[1, 8]] offset %n + 1000 as bf16 : memref<64xbf16>
  penguin.dma_copy %2 -> %4
  return
}
// -----
dma.kernel @bir() {
  %m = bir.memory @m hbm {bytes = 128}
  %n = bir.memory @n sbuf {partitions = 4, bytes = 16}
  %0 = bir.ap %m pattern [[1, 32]] offset 33 as bf16
  %1 = bir.ap %n pattern [[1, 8]] partition [8, 4] as bf16
  // expected-error@+1 {{'bir.dma_copy' op Access pattern out of bound: the source reaches from element 33 to 64 of 64}}
  bir.dma_copy %0 -> %1 {name = "c"}
}
