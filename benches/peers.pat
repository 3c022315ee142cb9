/// The two patterns that gen.py writes in PDL for mlir-opt.
use arith, math, func;

set atan { pattern atan_zero { match op = math.atan2(x, arith.constant { value = 0.0 }); rewrite { replace op with x; } } }
set pair { pattern exp_of_neg { match op = math.exp(arith.negf(x)); rewrite { replace op with math.sqrt(x); } } }
pass atan on builtin.module { stage all: greedy { atan } }
pass pair on builtin.module { stage all: greedy { pair } }
