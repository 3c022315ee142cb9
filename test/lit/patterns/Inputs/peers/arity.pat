use t, func;
set arity {
  pattern p { match op = t.add(x0, x1, x2, x3); rewrite { replace op with t.lib(x3, y); } }
  pattern q { match op = t.add(x0, _); rewrite { replace op with t.lib(x0, y); } }
  pattern r { match op = t.add(x0, x1); rewrite { replace op with transform_dialect(x0, x1); } }
}
