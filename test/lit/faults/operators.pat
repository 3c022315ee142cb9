// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: operators.pat:15:65: error: expected ';' or '(' [syntax]
// CHECK: operators.pat:16:64: error: expected ';' [syntax]
// CHECK: operators.pat:17:63: error: expected ';' [syntax]
// CHECK: operators.pat:18:58: error: expected a name, an operation's name (dialect.name) or an IR type [syntax]
// CHECK: operators.pat:19:66: error: comparisons do not chain; join them with 'and' [syntax]
// CHECK: operators.pat:20:73: error: comparisons do not chain; join them with 'and' [syntax]
// CHECK: operators.pat:21:68: error: what follows 'is' is a pattern and takes no operator [syntax]
// CHECK: operators.pat:22:87: error: expected ',' or '}' [syntax]
// CHECK: operators.pat:23:101: error: expected 'else' [syntax]
// CHECK: operators.pat:24:69: error: 'null' is not bound; what is absent is 'none' [unbound]
use bir;
set s {
  pattern assignment { match op = bir.dma_copy { id }; where id = 1; error op "x"; }
  pattern c_and { match op = bir.dma_copy { id }; where id > 1 && id < 3; error op "x"; }
  pattern c_or { match op = bir.dma_copy { id }; where id > 1 || id < 3; error op "x"; }
  pattern c_not { match op = bir.dma_copy { id }; where !(id > 1); error op "x"; }
  pattern chained { match op = bir.dma_copy { id }; where 1 < id < 3; error op "x"; }
  pattern not_below { match op = bir.dma_copy { id }; where 1 == not id > 3; error op "x"; }
  pattern after_is { match op = bir.dma_copy { id }; where id is 1 + 2; error op "x"; }
  pattern ternary { match op = bir.dma_copy { id }; rewrite { update op { id = id > 1 ? 1 : 2 }; } }
  pattern without_else { match op = bir.dma_copy { id }; rewrite { update op { id = if id > 1 { 1 } }; } }
  pattern null { match op = bir.dma_copy { queue = q? }; where q == null; error op "x"; }
}
