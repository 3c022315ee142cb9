// Symbols bring their names along when they move, alone or with their blocks; a table that would have one name twice refuses.
// DEFINE: %{opt} = rookery-opt --dialects %S/Inputs/symbols.dialect --patterns %s %t.mlir
// RUN: echo '"t.sym"() {sym_name = "a"} : () -> ()' > %t.mlir
// RUN: echo '"t.table"() ({ "t.sym"() {sym_name = "a"} : () -> () }) : () -> ()' >> %t.mlir
// RUN: echo '"t.old"() ({ "t.sym"() {sym_name = "b"} : () -> () }) : () -> ()' >> %t.mlir
// RUN: echo '"t.old"() ({ "t.sym"() {sym_name = "c"} : () -> () }) : () -> ()' >> %t.mlir
// RUN: %{opt} --moves 2>&1 | FileCheck %s --check-prefix=MOVE
// RUN: %{opt} --blocks 2>&1 | FileCheck %s --check-prefix=BLOCKS
use t;

// MOVE: warning: pattern 'into_table' was not applied here: it leaves two symbols named 'a' in one table
// MOVE: t.sym @a
// MOVE: t.table
// MOVE-NEXT: t.sym @a
// MOVE-NEXT: }
set moves {
  pattern into_table {
    match op = t.table;
    match s = t.sym in walk(parent(op));
    rewrite { move s end of op.body; }
  }
}
pass moves on builtin.module { stage once: walk { moves } }

// The first gets a symbol of a name that comes with its block.
// BLOCKS: warning: pattern 'to_table' was not applied here: it leaves two symbols named 'b' in one table
// BLOCKS-NOT: warning
// BLOCKS: t.old {
// BLOCKS-NEXT: t.sym @b
// BLOCKS-NEXT: }
// BLOCKS-NEXT: t.table
// BLOCKS-NEXT: t.sym @c
// BLOCKS-NEXT: t.sym @b
set blocks {
  pattern to_table {
    match op = t.old;
    rewrite {
      let k = t.table();
      move op.body into k.body;
      at end of k.body { t.sym() { sym_name = "b" }; }
      replace op with k;
    }
  }
}
pass blocks on builtin.module { stage once: walk { blocks } }
