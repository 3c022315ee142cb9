// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: pattern-types.pat:16:49: error: a list pattern, but this is int [types]
// CHECK: pattern-types.pat:17:50: error: a tuple pattern, but this is int [types]
// CHECK: pattern-types.pat:18:54: error: a pattern of an operation, but this is int [types]
// CHECK: pattern-types.pat:19:51: error: a pattern of dma.Pair, but this is int [types]
// CHECK: pattern-types.pat:20:51: error: '.pool' is a case of an enum, but this is int [types]
// CHECK: pattern-types.pat:21:49: error: int is never equal to this string [never-equal]
// CHECK: pattern-types.pat:22:53: error: 'i?' binds an option, but this is int [types]
// CHECK: pattern-types.pat:23:51: error: int is never none [never-none]
// CHECK: pattern-types.pat:24:51: error: a pattern of a type, but this is int [types]
// CHECK: pattern-types.pat:25:59: error: a string in a pattern has no {..} in it [form]
// CHECK: pattern-types.pat:26:61: error: a list pattern has at most two rests [form]
use bir, arith, dma;
set s {
  pattern list { match op = bir.dma_copy { id = [] }; rewrite { erase op; } }
  pattern tuple { match op = bir.dma_copy { id = (a, b) }; error op "{a} {b}"; }
  pattern operation { match op = bir.dma_copy { id = arith.addi(_, _) }; rewrite { erase op; } }
  pattern struct { match op = bir.dma_copy { id = dma.Pair(_, _) }; rewrite { erase op; } }
  pattern a_case { match op = bir.dma_copy { id = .pool }; rewrite { erase op; } }
  pattern text { match op = bir.dma_copy { id = "a" }; rewrite { erase op; } }
  pattern optional { match op = bir.dma_copy { id = i? }; where i == none; rewrite { erase op; } }
  pattern absent { match op = bir.dma_copy { id = none }; rewrite { erase op; } }
  pattern a_type { match op = bir.dma_copy { id = !memref }; rewrite { erase op; } }
  pattern interpolated { match op = bir.dma_copy { name = "a{1}" }; rewrite { erase op; } }
  pattern rests { match op = bir.dma_copy { indirect_dims = [.., 1, .., 2, ..] }; rewrite { erase op; } }
}
