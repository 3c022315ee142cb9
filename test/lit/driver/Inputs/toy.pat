use toy, func;
set alternate {
  pattern there { match op = toy.a(x); rewrite { replace op with toy.b(x); } }
  pattern back { match op = toy.b(x); rewrite { replace op with toy.a(x); } }
}
set shrink {
  pattern twice { match op = toy.neg(toy.neg(x)); rewrite { replace op with x; } }
}
pass sweep on func.func { stage once: walk { alternate } }
pass sweep_up on func.func { stage once: walk bottom_up { alternate } }
pass shrinking on func.func { stage fix: greedy { shrink } }
pass nothing on func.func { stage idle: walk if target.arch < 0 { shrink } }
