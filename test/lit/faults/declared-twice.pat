// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: declared-twice.pat:12:74: error: pattern 'a' is declared twice [duplicate]
// CHECK: declared-twice.pat:13:5: error: set 's' is declared twice [duplicate]
// CHECK: declared-twice.pat:14:17: error: pattern 'default_engine' is declared twice; a user's file says 'override' or 'extend' [duplicate]
// CHECK: declared-twice.pat:16:4: error: function 'f' is declared twice [duplicate]
// CHECK: declared-twice.pat:17:4: error: function 'block_base' is declared twice; a user's file says 'override' or 'extend' [duplicate]
// CHECK: declared-twice.pat:19:6: error: pass 'p' is declared twice [duplicate]
// CHECK: declared-twice.pat:20:6: error: pass 'bind_dma' is declared twice; choose another name [duplicate]
// CHECK: declared-twice.pat:23:10: error: pipeline 'q' is declared twice [duplicate]
use bir, arith;
set s { pattern a { match op = bir.noop; rewrite { erase op; } } pattern a { match op = bir.queue; rewrite { erase op; } } }
set s { pattern b { match op = bir.load; rewrite { erase op; } } }
set t { pattern default_engine { match op = bir.load; rewrite { erase op; } } }
fn f(x: int) -> int = x;
fn f(y: int) -> int = y;
fn block_base() -> string = "x";
pass p on func.func { stage one: walk { s } }
pass p on func.func { stage one: walk { s } }
pass bind_dma on dma.kernel { stage one: walk { s } }
pipeline p = bind_dma;
pipeline q = bind_dma;
pipeline q = bind_dma;
