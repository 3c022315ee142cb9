// What materialization takes for granted is checked: a queue, physical addresses, the family.
// RUN: rookery-opt %s --lower-dma --split-input-file --verify-diagnostics
dma.kernel @unbound() {
  %m = bir.memory @m hbm {bytes = 64, address = 0}
  %0 = bir.ap %m pattern [[1, 8]] as bf16
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  // expected-error@+1 {{this DMA has no queue: run bind-dma first}}
  bir.dma_copy %0 -> %1 {name = "a"}
}
// -----
dma.kernel @unallocated() {
  // expected-error@+1 {{memory 'm' has no physical address}}
  %m = bir.memory @m hbm {bytes = 64}
  %n = bir.memory @n hbm {bytes = 64, address = 0}
  %0 = bir.ap %n pattern [[1, 8]] as bf16
  // expected-note@+1 {{and is used here}}
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
}
// -----
dma.kernel @families() {
  %m = bir.memory @m hbm {bytes = 64, address = 0}
  %0 = bir.ap %m pattern [[1, 8]] as bf16
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  // expected-error@+1 {{DGE transpose must have 4D AP}}
  bir.dma_transpose %0 -> %1 {name = "t", engine = pool, queue = @q}
  %p = bir.ap %m pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  // expected-note@+1 {{run lower-dynamic-dma first}}
  %2 = bir.ap %m pattern [[1, 8]] offset %r as bf16
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %2 -> %1 {name = "c", engine = pool, queue = @q, oob = skip}
  bir.queue @q {engine = pool}
}
// -----
dma.kernel @level(%a: memref<64xbf16>) {
  // expected-error@+1 {{'penguin.access' may not be there before lower-dma}}
  %0 = penguin.access %a pattern [[1, 64]] as bf16 : memref<64xbf16>
}
// -----
dma.kernel @other_engine() {
  %m = bir.memory @m hbm {bytes = 64, address = 0}
  %0 = bir.ap %m pattern [[1, 8]] as bf16
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  // expected-error@+1 {{this DMA is bound to engine activation, but its queue 'q' to pool}}
  bir.dma_copy %0 -> %1 {name = "c", engine = activation, queue = @q}
  // expected-note@+1 {{the queue}}
  bir.queue @q {engine = pool}
}
// -----
// The clauses of dynamic DMAs hold for IR that no pass of ours has made.
dma.kernel @clauses(%r: !dma.register) {
  %m = bir.memory @m hbm {bytes = 64, address = 0}
  %n = bir.memory @n sbuf {partitions = 2, bytes = 4, address = 0}
  // expected-note@+1 {{the offset of this access is of a register that no instruction computes}}
  %0 = bir.ap %m pattern [[1, 2]] offset %r as bf16
  %1 = bir.ap %m pattern [[1, 2]] offset 8 as bf16
  // expected-error@+1 {{DGE's RegisterAP must be offset register}}
  bir.dma_copy %0 -> %1 {name = "a", engine = pool, queue = @q}
  %s = bir.read_var_addr %1 {name = "s"}
  %2 = bir.ap %m pattern [[1, 2]] offset %s as bf16
  // expected-error@+1 {{DGE must be enabled when dynamic src access in DMA is used}}
  bir.dma_copy %2 -> %1 {name = "b", engine = pool, queue = @q, dge_type = none}
  %3 = bir.ap %m pattern [[2, 4], [2, 1], [2, 1], [1, 2]] as uint8
  %4 = bir.ap %n pattern [[4, 1], [4, 1], [1, 4]] partition [4, 2] as uint8
  // expected-error@+1 {{a transpose is made by software DGE, but this one asks for HWDGE}}
  bir.dma_transpose %3 -> %4 {name = "t", engine = pool, queue = @q, dge_type = hwdge}
  bir.queue @q {engine = pool}
}
// -----
dma.kernel @by_index() {
  %m = bir.memory @m hbm {bytes = 64, address = 0}
  %n = bir.memory @n hbm {bytes = 64, address = 64}
  %i = bir.ap %n pattern [[1, 2]] as int32
  // expected-note@+1 {{run lower-dynamic-dma first}}
  %0 = bir.ap %m pattern [[1, 4]] as bf16 index %i
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %0 -> %1 {name = "c", engine = pool, queue = @q, indirect_dims = [4]}
  bir.queue @q {engine = pool}
}
// -----
// Triggers that somebody else wrote.
dma.kernel @lists() {
  bir.loop from 0 to 3 (%i) {
    // expected-error@+1 {{this trigger is reached 3 times, but lists 2 blocks}}
    desc.trigger @q fires [@q::@a, @q::@b] on pool
  }
  desc.queue @q engine pool qos default {
    desc.block @a id 0 { }
    desc.block @b id 1 { }
  }
}
