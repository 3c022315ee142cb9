// A match does not depend on the order in which its parts are tested: what stands twice is equal wherever it stands, and of
// several ways to match the first in the order of the text counts.
// DEFINE: %{opt} = rookery-opt --dialects %S/Inputs/match-order.dialect --patterns %s %S/Inputs/match-order.mlir
// RUN: %{opt} --match-order -o %t 2>&1 | FileCheck %s --implicit-check-not remark:
use t;
set match_order {
  // CHECK-DAG: match-order.mlir:3:1: remark: the attribute is also that of the operand, 4
  pattern through { match op = t.two(t.leaf { n }, _) { n }; remark op "the attribute is also that of the operand, {n}"; }
  // CHECK-DAG: match-order.mlir:7:1: remark: the memref has 3 rows, as its definition says
  pattern typed {
    match op = t.use(t.buf { n = rows }: memref<shape = [rows, ..]>);
    remark op "the memref has {rows} rows, as its definition says";
  }
  // CHECK-DAG: match-order.mlir:3:1: remark: beside the 1 is 7
  // CHECK-DAG: match-order.mlir:4:1: remark: beside the 1 is 8
  pattern either { match op = t.two { xs = [1, x] | [x, 1] }; remark op "beside the 1 is {x}"; }
  // The operands as written are tried with all elements before they are tried exchanged.
  // CHECK-DAG: match-order.mlir:5:1: remark: %b is 5 and stands at 1
  pattern choices {
    match op = commutes t.two(t.leaf { n = v }, _) { n = 0, xs = [..pre, x, ..] };
    where x == v;
    remark op "%b is {v} and stands at {len(pre)}";
  }
}
pass match_order on builtin.module { stage once: walk { match_order } }
