// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: forms.pat:17:86: error: expected ',', '(' or ')' [syntax]
// CHECK: forms.pat:12:87: error: a struct takes its fields one by one [form]
// CHECK: forms.pat:13:72: error: operands that change are given by name [form]
// CHECK: forms.pat:14:45: error: IR text stands in examples only [form]
// CHECK: forms.pat:15:57: error: parts of a type are given by name: shape, strides, offset, element, layout, space, width [form]
// CHECK: forms.pat:16:81: error: a copy keeps its types and regions [form]
// CHECK: forms.pat:18:81: error: a comprehension gives a list; put it in brackets [form]
use bir, arith, memref;
set s {
  pattern struct_spread { match op = bir.ap { pairs }; rewrite { update op { pairs = [dma.Pair(1, 2) { ..op }] }; } }
  pattern by_place { match op = arith.addi(x, y); rewrite { update op (y, x); } }
  pattern ir { match op = bir.noop; let x = """bir.noop pool"""; error op "{x}"; }
  pattern type_part { match op = memref.load(m : memref<4>, ..); error op "four"; }
  pattern copy_type { match op = arith.addi; rewrite { replace op with clone op -> i32; } }
  pattern not_a_list { match op = bir.ap { pairs }; rewrite { update op { pairs = (p for p in pairs) }; } }
  pattern built { match op = bir.ap { pairs }; rewrite { replace op with bir.ap(p for p in pairs); } }
}
