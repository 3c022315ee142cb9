// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: option-types.pat:9:30: error: option 'n' is int in another pass [option]
// CHECK: option-types.pat:9:56: error: unknown type 'nit'; did you mean 'int'? [unknown-type]
// CHECK: option-types.pat:8:58: error: expected int, but this is string [types]
// CHECK: option-types.pat:8:112: error: '.pol' is no case of bir.Engine (unassigned, pool, activation, pe, dma, dve, sp, all); did you mean 'pool'? [unknown-case]
use bir;
pass p on func.func { option n: int = 1; option m: int = "a"; option k: int = len([1]); option e: bir.Engine = .pol; }
pass q on func.func { option n: bool = true; option z: nit = 1; }
