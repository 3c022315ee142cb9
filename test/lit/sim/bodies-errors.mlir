// What ends a body: at the operation, with a note at the place in the dialect file.
// RUN: not rookery-sim %s --dialects %S/Inputs/bodies.dialect --counting --limit sim-steps=100000 2>&1 | FileCheck %s
// RUN: not rookery-sim %s --dialects %S/Inputs/bodies.dialect --kernel long 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not rookery-sim %s --dialects %S/Inputs/bodies.dialect --kernel races --races 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RACES --implicit-check-not=error:

// CHECK: bodies-errors.mlir:[[#@LINE+5]]:3: error: 'user.past' cannot be executed here: there is no element 4 of 'x', which has 4
// CHECK: bodies.dialect:{{[0-9]+}}:{{[0-9]+}}: note: in its semantics
dma.kernel @past(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  user.past %0
  dma.return
}

// CHECK: error: 'user.before' cannot be executed here: there is no element -1 of 'x', which has 2
dma.kernel @before(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %0 = bir.ap %a pattern [[1, 2]] offset 4 as uint8
  user.before %0
  dma.return
}

// Both sides are checked as a whole, as those of transfers are.
// CHECK: error: Access pattern out of bound: it reaches from element 0 to 8 of 'a', which has 8
// CHECK: note: moved here
// CHECK: note: in its semantics
dma.kernel @outside(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  bir.loop from 0 to 1 (%i) {
    %0 = bir.ap %a pattern [[4, 3]] offset %i mod 2 as uint8
    user.before %0
  }
  dma.return
}

// CHECK: error: 'user.inc' cannot be executed here: it reads byte 1 of 'm', which nothing wrote
dma.kernel @unwritten(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %m = bir.memory @m hbm {bytes = 2}
  %0 = bir.ap %m pattern [[1, 1]] as uint8
  %1 = bir.ap %m pattern [[1, 2]] as uint8
  %2 = bir.ap %a pattern [[1, 8]] as uint8
  %3 = bir.ap %a pattern [[1, 1]] as uint8
  user.inc %3 -> %0
  user.inc %1 -> %2
  dma.return
}

// CHECK: error: 'user.square' cannot be executed here: arithmetic leaves 64 bits
dma.kernel @overflow(%x: memref<1xi64>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %0 = bir.ap %a pattern [[1, 1]] as int64
  user.square %0
  dma.return
}

// CHECK: error: 'user.square' cannot be executed here: 18446744073709551615 does not fit 64 bits with a sign
dma.kernel @unsigned(%x: memref<1xi64>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %m1 = arith.constant -1 : i64
  %0 = bir.ap %a pattern [[1, 1]] as int64
  %1 = bir.ap %a pattern [[1, 1]] as uint64
  user.put %m1 -> %0 : i64
  user.square %1
  dma.return
}

// CHECK: error: 'user.even' cannot be executed here: 1 is odd
dma.kernel @odd(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %0 = bir.ap %a pattern [[1, 1]] offset 2 as uint8
  user.even %0
  %1 = bir.ap %a pattern [[1, 1]] offset 1 as uint8
  user.even %1
  dma.return
}

// A number that is no integer, where one is needed.
// CHECK: error: 'user.whole' cannot be executed here: an argument is out of range
dma.kernel @part(%x: memref<1xf32>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %half = arith.constant 0.5 : f32
  %0 = bir.ap %a pattern [[1, 1]] as fp32
  user.fill %half -> %0 : f32
  %r = user.whole %0 : index
  dma.return
}

// CHECK: error: 'user.inc' cannot be executed here: elements of #dma.dtype<fp4x4> are 4 numbers, but a body takes one at a time
dma.kernel @packed(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %0 = bir.ap %a pattern [[1, 1]] as fp4x4
  user.inc %0 -> %0
  dma.return
}

// CHECK: error: this program takes more than the limit of 100000 steps (--limit sim-steps=N)
// CHECK: bodies.dialect:{{[0-9]+}}:{{[0-9]+}}: note: in its semantics
dma.kernel @forever(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %0 = bir.ap %a pattern [[1, 1]] as uint8
  user.forever %0
  dma.return
}

// CHECK: bodies-errors.mlir:[[#@LINE+6]]:3: error: an access by index has no elements that a body can load or store
// CHECK: bodies-errors.mlir:[[#@LINE+6]]:3: note: touched here
// CHECK: note: in its semantics
dma.kernel @indexed(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %0 = bir.ap %a pattern [[1, 2]] as uint8
  %1 = bir.ap %a pattern [[1, 1]] as uint8 index %0 {indirect_dim = 0}
  user.half %1
  dma.return
}

// LONG: error: 'user.long' cannot be executed here: lists have more than 4194304 elements together
dma.kernel @long(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %0 = bir.ap %a pattern [[1, 1]] as uint8
  user.long %0
  dma.return
}

// RACES: error: 'user.add_on' reads byte 3 of 'a' on another queue than 'user.add_on', which writes it: nothing orders the two
dma.kernel @races(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  bir.queue @p {engine = pool}
  bir.queue @q {engine = sp}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %a pattern [[1, 4]] offset 4 as uint8
  %2 = bir.ap %a pattern [[1, 1]] offset 3 as uint8
  user.add_on %0 by 1 on @p
  user.add_on %1 by 1 on @q
  user.add %0 by 1
  user.add_on %2 by 1 on @q
  dma.return
}
