use inf;
set inferred {
  /// Fields of what was just created are read.
  pattern swap {
    match op = inf.pick(a, b) { second = true };
    rewrite {
      let p = inf.pick(b, a);
      let q = inf.pick(p.a, p.r) { second = not p.second };
      if q.second and p.second == false and type(p.r) == type(b) and type(q.r) == type(b) {
        replace op with inf.pick(p, a);
      } else {
        replace op with q;
      }
    }
    example { """%r = inf.pick %x, %y {second} : i32, f32""" => """
      %p = inf.pick %y, %x : f32, i32
      %r = inf.pick %p, %x : f32, i32
    """ }
  }
  /// The type is that of the operation as it is in the end.
  pattern changed {
    match op = inf.use([x]);
    where type(x) == !f32;
    rewrite {
      let n = inf.make(x) { size = 1 };
      update n { size = 3 };
      replace op with inf.use([n]);
    }
    example { """inf.use %x : f32""" => """
      %n = inf.make %x x 3 : f32
      inf.use %n : !inf.ring<3, i32>
    """ }
  }
}
pass infer_types on func.func { stage once: walk { inferred } }
