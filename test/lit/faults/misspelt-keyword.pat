// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-keyword.pat:13:1: error: expected an item: 'use', 'import', 'fn', 'rewrite', 'pattern', 'set', 'rules', 'pass' or 'pipeline'; did you mean 'set'? [syntax]
// CHECK: misspelt-keyword.pat:15:15: error: expected '}' or a statement; did you mean 'match'? [syntax]
// CHECK: misspelt-keyword.pat:17:61: error: expected ';' or '('; did you mean 'replace'? [syntax]
// CHECK: misspelt-keyword.pat:18:44: error: expected '}' or a statement; did you mean 'rewrite'? [syntax]
// CHECK: misspelt-keyword.pat:19:13: error: expected '{'; did you mean 'benefit'? [syntax]
// CHECK: misspelt-keyword.pat:20:65: error: expected '(' or 'with' [syntax]
// CHECK: misspelt-keyword.pat:21:44: error: expected '}' or a statement [syntax]
// CHECK: misspelt-keyword.pat:23:32: error: expected 'walk', 'greedy' or 'egraph'; did you mean 'greedy'? [syntax]
// CHECK: misspelt-keyword.pat:24:23: error: expected '}' or 'option', 'requires', 'stage' or 'ensures'; did you mean 'stage'? [syntax]
use arith;
sett s { pattern a { match op = arith.addi(x, y); rewrite { replace op with x; } } }
set t {
  pattern b { macth op = arith.addi(x, y); rewrite { replace op with x; } }
  patern c { match op = arith.addi(x, y); rewrite { replace op with x; } }
  pattern d { match op = arith.addi(x, y); rewrite { replce op with x; } }
  pattern e { match op = arith.addi(x, y); rewrit { replace op with x; } }
  pattern f benifit 2 { match op = arith.addi(x, y); rewrite { replace op with x; } }
  pattern g { match op = arith.addi(x, y); rewrite { replace op by x; } }
  pattern h { match op = arith.addi(x, y); when x == y; rewrite { replace op with x; } }
}
pass p on func.func { stage a: gredy { t } }
pass q on func.func { stge a: greedy { t } }
