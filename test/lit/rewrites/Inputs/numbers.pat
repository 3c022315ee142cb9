/// Arithmetic: what is cheaper, what is the same, what is known; and what does not fit in 64 bits.
use arith, func;

fn number(v: value) -> int? = if v is arith.constant { constant(v) } else { none };
rewrite typed(n: int, like: value) -> value { return arith.constant() { value = n } -> types [type(like)]; }

set cheaper {
  pattern unsigned_division {
    match op = arith.divui(x, arith.constant { value = c });
    where is_power_of_two(c);
    rewrite { replace op with arith.shrui(x, typed(log2(c), x)); }
    example { """%8 = arith.constant 8 : i32
                 %r = arith.divui %x, %8 : i32""" => """%3 = arith.constant 3 : i32
                 %r = arith.shrui %x, %3 : i32""" }
    no_match """%7 = arith.constant 7 : i32
                %r = arith.divui %x, %7 : i32""";
  }
  pattern unsigned_remainder {
    match op = arith.remui(x, arith.constant { value = c });
    where is_power_of_two(c);
    rewrite { replace op with arith.andi(x, typed(c - 1, x)); }
  }
  /// x * (2^k + 1) = (x << k) + x
  pattern times_one_more {
    match op = commutes arith.muli(x, arith.constant { value = c });
    where c > 2 and is_power_of_two(c - 1);
    rewrite { replace op with arith.addi(arith.shli(x, typed(log2(c - 1), x)), x); }
  }
}
set same {
  /// (x + a) + b = x + (a + b), where a + b is a number: a sum that does not fit in 64 bits is none.
  pattern sums decreases len(definitions(op)) {
    match op = arith.addi(arith.addi(x, arith.constant { value = a }), arith.constant { value = b }) -> index;
    rewrite { replace op with arith.addi(x, typed(a + b, x)); }
    no_match "overflows" """
      %a = arith.constant 9223372036854775807 : index
      %b = arith.constant 1 : index
      %0 = arith.addi %x, %a : index
      %1 = arith.addi %0, %b : index""";
  }
  /// x - x, x ^ x
  pattern nothing_left benefit 2 {
    match op = arith.subi | arith.xori (x, x) -> (r);
    rewrite { replace op with typed(0, r); }
  }
  /// (x + y) - y
  pattern back_again {
    match op = arith.subi(commutes arith.addi(x, y), y);
    rewrite { replace op with x; }
  }
  /// a * b + a * c = a * (b + c), if the products are for this only
  pattern common_factor decreases len(definitions(op)) {
    match op = arith.addi(commutes arith.muli(a, b) as p, commutes arith.muli(a, c) as q);
    where one_use(p) and one_use(q) and p != q;
    rewrite { replace op with arith.muli(a, arith.addi(b, c)); }
  }
}
/// Trees: long chains become flat, for which whoever uses a value is asked.
set trees {
  pattern balance decreases len(definitions(op)) {
    match op = arith.addi(arith.addi(arith.addi(a, b) as p, c) as q, d);
    where one_use(p) and one_use(q);
    where not any(u is arith.addi for u in users(op)) else "it is not the end of its chain";
    rewrite { replace op with arith.addi(arith.addi(a, b), arith.addi(c, d)); }
  }
}
set equal {
  /// The same thing twice in a block, or in a block that the first one's is around.
  pattern same_constant {
    match op = arith.constant { value } -> (r);
    match f = func.func in ancestors(op);
    match other = arith.constant { value } -> (s) in walk(f);
    where type(r) == type(s) and properly_dominates(other, op);
    rewrite { replace op with other; }
  }
  pattern same_again {
    match op = arith.addi | arith.muli | arith.andi (a, b);
    match other = _ in users(a);
    where properly_dominates(other, op);
    match commutes arith.addi | arith.muli | arith.andi (a, b) of other;
    where equivalent(other, op)
      or (other is arith.addi) == (op is arith.addi) and (other is arith.muli) == (op is arith.muli);
    rewrite { replace op with other; }
  }
}
set pool {
  /// All constants of a function at its beginning, in the order in which they came.
  pattern to_the_start {
    match f = func.func;
    let pool = [o for o in walk(f) if o is arith.constant];
    where len(pool) > 0;
    rewrite { at start of f.body { for c in pool { replace c with clone c; } } }
  }
}
pass cheaper on func.func { stage all: greedy { cheaper } }
pass same on func.func { stage all: greedy { same } }
pass trees on func.func { stage all: greedy { trees } }
pass equal on func.func { stage constants: greedy { equal } stage pool: walk { pool } }
pipeline numbers = cheaper, same, trees, equal;
