// What does not hold is an error at the example, which shows what there is instead.
// RUN: not rookery-opt --check-patterns %s --dialects %S/../driver/Inputs/toy.dialect > %t.out 2> %t.err
// RUN: FileCheck %s --strict-whitespace < %t.err
// RUN: FileCheck %s --check-prefix=NOTHING --allow-empty < %t.out
// NOTHING-NOT:{{.}}
use toy, arith, func, bir, penguin;

set wrong {
  pattern sub_self {
    match op = arith.subi(x, x) -> (r);
    rewrite { replace op with arith.constant() { value = 0 } -> types [type(r)]; }
// CHECK:examples-fail.pat:[[# @LINE + 17]]:5: error: example "another constant" of 'sub_self': the pattern gives something else
// CHECK-NEXT:{{^}}    example "another constant" {
// CHECK-NEXT:{{^}}    ^~~~~~~
// CHECK-NEXT:examples-fail.pat:[[# @LINE + 15]]:48: note: the attributes of 'arith.constant' differ
// CHECK-NEXT:{{^}}      """%r = arith.subi %a, %a : i64""" => """%r = arith.constant 1 : i64"""
// CHECK-NEXT:{{^}}                                               ^
// CHECK-NEXT:note: wanted (-) and given (+):
// CHECK-NEXT:  ^bb0(%arg0: i64):
// CHECK-NEXT:-   %0 = arith.constant 1 : i64
// CHECK-NEXT:+   %0 = arith.constant 0 : i64
// CHECK-NEXT:    // results: %0
// CHECK-NEXT:[[# @LINE + 9]]:5: error: example of 'sub_self': the pattern gives something else
// CHECK-NEXT:{{^}}    example {
// CHECK-NEXT:{{^}}    ^~~~~~~
// CHECK-NEXT:[[# @LINE + 8]]:35: note: where this has 'func.return', it gives 'arith.constant'
// CHECK:+   %0 = arith.constant 0 : i64
// CHECK-NEXT:+   func.return %0 : i64
    example "another constant" {
      """%r = arith.subi %a, %a : i64""" => """%r = arith.constant 1 : i64"""
    }
    example {
      """%r = arith.subi %a, %a : i64
         return %r : i64""" => """return %a : i64"""
    }
// CHECK:[[# @LINE + 9]]:5: error: example of 'sub_self': the pattern does not match
// CHECK-NEXT:{{^}}    example {
// CHECK-NEXT:{{^}}    ^~~~~~~
// CHECK-NEXT:[[# @LINE + 7]]:10: note: it does not take this 'arith.subi'
// CHECK-NEXT:{{^}}      """%r = arith.subi %a, %b : i64
// CHECK-NEXT:{{^}}         ^
// CHECK-NEXT:[[# @LINE - 32]]:30: note: sub_self: the pattern does not fit: rhs = x
// CHECK:[[# @LINE + 4]]:10: note: it does not take this 'arith.subi'
// CHECK-NEXT:{{^}}         %s = arith.subi %b, %a : i64"""
    example {
      """%r = arith.subi %a, %b : i64
         %s = arith.subi %b, %a : i64""" => """%r = arith.constant 0 : i64"""
    }
// CHECK:[[# @LINE + 2]]:5: error: example of 'sub_self': the pattern does not match
// CHECK:[[# @LINE - 41]]:11: note: no operation of the example is one that the pattern takes
    example { """%r = arith.addi %a, %b : i64""" => """%r = arith.constant 0 : i64""" }
// CHECK:[[# @LINE + 7]]:5: error: no_match "of itself" of 'sub_self': the pattern matches
// CHECK-NEXT:{{^}}    no_match "of itself" """%r = arith.subi %a, %a : i64""";
// CHECK-NEXT:{{^}}    ^~~~~~~~
// CHECK-NEXT:note: what it changes:
// CHECK-NEXT:  ^bb0(%arg0: i64):
// CHECK-NEXT:-   %0 = arith.subi %arg0, %arg0 : i64
// CHECK-NEXT:+   %0 = arith.constant 0 : i64
    no_match "of itself" """%r = arith.subi %a, %a : i64""";
// CHECK:[[# @LINE + 2]]:5: error: example of 'sub_self': there is no error with "zero"
// CHECK-NOT: note
    example { """%r = arith.subi %a, %a : i64""" => error "zero" }
  }
  pattern says {
    match op = toy.use;
    error op "used";
// CHECK:[[# @LINE + 3]]:5: error: example of 'says': there is no error with "unused"
// CHECK:[[# @LINE + 2]]:18: note: error: used
// CHECK:[[# @LINE + 2]]:5: error: example of 'says': there is no warning with "used"
    example { """toy.use %x""" => error "unused" }
    example { """toy.use %x""" => warning "used" }
// CHECK:[[# @LINE + 1]]:5: error: example of 'says': the pattern reports an error
    example { """toy.use %x""" => """toy.use %x""" }
// CHECK:[[# @LINE + 1]]:5: error: no_match of 'says': the pattern matches
    no_match """toy.use %x""";
  }
  // The rewrite would leave what is not valid.
  pattern breaks {
    match op = toy.neg(x);
    where len(users(op.r)) > 0;
    rewrite { update op (x = op.r); }
// CHECK:[[# @LINE + 2]]:5: error: example of 'breaks': the pattern leaves invalid IR
// CHECK:[[# @LINE + 1]]:18: note: 'toy.neg' op operand #0 does not dominate this use
    example { """%n = toy.neg %x""" => """%n = toy.neg %x""" }
  }
  // The values of names that a condition has, and the author's words.
  pattern few {
    match op = toy.use(x);
    where len(users(x)) > 2 else "only {len(users(x))} users";
    rewrite { erase op; }
// CHECK:[[# @LINE + 2]]:5: error: example of 'few': the pattern does not match
// CHECK:[[# @LINE - 3]]:11: note: few: only 1 users   [x = i32]
    example { """toy.use %x""" => """""" }
  }
}
