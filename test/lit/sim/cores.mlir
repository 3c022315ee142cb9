// Replica groups: each core runs the program on memories of its own; a channel is a position in its group. Argument 0 of
// core n counts up from 0xn0, argument 1 from 0x40 + 0xn0.
// RUN: rookery-sim %s --counting --hexdump | FileCheck %s
// RUN: rookery-sim %s --counting --hexdump --kernel alone --cores 2 | FileCheck %s --check-prefix=TWO
// RUN: not rookery-sim %s --kernel broadcast --cores 2 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: there is no core 3: 2 run

// All take what the first of their group has.
// CHECK-LABEL: kernel @broadcast
// CHECK: core0.arg1
// CHECK-NEXT: 0000 00 01
// CHECK: core1.arg1
// CHECK-NEXT: 0000 00 01
// CHECK: core2.arg1
// CHECK-NEXT: 0000 30 31
// CHECK: core3.arg1
// CHECK-NEXT: 0000 30 31
func.func @broadcast(%a: memref<2xi8>, %b: memref<2xi8>) {
  %0 = penguin.access %a pattern [[1, 2]] channel 0 as uint8 : memref<2xi8>
  %1 = penguin.access %b pattern [[1, 2]] as uint8 : memref<2xi8>
  penguin.dma_copy %0 -> %1 {replica_groups = [[0, 1], [3, 2]]}
  return
}

// An all-gather: a loop over the members of the group.
// CHECK-LABEL: kernel @gather
// CHECK: core0.arg1
// CHECK-NEXT: 0000 00 10 20
// CHECK: core1.arg1
// CHECK-NEXT: 0000 00 10 20
// CHECK: core2.arg1
// CHECK-NEXT: 0000 00 10 20
func.func @gather(%a: memref<1xi8>, %b: memref<3xi8>) {
  penguin.loop from 0 to 3 (%i) {
    %0 = penguin.access %a pattern [[1, 1]] channel %i as uint8 : memref<1xi8>
    %1 = penguin.access %b pattern [[1, 1]] offset %i as uint8 : memref<3xi8>
    penguin.dma_copy %0 -> %1 {replica_groups = [[0, 1, 2]]}
  }
  return
}

// All read before any writes: onto itself, from the other end of the group of two.
// CHECK-LABEL: kernel @in_place
// CHECK: core0.arg0
// CHECK-NEXT: 0000 00 00
// CHECK: core1.arg0
// CHECK-NEXT: 0000 10 00
func.func @in_place(%a: memref<2xi8>) {
  %0 = penguin.access %a pattern [[1, 1]] channel 0 as uint8 : memref<2xi8>
  %1 = penguin.access %a pattern [[1, 1]] offset 1 as uint8 : memref<2xi8>
  penguin.dma_copy %0 -> %1 {replica_groups = [[0, 1]]}
  return
}

// A core in no group takes no part.
// CHECK-LABEL: kernel @left_out
// CHECK: core0.arg1
// CHECK-NEXT: 0000 20
// CHECK: core1.arg1
// CHECK-NEXT: 0000 50
// CHECK: core2.arg1
// CHECK-NEXT: 0000 20
func.func @left_out(%a: memref<1xi8>, %b: memref<1xi8>) {
  %0 = penguin.access %a pattern [[1, 1]] channel 1 as uint8 : memref<1xi8>
  %1 = penguin.access %b pattern [[1, 1]] as uint8 : memref<1xi8>
  penguin.dma_copy %0 -> %1 {replica_groups = [[0, 2]]}
  return
}

// The same in BIR and as a descriptor.
// CHECK-LABEL: kernel @bir
// CHECK: core0.arg1
// CHECK-NEXT: 0000 11
// CHECK: core1.arg1
// CHECK-NEXT: 0000 11
dma.kernel @bir(%x: memref<2xi8>, %y: memref<1xi8>) {
  %a = bir.memory @a hbm {bytes = 2, argument = 0}
  %b = bir.memory @b hbm {bytes = 1, argument = 1}
  %0 = bir.ap %a pattern [[1, 1]] offset 1 channel 1 as uint8
  %1 = bir.ap %b pattern [[1, 1]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", replica_groups = [[0, 1]]}
  dma.return
}

// CHECK-LABEL: kernel @desc
// CHECK: core0.arg1
// CHECK-NEXT: 0000 11
// CHECK: core1.arg1
// CHECK-NEXT: 0000 11
dma.kernel @desc(%x: memref<2xi8>, %y: memref<1xi8>) {
  %a = bir.memory @a hbm {bytes = 2, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 1, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 1, channel = 1}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = uint8} {replica_groups = [[0, 1]]}
    }
  }
  dma.return
}

// Groups without a channel change nothing; asked for, more cores run.
// CHECK-LABEL: kernel @alone
// CHECK-NEXT: arg0
// TWO: core0.arg1
// TWO-NEXT: 0000 00
// TWO: core1.arg1
// TWO-NEXT: 0000 10
func.func @alone(%a: memref<1xi8>, %b: memref<1xi8>) {
  %0 = penguin.access %a pattern [[1, 1]] as uint8 : memref<1xi8>
  %1 = penguin.access %b pattern [[1, 1]] as uint8 : memref<1xi8>
  penguin.dma_copy %0 -> %1 {replica_groups = [[0, 1]]}
  return
}
