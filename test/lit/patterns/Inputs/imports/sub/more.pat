use arith;
import "again.pat";
set imported_set { pattern imported_pattern { match op = arith.subi(x, x); where imported(1); rewrite { replace op with x; } } }
