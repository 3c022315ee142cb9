// C12: locations say which patterns made an operation, and of what: the last pattern outermost, the source innermost.
// RUN: rookery-opt %s --dma --print-debuginfo | FileCheck %s

// CHECK: desc.trigger {{.*}} loc(fused<"reuse_open_block">[fused<"new_block">[fused<"bind_queue">[fused<"default_engine">[fused<"dma_copy">["{{[^"]*}}locations.mlir":[[# @LINE + 10]]:3{{.*}}locations.mlir":[[# @LINE + 11]]:3
// CHECK: desc.copy {{.*}} loc(fused<"new_block">[fused<"bind_queue">[fused<"default_engine">[fused<"dma_copy">["{{[^"]*}}locations.mlir":[[# @LINE + 9]]:3
// CHECK-NEXT: desc.copy {{.*}} loc(fused<"reuse_open_block">[fused<"bind_queue">[fused<"default_engine">[fused<"dma_copy">["{{[^"]*}}locations.mlir":[[# @LINE + 9]]:3
// CHECK: loc(fused<"number">[
// CHECK: desc.noop pool loc(fused<"noops">[
func.func @f(%a: memref<16xbf16>, %b: memref<16xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<16xbf16>
  %2 = penguin.access %a pattern [[1, 8]] offset 8 as bf16 : memref<16xbf16>
  %3 = penguin.access %b pattern [[1, 8]] offset 8 as bf16 : memref<16xbf16>
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %2 -> %3
  return
}
