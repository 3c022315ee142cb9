/// Functions: bodies go to where they are called, arguments that nobody reads go, bodies become functions.
use arith, func, scf;

set inlining {
  /// The only call of a private function takes its body.
  pattern inline_only_call {
    match op = func.call(operands) { callee };
    match f = func.func { sym_visibility = "private" } of resolve(callee);
    where symbol_uses(f) == [op] else "it is called elsewhere, too";
    where len([o for o in walk(f) if o is func.return]) == 1;
    match y = func.return(vs) of terminator(f.body);
    rewrite { inline f.body with (operands) before op; replace op with vs; erase y, f; }
  }
}
set own_copies {
  /// Before, each call of a small function gets a copy of its own, so that its body can go where the call is.
  pattern own_copy {
    match op = func.call { callee };
    match f = func.func of resolve(callee);
    where not (f in ancestors(op)) and len(symbol_uses(f)) > 1 and len(ops(f.body)) <= 2;
    rewrite {
      let copy = at before f: clone f {
        sym_name = fresh("{f.sym_name}_copy", symbol_table(f)), sym_visibility = "private"
      };
      update op { callee = ref(copy) };
    }
  }
}
set arguments {
  /// An argument that nobody reads goes, at the function and at all calls of it.
  pattern unread_argument decreases len(args(f.body)) {
    match f = func.func { sym_visibility = "private" };
    let params = args(f.body);
    let [..pre, (k, a), ..post] = enumerate(params);
    where unused(a);
    let calls = symbol_uses(f);
    where all(c is func.call for c in calls) else "it is used as a value";
    let kept = [n for (n, _) in pre ++ post];
    rewrite {
      erase a;
      update f { function_type = function_type([type(params[n]) for n in kept], result_types(f.function_type)) };
      for c in calls {
        match call = func.call(vs) of c;
        update call (operands = vs[0 .. k] ++ vs[k + 1 .. len(vs)]);
      }
    }
  }
}
set outlining {
  /// The body of a loop that carries nothing becomes a function.
  pattern outline {
    match op = scf.for(_, _, _, []);
    match m = builtin.module of symbol_table(op);
    match scf.yield([]) of terminator(op.region);
    let [i] = args(op.region);
    let [..body, _] = ops(op.region);
    where len(body) > 1 and all(not (b is func.call) for b in body);
    rewrite {
      let f = at end of m.bodyRegion: func.func() {
        sym_name = fresh("body", m), sym_visibility = "private", function_type = function_type([!index], [])
      } with body(j: index) { replace i with j; func.return([]); };
      for b in body { move b end of f.body; }
      at end of op.region: func.call([i]) { callee = ref(f) } -> types [];
    }
  }
}
pass inline_calls on builtin.module { stage copies: walk { own_copies } stage all: greedy { inlining } }
pass drop_arguments on builtin.module { stage all: greedy { arguments } }
pass outline on builtin.module { stage all: walk { outlining } }
