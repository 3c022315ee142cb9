// What goes is gone when everything else is done: things can be moved out of it first, in whatever order the statements stand.
// What would end inside of itself, or leave a value without definition, is refused, and the IR is as before.
// DEFINE: %{opt} = rookery-opt --dialects %S/Inputs/moves.dialect --patterns %s %S/Inputs/moves.mlir --allow-cycles
// RUN: %{opt} --unpack | FileCheck %s --check-prefix=UNPACK
// RUN: %{opt} --copying | FileCheck %s --check-prefix=COPY
// RUN: rookery-opt --dialects %S/Inputs/moves.dialect %S/Inputs/moves.mlir > %t.before
// RUN: %{opt} --refused > %t.after 2> %t.said
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --check-prefix=REFUSED < %t.said
// RUN: %{opt} --same --trace-patterns 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not as_it_is
// RUN: %{opt} --renamed 2>&1 | FileCheck %s --check-prefix=RENAMED --implicit-check-not remark:
// RUN: not %{opt} --swell --limit created-ops=1000 2>&1 | FileCheck %s --check-prefix=SWELL
use t;

// UNPACK: [[B:%.+]] = t.val {n = 2}
// UNPACK-NOT: t.box
// UNPACK: t.use [[B]] {n = 7}
// UNPACK-NOT: t.box
set unpack {
  pattern all {
    match op = t.box;
    match u = t.use in ops(op.body);
    rewrite { erase op; move u before op; update u { n = 7 }; }
  }
}
pass unpack on builtin.module { stage once: walk { unpack } }

// A copy of what is around a use of a value from outside uses the same value.
// COPY: [[B:%.+]] = t.val {n = 2}
// COPY-COUNT-2: t.use [[B]] {n = 0}
set copying { pattern copy { match op = t.box { n = 0 }; rewrite { clone op { n = 1 }; } } }
pass copying on builtin.module { stage once: walk { copying } }

// REFUSED-DAG: pattern 'into' was not applied here: it moves 't.box' into itself
// REFUSED-DAG: pattern 'out' was not applied here: it erases 't.box', and something in it is used outside
// REFUSED-DAG: pattern 'argument' was not applied here: it erases an argument of a block, which 't.use' uses
// REFUSED-DAG: pattern 'name' was not applied here: it leaves two symbols named 'b' in one table
set refused {
  pattern into { match op = t.box; match u = t.use in ops(op.body); rewrite { move op before u; } }
  pattern out { match op = t.val { n = 3 }; match b = t.box in walk(parent(op)); rewrite { move op end of b.body; erase b; } }
  pattern argument { match op = t.arg; let [a, ..] = args(op.body); rewrite { erase a; } }
  pattern name { match op = t.sym { sym_name = "a" }; rewrite { rename op to "b"; } }
}
pass refused on builtin.module { stage once: walk { refused } }

// SAME: t.val
set same {
  pattern as_it_is { match op = t.use { n = 0 }; rewrite { move op after op; } }
}
pass same on builtin.module { stage fix: greedy { same } }

// RENAMED: t.sym @d
set renamed {
  pattern first { match op = t.sym { sym_name = "a" }; where lookup(symbol_table(op), "a") == op; rewrite { rename op to "d"; } }
  pattern old { match op = t.sym { sym_name = "b" }; where lookup(symbol_table(op), "a") != none; remark op "still there"; }
}
pass renamed on builtin.module { stage once: walk { renamed } }

// SWELL: error: more than 1000 operations created (limit 'created_ops')
set swell { pattern double { match op = t.outer; rewrite { at end of op.body { clone op; } } } }
pass swell on builtin.module { stage fix: greedy { swell } }
