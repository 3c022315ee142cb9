// `override stage` changes the sets of a stage and its driver.
// RUN: rookery-opt %S/Inputs/two.mlir --dma --patterns %s 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// CHECK-COUNT-2: desc.trigger
// CHECK: desc.block @dma_block_1 id 1
// REMARK: user-stage.pat:[[# @LINE + 1]]:16: remark: stage 'lower_dma.blocks' replaces the one at <rookery>/patterns/lower-dma/pass.pat:
override stage lower_dma.blocks: walk { build_block }
