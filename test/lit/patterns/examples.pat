// Examples of patterns run, each with its pattern alone: what holds is counted.
// RUN: rookery-opt --check-patterns %s --dialects %S/../driver/Inputs/toy.dialect | FileCheck %s
// Other patterns of the same set do nothing here, and an ordinary run does not run examples at all.
// CHECK: {{^}}1 file, 6 patterns, 13 examples: ok{{$}}
use toy, arith, func, dma, bir, penguin;

set folds {
  pattern add_zero {
    match op = arith.addi(x, arith.constant { value = 0 });
    rewrite { replace op with x; }
    // Nothing is left, and the constant goes with what used it.
    example { """%z = arith.constant 0 : i64
                 %r = arith.addi %x, %z : i64""" => """""" }
    // A use says what stands for the result.
    example "which" {
      """%z = arith.constant 0 : i64
         %r = arith.addi %x, %z : i64
         return %r : i64""" => """return %x : i64"""
    }
    no_match """%o = arith.constant 1 : i64
                %r = arith.addi %x, %o : i64""";
  }
  pattern sub_self {
    match op = arith.subi(x, x) -> (r);
    rewrite { replace op with arith.constant() { value = 0 } -> types [type(r)]; }
    // The results of the last operation count as used.
    example { """%r = arith.subi %a, %a : i64""" => """%other = arith.constant 0 : i64""" }
    // Attributes in another order, names of another kind, and a declared argument.
    example {
      """^bb0(%unrelated: i32, %a: i64):
         %r = arith.subi %a, %a : i64
         toy.use %unrelated {p, q = 1}""" => """toy.use %unrelated {q = 1, p}"""
    }
    // Inside of functions and regions, one or several at once.
    example {
      """func.func @f(%a: i64) -> i64 {
           %r = arith.subi %a, %a : i64
           return %r : i64
         }
         func.func private @g()""" => """func.func @f(%a: i64) -> i64 {
           %r = arith.constant 0 : i64
           return %r : i64
         }
         func.func private @g()"""
    }
  }
  // It would take what the patterns above leave.
  pattern anything benefit 9 {
    match op = toy.use(x);
    rewrite { replace op with toy.use(toy.sum(x, x)); }
    // Once at each operation that is written.
    example { """toy.use %x""" => """%s = toy.sum %x, %x
                                     toy.use %s""" }
  }
}
fn is_wide() -> bool = target.neuron_max_strides >= 4;
set diagnostics {
  pattern says {
    match op = toy.use(toy.neg(_));
    error op "of {op.x}" note "really";
    example { """%n = toy.neg %x
                 toy.use %n""" => error "of " }
    no_match """toy.use %x""";
  }
  pattern warns {
    match op = bir.noop { engine = .pool };
    where is_wide();
    warning op "a noop";
    example on trn2 { """bir.noop pool""" => warning "a no" }
    no_match on trn2 """bir.noop dve""";
  }
  // What a pass is anchored on has nothing around it in its examples either.
  pattern outermost {
    match op = bir.noop;
    where len(ancestors(op)) == 1;
    rewrite { erase op; }
    example { """dma.kernel @k() {
                   bir.noop pool
                   dma.return
                 }""" => """dma.kernel @k() { dma.return }""" }
    no_match """dma.kernel @k() {
                  bir.loop from 0 to 2 (%i: index) { bir.noop pool }
                  dma.return
                }""";
  }
}
pass tidy on dma.kernel { stage s: walk { diagnostics } }
