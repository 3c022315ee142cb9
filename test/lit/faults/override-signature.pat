// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: override-signature.pat:5:13: error: 'block_base' is fn () -> string, but this is fn () -> int; an override keeps the signature [signature]
// CHECK: override-signature.pat:6:16: remark: stage 'lower_dma.ids' replaces the one at <rookery>/patterns/lower-dma/pass.pat:{{[0-9]+}} [overridden]
override fn block_base() -> int = 3;
override stage lower_dma.ids: walk { number_blocks }
