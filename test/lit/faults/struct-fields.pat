// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: struct-fields.pat:9:65: error: dma.Pair has 2 fields (stride, num) [arity]
// CHECK: struct-fields.pat:10:86: error: dma.Pair has 2 fields (stride, num) [arity]
// CHECK: struct-fields.pat:11:67: error: dma.Pair needs 'num', which has no default [missing]
// CHECK: struct-fields.pat:12:48: error: dma.Pair has 2 parts, 3 given [arity]
use bir, dma;
set s {
  pattern matched { match op = bir.ap { pairs = [dma.Pair(a, b, c)] }; error op "{a} {b} {c}"; }
  pattern created { match op = bir.ap; rewrite { update op { pairs = [dma.Pair(1, 2, 3)] }; } }
  pattern few { match op = bir.ap; rewrite { update op { pairs = [dma.Pair(1)] }; } }
  pattern tuple { match op = bir.ap { pairs = [(a, b, c)] }; error op "{a} {b} {c}"; }
}
