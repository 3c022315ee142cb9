// C3, C4: loop indices are resolved, the outermost slowest; offsets are quasi-affine; addresses are those of the memories.
// RUN: rookery-opt %s --dma | FileCheck %s

// CHECK: bir.memory @arg0 hbm {bytes = 128, address = 0, argument = 0}
// CHECK: bir.memory @arg1 hbm {bytes = 128, address = 128, argument = 1}
// CHECK: bir.loop from 0 to 2
// CHECK-NEXT: bir.loop from 1 to 6 step 2
// CHECK-NEXT: desc.trigger @[[Q:.*]] fires [@[[Q]]::@dma_block_0, @[[Q]]::@dma_block_1, @[[Q]]::@dma_block_2, @[[Q]]::@dma_block_3, @[[Q]]::@dma_block_4, @[[Q]]::@dma_block_5] on pool
// CHECK-NEXT: }
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 2}
// CHECK-NEXT: byte = 2}, pairs = {{\[\[}}1, 2]], dtype = bf16} -> {space = hbm, address = {byte = 132}, pairs = {{\[\[}}-1, 2]], dtype = bf16}
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 2}
// CHECK-NEXT: byte = 6}{{.*}}byte = 138}
// CHECK: byte = 10}{{.*}}byte = 150}
// CHECK: byte = 34}{{.*}}byte = 134}
// CHECK: byte = 38}{{.*}}byte = 140}
// CHECK: byte = 42}{{.*}}byte = 152}
// CHECK-NOT: desc.copy
func.func @nest(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  penguin.loop from 0 to 2 (%i) {
    penguin.loop from 1 to 6 step 2 (%j) {
      %0 = penguin.access %a pattern [[1, 2]] offset %i * 16 + %j as bf16 : memref<64xbf16>
      %1 = penguin.access %b pattern [[-1, 2]] offset %i + %j floordiv 2 * 4 + %j mod 3 + 1 as bf16 : memref<64xbf16>
      penguin.dma_copy %0 -> %1
    }
  }
  return
}
