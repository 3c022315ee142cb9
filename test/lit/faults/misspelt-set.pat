// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-set.pat:12:12: error: unknown set 'onne'; did you mean 'one'? [unknown-set]
// CHECK: misspelt-set.pat:13:12: error: set 'two' is made of other sets; extend one of those [form]
// CHECK: misspelt-set.pat:10:17: error: no set or pattern 'thre' is declared before this one; did you mean 'three'? [unknown-set]
// CHECK: misspelt-set.pat:11:19: error: no set or pattern 'fold_sbu' is declared before this one [unknown-set]
// CHECK: misspelt-set.pat:14:44: error: unknown set 'tow'; did you mean 'two'? [unknown-set]
use arith;
set one { pattern fold_sub { match op = arith.subi(x, x); rewrite { replace op with x; } } }
set two = one + thre;
set three = one - fold_sbu;
extend set onne { pattern more { match op = arith.muli(x, _); rewrite { replace op with x; } } }
extend set two { pattern more_too { match op = arith.muli(_, x); rewrite { replace op with x; } } }
pass p on func.func { stage a: walk { one, tow } }
