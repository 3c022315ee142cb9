// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: trailing-doc-comment.pat:5:1: error: expected an item: 'use', 'import', 'fn', 'rewrite', 'pattern', 'set', 'rules', 'pass' or 'pipeline' [syntax]
use arith;
/// Of nothing.
