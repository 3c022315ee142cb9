// What ends a run, with its numbers. Every kernel is reported. Offsets are sums whose bounds are not known without
// running; others are checked before.
// RUN: not rookery-sim %s 2>&1 | FileCheck %s
// RUN: not rookery-sim %s --kernel unwritten 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=error:

// ONE: error: 'penguin.dma_copy' reads byte 2 of 'mem0', which nothing wrote

// CHECK: errors.mlir:[[@LINE+3]]:5: error: Access pattern out of bound: it reaches from element 5 to 8 of 'arg0', which has 8
func.func @beyond(%a: memref<8xi8>, %b: memref<8xi8>) {
  penguin.loop from 2 to 4 (%i) {
    %0 = penguin.access %a pattern [[1, 4]] offset %i mod 2 + (%i + 1) mod 2 + 4 as uint8 : memref<8xi8>
    %1 = penguin.access %b pattern [[1, 4]] as uint8 : memref<8xi8>
    penguin.dma_copy %0 -> %1
  }
  return
}

// CHECK: errors.mlir:[[@LINE+4]]:5: error: Access pattern out of bound: it reaches from element -1 to 2 of 'arg1', which has 8
func.func @before(%a: memref<8xi8>, %b: memref<8xi8>) {
  penguin.loop from 2 to 4 (%i) {
    %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
    %1 = penguin.access %b pattern [[1, 4]] offset %i mod 2 + (%i + 1) mod 2 - 2 as uint8 : memref<8xi8>
    penguin.dma_copy %0 -> %1
  }
  return
}

// CHECK: error: Access pattern out of bound: it reaches from partition 1 to 2 of 'arg1', which has 2
func.func @partition(%a: memref<8xi8>, %b: memref<2x4xi8, #dma.space<sbuf>>) {
  penguin.loop from 2 to 4 (%i) {
    %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
    %1 = penguin.access %b pattern [[1, 2]] partition [4, 2] offset %i mod 2 * 4 + (%i + 1) mod 2 * 4 as uint8 : memref<2x4xi8, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1
  }
  return
}

// CHECK: error: Access pattern out of bound: it reaches from byte 2 to 5 of a partition of 'arg1', which has 4
func.func @wraps(%a: memref<8xi8>, %b: memref<2x4xi8, #dma.space<sbuf>>) {
  penguin.loop from 2 to 4 (%i) {
    %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
    %1 = penguin.access %b pattern [[1, 4]] offset %i mod 2 * 2 + (%i + 1) mod 2 * 2 as uint8 : memref<2x4xi8, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1
  }
  return
}

// CHECK: error: a stride across partitions of 'arg1' is a multiple of their 4 elements, but this is 3
func.func @across(%a: memref<8xi8>, %b: memref<2x4xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 2]] partition [3, 2] as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK: errors.mlir:[[@LINE+8]]:3: error: 'penguin.dma_copy' reads byte 2 of 'mem0', which nothing wrote
func.func @unwritten(%a: memref<8xi8>, %b: memref<8xi8>) {
  %t = memref.alloc() : memref<8xi8>
  %0 = penguin.access %a pattern [[1, 2]] as uint8 : memref<8xi8>
  %1 = penguin.access %t pattern [[1, 2]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %t pattern [[1, 3]] as uint8 : memref<8xi8>
  %3 = penguin.access %b pattern [[1, 3]] as uint8 : memref<8xi8>
  penguin.dma_copy %2 -> %3
  return
}

// CHECK: error: 'penguin.dma_copy' from int8 to uint8 has no semantics yet: casts cannot be executed
func.func @cast(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 8]] as int8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK: error: 'penguin.dma_transpose' has no semantics: it cannot be executed
func.func @transpose(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 8]] as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.dma_transpose %0 -> %1 {y_size = 2}
  return
}

// CHECK: error: 'penguin.access' with channel = {{.*}} has no semantics: it cannot be executed
func.func @collective(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 8]] channel 1 as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK: error: 'bir.dma_copy' with mode = cce has no semantics: it cannot be executed
dma.kernel @accumulate(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", mode = cce, cce_op = add}
  dma.return
}

// CHECK: error: 'bir.dma_copy' with oob = skip has no semantics: it cannot be executed
dma.kernel @skip(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", oob = skip}
  dma.return
}

// CHECK: error: source moves 4 elements and destination 3
dma.kernel @counts(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 3]] as uint8
  bir.load %0 -> %1 {name = "c"}
  dma.return
}

// CHECK: error: memory 'a' ends at byte 229380, but sbuf has 229376
dma.kernel @capacity(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a sbuf {partitions = 2, bytes = 8, address = 229372}
  dma.return
}

// CHECK: error: this trigger is reached again, but has fired all of its 1 blocks
dma.kernel @too_often(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  bir.loop from 0 to 2 (%i) {
    desc.trigger @q fires [@q::@b0] on pool
  }
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = uint8}
    }
  }
  dma.return
}

// CHECK: error: this trigger lists 2 blocks, but fired 1 of them
dma.kernel @left_over(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0, @q::@b1] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = uint8}
    }
    desc.block @b1 id 1 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = uint8}
    }
  }
  dma.return
}

// CHECK: error: byte 8 of 'hbm' is in no memory of this kernel
dma.kernel @nowhere(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 6}, pairs = [[1, 4]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 4]], dtype = uint8}
    }
  }
  dma.return
}

// CHECK: error: Access pattern out of bound: it reaches from byte -2 to 1 of 'hbm', which has 25769803776
dma.kernel @negative(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = -2}, pairs = [[1, 4]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 4]], dtype = uint8}
    }
  }
  dma.return
}

