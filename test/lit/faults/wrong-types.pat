// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: wrong-types.pat:17:81: error: engine is bir.Engine, but this is string [types]
// CHECK: wrong-types.pat:18:62: error: expected bool, but this is int [types]
// CHECK: wrong-types.pat:19:57: error: expected int, but this is string [types]
// CHECK: wrong-types.pat:20:83: error: '++' joins lists; put values into a string with "{..}" [types]
// CHECK: wrong-types.pat:21:61: error: only lists have elements, but this is string [types]
// CHECK: wrong-types.pat:22:57: error: [dma.Pair] and int are never equal [never-equal]
// CHECK: wrong-types.pat:23:92: error: this list holds int and string [types]
// CHECK: wrong-types.pat:24:104: error: expected int, but this is string [types]
// CHECK: wrong-types.pat:25:75: error: the arms are int and string [types]
// CHECK: wrong-types.pat:26:78: error: 'for' goes over a list, but this is int [types]
// CHECK: wrong-types.pat:27:63: error: 'in' looks into a list, but this is int [types]
// CHECK: wrong-types.pat:28:84: error: 'for' goes over a list, but this is int [types]
use arith, bir;
set s {
  pattern text_for_a_case { match op = bir.noop; rewrite { update op { engine = "pool" }; } }
  pattern int_condition { match op = bir.ap { pairs }; where len(pairs); error op "long"; }
  pattern sum { match op = bir.dma_copy { name }; where name + 1 == 3; error op "sum"; }
  pattern joined { match op = bir.dma_copy { name }; rewrite { update op { name = name ++ "x" }; } }
  pattern indexed { match op = bir.dma_copy { name }; where name[0] == "x"; error op "x"; }
  pattern compared { match op = bir.ap { pairs }; where pairs == 3; error op "three"; }
  pattern list_of_two { match op = bir.dma_copy; rewrite { update op { indirect_dims = [1, "a"] }; } }
  pattern branches { match op = bir.dma_copy { id }; rewrite { update op { id = if id > 1 { 1 } else { "one" } }; } }
  pattern arms { match op = bir.dma_copy { id }; where (case id { 1 => 1, _ => "one" }) == 1; error op "one"; }
  pattern loop_over_int { match op = bir.dma_copy { id }; rewrite { for i in id { bir.noop(); } } }
  pattern inside { match op = bir.dma_copy { id }; where 3 in id; error op "x"; }
  pattern comprehension { match op = bir.dma_copy { id }; where all(x > 1 for x in id); error op "x"; }
}
