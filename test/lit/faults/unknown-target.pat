// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: unknown-target.pat:5:67: error: unknown target 'trn22'; did you mean 'trn2'? [unknown-target]
use bir;
set s { pattern a { match op = bir.noop; error op "x"; example on trn22 { """bir.noop pool""" => error "x" } } }
