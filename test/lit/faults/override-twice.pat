// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: override-twice.pat:8:13: remark: function 'block_base' replaces the one at <rookery>/patterns/lower-dma/block-name.pat:2 [overridden]
// CHECK: override-twice.pat:9:13: error: function 'block_base' is overridden twice [override-twice]
// CHECK: override-twice.pat:10:16: remark: stage 'lower_dma.ids' replaces the one at <rookery>/patterns/lower-dma/pass.pat:{{[0-9]+}} [overridden]
// CHECK: override-twice.pat:11:16: error: stage 'lower_dma.ids' is overridden twice [override-twice]
use bir;
override fn block_base() -> string = "x";
override fn block_base() -> string = "y";
override stage lower_dma.ids: walk { number_blocks }
override stage lower_dma.ids: greedy { number_blocks }
