// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: recursion.pat:6:4: error: 'fact' calls itself; functions may not be recursive [recursion]
// CHECK: recursion.pat:7:4: error: functions may not be recursive, but these call each other: even, odd [recursion]
// CHECK: recursion.pat:9:9: error: 'again' calls itself; functions may not be recursive [recursion]
fn fact(n: int) -> int = if n < 2 { 1 } else { n * fact(n - 1) };
fn even(n: int) -> bool = n == 0 or odd(n - 1);
fn odd(n: int) -> bool = n != 0 and even(n - 1);
rewrite again(x: value) -> value { return again(x); }
