// Another order of what is unrolled, from a user's file alone: the last index first.
// RUN: rookery-opt %S/Inputs/gather.mlir --bind-dma --unroll-dynamic-dma --patterns %s 2>/dev/null | FileCheck %s

// CHECK-LABEL: dma.kernel @gather
// CHECK: offset 4 as uint8
// CHECK-NEXT: bir.dma_copy {{.*}}{name = "g_0"
// CHECK: bir.dma_copy {{.*}}{name = "g_1"
override fn unrolled(nums: [int], _: [int]) -> [int] = reversed([k for k in 0 .. product(nums)]);
