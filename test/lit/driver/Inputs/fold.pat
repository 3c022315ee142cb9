use arith, func;
set self_difference { pattern same_sides { match op = arith.maxsi(x, x); rewrite { replace op with x; } } }
/// Folds constants.
pass fold_constants on func.func { stage fold: greedy { self_difference } }
