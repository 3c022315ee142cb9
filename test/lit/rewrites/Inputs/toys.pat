/// Optional, variadic and sliced operands; lists side by side; names; numbers given in order; messages.
use func, t;

fn permuted(p: [int], q: [int]) -> [int] = [p[i] for i in q];

/// Parts of parts count, and what holds them.
fn size(op: t.concat) -> int =
  2 * len(op.parts) + sum(if p is t.concat(inner) { 2 * len(inner) } else { 0 } for p in op.parts);

set optionals {
  /// A mask of all ones is none.
  pattern full_mask {
    match op = t.read(_, arith.constant { value = -1 }, _);
    rewrite { update op (mask = none); }
  }
  pattern no_mask_no_stride {
    match op = t.read(_, none, none) { mode = .copy, hint = h? };
    where h != none;
    rewrite { update op { hint = none }; }
  }
  pattern says_what {
    match op = t.read(_, mask?, stride?) { mode = m };
    where m != .copy;
    let how = case (mask, stride) {
      (none, none) => "all",
      (_, none) => "some",
      (none, _) => "every so many",
      _ => "some of every so many"
    };
    remark op "{m} reads {how}";
  }
}
set groups {
  pattern of_concat benefit 3 decreases size(op) {
    match op = t.concat([..pre, t.concat(inner) as c, ..post]);
    where one_use(c);
    rewrite { update op (parts = pre ++ inner ++ post); }
  }
  pattern of_one benefit 2 { match op = t.concat([x]); rewrite { replace op with x; } }
  pattern twice_in_a_row decreases size(op) {
    match op = t.concat(xs);
    let [k, ..] = [i for i in 1 .. len(xs) if xs[i] == xs[i - 1]];
    rewrite { update op (parts = xs[0 .. k] ++ xs[k + 1 .. len(xs)]); }
  }
}
set lists {
  pattern transposes {
    match op = t.transpose(t.transpose(x) { perm = p }) { perm = q };
    let pq = permuted(p, q);
    rewrite { replace op with if pq == [i for i in 0 .. len(pq)] { x } else { t.transpose(x) { perm = pq } }; }
  }
  pattern pads {
    match op = t.pad { dims, low, high };
    let [..pre, (_, 0, 0), ..post] = zip(dims, low, high);
    let (d, l, h) = unzip(pre ++ post);
    rewrite { update op { dims = d, low = l, high = h }; }
  }
}
set numbering {
  pattern in_order {
    match f = func.func;
    let all = [o for o in walk(f) if o is t.count];
    rewrite { for (n, o) in enumerate(all) { match c = t.count of o; update c { id = n }; } }
  }
  /// Buffers one behind the other.
  pattern in_a_row {
    match g = t.group { sym_name };
    let bufs = [b for b in ops(g.body) if b is t.buf];
    let ats = offsets([b.size for b in bufs]);
    rewrite {
      for (b, a) in zip(bufs, ats) { update b { at = a }; }
      remark g "{sym_name} needs {sum(b.size for b in bufs)} bytes" note "of {len(bufs)} buffers";
    }
  }
}
set names {
  pattern prefixed {
    match b = t.buf { sym_name };
    match g = t.group of parent(b);
    where not starts_with(sym_name, "{g.sym_name}_");
    rewrite { rename b to fresh("{g.sym_name}_{sym_name}", g); }
  }
}
pass optionals on func.func { stage all: walk { optionals } }
pass groups on func.func { stage all: greedy { groups } }
pass lists on func.func { stage all: walk { lists } }
pass numbering on builtin.module { stage all: walk { numbering } }
pass names on builtin.module { stage all: walk { names } }
