// B4: another threshold of the factor that a pass spreads by, from a user's file alone. Of 6 entries on a ring of 5 and 4
// engines the factor is 3, so passes have 3 each; with two engines it is 2, and they have 4 and 2.
// RUN: rookery-opt %S/Inputs/split.mlir --split-dynamic-dma --target tiny | FileCheck %s --check-prefix=SHIPPED
// RUN: rookery-opt %S/Inputs/split.mlir --split-dynamic-dma --target tiny --patterns %s --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ

// SHIPPED: pattern {{\[\[}}4, 3], [1, 2]] as uint8
// SHIPPED: {name = "c_0", dge_type = swdge}
// SHIPPED: pattern {{\[\[}}4, 3], [1, 2]] offset 12 as uint8
// CHECK: pattern {{\[\[}}4, 4], [1, 2]] as uint8
// CHECK: {name = "c_0", dge_type = swdge}
// CHECK: pattern {{\[\[}}4, 2], [1, 2]] offset 16 as uint8
// RAN: remark: function 'spread_threshold' replaces the one at <rookery>/patterns/lower-dynamic-dma/split.pat:
// RAN: kernel 'k': 2 transfers before, 3 after
use bir;
override fn spread_threshold() -> int = 2;
