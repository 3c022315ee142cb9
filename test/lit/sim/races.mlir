// Transfers of different queues that nothing orders.
// RUN: rookery-sim %s --checksums > %t
// RUN: not rookery-sim %s --races 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: races.mlir:[[@LINE+11]]:3: error: 'bir.dma_copy' reads byte 0 of 'b' on another queue than 'bir.dma_copy', which writes it: nothing orders the two
// CHECK: races.mlir:[[@LINE+9]]:3: note: the other one
dma.kernel @read_after_write(%x: memref<4xi8>, %y: memref<4xi8>, %z: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, argument = 1}
  %c = bir.memory @c hbm {bytes = 4, argument = 2}
  bir.queue @p {engine = pool}
  bir.queue @q {engine = sp}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "first", queue = @p}
  bir.dma_copy %1 -> %0 {name = "second", queue = @q}
  dma.return
}

// One queue runs its transfers one after the other; two that touch other bytes need no order.
dma.kernel @fine(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  bir.queue @p {engine = pool}
  bir.queue @q {engine = sp}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "first", queue = @p}
  bir.dma_copy %1 -> %0 {name = "second", queue = @p}
  %2 = bir.ap %a pattern [[1, 4]] offset 4 as uint8
  %3 = bir.ap %b pattern [[1, 4]] offset 4 as uint8
  bir.dma_copy %2 -> %3 {name = "third", queue = @q}
  dma.return
}

// Reading is no race; writing what another queue has read is, also where the own queue has read it since.
// CHECK: error: 'bir.dma_copy' writes byte 1 of 'a' on another queue than 'bir.dma_copy', which reads it: nothing orders the two
dma.kernel @write_after_read(%x: memref<4xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  bir.queue @p {engine = pool}
  bir.queue @q {engine = sp}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  %2 = bir.ap %b pattern [[1, 4]] offset 4 as uint8
  bir.dma_copy %0 -> %1 {name = "first", queue = @p}
  bir.dma_copy %0 -> %2 {name = "second", queue = @q}
  %3 = bir.ap %b pattern [[1, 1]] offset 4 as uint8
  %4 = bir.ap %a pattern [[1, 1]] offset 1 as uint8
  bir.dma_copy %3 -> %4 {name = "third", queue = @q}
  dma.return
}

// Descriptors are of the queue whose trigger fires their block.
// CHECK: error: 'desc.copy' writes byte 0 of 'b' on another queue than 'desc.copy', which writes it: nothing orders the two
dma.kernel @blocks(%x: memref<4xi8>, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 4, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, address = 16, argument = 1}
  desc.trigger @p fires [@p::@b0] on pool
  desc.trigger @q fires [@q::@b0] on sp
  desc.queue @p engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = uint8}
    }
  }
  desc.queue @q engine sp qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 1}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = uint8}
    }
  }
  dma.return
}
