// C2: a block takes no more ring entries than the target's ring: SWDGE's, and HWDGE's for a DMA that asks for it. A run
// counts once, and more than once where it is longer than a descriptor.
// RUN: rookery-opt %s --dma --target tiny | FileCheck %s --check-prefix=TINY
// RUN: rookery-opt %s --dma --target "tiny{swdge_ring=6}" | FileCheck %s --check-prefix=SIX
// RUN: rookery-opt %s --dma | FileCheck %s --check-prefix=TRN2

// TINY-LABEL: dma.kernel @cap
// TINY: desc.block @dma_block_0 id 0 attributes {section_start, entries = 5}
// TINY-COUNT-2: desc.copy
// TINY: desc.block @dma_block_1 id 1 attributes {entries = 1}
// TINY-NEXT: desc.copy
// TINY-LABEL: dma.kernel @hard
// TINY: desc.block @dma_block_0 id 0 attributes {section_start, entries = 6}
// SIX: desc.block @dma_block_0 id 0 attributes {section_start, entries = 6}
// TRN2: desc.block @dma_block_0 id 0 attributes {section_start, entries = 3}
func.func @cap(%a: memref<32xbf16>, %b: memref<32xbf16>) {
  %0 = penguin.access %a pattern [[1, 4]] as bf16 : memref<32xbf16>
  %1 = penguin.access %b pattern [[1, 4]] as bf16 : memref<32xbf16>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[1, 16]] offset 4 as bf16 : memref<32xbf16>
  %3 = penguin.access %b pattern [[1, 16]] offset 4 as bf16 : memref<32xbf16>
  penguin.dma_copy %2 -> %3
  %4 = penguin.access %a pattern [[1, 1]] offset 20 as bf16 : memref<32xbf16>
  %5 = penguin.access %b pattern [[1, 1]] offset 20 as bf16 : memref<32xbf16>
  penguin.dma_copy %4 -> %5
  return
}
func.func @hard(%a: memref<24xbf16>, %b: memref<24xbf16>) {
  %0 = penguin.access %a pattern [[1, 4]] as bf16 : memref<24xbf16>
  %1 = penguin.access %b pattern [[1, 4]] as bf16 : memref<24xbf16>
  penguin.dma_copy %0 -> %1 {dge_mode = hwdge}
  %2 = penguin.access %a pattern [[1, 20]] offset 4 as bf16 : memref<24xbf16>
  %3 = penguin.access %b pattern [[1, 20]] offset 4 as bf16 : memref<24xbf16>
  penguin.dma_copy %2 -> %3 {dge_mode = hwdge}
  return
}
