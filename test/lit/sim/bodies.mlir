// Operations of a user's dialect file, whose meaning is a body. Argument 0 counts up from 00, argument 1 from 40.
// RUN: rookery-sim %s --dialects %S/Inputs/bodies.dialect --counting --hexdump --trace | FileCheck %s

// Element by element in the order of the walk, whatever the types are.
// CHECK-LABEL: kernel @increments
// CHECK-NEXT: bodies.mlir:[[#@LINE+10]]:3: user.inc: 3 elements loaded, 3 stored
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 04 00 03 00 02 00 46 47
dma.kernel @increments(%x: memref<8xi8>, %y: memref<4xi16>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[-1, 3]] offset 3 as uint8
  %1 = bir.ap %b pattern [[1, 3]] as int16
  user.inc %0 -> %1
  dma.return
}

// In partitions, where runs end. 3.0 is 4200 in fp16; then the high bytes are 6, 2 and 1 more.
// CHECK-LABEL: kernel @partitions
// CHECK:      arg0
// CHECK-NEXT: 0:0000 00 42 00 48
// CHECK-NEXT: 1:0000 00 42 00 44
// CHECK-NEXT: 2:0000 00 42 00 43
dma.kernel @partitions(%x: memref<3x4xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a sbuf {partitions = 3, bytes = 4, argument = 0}
  %rows = bir.ap %a pattern [[1, 2]] partition [2, 3] as fp16
  %three = arith.constant 3.0 : f32
  user.fill %three -> %rows : f32
  %all = bir.ap %a pattern [[2, 1]] partition [4, 3] offset 3 as uint8
  %two = bir.ap %a pattern [[2, 1]] partition [4, 2] offset 3 as uint8
  %one = bir.ap %a pattern [[2, 1]] offset 3 as uint8
  user.add %all by 1
  user.add %two by 1
  user.add %one by 4
  dma.return
}

// Bytes 6, 5, 4, 3 say where elements 0 to 3 go; 5 is -1 and skipped.
// CHECK-LABEL: kernel @scatters
// CHECK:      arg0
// CHECK-NEXT: 0000 00 01 02 03 04 ff 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 40 41 42 03 02 45 00 47
dma.kernel @scatters(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %m1 = arith.constant -1 : i8
  %fifth = bir.ap %a pattern [[1, 1]] offset 5 as int8
  user.put %m1 -> %fifth : i8
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %a pattern [[-1, 4]] offset 6 as int8
  %2 = bir.ap %b pattern [[1, 8]] as uint8
  user.scatter %0 at %1 -> %2
  dma.return
}

// Results are of the types of values: 0 + 1 + 2 + 3 is 6, the greatest is 3. -6.3333 is c655 in fp16, and less than 0 in
// fp32; the last element is 12.0 / 2, bytes 18 to 1b were never touched.
// CHECK-LABEL: kernel @floats
// CHECK:      arg1
// CHECK-NEXT: 0000 00 00 00 00 00 00 00 00 00 00 00 00 00 00 c0 40
// CHECK-NEXT: 0010 55 c6 55 c6 55 c6 55 c6 58 59 5a 5b 00 00 40 40
dma.kernel @floats(%x: memref<8xi8>, %y: memref<8xf32>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 32, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %most, %sum = user.reduce %0 : i16, f32
  %third = arith.constant 0.33333334 : f32
  %5 = arith.addf %sum, %third : f32
  %6 = arith.negf %5 : f32
  %1 = bir.ap %b pattern [[1, 3]] as fp32
  user.fill %6 -> %1 : f32
  %2 = bir.ap %b pattern [[1, 4]] offset 8 as fp16
  user.fill %6 -> %2 : f32
  %two = arith.constant 2.0 : f32
  %twice = arith.mulf %sum, %two : f32
  %3 = bir.ap %b pattern [[1, 1]] offset 3 as fp32
  user.fill %twice -> %3 : f32
  %4 = bir.ap %b pattern [[1, 4]] as fp32
  user.half %4
  %7 = bir.ap %b pattern [[1, 1]] offset 7 as fp32
  user.put %most -> %7 : i16
  dma.return
}

// Sides of descriptors are walked by digits: 0 3 1 4 2 5, stored the other way round; then backwards, so that it is as read.
// CHECK-LABEL: kernel @descriptors
// CHECK:      arg1
// CHECK-NEXT: 0000 05 02 04 01 03 00 46 47
// CHECK-NEXT: 0010 00 03 01 04 02 05 56 57
dma.kernel @descriptors(%x: memref<8xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, address = 16, argument = 1}
  user.descriptor {space = hbm, address = {byte = 0}, pairs = [[1, 3], [3, 2]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 6]], dtype = uint8}
  user.descriptor {space = hbm, address = {byte = 0}, pairs = [[1, 3], [3, 2]], dtype = uint8} -> {space = hbm, address = {byte = 37}, pairs = [[-1, 6]], dtype = uint8}
  dma.return
}

// Too large: 0x0302 0x0100 of uint16 are 770 and 256; uint8 has 255 at most, fp8e4
// 240 and then infinity.
// CHECK-LABEL: kernel @saturates
// CHECK:      arg1
// CHECK-NEXT: 0000 ff ff 78 78 44 45 46 47
dma.kernel @saturates(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[-1, 2]] offset 1 as uint16
  %1 = bir.ap %b pattern [[1, 2]] as uint8
  %2 = bir.ap %b pattern [[1, 2]] offset 2 as fp8e4
  user.inc %0 -> %1
  user.inc %0 -> %2
  dma.return
}

// Lists of one iteration are gone in the next: ten million elements in all, of which few are there at once.
// CHECK-LABEL: kernel @lists
// CHECK:      arg0
// CHECK-NEXT: 0000 f3
dma.kernel @lists(%x: memref<1xi8>) {
  %a = bir.memory @a hbm {bytes = 1, argument = 0}
  %0 = bir.ap %a pattern [[1, 1]] as uint8
  user.lists %0
  dma.return
}

// Elements as they are at run time: int8 -2, -1, 0, 1 with 1.5 more are 0 (of -0.5), 0.5, 1.5, 2.5; 1 more, in int8 to even.
// CHECK-LABEL: kernel @registers
// CHECK:      arg0
// CHECK-NEXT: 0000 01 02 02 04
dma.kernel @registers(%x: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %0 = bir.ap %a pattern [[1, 4]] as int8
  %one = bir.ap %a pattern [[1, 1]] offset 1 as uint8
  %r = bir.read_var_addr %one {name = "r"}
  user.add %0 by -2
  user.offset %0 by 1.5 and %r
  dma.return
}
