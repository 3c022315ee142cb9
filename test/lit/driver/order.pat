// Of the patterns that match the one with the highest benefit is applied; of equals an extension's, then the first in the text.
// DEFINE: %{opt} = rookery-opt --dialects %S/Inputs/toy.dialect --patterns %s --order --trace-patterns
// RUN: echo "func.func @f(%%x: i32) { %%0 = toy.a %%x toy.use %%0 return }" > %t.mlir
// RUN: %{opt} %t.mlir 2>&1 | FileCheck %s
// RUN: echo "extend set ordered { pattern mine { match op = toy.a(x); where type(x) is !i32; rewrite { replace op with toy.b(x); } } }" > more.pat
// RUN: %{opt} %t.mlir --patterns more.pat 2>&1 | FileCheck %s --check-prefix=CHECK
// RUN: echo "extend set ordered { pattern mine benefit 2 { match op = toy.a(x); where type(x) is !i32; rewrite { replace op with toy.b(x); } } }" > more.pat
// RUN: %{opt} %t.mlir --patterns more.pat 2>&1 | FileCheck %s --check-prefix=MINE
// RUN: echo "disable pattern high;" > less.pat
// RUN: %{opt} %t.mlir --patterns less.pat 2>&1 | FileCheck %s --check-prefix=FIRST

// CHECK: 'toy.a': high (
// MINE: 'toy.a': mine (
// FIRST: 'toy.a': low_first (
use toy, func;
set ordered {
  pattern low_first { match op = toy.a(x); where type(x) is !i32; rewrite { replace op with toy.sum(x, x); } }
  pattern low_second unordered { match op = toy.a(x); rewrite { replace op with x; } }
  pattern high benefit 1 + 1 { match op = toy.a(x); where type(x) is !i32; rewrite { replace op with toy.neg(x); } }
}
pass order on func.func { stage once: walk { ordered } }
