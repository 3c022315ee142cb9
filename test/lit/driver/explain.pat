// `--explain` tells for each operation that a pass leaves why its patterns did not match: the first failed condition of the
// attempt that got furthest, the values in it, and the text of the author.
// DEFINE: %{opt} = rookery-opt %S/Inputs/explain.mlir --dialects %S/Inputs/toy.dialect --patterns %s --explained
// RUN: %{opt} > %t.plain
// RUN: %{opt} --explain > %t.out 2> %t.err
// RUN: diff %t.plain %t.out
// RUN: FileCheck %s --match-full-lines --strict-whitespace < %t.err
// RUN: %{opt} --explain=toy.sum,toy.b 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: %{opt} --explain=toy.use --trace-format=json -o %t.out 2>&1 | FileCheck %s --check-prefix=JSON
// The same on any number of threads.
// RUN: cat %S/../../../examples/attention_qk.mlir %S/../../../examples/mlp_store.mlir %S/../../../examples/mlp_weights.mlir > %t.mlir
// RUN: rookery-opt %t.mlir --dma --threads 1 --explain -o %t.out 2> %t.1
// RUN: rookery-opt %t.mlir --dma --threads 4 --explain -o %t.out 2> %t.4
// RUN: diff %t.1 %t.4
// RUN: FileCheck %s --check-prefix=DMA < %t.4
// RUN: not %{opt} --explain=toy.us 2>&1 | FileCheck %s --check-prefix=NAME

//      CHECK:{{.*}}explain.mlir:8:3: 'toy.use' was left by explained
// CHECK-NEXT:  {{.*}}explain.pat:[[# @LINE + 27]]  furthest: others > 3   [others = 3]
// CHECK-NEXT:  {{.*}}explain.pat:[[# @LINE + 32]]  by_function: 10 is too few   [g = 'func.func']   [in enough, line [[# @LINE + 16]]]
// CHECK-NEXT:  {{.*}}explain.pat:[[# @LINE + 35]]  by_type: the pattern does not fit: x = toy.neg(_)   [x = 'toy.sum']
// CHECK-NEXT:  {{.*}}explain.pat:[[# @LINE + 40]]  by_rewrite: an optional is absent: definition(y)
// CHECK-NOT:{{.*}}was left by{{.*}}
// NAMED: explain.mlir:2:3: 'toy.b' was left by explained
// NAMED-NEXT: no pattern of the pass takes such an operation
// NAMED: explain.mlir:6:3: 'toy.sum' was left by explained
// NAMED: explain.mlir:7:3: 'toy.sum' was left by explained
// NAMED-NOT: 'toy.use' was
// JSON: {"left": "toy.use", "location": "{{.*}}explain.mlir:8:3", "pass": "explained", "candidates": [{"pattern": "furthest", "file": "{{.*}}explain.pat", "line": {{[0-9]+}}, "reason": "others > 3", "condition": "others > 3", "values": {"others": "3"}}, {{.*}}"function": "enough", "function_line": {{[0-9]+}}}
// DMA: 'bir.dma_copy' was left by bind-dma
// NAME: error: --explain: unknown operation 'toy.us'; did you mean 'toy.use'?

use toy, func;

fn enough(n: int) -> bool {
  if n > 10 { true } else { fail "{n} is too few" }
}
set explained {
  // Of the operations named `n` the third one gets furthest: the first is no toy.a, the second has one use only.
  pattern furthest benefit 4 {
    match op = toy.use;
    match f = func.func of parent(op);
    match n = toy.a(y) in walk(f);
    let (uses, others) = (len(users(n.r)), len(users(y)));
    where uses > 1 else "{uses} uses";
    where others > 2 and others > 3;
    rewrite { erase op; }
  }
  pattern by_function benefit 3 {
    match op = toy.use;
    match g = func.func of parent(op);
    where enough(len(walk(g)));
    rewrite { erase op; }
  }
  pattern by_type benefit 2 {
    match op = toy.use(toy.neg(_));
    rewrite { erase op; }
  }
  pattern by_rewrite benefit 1 {
    match op = toy.use(toy.sum(toy.a(y), _));
    rewrite {
      let d = definition(y);
      replace y with d;
    }
  }
}
pass explained on func.func { stage once: walk { explained } }
