// RUN: rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: no-target.pat:5:48: warning: 'a' can never match: this condition is false for every loaded target (trn1, trn2, trn3, tiny, tiny-nodge) [no-target]
use bir;
set s { pattern a { match op = bir.noop; where target.partitions > 5000; rewrite { erase op; } } }
pass p on func.func { stage a: walk { s } }
