// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: effect-in-match.pat:22:49: error: 'erase' stands in 'rewrite { .. }' only: the match part has no effects [effect-in-match]
// CHECK: effect-in-match.pat:23:45: error: 'update' stands in 'rewrite { .. }' only: the match part has no effects [effect-in-match]
// CHECK: effect-in-match.pat:13:30: error: creating an operation in a function: only rewrites have effects [effect-in-match]
// CHECK: effect-in-match.pat:16:57: error: creating an operation in the match part of a pattern: only rewrites have effects [effect-in-match]
// CHECK: effect-in-match.pat:17:57: error: creating an operation in the match part of a pattern: only rewrites have effects [effect-in-match]
// CHECK: effect-in-match.pat:18:58: error: calling the rewrite function 'make' in the match part of a pattern: only rewrites have effects [effect-in-match]
// CHECK: effect-in-match.pat:19:57: error: copying an operation in the match part of a pattern: only rewrites have effects [effect-in-match]
// CHECK: effect-in-match.pat:20:48: error: 'fresh' in the match part of a pattern: only rewrites have effects [effect-in-match]
// CHECK: effect-in-match.pat:21:62: error: creating an operation in the match part of a pattern: only rewrites have effects [effect-in-match]
use arith, bir;
fn made(x: value) -> value = arith.addi(x, x);
rewrite make(x: value) -> arith.addi { return arith.addi(x, x); }
set s {
  pattern in_where { match op = arith.subi(x, y); where arith.addi(x, y) == x; rewrite { replace op with x; } }
  pattern in_let { match op = arith.subi(x, y); let z = arith.addi(x, y); rewrite { replace op with z; } }
  pattern by_call { match op = arith.subi(x, _); let z = make(x); rewrite { replace op with z; } }
  pattern copied { match op = arith.subi(_, _); let z = clone op; rewrite { replace op with z; } }
  pattern named { match op = bir.noop; let n = fresh("x"); error op "{n}"; }
  pattern reported { match op = arith.subi(x, y); error op "{arith.addi(x, y)}"; }
  pattern erased { match op = arith.subi(x, y); erase op; }
  pattern set_there { match op = bir.queue; update op { qos = .p0 }; }
}
