// C2, C10: a DMA joins an open block only if its trigger has the same predicates; and never one of another loop.
// RUN: rookery-opt %s --dma | FileCheck %s
// RUN: rookery-opt %s --dma --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"

// RAN-COUNT-4: verify-by-execution: lower-dma: kernel

// CHECK-LABEL: dma.kernel @same
// CHECK: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_0] on pool if %{{.*}}
// CHECK-NOT: desc.trigger
// CHECK: entries = 2
dma.kernel @same(%x: memref<8xi8>, %n: memref<1xi8> {dma.input = [2]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %w = bir.predicate %r - 1
  %0 = bir.ap %a pattern [[1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 2]] as uint8
  bir.dma_copy %0 -> %1 if %w {name = "c"}
  %2 = bir.ap %a pattern [[1, 2]] offset 4 as uint8
  %3 = bir.ap %b pattern [[1, 2]] offset 4 as uint8
  bir.dma_copy %2 -> %3 if %w {name = "d"}
  dma.return
}
// CHECK-LABEL: dma.kernel @others
// CHECK: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_0] on pool if %{{.*}}
// CHECK-NEXT: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_1] on pool if %{{.*}}
dma.kernel @others(%x: memref<8xi8>, %n: memref<1xi8> {dma.input = [2]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %v = bir.predicate %r - 1
  %w = bir.predicate %r - 3
  %0 = bir.ap %a pattern [[1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 2]] as uint8
  bir.dma_copy %0 -> %1 if %v {name = "c"}
  %2 = bir.ap %a pattern [[1, 2]] offset 4 as uint8
  %3 = bir.ap %b pattern [[1, 2]] offset 4 as uint8
  bir.dma_copy %2 -> %3 if %w {name = "d"}
  dma.return
}
// One without a predicate is not made to depend on that of the one before.
// CHECK-LABEL: dma.kernel @without
// CHECK: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_0] on pool if %{{.*}}
// CHECK-NEXT: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_1] on pool{{$}}
dma.kernel @without(%x: memref<8xi8>, %n: memref<1xi8> {dma.input = [2]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %w = bir.predicate %r - 3
  %0 = bir.ap %a pattern [[1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 2]] as uint8
  bir.dma_copy %0 -> %1 if %w {name = "c"}
  %2 = bir.ap %a pattern [[1, 2]] offset 4 as uint8
  %3 = bir.ap %b pattern [[1, 2]] offset 4 as uint8
  bir.dma_copy %2 -> %3 {name = "d"}
  dma.return
}
// CHECK-LABEL: dma.kernel @loops
// CHECK: bir.loop
// CHECK-NEXT: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_0, @q_pool_unassigned::@dma_block_1] on pool
// CHECK: bir.loop
// CHECK-NEXT: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_2, @q_pool_unassigned::@dma_block_3] on pool
dma.kernel @loops(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i * 2 as uint8
    %1 = bir.ap %b pattern [[1, 2]] offset %i * 2 as uint8
    bir.dma_copy %0 -> %1 {name = "c"}
  }
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i * 2 + 4 as uint8
    %1 = bir.ap %b pattern [[1, 2]] offset %i * 2 + 4 as uint8
    bir.dma_copy %0 -> %1 {name = "d"}
  }
  dma.return
}
