// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: benefit-missing.pat:5:33: error: expected an expression [syntax]
use bir;
set s { pattern missing benefit { match op = bir.save; rewrite { erase op; } } }
