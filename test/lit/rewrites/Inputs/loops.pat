/// Loops with known bounds: taken apart, joined, moved out of, cut in tiles, and turned inside out.
use arith, func, memref, scf;

fn outside(v: value, l: scf.for) -> bool =
  case definition(v) { none => not (v in args(l.region)), d => not any(a == l for a in ancestors(d)) };
fn turns(l: scf.for) -> int =
  (constant(l.upperBound) - constant(l.lowerBound) + constant(l.step) - 1) / constant(l.step);
rewrite index(n: int, like: value) -> value { return arith.constant() { value = n } -> types [type(like)]; }

set unrolling {
  pattern never_runs benefit 3 {
    match op = scf.for(lo, hi, _, inits);
    where constant(lo) >= constant(hi);
    rewrite { replace op with inits; }
  }
  pattern last_iteration benefit 2 {
    match op = scf.for(lo, hi, _, inits);
    where constant(lo) < constant(hi) and turns(op) == 1;
    match y = scf.yield(vs) of terminator(op.region);
    rewrite { inline op.region with ([lo] ++ inits) before op; replace op with vs; erase y; }
  }
  pattern first_iteration decreases turns(op) {
    match op = scf.for(lo, _, step, inits);
    where turns(op) in 2 .. 9 else "it is too long to take apart";
    match y = scf.yield(vs) of terminator(op.region);
    rewrite {
      let rest = clone op (lowerBound = index(constant(lo) + constant(step), lo), initArgs = vs);
      inline op.region with ([lo] ++ inits) before rest;
      replace op with rest;
      erase y;
    }
  }
}

set fusion {
  /// Two loops one behind the other, over the same numbers, that carry nothing and share no memory.
  pattern fuse decreases len(definitions(second)) {
    match second = scf.for(lo, hi, step, []);
    match first = scf.for(lo, hi, step, []) of prev(second);
    where not any(
      s is memref.store and s.memref in [l.memref for l in walk(second) if l is memref.load | memref.store]
      for s in walk(first)
    ) else "the second reads what the first writes";
    let [..body, end] = ops(second.region);
    let [i] = args(first.region);
    let [j] = args(second.region);
    rewrite {
      for o in body { move o before terminator(first.region); }
      replace j with i;
      erase end, second;
    }
  }
}

set hoisting {
  pattern invariant decreases len(ancestors(op)) {
    match op = arith.addi | arith.muli | arith.subi (a, b);
    match l = scf.for of parent(op);
    where outside(a, l) and outside(b, l);
    rewrite { move op before l; }
  }
}

set tiling {
  /// for i in 0 .. 4n  =>  for o in 0 .. 4n step 4 { for i in o .. o + 4 }
  pattern by_four {
    match op = scf.for(lo, hi, step, []);
    where constant(lo) == 0 and constant(step) == 1 and constant(hi) % 4 == 0 and constant(hi) > 4;
    rewrite {
      let four = index(4, hi);
      scf.for(lo, hi, four, []) -> types [] with region(o: index) {
        let inner = scf.for(o, arith.addi(o, four), step, []) -> types [];
        move op.region into inner.region;
        scf.yield([]);
      };
      erase op;
    }
  }
}

set unswitching {
  /// for { if c { a } else { b } }  =>  if c { for { a } } else { for { b } }
  pattern unswitch {
    match op = scf.for(_, _, _, []);
    let [only, _] = ops(op.region);
    match test = scf.if(c) -> ([]) of only;
    where outside(c, op) and not is_empty(test.elseRegion);
    match scf.yield of terminator(test.thenRegion);
    match scf.yield of terminator(test.elseRegion);
    rewrite {
      scf.if(c) -> types [] with thenRegion { clone op; scf.yield([]); } with elseRegion { clone op; scf.yield([]); };
      erase op;
    }
  }
}

set decided {
  /// What is asked again inside of a branch is known there.
  pattern asked_before {
    match op = scf.if(c) -> ([]);
    match outer = scf.if(c) in ancestors(op);
    let here = any(op in walk(o) for o in ops(outer.thenRegion));
    let taken = if here { op.thenRegion } else { op.elseRegion };
    where outer != op and not is_empty(taken);
    rewrite { inline taken before op; erase op; }
  }
}

pass unroll on func.func { stage all: greedy { unrolling } }
pass fuse on func.func { stage all: greedy { fusion } }
pass hoist on func.func { stage all: greedy { hoisting } }
pass tile on func.func { stage all: walk { tiling } }
pass unswitch on func.func { stage all: walk { unswitching } stage inside: greedy { decided } }
