// What is wrong with patterns together: order, shadows, cycles. All of it is reported in one run, before any IR is read.
// RUN: not rookery-opt --patterns %s --list-passes 2>&1 | FileCheck %s
use bir, arith, func, dma;

// CHECK: warning: 'no_target' can never match: this condition is false for every loaded target ({{.*}}trn2
set order {
  // CHECK: load-order.pat:[[# @LINE + 1]]:11: error: 'special' is never reached: 'general' (benefit 2) matches all that it does
  pattern special benefit 1 { match op = bir.noop { engine = .pool }; rewrite { erase op; } }
  pattern general benefit 2 { match op = bir.noop; rewrite { erase op; } }
  // CHECK: load-order.pat:[[# @LINE + 1]]:11: error: 'tie_a' and 'tie_b' have equal benefit and overlap; give one a benefit or say 'unordered'
  pattern tie_a { match op = arith.subi(x, x); rewrite { replace op with x; } }
  // CHECK: load-order.pat:[[# @LINE + 1]]:11: note: 'tie_b'
  pattern tie_b { match op = arith.subi(x, _); rewrite { replace op with x; } }
  // Not overlaps: other attributes, other operands, a condition and its negation, a tie that is meant.
  pattern engine_a { match op = bir.queue { engine = .pool, qos = q }; where q == .p0; rewrite { update op { engine = .sp }; } }
  pattern engine_b { match op = bir.queue { engine = .dve }; rewrite { update op { engine = .sp }; } }
  pattern wide { match op = arith.muli(x, y) -> (r); where width(type(r)) > 32; rewrite { replace op with arith.addi(x, y); } }
  pattern narrow { match op = arith.muli(x, y) -> (r); where not (width(type(r)) > 32); rewrite { replace op with arith.subi(x, y); } }
  pattern meant unordered { match op = arith.shli(x, x); rewrite { replace op with x; } }
  pattern meant_too { match op = arith.shli(_, x); rewrite { replace op with x; } }
}
pass ordered on func.func { stage all: walk { order } }

set growing {
  // CHECK: load-order.pat:[[# @LINE + 1]]:11: error: 'grow' creates what it matches in the greedy stage 'fixpoint'; declare 'decreases'
  pattern grow { match op = arith.addi(x, y); rewrite { replace op with arith.addi(arith.addi(x, y), y); } }
  // CHECK: load-order.pat:[[# @LINE + 1]]:11: error: 'count' changes what it matches in the greedy stage 'fixpoint'; declare 'decreases'
  pattern count { match op = bir.queue { engine = e }; rewrite { update op { engine = if e == .sp { .pool } else { .sp } }; } }
  // Not a cycle: what it sets is not what it asks for.
  pattern once { match op = bir.noop { engine = .pool }; rewrite { update op { engine = .sp }; } }
  // Not a cycle: each application leaves one operation less that could match.
  pattern shrink { match op = arith.muli(arith.muli(x, _), _); rewrite { replace op with x; } }
}
pass grows on func.func { stage fixpoint: greedy { growing } }

set around {
  // CHECK: load-order.pat:[[# @LINE + 1]]:11: error: 'to_sub' and 'to_add' can set each other off for ever in the greedy stage 'round'; declare 'decreases'
  pattern to_sub { match op = arith.remsi(x, y); rewrite { replace op with arith.remui(x, y); } }
  // CHECK: load-order.pat:[[# @LINE + 1]]:11: note: 'to_add' is on the cycle
  pattern to_add { match op = arith.remui(x, y); rewrite { replace op with made(x, y); } }
}
rewrite made(x: value, y: value) -> arith.remsi { return arith.remsi(x, y); }
pass rounds on func.func { stage round: greedy { around } }

set measured {
  pattern one decreases len(definitions(op)) { match op = arith.divsi(x, y); rewrite { replace op with arith.divui(x, y); } }
  // CHECK: load-order.pat:[[# @LINE + 1]]:27: error: 'one' and 'other' can set each other off in the greedy stage 'two', but name different measures
  pattern other decreases len(users(root.result)) { match root = arith.divui(x, y); rewrite { replace root with arith.divsi(x, y); } }
}
pass measures on func.func { stage two: greedy { measured } }

set beyond {
  // CHECK: load-order.pat:[[# @LINE + 1]]:{{[0-9]+}}: error: 'gone' erases the 'dma.kernel' that pass 'inside' runs on; such a pattern belongs to a pass on builtin.module
  pattern gone { match op = dma.kernel; rewrite { erase op; } }
}
pass inside on dma.kernel { stage all: walk { beyond } }

set never {
  pattern no_target { match op = bir.noop; where target.engines > 100 and target.has_hwdge; rewrite { erase op; } }
}
pass nowhere on dma.kernel { stage all: walk { never } }
