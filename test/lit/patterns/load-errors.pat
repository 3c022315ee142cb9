// Faults inside patterns, all of one run, each with its line and a caret; nothing is read or written.
// RUN: echo "module {}" | not rookery-opt --patterns %s 2>&1 | FileCheck %s --strict-whitespace
use dma, bir, penguin, arith;

// CHECK-NOT:module
set load_errors {
// CHECK:load-errors.pat:[[# @LINE + 5]]:16: error: unknown operation 'bir.dma_cpoy'; did you mean 'bir.dma_copy'?
// CHECK-NEXT:{{^}}    match op = bir.dma_cpoy(s, d);
// CHECK-NEXT:{{^}}               ^~~~~~~~~~~~
// CHECK-NEXT:load-errors
  pattern misspelt {
    match op = bir.dma_cpoy(s, d);
    rewrite { erase op; }
  }
// CHECK-SAME::[[# @LINE + 4]]:16: error: bir.dma_copy takes 3 operands (src, dst, mask), 4 given
// CHECK-NEXT:{{^}}    match op = bir.dma_copy(_, _, _, _);
// CHECK-NEXT:{{^}}               ^~~~~~~~~~~~~~~~~~~~~~~~
  pattern arity {
    match op = bir.dma_copy(_, _, _, _);
    rewrite { erase op; }
  }
// CHECK:[[# @LINE + 2]]:31: error: bir.dma_copy has no attribute 'qos'; did you mean 'dma_qos'?
  pattern attribute {
    match op = bir.dma_copy { qos = .p0 };
    rewrite { erase op; }
  }
// CHECK:[[# @LINE + 2]]:38: error: '.skip' is no case of bir.CopyMode (copy, transpose, cce, replicate)
  pattern enum_case_of_another {
    match op = bir.dma_copy { mode = .skip };
    rewrite { erase op; }
  }
// CHECK:[[# @LINE + 3]]:31: error: 'y' is not bound; did you mean 'x'?
  pattern without_binding {
    match op = arith.addi(x, _);
    rewrite { replace op with y; }
  }
// CHECK:[[# @LINE + 3]]:31: error: bir.dma_copy needs 'name', which has no default
  pattern unnamed {
    match op = bir.dma_copy(s, d);
    rewrite { replace op with bir.dma_copy(s, d) { mode = .copy }; }
  }
// CHECK:[[# @LINE + 3]]:31: error: an interface cannot be created: bir.Dma
  pattern interface_created {
    match op = bir.dma_copy(s, d);
    rewrite { replace op with bir.Dma(s, d) { name = "x" }; }
  }
// CHECK:[[# @LINE + 3]]:11: error: creating an operation in the match part of a pattern: only rewrites have effects
  pattern effect_in_guard {
    match op = arith.addi(x, y);
    where arith.muli(x, y) == x;
    rewrite { replace op with x; }
  }
// CHECK:[[# @LINE + 3]]:16: error: 'is' needs a pattern that tests something; 'z' only binds
  pattern is_binds {
    match op = arith.addi(x, y);
    where x is z;
    rewrite { replace op with y; }
  }
// CHECK:[[# @LINE + 3]]:11: error: unknown function 'stirdes'; did you mean 'strides'?
  pattern function {
    match op = bir.ap { pairs };
    where stirdes(pairs) > 3;
    error op "too many";
  }
// CHECK:[[# @LINE + 3]]:31: error: target family 'neuron' has no parameter 'neuron_max_stride'; did you mean 'neuron_max_strides'?
  pattern parameter {
    match op = bir.ap { pairs };
    where len(pairs) > target.neuron_max_stride;
    error op "too many";
  }
// CHECK:[[# @LINE + 2]]:36: warning: 'e' is bound and never used; write '_'
  pattern never_used {
    match op = bir.noop { engine = e };
    rewrite { erase op; }
  }
// CHECK:[[# @LINE + 1]]:11: error: pattern 'no_action' does nothing: it needs 'rewrite' or a diagnostic
  pattern no_action {
    match op = arith.addi(_, _);
  }
// CHECK:[[# @LINE + 3]]:36: error: engine is bir.Engine, but this is string
  pattern text_for_a_number {
    match op = bir.noop;
    rewrite { update op { engine = "a" }; }
  }
// CHECK:[[# @LINE + 5]]:16: error: unknown target 'trn9'; did you mean 'trn
// CHECK:[[# @LINE + 5]]:44: error: text of an example has no values in it; braces are written '{{[{][{]}}' and '}}'
  pattern example_faults {
    match op = bir.noop;
    error op "a noop";
    example on trn9 { """bir.noop pool""" => error "a" }
    example { """bir.noop pool""" => error "a {op}" }
  }
// CHECK-NOT:error:
}
