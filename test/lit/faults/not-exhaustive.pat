// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: not-exhaustive.pat:13:35: error: this case says nothing of .cce, .replicate [not-exhaustive]
// CHECK: not-exhaustive.pat:14:35: error: this case says nothing of .add [not-exhaustive]
// CHECK: not-exhaustive.pat:15:29: error: this case says nothing of a present value [not-exhaustive]
// CHECK: not-exhaustive.pat:16:39: warning: 'x' is bound and never used; write '_' [unused]
// CHECK: not-exhaustive.pat:16:30: error: this case says nothing of none [not-exhaustive]
// CHECK: not-exhaustive.pat:17:28: error: this case says nothing of false [not-exhaustive]
// CHECK: not-exhaustive.pat:18:28: error: this case says nothing of other integers; end it with '_ => ..' [not-exhaustive]
// CHECK: not-exhaustive.pat:19:29: error: this case says nothing of other strings; end it with '_ => ..' [not-exhaustive]
// CHECK: not-exhaustive.pat:20:36: error: this case says nothing of other integers; end it with '_ => ..' [not-exhaustive]
use bir;
fn mode(m: bir.CopyMode) -> int = case m { .copy => 0, .transpose => 1 };
fn guarded(m: bir.CceOp) -> int = case m { .bypass => 0, .add if m == .add => 1 };
fn absent(n: int?) -> int = case n { none => 0 };
fn present(n: int?) -> int = case n { x => 1 };
fn truth(b: bool) -> int = case b { true => 1 };
fn number(n: int) -> int = case n { 0 => 1, 1 | 2 => 2 };
fn word(s: string) -> int = case s { "a" => 1 };
fn guarded_number(n: int) -> int = case n { 0 => 1, m if m > 0 => 2 };
