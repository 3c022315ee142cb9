// Another place of the terminators, from a user's file alone: where the stream begins.
// RUN: rookery-opt %S/Inputs/two.mlir --dma --patterns %s --trace-patterns 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE < %t

// CHECK: dma.kernel
// CHECK-NEXT: desc.noop pool
// CHECK-NEXT: desc.noop activation
// CHECK-NEXT: desc.noop pe
// CHECK-NEXT: desc.noop dve
// CHECK: desc.trigger
// CHECK-NOT: desc.noop
// TRACE: two.mlir:1:1: 'dma.kernel': noops ({{.*}}user-terminators.pat:[[# @LINE + 2]])
use dma, desc;
override pattern noops {
  match k = dma.kernel;
  rewrite { at start of k.body { for e in target.data_path_engines { desc.noop() { engine = e }; } } }
}
