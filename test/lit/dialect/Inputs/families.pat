use arith;
set read {
  pattern slots {
    match op = arith.constant { value = 1 } -> (r);
    where target.slots > 2;
    rewrite { replace op with arith.constant() { value = target.slots } -> types [type(r)]; }
  }
  pattern parts {
    match op = arith.constant { value = 2 } -> (r);
    rewrite { replace op with arith.constant() { value = target.partitions } -> types [type(r)]; }
  }
}
pass read_target on func.func { stage once: walk { read } }
