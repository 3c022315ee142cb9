// A4: another meaning of "non-trivial shape", from a user's file alone: what both sides step through alike needs no
// reshaping, though it could be merged.
// RUN: rookery-opt %S/Inputs/dense.mlir --dma | FileCheck %s --check-prefix=SHIPPED
// RUN: rookery-opt %S/Inputs/dense.mlir --dma --patterns %s 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// SHIPPED: desc.copy {{.*}}pairs = {{\[\[}}1, 32]]{{.*}} -> {{.*}}pairs = {{\[\[}}1, 32]]
// CHECK: desc.copy {{.*}}pairs = {{\[\[}}8, 4], [1, 8]]{{.*}} -> {{.*}}pairs = {{\[\[}}8, 4], [1, 8]]
// REMARK: user-shape.pat:[[# @LINE + 2]]:13: remark: function 'shape_is_nontrivial' replaces the one at <rookery>/patterns/penguin-to-bir/gate.pat:{{[0-9]+$}}
use penguin;
override fn shape_is_nontrivial(s: penguin.access, d: penguin.access) -> bool = own_shape(s) != own_shape(d);
