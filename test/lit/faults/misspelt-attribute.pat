// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-attribute.pat:10:43: error: bir.noop has no attribute 'engin'; did you mean 'engine'? [unknown-attribute]
// CHECK: misspelt-attribute.pat:11:64: error: bir.noop has no attribute 'engin'; did you mean 'engine'? [unknown-attribute]
// CHECK: misspelt-attribute.pat:12:65: error: bir.noop has no attribute 'engin'; did you mean 'engine'? [unknown-attribute]
// CHECK: misspelt-attribute.pat:13:48: error: bir.noop has no field 'engin'; did you mean 'engine'? [unknown-field]
// CHECK: misspelt-attribute.pat:14:50: error: bir.dma_copy has no attribute 'src'; operands stand in parentheses: '(src = ..)' [unknown-attribute]
use bir;
set s {
  pattern matched { match op = bir.noop { engin = .pool }; rewrite { erase op; } }
  pattern set_one { match op = bir.noop; rewrite { update op { engin = .pool }; } }
  pattern created { match op = bir.noop; rewrite { bir.noop() { engin = .pool }; erase op; } }
  pattern read { match op = bir.noop; where op.engin == .pool; rewrite { erase op; } }
  pattern an_operand { match op = bir.dma_copy { src = s }; rewrite { erase op; } }
}
