// A15: two routes from penguin to bir, that of this compiler and klr's. Simple copies come out alike but for QoS, which klr
// leaves at its default; what the gate calls complicated klr attaches as it stands. The bytes are the same.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution 2> %t.ran -o %t.penguin
// RUN: FileCheck %s --check-prefix=RAN --implicit-check-not=differ < %t.ran
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir=klr=true --verify-by-execution 2> %t.ran -o %t.klr
// RUN: FileCheck %s --check-prefixes=RAN,KLR-RAN --implicit-check-not=differ < %t.ran
// RUN: FileCheck %s --check-prefixes=BOTH,PENGUIN < %t.penguin
// RUN: FileCheck %s --check-prefixes=BOTH,KLR < %t.klr
// RUN: rookery-sim %t.penguin --seed 3 --checksums > %t.bytes
// RUN: rookery-sim %t.klr --seed 3 --checksums | diff - %t.bytes
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir=klr=true --trace-patterns=steps -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRACE

// RAN: penguin-to-bir: kernel 'simple'
// BOTH-LABEL: @simple
// BOTH: %[[A:.*]] = bir.ap %{{.*}} pattern {{\[\[}}1, 64]] as bf16
// BOTH-NEXT: %[[B:.*]] = bir.ap %{{.*}} pattern {{\[\[}}1, 64]] as bf16
// BOTH-NEXT: bir.dma_copy %[[A]] -> %[[B]] {name = "plain", dge_type = swdge, replica_groups = {{\[\[}}0, 1]]}
// BOTH: bir.ap %{{.*}} pattern {{\[\[}}1, 64]] as bf16
// BOTH-NEXT: bir.ap %{{.*}} pattern {{\[\[}}1, 64]] as bf16
// PENGUIN-NEXT: bir.dma_copy {{.*}} {name = "served", dge_type = hwdge, dma_qos = p1}
// KLR-NEXT: bir.dma_copy {{.*}} {name = "served", dge_type = hwdge}
// BOTH: bir.loop from 0 to 4
// BOTH: bir.dma_copy {{.*}} if {{.*}} {name = "masked"}
func.func @simple(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 64]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 64]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1 {name = "plain", dge_mode = swdge, replica_groups = [[0, 1]]}
  penguin.dma_copy %0 -> %1 {name = "served", dge_mode = hwdge, dma_qos = 3}
  penguin.loop from 0 to 4 (%i: index) {
    %2 = penguin.access %a pattern [[1, 16]] offset 16 * %i as bf16 : memref<64xbf16>
    %3 = penguin.access %b pattern [[1, 16]] offset 48 - 16 * %i as bf16 : memref<64xbf16>
    %4 = penguin.predicate 10 dims [-1]
    penguin.dma_copy %2 -> %3 if %4 {name = "masked"}
    penguin.end
  }
  return
}
// What the gate reshapes, cuts and deals out is one copy of klr's.
// RAN: penguin-to-bir: kernel 'complicated'
// KLR-RAN-SAME: 3 transfers before, 3 after
// BOTH-LABEL: @complicated
// PENGUIN: bir.ap %{{.*}} pattern {{\[\[}}1, 32]] as bf16
// PENGUIN-NEXT: bir.ap %{{.*}} pattern {{\[\[}}1, 32]] as bf16
// PENGUIN-NEXT: bir.dma_copy {{.*}} {name = "merges"}
// PENGUIN: {name = "ragged"}
// PENGUIN: {name = "ragged_0"}
// PENGUIN: {name = "five"}
// PENGUIN: {name = "five_0"}
// KLR: bir.ap %{{.*}} pattern {{\[\[}}8, 4], [1, 8]] as bf16
// KLR-NEXT: bir.ap %{{.*}} pattern {{\[\[}}1, 32]] as bf16
// KLR-NEXT: bir.dma_copy {{.*}} {name = "merges"}
// KLR: bir.ap %{{.*}} pattern {{\[\[}}16, 2], [1, 6]] as bf16
// KLR-NEXT: bir.ap %{{.*}} pattern {{\[\[}}6, 3], [1, 4]] offset 32 as bf16
// KLR-NEXT: bir.dma_copy {{.*}} {name = "ragged"}
// KLR: bir.ap %{{.*}} pattern {{\[\[}}256, 2], [64, 2], [16, 2], [4, 2], [2, 2]] as bf16
// KLR-NEXT: bir.ap %{{.*}} pattern {{\[\[}}512, 2], [128, 2], [32, 2], [8, 2], [2, 2]] offset 64 as bf16
// KLR-NEXT: bir.dma_copy {{.*}} {name = "five"}
// KLR-NOT: bir.dma_copy
// BOTH: dma.kernel
func.func @complicated(%a: memref<1024xbf16>, %b: memref<1024xbf16>) {
  %0 = penguin.access %a pattern [[8, 4], [1, 8]] as bf16 : memref<1024xbf16>
  %1 = penguin.access %b pattern [[1, 32]] as bf16 : memref<1024xbf16>
  penguin.dma_copy %0 -> %1 {name = "merges"}
  %2 = penguin.access %a pattern [[16, 2], [1, 6]] as bf16 : memref<1024xbf16>
  %3 = penguin.access %b pattern [[6, 3], [1, 4]] offset 32 as bf16 : memref<1024xbf16>
  penguin.dma_copy %2 -> %3 {name = "ragged"}
  %4 = penguin.access %a pattern [[256, 2], [64, 2], [16, 2], [4, 2], [2, 2]] as bf16 : memref<1024xbf16>
  %5 = penguin.access %b pattern [[512, 2], [128, 2], [32, 2], [8, 2], [2, 2]] offset 64 as bf16 : memref<1024xbf16>
  penguin.dma_copy %4 -> %5 {name = "five"}
  return
}
// All else goes the same way; no class of service is bound, in no family.
// RAN: penguin-to-bir: kernel 'others'
// BOTH-LABEL: @others
// BOTH: bir.generic_indirect_load
// BOTH: mode = cce, cce_op = add
// PENGUIN: {name = "t", dma_qos = p0, mode = transpose, transpose_op = xzyw}
// KLR: {name = "t", mode = transpose, transpose_op = xzyw}
func.func @others(%a: memref<16x32xf32>, %i: memref<3xi32> {dma.input = [2, 0, 2]}, %b: memref<16x32xf32>) {
  %t = memref.alloc() : memref<32x16xf32, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[1, 32]] as fp32 : memref<16x32xf32>
  %1 = penguin.access %b pattern [[32, 3], [1, 32]] as fp32 : memref<16x32xf32>
  %2 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  penguin.indirect_load %0 -> %1 at %2 {generic_dims = [32]}
  %3 = penguin.access %b pattern [[1, 32]] as fp32 : memref<16x32xf32>
  %4 = penguin.access %a pattern [[32, 3], [1, 32]] as fp32 : memref<16x32xf32>
  penguin.indirect_rmw %4 -> %3 at %2 {generic_dims = [32]}
  %5 = penguin.access %a pattern [[32, 16], [1, 32]] as fp32 : memref<16x32xf32>
  %6 = penguin.access %t pattern [[1, 16]] partition [16, 32] as fp32 : memref<32x16xf32, #dma.space<sbuf>>
  penguin.dma_transpose %5 -> %6 {y_size = 1, name = "t", dma_qos = 2}
  return
}

// One leaf allocates and sets; there is no base, no gate, no reshape.
// TRACE: 'penguin.dma_copy': klr_dma_copy
// TRACE-NOT: base_dma_copy
// TRACE: create #{{.*}} 'bir.dma_copy'
// TRACE-NOT: dma_qos
// TRACE: replace
