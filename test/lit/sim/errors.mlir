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

// CHECK: errors.mlir:[[@LINE+4]]:3: error: elements of 1 and of 4 numbers cannot be cast to one another
func.func @cast(%a: memref<4xi8>, %b: memref<4xi32>) {
  %0 = penguin.access %a pattern [[1, 4]] as int8 : memref<4xi8>
  %1 = penguin.access %b pattern [[1, 4]] as fp8e4m3x4 : memref<4xi32>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK: error: a collective access needs replica groups
func.func @no_groups(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 8]] channel 1 as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK: error: core 1 is in two replica groups
func.func @two_groups(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 8]] channel 1 as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1 {replica_groups = [[0, 1], [1, 2]]}
  return
}

// CHECK: error: channel 2 of a replica group of 2 cores
func.func @no_member(%a: memref<8xi8>, %b: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 8]] channel 2 as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1 {replica_groups = [[0, 1]]}
  return
}

// CHECK: error: elements of type uint8 are not added to memory
dma.kernel @accumulate(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", mode = cce, cce_op = add}
  dma.return
}

// B.6: index 129 of rows of 512 elements, of 128 rows.
// CHECK: errors.mlir:[[@LINE+5]]:3: error: index 66048 out of bounds axis 0 size 65536
func.func @gather(%a: memref<128x512xf32>, %i: memref<64xi32> {dma.input = {step = 3}}, %b: memref<64x512xf32>) {
  %0 = penguin.access %a pattern [[1, 512]] as fp32 : memref<128x512xf32>
  %1 = penguin.access %i pattern [[1, 64]] as int32 : memref<64xi32>
  %2 = penguin.access %b pattern [[1, 32768]] as fp32 : memref<64x512xf32>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [512]}
  return
}

// CHECK: error: index 3 out of bounds axis 2 size 3
dma.kernel @max_index(%x: memref<8xi8>, %i: memref<2xi16> {dma.input = [2, 3]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint16
  %0 = bir.ap %a pattern [[1, 2]] as uint8 index %n {max_index = 3, indirect_dim = 2}
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.generic_indirect_load %0 -> %1 {name = "c", indirect_dims = [2]}
  dma.return
}

// CHECK: error: index 2 comes twice, but 'unique_indices' says that none does
func.func @twice(%a: memref<2xi32>, %i: memref<2xi32> {dma.input = [1, 1]}, %b: memref<8xi32>) {
  %0 = penguin.access %a pattern [[1, 2]] as int32 : memref<2xi32>
  %1 = penguin.access %i pattern [[1, 2]] as int32 : memref<2xi32>
  %2 = penguin.access %b pattern [[1, 1]] as int32 : memref<8xi32>
  penguin.indirect_rmw %0 -> %2 at %1 {generic_dims = [2], unique_indices}
  return
}

// CHECK: error: indices and registers are integers
func.func @float_index(%a: memref<2xi32>, %i: memref<2xf32>, %b: memref<8xi32>) {
  %0 = penguin.access %a pattern [[1, 2]] as int32 : memref<2xi32>
  %1 = penguin.access %i pattern [[1, 2]] as fp32 : memref<2xf32>
  %2 = penguin.access %b pattern [[1, 1]] as int32 : memref<8xi32>
  penguin.indirect_save %0 -> %2 at %1 {generic_dims = [1]}
  return
}

// CHECK: error: source moves 4 elements and destination 6
func.func @index_count(%a: memref<8xi32>, %i: memref<2xi32> {dma.input = [0, 1]}, %b: memref<8xi32>) {
  %0 = penguin.access %a pattern [[1, 2]] as int32 : memref<8xi32>
  %1 = penguin.access %i pattern [[1, 2]] as int32 : memref<2xi32>
  %2 = penguin.access %b pattern [[1, 6]] as int32 : memref<8xi32>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [2]}
  return
}

// CHECK: error: this transposes 4 dimensions, but its source has 2
dma.kernel @rank(%x: memref<4xi8>, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, argument = 1}
  %0 = bir.ap %a pattern [[2, 2], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_transpose %0 -> %1 {name = "c"}
  dma.return
}

// CHECK: error: source moves 3 elements and destination 8
dma.kernel @no_multiple(%x: memref<4xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 3]] as uint8
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  bir.dma_replicate %0 -> %1 {name = "c"}
  dma.return
}

// CHECK: error: dimension 0 has 5 elements, but its bound says 0 to 4
func.func @extent(%a: memref<8xi8>, %n: memref<1xi32> {dma.input = [5]}, %b: memref<8xi8>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[1, 4]] extent %r as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 4]] extent %r as uint8 : memref<8xi8>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK: error: 3 valid indices, but the index access has 2
dma.kernel @valid(%x: memref<8xi8>, %i: memref<2xi16> {dma.input = [0, 1]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint16
  %0 = bir.ap %a pattern [[1, 8]] as uint8
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  bir.indirect_copy %0 -> %1 at %n {name = "c", num_valid_indices = 3}
  dma.return
}

// CHECK: error: index 4 out of bounds axis 1 size 4
dma.kernel @local(%x: memref<8xi8>, %i: memref<2xi16> {dma.input = [0, 4]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint16
  %0 = bir.ap %a pattern [[1, 8]] as uint8
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  bir.indirect_copy %0 -> %1 at %n {name = "c", num_valid_indices = 2, num_elem_per_idx = 2}
  dma.return
}

// CHECK: error: location @l is used before anything says where it is
dma.kernel @location(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  %l = bir.memory @l hbm {bytes = 0, reference = @a}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0, reference = @l}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = uint8}
    }
  }
  dma.return
}

// CHECK: error: Access pattern out of bound: it reaches from byte 6 to 9 of 'a', which has 8
dma.kernel @patched_too_far(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  %l = bir.memory @l hbm {bytes = 0, reference = @a}
  desc.patch @l at 6
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0, reference = @l}, pairs = [[1, 4]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 4]], dtype = uint8}
    }
  }
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

