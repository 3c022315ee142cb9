// DMA instructions in their normal form, and dealt out where that is cheaper: each descriptor is an instruction with a
// name of its own. Only plain copies are touched.
// RUN: rookery-opt %s --canonicalize-ap | FileCheck %s
// RUN: rookery-opt %s --canonicalize-ap=choose > %t && FileCheck %s --check-prefix=BEST < %t
// RUN: rookery-opt %s "--canonicalize-ap=engine=egraph choose=true" | diff %t -
// RUN: rookery-opt %s --target "trn2{engines=1}" --canonicalize-ap=choose | FileCheck %s --check-prefix=ONE

// CHECK:      %3 = bir.ap %0 pattern {{\[\[}}4096, 7], [1, 4096]] as bf16
// CHECK-NEXT: %4 = bir.ap %1 pattern {{\[\[}}4096, 7], [1, 4096]] as bf16
// CHECK-NEXT: bir.ap %0 pattern {{\[\[}}1, 28672]] as bf16
// CHECK-NEXT: bir.ap %1 pattern {{\[\[}}1, 28672]] as bf16
// CHECK-NEXT: bir.dma_copy %{{.*}} {name = "long"}
// CHECK-NEXT: bir.ap %0 pattern {{\[\[}}1, 8]] as bf16
// CHECK-NEXT: bir.ap %1 pattern {{\[\[}}1, 8]] as bf16
// CHECK-NEXT: bir.dma_copy %{{.*}} {name = "short"}
// CHECK:      bir.ap %2 pattern {{\[\[}}1, 64]] partition [2048, 128] as bf16
// CHECK-NEXT: bir.dma_copy %{{.*}} {name = "long_0"}
// In order is as it is written; so is what a DMA computes, and what it looks up.
// CHECK-NEXT: bir.dma_copy %3 -> %4 {name = "ordered", ordered}
// CHECK-NEXT: bir.dma_copy %3 -> %4 {name = "sum", mode = cce, cce_op = add}

// Sixteen pieces of 3584 bytes, at ascending places. Names that are taken are not given again.
// BEST:       bir.ap %0 pattern {{\[\[}}1, 448]] as uint64
// BEST-NEXT:  bir.ap %1 pattern {{\[\[}}1, 448]] as uint64
// BEST-NEXT:  bir.dma_copy %{{.*}} {name = "long_1"}
// BEST-NEXT:  bir.ap %0 pattern {{\[\[}}1, 448]] offset 448 as uint64
// BEST-NEXT:  bir.ap %1 pattern {{\[\[}}1, 448]] offset 448 as uint64
// BEST-NEXT:  bir.dma_copy %{{.*}} {name = "long_2"}
// BEST:       offset 6720 as uint64
// BEST-NEXT:  offset 6720 as uint64
// BEST-NEXT:  bir.dma_copy %{{.*}} {name = "long_16"}
// BEST-NEXT:  bir.ap %0 pattern {{\[\[}}1, 8]] as bf16
// BEST:       {name = "short"}
// Eight partitions each: 8192 elements of eight bytes are sixteen partitions of 512.
// BEST-NEXT:  bir.ap %0 pattern {{\[\[}}32, 8], [1, 16]] as uint64
// BEST-NEXT:  bir.ap %2 pattern {{\[\[}}1, 16]] partition [512, 8] as uint64
// BEST-NEXT:  bir.dma_copy %{{.*}} {name = "long_0_0"}
// BEST-NEXT:  bir.ap %0 pattern {{\[\[}}32, 8], [1, 16]] offset 256 as uint64
// BEST-NEXT:  bir.ap %2 pattern {{\[\[}}1, 16]] partition [512, 8] offset 4096 as uint64
// BEST:       {name = "long_0_15"}
// BEST:       {name = "ordered", ordered}
// BEST-NEXT:  {name = "sum", mode = cce, cce_op = add}
// BEST-NOT:   bir.dma_copy

// With one engine there is nobody to deal out to.
// ONE-COUNT-5: bir.dma_copy
// ONE-NOT:     bir.dma_copy
dma.kernel @k() {
  %a = bir.memory @a hbm {bytes = 65536}
  %b = bir.memory @b hbm {bytes = 65536}
  %s = bir.memory @s sbuf {partitions = 128, bytes = 4096}
  %0 = bir.ap %a pattern [[4096, 7], [1, 4096]] as bf16
  %1 = bir.ap %b pattern [[4096, 7], [1, 4096]] as bf16
  bir.dma_copy %0 -> %1 {name = "long"}
  %2 = bir.ap %a pattern [[1, 8]] as bf16
  %3 = bir.ap %b pattern [[1, 8]] as bf16
  bir.dma_copy %2 -> %3 {name = "short"}
  %4 = bir.ap %a pattern [[128, 128], [1, 64]] as bf16
  %5 = bir.ap %s pattern [[1, 64]] partition [2048, 128] as bf16
  bir.dma_copy %4 -> %5 {name = "long_0"}
  bir.dma_copy %0 -> %1 {name = "ordered", ordered}
  bir.dma_copy %0 -> %1 {name = "sum", mode = cce, cce_op = add}
  dma.return
}
