// C4: on chip an address is a byte in a partition; a stride across partitions is in partitions, the others in elements of
// the access, whose type may be another than the tensor's. A single partition needs no pair.
// RUN: rookery-opt %s --dma | FileCheck %s

// CHECK: bir.memory @mem sbuf {partitions = 8, bytes = 32, address = 0}
// CHECK: bir.memory @mem_0 sbuf {partitions = 8, bytes = 32, address = 64}
// Element 35 of rows of 16: partition 2, element 3; every second partition.
// CHECK: {space = sbuf, address = {byte = 2}, partition = [1, 3], pairs = {{\[\[}}3, 4]], dtype = bf16} -> {space = sbuf, address = {byte = 70, partition = 2}, partition = [2, 3], pairs = {{\[\[}}2, 4]], dtype = bf16}
// Rows of 8 elements of four bytes.
// CHECK: -> {space = sbuf, address = {byte = 64, partition = 1}, pairs = {{\[\[}}1, 8]], dtype = fp32}
func.func @chip(%a: memref<8xf32>) {
  %s = memref.alloc() : memref<8x16xbf16, #dma.space<sbuf>>
  %t = memref.alloc() : memref<8x16xbf16, #dma.space<sbuf>>
  %0 = penguin.access %s pattern [[3, 4]] partition [16, 3] offset 1 as bf16 : memref<8x16xbf16, #dma.space<sbuf>>
  %1 = penguin.access %t pattern [[2, 4]] partition [32, 3] offset 35 as bf16 : memref<8x16xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[1, 8]] as fp32 : memref<8xf32>
  %3 = penguin.access %t pattern [[1, 8]] partition [8, 1] offset 8 as fp32 : memref<8x16xbf16, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3
  return
}
