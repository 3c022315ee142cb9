// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: in-no-set.pat:5:9: error: pattern 'alone' is in no set; put it into 'set NAME { .. }' or say 'extend set' [in-no-set]
use bir;
pattern alone { match op = bir.noop; rewrite { erase op; } }
