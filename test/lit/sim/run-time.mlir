// What is known when the program runs: registers, extents, predicates, locations, prints. Argument 0 counts up from 00.
// RUN: rookery-sim %s --counting --hexdump | FileCheck %s

// A register gives an offset.
// CHECK-LABEL: kernel @offset
// CHECK: arg2
// CHECK-NEXT: 0000 03 04 82 83
func.func @offset(%a: memref<8xi8>, %n: memref<2xi32> {dma.input = [9, 3]}, %b: memref<4xi8>) {
  %p = penguin.access %n pattern [[1, 1]] offset 1 as int32 : memref<2xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[1, 2]] offset %r as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 2]] as uint8 : memref<4xi8>
  penguin.dma_copy %0 -> %1
  return
}

// It is read where it stands: what is written to its memory later changes nothing.
// CHECK-LABEL: kernel @read_before
// CHECK: arg2
// CHECK-NEXT: 0000 03 04 06 07
func.func @read_before(%a: memref<8xi8>, %n: memref<2xi8> {dma.input = [3, 6]}, %b: memref<4xi8>) {
  %p = penguin.access %n pattern [[1, 1]] as uint8 : memref<2xi8>
  %q = penguin.access %n pattern [[1, 1]] offset 1 as uint8 : memref<2xi8>
  %r = penguin.read_tensor_ptr %p
  penguin.dma_copy %q -> %p
  %s = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[1, 2]] offset %r as uint8 : memref<8xi8>
  %1 = penguin.access %a pattern [[1, 2]] offset %s as uint8 : memref<8xi8>
  %2 = penguin.access %b pattern [[1, 2]] as uint8 : memref<4xi8>
  %3 = penguin.access %b pattern [[1, 2]] offset 2 as uint8 : memref<4xi8>
  penguin.dma_copy %0 -> %2
  penguin.dma_copy %1 -> %3
  return
}

// So many rows as a register says, of at most four: two.
// CHECK-LABEL: kernel @extent
// CHECK: arg2
// CHECK-NEXT: 0000 00 01 02 03 84 85 86 87
func.func @extent(%a: memref<4x2xi8>, %n: memref<1xi32> {dma.input = [2]}, %b: memref<4x2xi8>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[2, 4], [1, 2]] extent %r as uint8 : memref<4x2xi8>
  %1 = penguin.access %b pattern [[2, 4], [1, 2]] extent %r as uint8 : memref<4x2xi8>
  penguin.dma_copy %0 -> %1
  return
}

// And so many columns: one.
// CHECK-LABEL: kernel @columns
// CHECK: arg2
// CHECK-NEXT: 0000 00 81 02 83
func.func @columns(%a: memref<2x2xi8>, %n: memref<1xi32> {dma.input = [1]}, %b: memref<2x2xi8>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[2, 2], [1, 2]] extent %r as uint8 {extent_dim = 1} : memref<2x2xi8>
  %1 = penguin.access %b pattern [[2, 2], [1, 2]] extent %r as uint8 {extent_dim = 1} : memref<2x2xi8>
  penguin.dma_copy %0 -> %1
  return
}

// A predicate on a register: the copies for which i < 2.
// CHECK-LABEL: kernel @predicate
// CHECK: arg2
// CHECK-NEXT: 0000 00 01 82 83
func.func @predicate(%a: memref<4xi8>, %n: memref<1xi32> {dma.input = [2]}, %b: memref<4xi8>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  penguin.loop from 0 to 4 (%i) {
    %0 = penguin.access %a pattern [[1, 1]] offset %i as uint8 : memref<4xi8>
    %1 = penguin.access %b pattern [[1, 1]] offset %i as uint8 : memref<4xi8>
    %2 = penguin.predicate %r - %i - 1
    penguin.dma_copy %0 -> %1 if %2
  }
  return
}

// Registers in BIR, and what is computed from them: 2 * 2 + 1.
// CHECK-LABEL: kernel @register
// CHECK: arg2
// CHECK-NEXT: 0000 05 06 82 83
dma.kernel @register(%x: memref<8xi8>, %i: memref<1xi32> {dma.input = [2]}, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 4, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  %s = bir.register_alu %r {name = "s", mul = 2, add = 1}
  %0 = bir.ap %a pattern [[1, 2]] offset %s as uint8
  %1 = bir.ap %b pattern [[1, 2]] as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}

// Out of bounds by a register, and left out: elements 3 to 6 of five.
// CHECK-LABEL: kernel @left_out
// CHECK: arg2
// CHECK-NEXT: 0000 03 04 82 83
dma.kernel @left_out(%x: memref<5xi8>, %i: memref<1xi32> {dma.input = [3]}, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 5, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 4, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[1, 4]] offset %r as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", oob = skip}
  dma.return
}

// A location is read when the block is fired: the first firing sees 1, the second 4, and 2 bytes further on each.
// CHECK-LABEL: kernel @location
// CHECK: arg1
// CHECK-NEXT: 0000 03 04 06 07
dma.kernel @location(%x: memref<8xi8>, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, address = 16, argument = 1}
  %l = bir.memory @l hbm {bytes = 0, reference = @a}
  bir.loop from 0 to 2 (%i) {
    desc.patch @l at %i * 3 + 1
    desc.trigger @q fires [@q::@b0, @q::@b1] on pool
  }
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 2, reference = @l}, pairs = [[1, 2]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 2]], dtype = uint8}
    }
    desc.block @b1 id 1 {
      desc.copy {space = hbm, address = {byte = 2, reference = @l}, pairs = [[1, 2]], dtype = uint8} -> {space = hbm, address = {byte = 18}, pairs = [[1, 2]], dtype = uint8}
    }
  }
  dma.return
}

// A trigger whose predicate does not hold leaves out the block of its iteration: the first.
// CHECK-LABEL: kernel @trigger
// CHECK: arg1
// CHECK-NEXT: 0000 40 41 00 01
dma.kernel @trigger(%x: memref<4xi8>, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 4, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, address = 16, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %p = bir.predicate %i - 1
    desc.trigger @q fires [@q::@b0, @q::@b1] on pool if %p
  }
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 2}, pairs = [[1, 2]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 2]], dtype = uint8}
    }
    desc.block @b1 id 1 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 2]], dtype = uint8} -> {space = hbm, address = {byte = 18}, pairs = [[1, 2]], dtype = uint8}
    }
  }
  dma.return
}

// Elements are printed as numbers are written.
// CHECK-LABEL: kernel @print
// CHECK-NEXT: print "x\n": 0100 0302
// CHECK-NEXT: print "": 03
func.func @print(%a: memref<2xi16>) {
  %0 = penguin.access %a pattern [[1, 2]] as uint16 : memref<2xi16>
  penguin.print %0 {prefix = "x\0A"}
  %1 = penguin.access %a pattern [[1, 1]] offset 3 as uint8 : memref<2xi16>
  penguin.print %1
  return
}
