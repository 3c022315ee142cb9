use t, func;
set growing {
  pattern grow { match op = t.neg(x); rewrite { let a = t.neg(x); let b = t.neg(a); replace op with t.neg(b); } }
}
pass growing on func.func { stage fix: greedy { growing } }
