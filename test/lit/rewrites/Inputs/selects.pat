/// Conditions: De Morgan, negations, choices between the same and between known things.
use arith, func, scf;

fn is_true(v: value) -> bool = type(v) == !i1 and v is arith.constant and constant(v) != 0;
rewrite negated(v: value) -> arith.xori { return arith.xori(v, arith.constant() { value = 1 } -> types [type(v)]); }

/// One spelling for those that come after.
set spelling {
  pattern true_right {
    match op = arith.xori(t, a);
    where is_true(t) and not is_true(a);
    rewrite { update op (lhs = a, rhs = t); }
  }
  pattern of_not {
    match op = arith.select(arith.xori(c, t), a, b);
    where is_true(t) and not (a is arith.constant);
    rewrite { update op (condition = c, true_value = b, false_value = a); }
  }
}
set de_morgan {
  /// not (not a and not b) => a or b
  pattern and_of_nots decreases len(definitions(op)) {
    match op = arith.andi(arith.xori(a, t1), arith.xori(b, t2));
    where is_true(t1) and is_true(t2);
    rewrite { replace op with negated(arith.ori(a, b)); }
  }
  pattern or_of_nots decreases len(definitions(op)) {
    match op = arith.ori(arith.xori(a, t1), arith.xori(b, t2));
    where is_true(t1) and is_true(t2);
    rewrite { replace op with negated(arith.andi(a, b)); }
  }
  pattern not_not benefit 2 {
    match op = arith.xori(arith.xori(a, t1), t2);
    where is_true(t1) and is_true(t2);
    rewrite { replace op with a; }
  }
}
set selects {
  pattern of_true_and_false benefit 2 {
    match op = arith.select(c, arith.constant { value = 1 }, arith.constant { value = 0 }) -> i1;
    rewrite { replace op with c; }
  }
  pattern known benefit 3 {
    match op = arith.select(arith.constant { value = c }, a, b);
    rewrite { replace op with if c == 0 { b } else { a }; }
  }
  /// select c, (select c, a, _), b => select c, a, b
  pattern nested decreases len(definitions(op.true_value)) + len(definitions(op.false_value)) {
    match op = arith.select(c, x, y);
    let (a, b) = (
      case x { arith.select(c2, a, _) if c2 == c => a, _ => x },
      case y { arith.select(c3, _, b) if c3 == c => b, _ => y }
    );
    where a != x or b != y;
    rewrite { update op (true_value = a, false_value = b); }
  }
  /// Both say the same about what is below: min(max(x, lo), hi) of known numbers in the wrong order is the number.
  pattern clamp_of_nothing benefit 2 {
    match op = arith.minsi(arith.maxsi(_, arith.constant { value = lo }), arith.constant { value = hi } as h);
    where hi <= lo;
    rewrite { replace op with h; }
  }
  pattern min_of_min decreases len(definitions(op)) {
    match op = arith.minsi(inner, arith.constant { value = a }) -> (r);
    match arith.minsi(x, arith.constant { value = b }) of inner;
    rewrite { replace op with arith.minsi(x, arith.constant() { value = min(a, b) } -> types [type(r)]); }
  }
}
set branches {
  /// if (not c) { a } else { b } => if c { b } else { a }
  pattern if_not decreases (len(op.results), len(definitions(op.condition))) {
    match op = scf.if(arith.xori(c, t));
    where is_true(t) and not is_empty(op.elseRegion);
    rewrite {
      let new = scf.if(c) -> types [type(r) for r in op.results];
      move op.thenRegion into new.elseRegion;
      move op.elseRegion into new.thenRegion;
      replace op with new;
    }
  }
  /// What stands at the beginning of both branches stands before.
  pattern common_start benefit 2 decreases len(ops(op.thenRegion)) {
    match op = scf.if;
    let [a, ..] = ops(op.thenRegion);
    let [b, ..] = ops(op.elseRegion);
    where equivalent(a, b) and not (a is scf.yield);
    rewrite { move a before op; replace b with a; }
  }
  /// Results of which nobody reads one.
  pattern unused_result benefit 3 decreases (len(op.results), len(definitions(op.condition))) {
    match op = scf.if(c);
    match y1 = scf.yield(vs) of terminator(op.thenRegion);
    match y2 = scf.yield(ws) of terminator(op.elseRegion);
    let [..pre, (r, _, _), ..post] = zip(op.results, vs, ws);
    where unused(r);
    let (rs, a, b) = unzip(pre ++ post);
    rewrite {
      let new = scf.if(c) -> types [type(x) for x in rs];
      move op.thenRegion into new.thenRegion;
      move op.elseRegion into new.elseRegion;
      update y1 (results = a);
      update y2 (results = b);
      for (old, now) in zip(rs, new.results) { replace old with now; }
      erase op;
    }
  }
}
pass simplify_conditions on func.func {
  stage spelling: walk { spelling }
  stage logic: greedy { de_morgan }
  stage choices: greedy { selects }
  stage branches: greedy { branches }
}
