// Another block-reuse rule, from a user's file alone: no DMA joins a block.
// RUN: rookery-opt %S/Inputs/two.mlir --dma | FileCheck %s --check-prefix=SHIPPED
// RUN: rookery-opt %S/Inputs/two.mlir --dma --patterns %s --trace-patterns 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE < %t

// SHIPPED-COUNT-1: desc.trigger
// SHIPPED-NOT: desc.trigger
// SHIPPED: entries = 2}
// CHECK: desc.trigger @q_pool_unassigned fires [@q_pool_unassigned::@dma_block_0] on pool
// CHECK-NEXT: desc.trigger @q_pool_unassigned fires [@q_pool_unassigned::@dma_block_1] on pool
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 1}
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 1}
// TRACE: remark: function 'joins' replaces the one at <rookery>/patterns/lower-dma/reuse-block.pat:
// TRACE-NOT: reuse_open_block
use bir, desc;
override fn joins(_: bir.Dma, _: bir.ap, _: bir.ap, _: desc.block) -> bool = false;
