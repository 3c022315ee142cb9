// `disable pattern` takes a pattern out; a remark says which.
// RUN: rookery-opt %S/Inputs/two.mlir --dma --patterns %s 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// CHECK-COUNT-2: desc.trigger
// CHECK-NOT: entries = 2
// REMARK: user-disable.pat:[[# @LINE + 1]]:17: remark: pattern 'reuse_open_block' of <rookery>/patterns/lower-dma/reuse-block.pat:{{[0-9]+}} is disabled
disable pattern reuse_open_block;
