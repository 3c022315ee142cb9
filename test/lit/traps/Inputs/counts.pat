use t, func;
set counts { pattern up { match op = t.count { n }; rewrite { update op { n = n + 1 }; } } }
pass counts on func.func { stage fix: greedy { counts } }
