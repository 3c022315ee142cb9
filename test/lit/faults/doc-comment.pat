// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: doc-comment.pat:10:7: error: expected '}' or a statement [syntax]
// CHECK: doc-comment.pat:15:1: error: expected an item: 'use', 'import', 'fn', 'rewrite', 'pattern', 'set', 'rules', 'pass' or 'pipeline' [syntax]
use bir;
set s {
  pattern a {
    match op = bir.noop;
    rewrite {
      /// Goes.
      erase op;
    }
  }
}
/// At the end.
