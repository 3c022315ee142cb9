// Fixpoints without end; they load with --allow-cycles only. The set alternate is in toy.pat.
use toy, func;
set grow {
  pattern grow { match op = toy.neg(x); rewrite { replace op with toy.neg(toy.neg(x)); } }
}
pass alternating on func.func { stage fix: greedy { alternate } }
pass growing on func.func { stage fix: greedy { grow } }
