// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: measures-differ.pat:7:23: error: 'a' and 'b' can set each other off in the greedy stage 'fix', but name different measures [measure]
use arith, bir;
set s {
  pattern a decreases op.sub_id { match op = bir.load(s, d) { name }; rewrite { replace op with bir.save(s, d) { name = name }; } }
  pattern b decreases op.id { match op = bir.save(s, d) { name }; rewrite { replace op with bir.load(s, d) { name = name }; } }
}
pass p on func.func { stage fix: greedy { s } }
