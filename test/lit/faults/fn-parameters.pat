// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: fn-parameters.pat:5:14: error: parameter 'a' is declared twice [duplicate]
// CHECK: fn-parameters.pat:6:17: error: unknown type 'strin'; did you mean 'string'? [unknown-type]
fn g(a: int, a: int) -> int = a;
fn h(a: int, b: strin) -> int = a;
