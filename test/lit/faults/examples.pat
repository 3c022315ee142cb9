// RUN: not rookery-opt --show-diagnostic-kinds --check-patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: examples.pat:15:5: error: example of 'sub_self': the pattern gives something else [example]
// CHECK: examples.pat:16:5: error: example of 'sub_self': the pattern does not match [example]
// CHECK: examples.pat:17:5: error: no_match of 'sub_self': the pattern matches [example]
// CHECK: examples.pat:18:23: error: unknown operation 'arith.sub'; did you mean 'arith.subi'? [example-text]
// CHECK: examples.pat:19:5: error: example "other" of 'sub_self': the pattern does not match [example]
// CHECK: examples.pat:20:5: error: example of 'sub_self': there is no error with "never" [example]
// CHECK: examples.pat:21:40: error: expected ':' [example-text]
use arith, bir;
set s {
  pattern sub_self {
    match op = arith.subi(x, x) -> (r);
    rewrite { replace op with arith.constant() { value = 0 } -> types [type(r)]; }
    example { """%r = arith.subi %a, %a : i64""" => """%z = arith.constant 1 : i64""" }
    example { """%r = arith.subi %a, %b : i64""" => """%z = arith.constant 0 : i64""" }
    no_match """%r = arith.subi %a, %a : i64""";
    example { """%r = arith.sub %a, %a : i64""" => """%z = arith.constant 0 : i64""" }
    example "other" { """%r = arith.addi %a, %a : i64""" => """%z = arith.constant 0 : i64""" }
    example { """%r = arith.subi %a, %a : i64""" => error "never" }
    example { """%r = arith.subi %a, %a""" => """%z = arith.constant 0 : i64""" }
  }
}
