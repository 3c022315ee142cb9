// Another rule of where a section starts, from a user's file alone: at every block.
// RUN: rookery-opt %S/../dma/blocks-loop.mlir --dma --patterns %s 2>/dev/null | FileCheck %s
// RUN: rookery-opt %S/../dma/blocks-loop.mlir --dma | FileCheck %s --check-prefix=SHIPPED

// CHECK: desc.block @dma_block_0 id 0 attributes {section_start
// CHECK: desc.block @dma_block_1 id 1 attributes {section_start
// SHIPPED: desc.block @dma_block_0 id 0 attributes {section_start
// SHIPPED-NOT: section_start
override fn starts_section(_: int) -> bool = true;
