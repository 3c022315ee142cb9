use arith;
set read {
  pattern a { match op = arith.constant { value = 1 }; where target.slots == 3; error op "x"; }
  pattern b { match op = arith.constant { value = 1 }; where target.slotz == 3; error op "x"; }
}
pass read_target on func.func { stage once: walk { read } }
