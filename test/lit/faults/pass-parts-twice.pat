// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: pass-parts-twice.pat:7:49: error: option 'o' is declared twice [duplicate]
// CHECK: pass-parts-twice.pat:7:89: error: stage 'one' is declared twice [duplicate]
use bir;
set s { pattern a { match op = bir.noop; rewrite { erase op; } } }
pass p on func.func { option o: int = 1; option o: int = 2; stage one: walk { s } stage one: walk { s } }
