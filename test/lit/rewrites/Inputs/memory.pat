/// Loads, stores and copies: what is written twice, read back, copied on, never read; buffers used again.
use arith, func, memref, scf;

set stores {
  /// Written again before anybody can read it.
  pattern dead_store {
    match first = memref.store(_, m, ix);
    match memref.store(_, m, ix) of next(first);
    rewrite { erase first; }
    no_match "read in between" """
      memref.store %v, %m, %i : (f32, memref<8xf32>, index) -> ()
      %r = memref.load %m, %i : (memref<8xf32>, index) -> f32
      memref.store %w, %m, %i : (f32, memref<8xf32>, index) -> ()
      return %r : f32""";
    no_match "another place" """
      memref.store %v, %m, %i : (f32, memref<8xf32>, index) -> ()
      memref.store %w, %m, %j : (f32, memref<8xf32>, index) -> ()""";
  }
  pattern forward {
    match op = memref.load(m, ix);
    match memref.store(v, m, ix) of prev(op);
    rewrite { replace op with v; }
  }
  /// What is only written goes, with all that writes it.
  pattern never_read benefit 2 {
    match a = memref.alloc | memref.alloca -> (m);
    let all = users(m);
    where all(u is memref.store | memref.dealloc for u in all) and all(not (u is memref.store(m, _, ..)) for u in all);
    rewrite { erase a; for u in all { erase u; } }
  }
}
set copying {
  /// a -> b -> c, where nothing else has to do with b
  pattern copy_on {
    match second = memref.copy(b, c);
    match first = memref.copy(a, b) of prev(second);
    match memref.alloc of b;
    where type(a) == type(c) and all(u in [first, second] or u is memref.dealloc for u in users(b));
    rewrite { update second (source = a); erase first; }
  }
  pattern to_itself benefit 2 { match op = memref.copy(m, m); rewrite { erase op; } }
}
set reuse_of_buffers {
  /// A buffer that was given back serves for the next of its type.
  pattern again decreases len(o for o in ops(f.body) if o is memref.dealloc) {
    match f = func.func;
    match free = memref.dealloc(old) in ops(f.body);
    match a = memref.alloc([], []) -> (new) in ops(f.body);
    where precedes(free, a) and type(old) == type(new);
    match memref.alloc of old;
    rewrite { replace a with old; erase free; }
  }
}
set views {
  /// A view of everything is what it is a view of.
  pattern whole_view {
    match op = memref.subview(m, [], [], []) -> (r);
    where type(m) == type(r);
    rewrite { replace op with m; }
  }
  pattern cast_of_cast benefit 2 decreases len(definitions(op)) {
    match op = memref.cast(memref.cast(m)) -> (r);
    rewrite { replace op with if type(m) == type(r) { m } else { memref.cast(m) -> types [type(r)] }; }
  }
  /// Two swaps of the same dimensions.
  pattern transposes_cancel {
    match op = memref.transpose(memref.transpose(m) { permutation = p }) { permutation = p } -> (r);
    where type(m) == type(r) else "the permutation is not its own inverse";
    rewrite { replace op with m; }
  }
  pattern size_is_known {
    match op = memref.dim(m, arith.constant { value = k });
    let !memref<shape = sizes> = type(m);
    rewrite { replace op with arith.constant() { value = sizes[k] } -> index; }
  }
}
pass stores on func.func { stage all: greedy { stores } }
pass copies on func.func { stage all: walk { copying } }
pass buffers on builtin.module { stage all: greedy { reuse_of_buffers } }
pass views on func.func { stage all: greedy { views } }
