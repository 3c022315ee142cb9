// Attributes that are as by default are left out, in both forms, however they were written.
// RUN: rookery-opt %s | rookery-filecheck %s
// RUN: rookery-opt %s --print-op-generic | rookery-filecheck %s --check-prefix=GENERIC
func.func @f(%m: memref<8xf32>) {
  %a = penguin.access %m pattern [[1, 8]] offset 0 as fp32 : memref<8xf32>
  penguin.dma_copy %a -> %a {dge_mode = unknown, dma_qos = 0, strip_fp32r = false, replica_groups = []}
  penguin.loop from 0 to 2 step 1 (%i) {
  }
  return
}
// CHECK: %[[A:.*]] = penguin.access %arg0 pattern {{\[\[}}1, 8]] as fp32 : memref<8xf32>
// CHECK-NEXT: penguin.dma_copy %[[A]] -> %[[A]]{{$}}
// CHECK-NEXT: penguin.loop from 0 to 2 (%{{.*}}) {
// CHECK-NEXT: }
// GENERIC: "penguin.access"(%arg0) <{dtype = #dma.dtype<fp32>, pairs = {{\[\[}}1, 8]]}>
// GENERIC: "penguin.dma_copy"(%{{.*}}, %{{.*}}) : (!penguin.access, !penguin.access) -> ()
// GENERIC: "penguin.loop"() <{upper = 2 : i64}>
