// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: missing-attribute.pat:10:78: error: bir.load needs 'name', which has no default [missing]
// CHECK: missing-attribute.pat:11:66: error: bir.memory needs 'space', which has no default [missing]
// CHECK: missing-attribute.pat:12:69: error: dma.Pair needs 'stride', which has no default [missing]
// CHECK: missing-attribute.pat:13:55: error: a copy of bir.dma_copy needs a new 'name' [missing]
// CHECK: missing-attribute.pat:14:75: error: name is string, but this is none [types]
use bir, dma;
set s {
  pattern created { match op = bir.dma_copy(s, d); rewrite { replace op with bir.load(s, d); } }
  pattern two { match op = bir.memory; rewrite { replace op with bir.memory() { sym_name = "a" }; } }
  pattern field { match op = bir.ap; rewrite { update op { pairs = [dma.Pair() { num = 1 }] }; } }
  pattern copied { match op = bir.dma_copy; rewrite { clone op; } }
  pattern removed { match op = bir.dma_copy; rewrite { update op { name = none }; } }
}
