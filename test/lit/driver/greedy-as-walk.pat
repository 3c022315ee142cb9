// The decisions that are swept to a fixpoint give the same in a single sweep: the same pass under another name, with `walk`.
// RUN: rookery-opt %S/../../../examples/attention_qk.mlir --kernels-from-functions --penguin-to-bir > %t.greedy
// RUN: rookery-opt %S/../../../examples/attention_qk.mlir --kernels-from-functions --penguin-swept --patterns %s | diff %t.greedy -
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --kernels-from-functions --penguin-to-bir > %t.greedy
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --kernels-from-functions --penguin-swept --patterns %s | diff %t.greedy -
// RUN: rookery-opt %S/../sim/indices.mlir --kernels-from-functions --penguin-to-bir=partial > %t.indices
// RUN: rookery-opt %S/../sim/indices.mlir --kernels-from-functions --penguin-swept=partial --patterns %s | diff %t.indices -
// RUN: rookery-opt %S/../sim/run-time.mlir --kernels-from-functions --penguin-to-bir > %t.run-time
// RUN: rookery-opt %S/../sim/run-time.mlir --kernels-from-functions --penguin-swept --patterns %s | diff %t.run-time -
// RUN: rookery-opt %S/../sim/cores.mlir --kernels-from-functions --penguin-to-bir > %t.cores
// RUN: rookery-opt %S/../sim/cores.mlir --kernels-from-functions --penguin-swept --patterns %s | diff %t.cores -
// RUN: FileCheck %s < %t.greedy
// CHECK: bir.dma_copy
use dma, penguin;
pass penguin_swept on dma.kernel {
  option gate: penguin.Gate = .prose;
  stage memories: walk { memories }
  stage empty: walk { empty_copy }
  stage cut: walk { cut_ragged }
  stage deal: walk { deal_out }
  stage registers: walk { registers }
  stage lower: walk { copies, transposes, indirect, rmw, compute, engine_ops, loops }
  stage check: walk { copy_checks, transpose_checks, rmw_checks, indirect_checks, engine_op_checks, compute_checks }
  ensures no penguin.*;
}
