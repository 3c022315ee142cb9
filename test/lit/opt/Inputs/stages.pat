use toy, func;
set first { pattern a_to_b { match op = toy.a(x); rewrite { replace op with toy.b(x); } } }
set second { pattern b_to_neg { match op = toy.b(x); rewrite { replace op with toy.neg(x); } } }
set third { pattern neg_to_sum { match op = toy.neg(x); rewrite { replace op with toy.sum(x, x); } } }
set undo { pattern sum_to_a { match op = toy.sum(x, _); rewrite { replace op with toy.a(x); } } }
pass staged on func.func {
  option short: bool = false;
  stage first_step: walk { first }
  stage middle: walk if not options.short { second }
  stage tidy: walk { third }
  ensures no toy.a, toy.b, toy.neg;
}
pass later on func.func {
  stage back: walk { undo }
  stage tidy: walk { third }
  stage staged: walk { first }
}
pipeline all = staged, later, staged;
