// Another block name, from a user's file alone.
// RUN: rookery-opt %S/Inputs/two.mlir --dma --patterns %s | FileCheck %s

// CHECK: desc.trigger @q_pool_unassigned fires [@q_pool_unassigned::@step_0] on pool
// CHECK: desc.block @step_0 id 0
// CHECK-NOT: dma_block
override fn block_base() -> string = "step";
