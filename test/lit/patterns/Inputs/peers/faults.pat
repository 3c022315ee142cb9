use t, func;
set faults {
  pattern p benefit 99999999999999999999999999 { match op = t.a(x); rewrite { replace op with t.b(x); } }
  pattern q benefit -1 { match op = t.a(x); rewrite { replace op with t.b(x); } }
}
