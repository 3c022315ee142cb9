/// Branches whose way is known, and sets made of sets.
use arith, cf, func, scf, t;

set known_ways {
  pattern on_constant benefit 2 {
    match op = cf.cond_br(arith.constant { value = c }, xs, ys);
    rewrite { replace op with if c != 0 { cf.br(xs, dest = op.trueDest) } else { cf.br(ys, dest = op.falseDest) }; }
  }
  /// A switch all of whose cases go where the rest goes, too.
  pattern one_way_switch {
    match op = cf.switch(_, xs, []);
    where all(b == op.defaultDestination for b in op.caseDestinations) and xs == [];
    rewrite { replace op with cf.br([], dest = op.defaultDestination); }
  }
  pattern true_assertion { match op = cf.assert(arith.constant { value = 1 }); rewrite { erase op; } }
  pattern false_assertion {
    match op = cf.assert(arith.constant { value = 0 }) { msg };
    error op "this always fails: {msg}" note "the condition is a constant";
  }
}
set assertions { pattern no_assertions { match op = cf.assert; rewrite { erase op; } } }
set way_only = known_ways - true_assertion - false_assertion;
set everything = way_only + assertions;

set to_loops {
  /// A sum over memory becomes a loop that carries it.
  pattern sum_of {
    match op = t.sum(m) -> (r);
    let !memref<shape = [n], element = e> = type(m);
    where e == type(r);
    rewrite {
      let from = arith.constant() { value = 0 } -> index;
      let to = arith.constant() { value = n } -> index;
      let step = arith.constant() { value = 1 } -> index;
      let nothing = arith.constant() { value = 0 } -> types [e];
      let loop = scf.for(from, to, step, [nothing]) -> types [e] with region(i: index, so_far: types [e]) {
        let [acc] = so_far;
        scf.yield([arith.addi(acc, t.get(m, i) -> types [e])]);
      };
      replace op with loop;
    }
    example { """%r = t.sum %m : memref<4xi32> -> i32
                 return %r : i32""" => """%0 = arith.constant 0 : index
                 %4 = arith.constant 4 : index
                 %1 = arith.constant 1 : index
                 %z = arith.constant 0 : i32
                 %r = "scf.for"(%0, %4, %1, %z) ({
                 ^bb0(%i: index, %a: i32):
                   %x = t.get %m, %i : memref<4xi32> -> i32
                   %s = arith.addi %a, %x : i32
                   scf.yield %s : i32
                 }) : (index, index, index, i32) -> i32
                 return %r : i32""" }
    no_match "of a size that nobody knows" """%r = t.sum %m : memref<?xi32> -> i32""";
  }
}
pass ways on func.func { stage all: greedy { way_only } }
pass assertions on func.func { stage all: greedy { known_ways } }
pass everything on func.func { stage all: greedy { everything } }
pass to_loops on func.func { stage all: greedy { to_loops } }
pipeline everything_twice = everything, everything;
