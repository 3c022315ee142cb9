// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: import.pat:5:8: error: 'nowhere.pat' is neither beside this file nor among the loaded pattern files [import]
// CHECK: import.pat:6:8: error: '../tie.pat' leads out of the folder of this file; load it with '--patterns' [import]
import "nowhere.pat";
import "../tie.pat";
use bir;
