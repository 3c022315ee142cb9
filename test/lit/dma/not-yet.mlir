// What no pattern lowers is an error at the operation, and only there; '{partial}' leaves what has no check of its own.
// RUN: rookery-opt %S/Inputs/foreign.mlir --allow-unregistered-dialect --penguin-to-bir=partial | FileCheck %s --check-prefix=PARTIAL
// RUN: not rookery-opt %S/Inputs/foreign.mlir --allow-unregistered-dialect --penguin-to-bir 2>&1 | FileCheck %s --check-prefix=WHOLE

// PARTIAL: penguin.access
// PARTIAL: bir.dma_copy
// PARTIAL: "other.use"
// WHOLE: foreign.mlir:4:3: error: 'penguin.access' was not lowered by penguin-to-bir
// WHOLE-NOT: error:
