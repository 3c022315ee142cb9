// Faults of what patterns are put together in: functions, sets, stages, passes; all of one run.
// RUN: echo "module {}" | not rookery-opt --patterns %s 2>&1 | FileCheck %s --implicit-check-not error:
// CHECK: load-structure.pat:[[# @LINE + 1]]:10: error: unknown dialect 'bri'; did you mean 'bir'?
use dma, bri;
// CHECK: :[[# @LINE + 1]]:9: error: pattern 'loose' is in no set; put it into 'set NAME { .. }' or say 'extend set'
pattern loose { match op = bir.noop; rewrite { erase op; } }
// CHECK: :[[# @LINE + 1]]:12: error: unknown set 'bind_engine'; did you mean 'bind_engines'?
extend set bind_engine { pattern lost { match op = bir.noop; rewrite { erase op; } } }
// CHECK: :[[# @LINE + 1]]:13: error: no function 'block_bsae' to override; did you mean 'block_base'?
override fn block_bsae() -> string = "x";
// CHECK: :[[# @LINE + 2]]:13: error: 'block_base' is fn () -> string, but this is fn () -> int; an override keeps the signature
// CHECK: block-name.pat:2:4: note: declared here
override fn block_base() -> int = 3;
// CHECK: :[[# @LINE + 1]]:18: error: no pattern 'noop' to override; did you mean 'noops'?
override pattern noop { match op = bir.noop; rewrite { erase op; } }
// CHECK: :[[# @LINE + 1]]:16: error: no stage 'lower_dma.idz' to override; did you mean 'lower_dma.ids'?
override stage lower_dma.idz: walk { number_blocks }
// CHECK: :[[# @LINE + 1]]:17: error: no pattern 'nops' to disable; did you mean 'noops'?
disable pattern nops;
// CHECK: :[[# @LINE + 1]]:4: error: functions may not be recursive, but these call each other: ping, pong
fn ping(n: int) -> int = pong(n);
fn pong(n: int) -> int = ping(n);
// CHECK: :[[# @LINE + 1]]:15: error: unknown operation 'dma.kernle'; did you mean 'dma.kernel'?
pass wrong on dma.kernle {
// CHECK: :[[# @LINE + 1]]:21: error: unknown set 'last_wirter'; did you mean 'last_writer'?
  stage one: walk { last_wirter }
// CHECK: :[[# @LINE + 1]]:14: error: egraph stages are not supported yet; use 'walk' or 'greedy'
  stage two: egraph { last_writer }
}
// CHECK: :[[# @LINE + 1]]:18: error: unknown pass or pipeline 'penguin_to_bri'; did you mean 'penguin_to_bir'?
pipeline whole = penguin_to_bri;
