use t, func;
set ping_pong {
  pattern a { match op = t.copy(x) { mode = .a }; rewrite { replace op with t.copy(x) { mode = .b }; } }
  pattern b { match op = t.copy(x) { mode = .b }; rewrite { replace op with t.copy(x) { mode = .a }; } }
}
pass ping_pong on func.func { stage fix: greedy { ping_pong } }
