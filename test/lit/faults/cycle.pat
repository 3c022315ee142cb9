// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: cycle.pat:7:11: error: 'there' and 'back' can set each other off for ever in the greedy stage 'fix'; declare 'decreases' [cycle]
// CHECK: cycle.pat:10:17: error: 'grow' creates what it matches in the greedy stage 'more'; declare 'decreases' [cycle]
use arith;
set s {
  pattern there { match op = arith.addi(x, y); rewrite { replace op with arith.subi(x, y); } }
  pattern back { match op = arith.subi(x, y); rewrite { replace op with arith.addi(x, y); } }
}
set t { pattern grow { match op = arith.muli(x, y); rewrite { replace op with arith.muli(arith.muli(x, y), y); } } }
pass p on func.func { stage fix: greedy { s } stage more: greedy { t } }
