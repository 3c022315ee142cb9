/// General-purpose rewrites: what a canonicalizer needs, and what users of the peers asked for.
use arith, scf, cf, func, memref, builtin;

set arith_folds {
  pattern add_zero benefit 3 {                                                        // 1
    match op = arith.addi(x, arith.constant { value = 0 });
    rewrite { replace op with x; }
    example { """%z = arith.constant 0 : i32
                 %r = arith.addi %x, %z : i32""" => """""" }
    no_match """%o = arith.constant 1 : i32
                %r = arith.addi %x, %o : i32""";
  }
  pattern add_constants benefit 4 {                                                   // 2: folds; the result type carries the width
    match op = arith.addi(arith.constant { value = a }, arith.constant { value = b }) -> (r : integer<width = w>);
    rewrite { replace op with arith.constant() { value = wrap(a + b, w) } -> types [type(r)]; }
  }
  pattern mul_by_power_of_two benefit 3 {                                             // 3: arithmetic on attributes, both sides
    match op = commutes arith.muli(x, arith.constant { value = c }) -> (r);
    where c > 1 and is_power_of_two(c);
    rewrite { replace op with arith.shli(x, arith.constant() { value = log2(c) } -> types [type(r)]); }
  }
  /// Commutativity with a direction: the measure is whether a constant stands on the left.
  pattern constant_right benefit 2 decreases len(v for v in [op.lhs] if v is arith.constant) {      // 4
    match op = arith.addi | arith.muli (a, b);
    where a is arith.constant and not (b is arith.constant);
    rewrite { update op (lhs = b, rhs = a); }
  }
  pattern compare_constant_right decreases len(v for v in [op.lhs] if v is arith.constant) {                                          // 5
    match op = arith.cmpi(a, b) { predicate = p };
    where a is arith.constant and not (b is arith.constant);
    let q = case p { 2 => 4, 3 => 5, 4 => 2, 5 => 3, 6 => 8, 7 => 9, 8 => 6, 9 => 7, e => e };
    rewrite { update op (lhs = b, rhs = a) { predicate = q }; }
  }
  pattern select_same { match op = arith.select(_, x, x); rewrite { replace op with x; } }  // 6: one name twice means equal
  pattern reassociate decreases len(definitions(op)) {                      // 7: a DAG through a single-use operand
    match op = arith.addi(i0, arith.constant { value = b }) -> (r);
    match arith.addi(x, arith.constant { value = a }) of i0;
    where one_use(i0);
    rewrite { replace op with arith.addi(x, arith.constant() { value = wrap(a + b, width(type(r))) } -> types [type(r)]); }
  }
}

set region_patterns {
  pattern if_constant benefit 2 {                                                     // 8: inline the taken region
    match op = scf.if(arith.constant { value = c });
    let taken = if c == 1 { op.thenRegion } else { op.elseRegion };
    where not is_empty(taken);
    match y = scf.yield(vs) of terminator(taken);
    rewrite { inline taken before op; replace op with vs; erase y; }
  }
  pattern if_to_select {                                                    // 9: both regions hold a yield and nothing else
    match op = scf.if(c) -> ([_, .._]);
    let [y1] = ops(op.thenRegion);
    let [y2] = ops(op.elseRegion);
    match scf.yield(a) of y1;
    match scf.yield(b) of y2;
    rewrite { replace op with [arith.select(c, x, y) for (x, y) in zip(a, b)]; }
  }
  pattern one_iteration benefit 2 {                                                   // 10: bind the arguments, inline with values
    match op = scf.for(lb, ub, step, inits);
    where constant(lb) < constant(ub) and constant(lb) + constant(step) >= constant(ub);
    match y = scf.yield(vs) of terminator(op.region);
    rewrite { inline op.region with ([lb] ++ inits) before op; replace op with vs; erase y; }
  }
  /// A carried value that nobody reads: four parallel lists lose the same position.
  pattern dead_carried decreases len(op.initArgs) {                            // 11
    match op = scf.for(lb, ub, step, inits);
    let [_, ..carried] = args(op.region);
    match y = scf.yield(vs) of terminator(op.region);
    let [..pre, (_, a, v, r), ..post] = zip(inits, carried, vs, op.results);
    where unused(r) and all(u == y for u in users(a)) and v == a;
    let keep = pre ++ post;
    let (inits2, _, vs2, results2) = unzip(keep);
    rewrite {
      let l = scf.for(lb, ub, step, inits2) -> types [type(x) for x in inits2];
      move op.region into l.region;
      update y (results = vs2);
      erase a;                                                              // the block argument
      for (old, new) in zip(results2, l.results) { replace old with new; }
      erase op;
    }
  }
}

set cfg_patterns {
  /// A dead argument of a block: erasing it drops the operand that every predecessor passes.
  pattern dead_block_argument decreases sum(len(args(b)) for b in successors(br)) {           // 12
    match br = cf.br | cf.cond_br;
    match b = _ in successors(br);
    match a = _ in args(b);
    where unused(a);
    rewrite { erase a; }
  }
  pattern same_destination benefit 2 {                                                // 13
    match op = cf.cond_br(_, xs, xs) { };
    where op.trueDest == op.falseDest;
    rewrite { replace op with cf.br(xs, dest = op.trueDest); }
  }
}

set duplicates {
  /// Without a CSE pass: an equal pure op that dominates this one, found among the users of its first operand.
  pattern reuse_equal {                                                     // 14
    match op = arith.addi | arith.muli | arith.subi (a, _);
    match other = _ in users(a);
    where equivalent(other, op) and properly_dominates(other, op);
    rewrite { replace op with other; }
  }
}

set symbols {
  pattern prefix_private {                                                  // 15: a rename follows all its uses
    match f = func.func { sym_visibility = "private", sym_name = n };
    where not starts_with(n, "_");
    rewrite { rename f to fresh("_{n}", symbol_table(f)); }
  }
  pattern unused_private benefit 2 {                                                  // 16
    match f = func.func { sym_visibility = "private" };
    where symbol_uses(f) == [];
    rewrite { erase f; }
  }
}

set attribute_lists {
  /// The unit dims of three parallel lists go together: match a list of triples, put the rest back.
  pattern drop_unit_dims benefit 2 decreases (len(definitions(op)), len(op.static_sizes)) {                   // 17
    match op = memref.subview(src, [], [], []) { static_offsets, static_sizes, static_strides } -> (r);
    let [..pre, (0, 1, _), ..post] = zip(static_offsets, static_sizes, static_strides);
    where len(pre) + len(post) > 0;
    let (o, n, s) = unzip(pre ++ post);
    let t = drop_dim(type(r), len(pre));
    rewrite {
      let v = memref.subview(src, [], [], []) { static_offsets = o, static_sizes = n, static_strides = s } -> types [t];
      replace op with builtin.unrealized_conversion_cast([v]) -> types [type(r)];          // the cast is in the open
    }
  }
  /// address(i) = (i * s1 + o1) * s2 + o2
  pattern compose_subviews decreases (len(definitions(op)), len(op.static_sizes)) {                // 18
    match op = memref.subview(src, [], [], []) { static_offsets = o1, static_sizes, static_strides = s1 } -> (r);
    match memref.subview(base, [], [], []) { static_offsets = o2, static_strides = s2 } of src;
    rewrite {
      replace op with memref.subview(base, [], [], []) {
        static_offsets = [a * t + b for (a, t, b) in zip(o1, s2, o2)], static_sizes, static_strides = [a * b for (a, b) in zip(s1, s2)]
      } -> types [type(r)];
    }
  }
}

pass canonicalize_sketch on func.func {
  stage fixpoint: greedy bottom_up { arith_folds, region_patterns, cfg_patterns, attribute_lists }
}
pass tidy_symbols on builtin.module { stage tidy: walk { symbols } }
pass reuse on func.func { stage once: walk { duplicates } }
