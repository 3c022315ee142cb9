// A keyword where a variable is meant is named, also where an operand's name could stand.
// RUN: not rookery-opt --check-patterns %s 2>&1 | FileCheck %s
// CHECK: keyword.pat:[[#@LINE+4]]:{{[0-9]+}}: error: expected '='
// CHECK: keyword.pat:[[#@LINE+3]]:45: note: 'at' is a keyword and cannot be a variable
use memref;
set s {
  pattern stored { match memref.store(_, _, at); erase op; }
}
