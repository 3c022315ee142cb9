// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: override-of-nothing.pat:12:18: error: no pattern 'default_engin' to override; did you mean 'default_engine'? [unknown-pattern]
// CHECK: override-of-nothing.pat:13:13: error: no function 'blck_base' to override; did you mean 'block_base'? [unknown-function]
// CHECK: override-of-nothing.pat:14:18: error: no function 'nothing_like_it' to override [unknown-function]
// CHECK: override-of-nothing.pat:15:16: error: no stage 'lower_dma.idss' to override; did you mean 'lower_dma.ids'? [unknown-stage]
// CHECK: override-of-nothing.pat:16:16: error: no stage 'lower_dna.ids' to override; did you mean 'lower_dma.ids'? [unknown-stage]
// CHECK: override-of-nothing.pat:17:17: error: no pattern 'default_engin' to disable; did you mean 'default_engine'? [unknown-pattern]
// CHECK: override-of-nothing.pat:18:17: remark: pattern 'default_engine' of <rookery>/patterns/bind-dma/engines.pat:42 is disabled [disabled]
// CHECK: override-of-nothing.pat:19:17: error: pattern 'default_engine' is overridden twice [override-twice]
use bir;
override pattern default_engin { match op = bir.noop; rewrite { erase op; } }
override fn blck_base() -> string = "x";
override rewrite nothing_like_it() { }
override stage lower_dma.idss: walk { number_blocks }
override stage lower_dna.ids: walk { number_blocks }
disable pattern default_engin;
disable pattern default_engine;
disable pattern default_engine;
