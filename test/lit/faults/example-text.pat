// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: example-text.pat:10:60: error: expected IR text ("""...""") [syntax]
// CHECK: example-text.pat:8:89: error: text of an example has no values in it; braces are written '{{[{][{]}}' and '}}' [example-text]
// CHECK: example-text.pat:9:62: error: unknown target 'trn9'; did you mean 'trn1'? [unknown-target]
use bir;
set s {
  pattern a { match op = bir.noop; error op "x"; example { """bir.noop pool""" => error "a {op}" } }
  pattern b { match op = bir.queue; error op "x"; example on trn9 { """bir.noop pool""" => error "a" } }
  pattern c { match op = bir.load; error op "x"; example { "bir.noop pool" => error "a" } }
}
