// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: override-parameters.pat:4:13: error: 'block_base' is fn () -> string, but this is fn (int) -> string; an override keeps the signature [signature]
override fn block_base(x: int) -> string = "x";
