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
// The same through a gather: each trigger, block and descriptor of a clone says so, down to the transfer in the source.
// CHECK-LABEL: dma.kernel @g
// CHECK: desc.trigger {{.*}} loc(fused<"new_block">[fused<"source_location">[fused<"unroll_indices">[fused<"unassigned_is_swdge">[fused<"bind_queue">[fused<"default_engine">[fused<"offset_load">["{{[^"]*}}locations.mlir":[[# @LINE + 8]]:3
// CHECK: desc.copy {{.*}}{name = "g_0"} loc(fused<"new_block">[fused<"source_location">[fused<"unroll_indices">[{{.*}}fused<"offset_load">["{{[^"]*}}locations.mlir":[[# @LINE + 7]]:3
// CHECK-NEXT: }
// CHECK-SAME: loc(fused<"number">[fused<"new_block">[{{.*}}fused<"unroll_indices">[
func.func @g(%a: memref<16x2xi8>, %i: memref<2xi32>, %b: memref<2x2xi8>) {
  %0 = penguin.access %a pattern [[1, 2]] as uint8 : memref<16x2xi8>
  %1 = penguin.access %i pattern [[1, 2]] as int32 : memref<2xi32>
  %2 = penguin.access %b pattern [[1, 4]] as uint8 : memref<2x2xi8>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [2], is_offset_dma, name = "g"}
  return
}
