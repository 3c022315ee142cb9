// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-option.pat:6:59: error: no pass has an option 'lod'; did you mean 'loud'? [unknown-option]
// CHECK: misspelt-option.pat:7:75: error: no pass has an option 'luod'; did you mean 'loud'? [unknown-option]
use bir;
set s { pattern read { match op = bir.noop; where options.lod; rewrite { erase op; } } }
pass p on func.func { option loud: bool = false; stage a: walk if options.luod { s } }
