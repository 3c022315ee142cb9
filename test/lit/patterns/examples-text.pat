// Faults in the text of an example stand where they are in the file, and all are told.
// RUN: not rookery-opt --check-patterns %s --dialects %S/../driver/Inputs/toy.dialect 2>&1 | FileCheck %s --strict-whitespace
use toy, arith, penguin;

set texts {
  pattern erase_use {
    match op = toy.use;
    rewrite { erase op; }
// CHECK:examples-text.pat:[[# @LINE + 4]]:10: error: unknown operation 'toy.uze'; did you mean 'toy.use'?
// CHECK-NEXT:{{^}}         toy.uze %x""" => """""" }
// CHECK-NEXT:{{^}}         ^~~~~~~
    example { """toy.use %x
         toy.uze %x""" => """""" }
// CHECK-NEXT:{{.*}}:[[# @LINE + 5]]:57: error: the type of '%i' is not known here
// CHECK-NEXT:{{^}}         %a = penguin.access %m pattern {{\[\[}}1, 4]] offset %i as fp32 : memref<4xf32>
// CHECK-NEXT:{{^}}                                                        ^~
// CHECK-NEXT:note: declare it before the first operation: '^bb0(%i: TYPE):'
    no_match """
         %a = penguin.access %m pattern [[1, 4]] offset %i as fp32 : memref<4xf32>
    """;
    no_match """^bb0(%i: index):
         %a = penguin.access %m pattern [[1, 4]] offset %i as fp32 : memref<4xf32>
    """;
// CHECK-NEXT:{{.*}}:[[# @LINE + 1]]:50: error: '%y' is neither defined here nor an argument of the example
    example { """toy.use %x""" => """    toy.use %y""" }
// CHECK:[[# @LINE + 1]]:42: error: redefinition of SSA value '%x'
    example { """toy.use %x""" => """    %x = toy.a %x""" }
// CHECK:[[# @LINE + 1]]:38: error: what comes of an example has the arguments that the example has; they are declared once
    example { """toy.use %x""" => """^b(%x: i32): toy.use %x""" }
// CHECK:[[# @LINE + 2]]:17: error: an example has one block; write the operation around several
    no_match """toy.use %x
                ^b: toy.use %x""";
// CHECK:[[# @LINE + 1]]:25: error: '%x' is an argument, and has no number
    no_match """toy.use %x#1""";
// A use of what is defined later.
// CHECK:[[# @LINE + 1]]:17: error: 'toy.neg' op operand #0 does not dominate this use
    no_match """%b = toy.neg %a
                %a = toy.neg %x""";
// CHECK:[[# @LINE + 1]]:17: error: 'toy.sum' op operand #0 ('x') must be i32, but got i64
    no_match """%b = "toy.sum"(%a, %x) : (i64, i32) -> i32""";
// CHECK:[[# @LINE + 2]]:44: error: expected '}' to end the region
// CHECK-NEXT: no_match
    no_match """penguin.loop from 0 to 2 { """;
// CHECK:{{^}}1 file, 1 pattern, 11 examples: 10 failed
  }
}
