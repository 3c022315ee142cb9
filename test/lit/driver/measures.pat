// Patterns that can set each other off name a measure; it is checked at each application, and a promise that does not hold ends the run.
// RUN: echo "func.func @f(%%x: i32) -> i32 { %%0 = toy.neg %%x %%1 = toy.neg %%0 %%2 = toy.neg %%1 %%3 = toy.sum %%2, %%x return %%3 : i32 }" > %t.mlir
// DEFINE: %{opt} = rookery-opt --dialects %S/Inputs/toy.dialect --patterns %s %t.mlir
// RUN: %{opt} --sinks --trace-patterns 2>&1 | FileCheck %s --check-prefix=SINK
// RUN: not %{opt} --lies 2>&1 | FileCheck %s
// RUN: not %{opt} --negative 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not %{opt} --fails 2>&1 | FileCheck %s --check-prefix=FAILS
use toy, func;

// SINK-COUNT-3: 'toy.sum': sink (
// SINK-NOT: sink (
// SINK: toy.sum
// SINK-NEXT: toy.neg
// SINK-NEXT: toy.neg
// SINK-NEXT: toy.neg
// SINK-NEXT: return
set sinks {
  pattern sink decreases len(definitions(op)) { match op = toy.sum(toy.neg(a), y); rewrite { replace op with toy.neg(toy.sum(a, y)); } }
}
pass sinks on func.func { stage fix: greedy { sinks } }

// CHECK: error: pattern 'lie' does not decrease its measure: 4 before, 4 afterwards, for 'toy.sum', which 'lie' can match
// CHECK: measures.pat:[[# @LINE + 3]]:25: note: the measure
// CHECK-NOT: func.func
set lies {
  pattern lie decreases len(definitions(op)) + 1 { match op = toy.sum(x, _); rewrite { replace op with toy.sum(x, x); } }
}
pass lies on func.func { stage fix: greedy { lies } }

// NEGATIVE: error: pattern 'below' does not decrease its measure: 0 before, -1 afterwards
set negative {
  pattern below decreases len(definitions(op)) - 3 { match op = toy.sum(toy.neg(a), y); rewrite { replace op with toy.neg(toy.sum(a, y)); } }
}
pass negative on func.func { stage fix: greedy { negative } }

// FAILS: error: pattern 'fails' does not decrease its measure: unknown before, unknown afterwards
set fails {
  pattern fails decreases 1 / (len(users(op.r)) - 1) { match op = toy.neg(x); rewrite { replace op with toy.neg(toy.neg(x)); } }
}
pass fails on func.func { stage fix: greedy { fails } }
