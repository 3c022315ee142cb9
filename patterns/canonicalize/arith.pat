/// Integer arithmetic with constants. Operations of constants alone are folded by the driver, as their dialect says.
use arith;

set canonicalize_arith {
  /// Constants go right, where the other patterns look for them.
  pattern canonical_constant_right benefit 2 unordered decreases len(v for v in [op.lhs] if v is arith.constant) {
    match op = arith.addi | arith.muli (a, b);
    where a is arith.constant and not (b is arith.constant);
    rewrite { update op (lhs = b, rhs = a); }
    example { """
      %c = arith.constant 3 : i32
      %r = arith.addi %c, %x : i32
    """ => """
      %c = arith.constant 3 : i32
      %r = arith.addi %x, %c : i32
    """ }
    no_match "subtraction does not commute" """
      %c = arith.constant 3 : i32
      %r = arith.subi %c, %x : i32
    """;
  }
  pattern canonical_add_zero benefit 3 {
    match op = arith.addi | arith.subi (x, arith.constant { value = 0 });
    rewrite { replace op with x; }
    example { """
      %z = arith.constant 0 : i32
      %r = arith.addi %x, %z : i32
      return %r : i32
    """ => """return %x : i32""" }
  }
  pattern canonical_mul_one benefit 3 {
    match op = arith.muli(x, arith.constant { value = 1 });
    rewrite { replace op with x; }
  }
  pattern canonical_mul_zero benefit 3 {
    match op = arith.muli(_, arith.constant { value = 0 } as zero);
    rewrite { replace op with zero; }
    example { """
      %z = arith.constant 0 : i32
      %r = arith.muli %x, %z : i32
    """ => """%z = arith.constant 0 : i32""" }
  }
  pattern canonical_sub_self benefit 4 {
    match op = arith.subi(x, x) -> (r);
    rewrite { replace op with arith.constant() { value = 0 } -> types [type(r)]; }
    example { """%r = arith.subi %x, %x : i32""" => """%z = arith.constant 0 : i32""" }
    no_match """%r = arith.subi %x, %y : i32""";
  }
  /// (x + a) + b is x + (a + b); the sum wraps, as addition does.
  pattern canonical_add_twice unordered decreases len(definitions(op)) {
    match op = arith.addi(inner, arith.constant { value = b }) -> (r);
    match arith.addi(x, arith.constant { value = a }) of inner;
    where inner != r else "it is its own operand";
    where one_use(inner) else "the inner sum is used elsewhere";
    rewrite {
      replace op with arith.addi(x, arith.constant() { value = wrap(a + b, width(type(r))) } -> types [type(r)]);
    }
    example "that wraps" { """
      %a = arith.constant 100 : i8
      %s = arith.addi %x, %a : i8
      %r = arith.addi %s, %a : i8
    """ => """
      %b = arith.constant -56 : i8
      %r = arith.addi %x, %b : i8
    """ }
    no_match "the inner sum is used" """
      %a = arith.constant 1 : i32
      %s = arith.addi %x, %a : i32
      %r = arith.addi %s, %a : i32
      return %s, %r : i32, i32
    """;
  }
  pattern canonical_select_same {
    match op = arith.select(_, x, x);
    rewrite { replace op with x; }
    example { """
      %r = "arith.select"(%c, %x, %x) : (i1, i32, i32) -> i32
      return %r : i32
    """ => """return %x : i32""" }
  }
  pattern canonical_select_constant benefit 2 {
    match op = arith.select(arith.constant { value = c }, x, y);
    rewrite { replace op with if c == 1 { x } else { y }; }
    example { """
      %c = arith.constant true
      %r = "arith.select"(%c, %x, %y) : (i1, i32, i32) -> i32
      return %r : i32
    """ => """return %x : i32""" }
    example { """
      %c = arith.constant false
      %r = "arith.select"(%c, %x, %y) : (i1, i32, i32) -> i32
      return %r : i32
    """ => """return %y : i32""" }
  }
}
