/// Integer arithmetic with constants. Operations of constants alone are folded by the driver, as their dialect says.
use arith;

set canonicalize_arith {
  /// Constants go right, where the other patterns look for them.
  pattern canonical_constant_right benefit 2 unordered decreases len(v for v in [op.lhs] if v is arith.constant) {
    match op = arith.addi | arith.muli (a, b);
    where a is arith.constant and not (b is arith.constant);
    rewrite { update op (lhs = b, rhs = a); }
  }
  pattern canonical_add_zero benefit 3 {
    match op = arith.addi | arith.subi (x, arith.constant { value = 0 });
    rewrite { replace op with x; }
  }
  pattern canonical_mul_one benefit 3 {
    match op = arith.muli(x, arith.constant { value = 1 });
    rewrite { replace op with x; }
  }
  pattern canonical_mul_zero benefit 3 {
    match op = arith.muli(_, arith.constant { value = 0 } as zero);
    rewrite { replace op with zero; }
  }
  pattern canonical_sub_self benefit 4 {
    match op = arith.subi(x, x) -> (r);
    rewrite { replace op with arith.constant() { value = 0 } -> types [type(r)]; }
  }
  /// (x + a) + b is x + (a + b); the sum wraps, as addition does.
  pattern canonical_add_twice unordered decreases len(definitions(op)) {
    match op = arith.addi(inner, arith.constant { value = b }) -> (r);
    match arith.addi(x, arith.constant { value = a }) of inner;
    where inner != r else "it is its own operand";
    where one_use(inner) else "the inner sum is used elsewhere";
    rewrite { replace op with arith.addi(x, arith.constant() { value = wrap(a + b, width(type(r))) } -> types [type(r)]); }
  }
  pattern canonical_select_same {
    match op = arith.select(_, x, x);
    rewrite { replace op with x; }
  }
  pattern canonical_select_constant benefit 2 {
    match op = arith.select(arith.constant { value = c }, x, y);
    rewrite { replace op with if c == 1 { x } else { y }; }
  }
}
