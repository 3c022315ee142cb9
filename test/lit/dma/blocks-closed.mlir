// C2: a notification, and an instruction in between, close a block; pure operations do not.
// RUN: rookery-opt %s --lower-dma | FileCheck %s

// CHECK-LABEL: dma.kernel @first_notifies
// CHECK-COUNT-2: desc.trigger
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 1, notify = [7]}
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 1} {
// CHECK-LABEL: dma.kernel @second_notifies
// CHECK-COUNT-2: desc.trigger
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 1} {
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 1, notify = [7]}
// CHECK-LABEL: dma.kernel @call_between
// CHECK: desc.trigger
// CHECK-NEXT: func.call @other()
// CHECK-NEXT: desc.trigger
// CHECK-LABEL: dma.kernel @pure_between
// CHECK: desc.trigger
// CHECK-NOT: desc.trigger
// CHECK: entries = 2}
dma.kernel @first_notifies() {
  %m = bir.memory @m hbm {bytes = 64, address = 0}
  %0 = bir.ap %m pattern [[1, 8]] as bf16
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  bir.dma_copy %0 -> %1 {name = "a", engine = pool, queue = @q, notify = [7]}
  %2 = bir.ap %m pattern [[1, 8]] offset 16 as bf16
  bir.dma_copy %0 -> %2 {name = "b", engine = pool, queue = @q}
  bir.queue @q {engine = pool}
}
dma.kernel @second_notifies() {
  %m = bir.memory @m hbm {bytes = 64, address = 0}
  %0 = bir.ap %m pattern [[1, 8]] as bf16
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  bir.dma_copy %0 -> %1 {name = "a", engine = pool, queue = @q}
  %2 = bir.ap %m pattern [[1, 8]] offset 16 as bf16
  bir.dma_copy %0 -> %2 {name = "b", engine = pool, queue = @q, notify = [7]}
  bir.queue @q {engine = pool}
}
dma.kernel @call_between() {
  %m = bir.memory @m hbm {bytes = 64, address = 0}
  %0 = bir.ap %m pattern [[1, 8]] as bf16
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  bir.dma_copy %0 -> %1 {name = "a", engine = pool, queue = @q}
  func.call @other() : () -> ()
  %2 = bir.ap %m pattern [[1, 8]] offset 16 as bf16
  bir.dma_copy %0 -> %2 {name = "b", engine = pool, queue = @q}
  bir.queue @q {engine = pool}
}
dma.kernel @pure_between(%x: i32) -> i32 {
  %m = bir.memory @m hbm {bytes = 64, address = 0}
  %0 = bir.ap %m pattern [[1, 8]] as bf16
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  bir.dma_copy %0 -> %1 {name = "a", engine = pool, queue = @q}
  %y = arith.addi %x, %x : i32
  %2 = bir.ap %m pattern [[1, 8]] offset 16 as bf16
  bir.dma_copy %0 -> %2 {name = "b", engine = pool, queue = @q}
  bir.queue @q {engine = pool}
  dma.return %y : i32
}
func.func private @other()
