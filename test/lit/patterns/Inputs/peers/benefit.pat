use t, func;
set benefits {
  pattern q benefit -1 { match op = t.a(x); rewrite { replace op with t.b(x); } }
  pattern r benefit 65536 { match op = t.a(x); where type(x) is !i32; rewrite { replace op with t.b(x); } }
}
