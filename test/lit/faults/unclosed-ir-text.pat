// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: unclosed-ir-text.pat:6:91: error: this IR text is not closed by '"""' [unclosed]
use bir;
set s {
  pattern a { match op = bir.noop; rewrite { erase op; } example { """bir.noop pool => """""" } }
}
