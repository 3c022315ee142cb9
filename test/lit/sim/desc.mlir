// Descriptors: addresses, the digits of each element's number, blocks that triggers fire.
// RUN: rookery-sim %s --counting --hexdump | FileCheck %s

// CHECK-LABEL: kernel @backwards
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 03 02 01 00 44 45 46 47
dma.kernel @backwards(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 3}, pairs = [[-1, 4]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 4]], dtype = uint8}
    }
  }
  dma.return
}

// CHECK-LABEL: kernel @transposed
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 03 01 04 02 05 46 47
dma.kernel @transposed(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 3], [3, 2]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 6]], dtype = uint8}
    }
  }
  dma.return
}

// CHECK-LABEL: kernel @in_order
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 04 01 42 43 44 45 46 47
dma.kernel @in_order(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 2]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 2]], dtype = uint8}
      desc.copy {space = hbm, address = {byte = 4}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = uint8}
    }
  }
  dma.return
}

// CHECK-LABEL: kernel @blocks_in_turn
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 41 05 43 03 45 46 47
dma.kernel @blocks_in_turn(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  bir.loop from 0 to 3 (%i) {
    desc.trigger @q fires [@q::@b0, @q::@b1, @q::@b2] on pool
  }
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = uint8}
    }
    desc.block @b1 id 1 {
      desc.copy {space = hbm, address = {byte = 5}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 18}, pairs = [[1, 1]], dtype = uint8}
    }
    desc.block @b2 id 2 {
      desc.copy {space = hbm, address = {byte = 3}, pairs = [[1, 1]], dtype = uint8} -> {space = hbm, address = {byte = 20}, pairs = [[1, 1]], dtype = uint8}
    }
  }
  dma.return
}

// CHECK-LABEL: kernel @two_bytes
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 06 07 04 05 02 03 00 01
dma.kernel @two_bytes(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 6}, pairs = [[-1, 4]], dtype = int16} -> {space = hbm, address = {byte = 16}, pairs = [[1, 4]], dtype = int16}
    }
  }
  dma.return
}

// CHECK-LABEL: kernel @over_chip
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 04 01 05 02 06 03 07
dma.kernel @over_chip(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 16, argument = 1}
  %t = bir.memory @t sbuf {partitions = 3, bytes = 4, address = 8}
  desc.trigger @q fires [@q::@b0] on pool
  desc.noop pool
  desc.trigger @q fires [@q::@b1] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 8]], dtype = uint8} -> {space = sbuf, address = {byte = 8, partition = 1}, partition = [1, 2], pairs = [[1, 4]], dtype = uint8}
    }
    desc.block @b1 id 1 {
      desc.copy {space = sbuf, address = {byte = 8, partition = 1}, partition = [1, 2], pairs = [[1, 4]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 2], [2, 4]], dtype = uint8}
    }
  }
  dma.return
}

