// B4: another selector of the ring's depth, from a user's file alone: loads take it as well, and a ring is filled to 4.
// RUN: rookery-opt %S/Inputs/split.mlir --split-dynamic-dma --target tiny | FileCheck %s --check-prefix=SHIPPED
// RUN: rookery-opt %S/Inputs/split.mlir --split-dynamic-dma --target tiny --patterns %s --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ

// SHIPPED: {name = "c_1", dge_type = swdge}
// SHIPPED: bir.load {{.*}} {name = "l", dge_type = swdge}
// CHECK: pattern {{\[\[}}4, 3], [1, 2]] as uint8
// CHECK: bir.load {{.*}} {name = "l_0", dge_type = swdge}
// CHECK: pattern {{\[\[}}4, 3], [1, 2]] offset 12 as uint8
// CHECK: bir.load {{.*}} {name = "l_1", dge_type = swdge}
// RAN: kernel 'k': 2 transfers before, 4 after
use bir;
override fn split_depth(op: bir.Dma) -> int? = case op.dge_type { .swdge => 4, _ => none };
