// `--trace-patterns=steps` lists below each application what its rewrite did, in the order of its text.
// DEFINE: %{opt} = rookery-opt %S/Inputs/neg.mlir --dialects %S/Inputs/toy.dialect --patterns %s --steps -o %t
// RUN: %{opt} --trace-patterns=steps 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %{opt} --trace-patterns=steps --trace-format=json 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: %{opt} --trace-patterns --trace-format=json 2>&1 | FileCheck %s --check-prefix=PLAIN
// The steps are the same on any number of threads.
// RUN: cat %S/../../../examples/attention_qk.mlir %S/../../../examples/mlp_store.mlir > %t.mlir
// RUN: rookery-opt %t.mlir --dma --threads 1 --trace-patterns=steps -o %t 2> %t.1
// RUN: rookery-opt %t.mlir --dma --threads 4 --trace-patterns=steps -o %t 2> %t.4
// RUN: diff %t.1 %t.4

//      CHECK:{{.*}}neg.mlir:6:3: 'toy.use': all ({{.*}}trace-steps.pat:{{[0-9]+}})
// CHECK-NEXT:  enter both ({{.*}}trace-steps.pat:{{[0-9]+}})
// CHECK-NEXT:    enter inner ({{.*}}trace-steps.pat:{{[0-9]+}})
// CHECK-NEXT:      create #1 'toy.neg' ({{.*}}trace-steps.pat:{{[0-9]+}})
// CHECK-NEXT:      operand #1 x = argument 0 of 'func.func' at {{.*}}neg.mlir:1:1
// CHECK-NEXT:    create #2 'toy.sum' ({{.*}}trace-steps.pat:{{[0-9]+}})
// CHECK-NEXT:    operand #2 x = argument 0 of 'func.func' at {{.*}}neg.mlir:1:1
// CHECK-NEXT:    operand #2 y = #1
// CHECK-NEXT:  clone #3 'toy.use' ({{.*}}trace-steps.pat:{{[0-9]+}})
// CHECK-NEXT:  operand #3 x = #2
// CHECK-NEXT:  update 'toy.use' at {{.*}}neg.mlir:6:3
// CHECK-NEXT:  operand 'toy.use' at {{.*}}neg.mlir:6:3 x = argument 0 of 'func.func' at {{.*}}neg.mlir:1:1
// CHECK-NEXT:  move 'toy.use' at {{.*}}neg.mlir:6:3 to before 'toy.neg' at {{.*}}neg.mlir:5:3
// CHECK-NEXT:  replace 'toy.neg' at {{.*}}neg.mlir:5:3 with #2
// CHECK-NEXT:  say done with 'toy.use'
// CHECK-NOT: 'toy.use': all

// JSON: {"pattern": "all", "file": "{{.*}}trace-steps.pat", "line": {{[0-9]+}}, "operation": "toy.use", "location": "{{.*}}neg.mlir:6:3", "pass": "steps", "stage": "once", "steps": [{"step": "enter", "depth": 0, "function": "both", "source": "{{.*}}"}, {"step": "enter", "depth": 1, "function": "inner"
// JSON-SAME: {"step": "operand", "depth": 1, "of": "#2", "name": "y", "value": "#1"}
// PLAIN: "pass": "steps", "stage": "once"}

use toy, func;

rewrite inner(x: value) -> toy.neg {
  return toy.neg(x);
}
rewrite both(x: value) -> toy.sum {
  return toy.sum(x, inner(x));
}
set steps {
  pattern all {
    match op = toy.use(toy.neg as n);
    match f = func.func of parent(op);
    let [x] = args(f.body);
    rewrite {
      let s = both(x);
      clone op (x = s);
      update op (x = x);
      move op before n;
      replace n with s;
      remark op "done with {op}";
    }
  }
}
pass steps on func.func { stage once: walk { steps } }
