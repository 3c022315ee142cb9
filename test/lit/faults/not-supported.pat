// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: not-supported.pat:6:32: error: egraph stages are not supported yet; use 'walk' or 'greedy' [not-supported]
use bir, dma;
set s { pattern a { match op = bir.noop; rewrite { erase op; } } }
pass p on func.func { stage a: egraph { s } }
