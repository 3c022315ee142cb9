/// Branches whose way is known, and casts that come back.
use builtin, scf, cf, arith;

set canonicalize_control_flow {
  /// The region that is taken stands in for an `scf.if` whose condition is constant.
  pattern canonical_if_constant {
    match op = scf.if(arith.constant { value = c });
    let taken = if c == 1 { op.thenRegion } else { op.elseRegion };
    where not is_empty(taken);
    match y = scf.yield(vs) of terminator(taken);
    rewrite { inline taken before op; replace op with vs; erase y; }
    example { """
      %c = arith.constant false
      %r = scf.if %c -> (i32) { scf.yield %x : i32 } else { scf.yield %y : i32 }
      return %r : i32
    """ => """return %y : i32""" }
    example { """
      %c = arith.constant true
      %r = scf.if %c -> (i32) { scf.yield %x : i32 } else { scf.yield %y : i32 }
      return %r : i32
    """ => """return %x : i32""" }
  }
  pattern canonical_branch_to_one_block benefit 2 {
    match op = cf.cond_br(_, xs, xs);
    where op.trueDest == op.falseDest;
    rewrite { replace op with cf.br(xs, dest = op.trueDest); }
    example { """
      func.func @f(%c: i1) {
        cf.cond_br %c, ^a, ^a
      ^a:
        return
      }
    """ => """
      func.func @f(%c: i1) {
        cf.br ^a
      ^a:
        return
      }
    """ }
  }
  pattern canonical_branch_known unordered {
    match op = cf.cond_br(arith.constant { value = c }, xs, ys);
    rewrite {
      if c == 1 {
        replace op with cf.br(xs, dest = op.trueDest);
      } else {
        replace op with cf.br(ys, dest = op.falseDest);
      }
    }
    example { """
      func.func @f(%x: i32, %y: i32) -> i32 {
        %c = arith.constant false
        cf.cond_br %c, ^a(%x : i32), ^b(%y : i32)
      ^a(%p: i32):
        return %p : i32
      ^b(%q: i32):
        return %q : i32
      }
    """ => """
      func.func @f(%x: i32, %y: i32) -> i32 {
        cf.br ^b(%y : i32)
      ^a(%p: i32):
        return %p : i32
      ^b(%q: i32):
        return %q : i32
      }
    """ }
  }
  /// A cast of a cast back to where it came from.
  pattern canonical_cast_back {
    match op = builtin.unrealized_conversion_cast([inner]) -> ([r]);
    match builtin.unrealized_conversion_cast([x]) of inner;
    where type(x) == type(r) and x != r;
    rewrite { replace op with [x]; }
    example { """
      %y = builtin.unrealized_conversion_cast %x : i32 to i64
      %z = builtin.unrealized_conversion_cast %y : i64 to i32
      return %z : i32
    """ => """return %x : i32""" }
  }
}
