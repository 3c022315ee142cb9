// The decisions that are swept to a fixpoint give the same in a single sweep: the same pass under another name, with `walk`.
// RUN: rookery-opt %S/../../../examples/attention_qk.mlir --kernels-from-functions --penguin-to-bir > %t.greedy
// RUN: rookery-opt %S/../../../examples/attention_qk.mlir --kernels-from-functions --penguin-swept --patterns %s | diff %t.greedy -
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --kernels-from-functions --penguin-to-bir > %t.greedy
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --kernels-from-functions --penguin-swept --patterns %s | diff %t.greedy -
// RUN: FileCheck %s < %t.greedy
// CHECK: bir.dma_copy
use dma, penguin;
pass penguin_swept on dma.kernel {
  stage memories: walk { memories }
  stage lower: walk { empty_copy, copies, loops }
  stage check: walk { copy_checks, not_yet }
  ensures no penguin.*;
}
