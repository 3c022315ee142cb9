// A15: the klr path's later pass. A load that is strided within each partition becomes a contiguous one to scratch and an
// on-chip copy with the strides; what cannot be done so stays as it is.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir=klr=true --legalize-strided-dma --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN --implicit-check-not=differ < %t
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir=klr=true --legalize-strided-dma --bind-dma --lower-dma --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOWERED --implicit-check-not=differ
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir=klr=true --legalize-strided-dma --target "trn2{sbuf_bytes=1088}" | FileCheck %s --check-prefix=SMALL
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir=klr=true --legalize-strided-dma --legalize-strided-dma | FileCheck %s

// 1 + 2 * (8 - 1) elements of each partition are loaded; the memory's name is that of the load.
// RAN: legalize-strided-dma: kernel 'every_other': 1 transfers before, 2 after
// LOWERED: lower-dma: kernel 'every_other': 2 transfers before, 2 after
// CHECK-LABEL: @every_other
// CHECK: bir.memory @mem sbuf {partitions = 64, bytes = 64}
// CHECK: %[[TO:.*]] = bir.ap %{{.*}} pattern {{\[\[}}1, 8]] partition [16, 64] as fp32
// CHECK: %[[SCRATCH:.*]] = bir.memory @"x-scratch" sbuf {partitions = 64, bytes = 60}
// CHECK-DAG: %[[WHOLE:.*]] = bir.ap %{{.*}} pattern {{\[\[}}16, 64], [1, 15]] offset 1 as fp32
// CHECK-DAG: %[[DENSE:.*]] = bir.ap %[[SCRATCH]] pattern {{\[\[}}1, 15]] partition [15, 64] as fp32
// CHECK: bir.dma_copy %[[WHOLE]] -> %[[DENSE]] {name = "x", dge_type = swdge, can_read_uninit}
// CHECK-NEXT: %[[PART:.*]] = bir.ap %[[SCRATCH]] pattern {{\[\[}}2, 8]] partition [15, 64] as fp32
// CHECK-NEXT: bir.dma_copy %[[PART]] -> %[[TO]] {name = "x-copy", dge_type = swdge}
// SMALL-LABEL: @every_other
// SMALL: {name = "x-copy"
func.func @every_other(%a: memref<64x16xf32>) {
  %t = memref.alloc() : memref<64x16xf32, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[16, 64], [2, 8]] offset 1 as fp32 : memref<64x16xf32>
  %1 = penguin.access %t pattern [[1, 8]] partition [16, 64] as fp32 : memref<64x16xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "x", dge_mode = swdge}
  return
}
// Backwards, in a loop, with a cast, from partition 32 on: the same partitions of the scratch, which is declared once.
// RAN: legalize-strided-dma: kernel 'backwards': 2 transfers before, 4 after
// LOWERED: lower-dma: kernel 'backwards'
// CHECK-LABEL: @backwards
// CHECK: bir.memory @"dma_copy-scratch" sbuf {partitions = 36, bytes = 28}
// CHECK-NEXT: bir.loop
// CHECK: bir.ap %{{.*}} pattern {{\[\[}}8, 4], [1, 7]] offset %{{.*}} * 32 + 1 as fp32
// CHECK: bir.ap %{{.*}} pattern {{\[\[}}1, 7]] partition [7, 4] offset 224 as fp32
// CHECK: bir.ap %{{.*}} pattern {{\[\[}}-2, 4]] partition [7, 4] offset 230 as fp32
// CHECK-NEXT: bir.dma_copy {{.*}} {name = "dma_copy-copy"}
func.func @backwards(%a: memref<64xf32>, %b: memref<36x4xbf16>) {
  %t = memref.alloc() : memref<36x4xbf16, #dma.space<sbuf>>
  penguin.loop from 0 to 2 (%i: index) {
    %0 = penguin.access %a pattern [[8, 4], [-2, 4]] offset 32 * %i + 7 as fp32 : memref<64xf32>
    %1 = penguin.access %t pattern [[1, 4]] partition [4, 4] offset 128 as bf16 : memref<36x4xbf16, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1
    penguin.end
  }
  return
}
// One run in each partition, whatever is between them: as it is. So are what starts in another partition than a multiple of
// 32, what does not load, and sides that go to the next partition at other elements.
// RAN: legalize-strided-dma: kernel 'as_they_are': 6 transfers before, 6 after
// CHECK-LABEL: @as_they_are
// CHECK-NOT: scratch
// CHECK: "unaligned"
// CHECK: dma.kernel
func.func @as_they_are(%a: memref<64x16xf32>, %b: memref<64x16xf32>) {
  %t = memref.alloc() : memref<64x16xf32, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[16, 64], [4, 2], [1, 4]] as fp32 : memref<64x16xf32>
  %1 = penguin.access %t pattern [[1, 8]] partition [16, 64] as fp32 : memref<64x16xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %1 -> %0
  %2 = penguin.access %b pattern [[16, 64], [2, 8]] as fp32 : memref<64x16xf32>
  penguin.dma_copy %0 -> %2
  penguin.dma_copy %1 -> %2
  %3 = penguin.access %a pattern [[2, 512]] as fp32 : memref<64x16xf32>
  penguin.dma_copy %3 -> %1
  %4 = penguin.access %a pattern [[16, 32], [2, 8]] as fp32 : memref<64x16xf32>
  %5 = penguin.access %t pattern [[1, 8]] partition [16, 32] offset 16 as fp32 : memref<64x16xf32, #dma.space<sbuf>>
  penguin.dma_copy %4 -> %5 {name = "unaligned"}
  return
}
// 1 + 2 * 255 elements in one partition of 1088 bytes, 512 of which are taken: 512 are left, 2044 are wanted.
// RAN: legalize-strided-dma: kernel 'large': 1 transfers before, 2 after
// CHECK-LABEL: @large
// CHECK: bir.memory @"y-scratch" sbuf {bytes = 1022}
// SMALL-LABEL: @large
// SMALL-NOT: scratch
// SMALL: {name = "y"}
func.func @large(%a: memref<512xbf16>) {
  %t = memref.alloc() : memref<1x256xbf16, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[2, 256]] as bf16 : memref<512xbf16>
  %1 = penguin.access %t pattern [[1, 256]] as bf16 : memref<1x256xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "y"}
  return
}
// The original's own instruction for it; the others are none, nor is a copy whose order counts.
// RAN: legalize-strided-dma: kernel 'loads': 3 transfers before, 4 after
// CHECK-LABEL: @loads
// CHECK: bir.load %{{.*}} -> %{{.*}} {name = "l", dma_qos = p0, can_read_uninit}
// CHECK-NEXT: bir.ap %{{.*}} pattern {{\[\[}}2, 4]] as uint8
// CHECK-NEXT: bir.dma_copy {{.*}} {name = "l-copy", dma_qos = p0, notify = [3]}
// CHECK-NEXT: bir.save {{.*}} {name = "s"}
// CHECK-NEXT: bir.dma_copy {{.*}} {name = "ordered", ordered}
dma.kernel @loads(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %t = bir.memory @t sbuf {bytes = 8}
  %0 = bir.ap %a pattern [[2, 4]] as uint8
  %1 = bir.ap %t pattern [[1, 4]] as uint8
  bir.load %0 -> %1 {name = "l", dma_qos = p0, notify = [3]}
  bir.save %0 -> %1 {name = "s"}
  bir.dma_copy %0 -> %1 {name = "ordered", ordered}
}
