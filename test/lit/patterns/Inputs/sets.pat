use toy;
fn few(x: value) -> bool = len(users(x)) < 9;
set shrink {
  pattern twice { match op = toy.neg(toy.neg(x)); where few(x); rewrite { replace op with x; } }
}
set swap {
  pattern to_b { match op = toy.a(x); rewrite { replace op with toy.b(x); } }
}
set grow {
  pattern grow { match op = toy.b(x); rewrite { replace op with toy.b(toy.b(x)); } }
}
