// RUN: rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: overridden.pat:5:13: remark: function 'block_base' replaces the one at <rookery>/patterns/lower-dma/block-name.pat:2 [overridden]
// CHECK: overridden.pat:6:17: remark: pattern 'default_engine' of <rookery>/patterns/bind-dma/engines.pat:42 is disabled [disabled]
override fn block_base() -> string = "x";
disable pattern default_engine;
