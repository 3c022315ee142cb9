// Casts, transposes, sums, replicas, masks. Argument 0 counts up from 00, 1 from 40, 2 from 80.
// RUN: rookery-sim %s --counting --hexdump | FileCheck %s

// A cast rounds and saturates: 1.5 to 2 (to even), 300 to 255, -1 to 0, NaN to 0.
// CHECK-LABEL: kernel @to_integer
// CHECK: arg1
// CHECK-NEXT: 0000 02 ff 00 00
func.func @to_integer(%a: memref<4xf32> {dma.input = dense<[1.5, 300.0, -1.0, 0x7FC00000]> : tensor<4xf32>}, %b: memref<4xi8>) {
  %0 = penguin.access %a pattern [[1, 4]] as fp32 : memref<4xf32>
  %1 = penguin.access %b pattern [[1, 4]] as uint8 : memref<4xi8>
  penguin.dma_copy %0 -> %1
  return
}

// To bf16, halfway to even: 1 + 2^-8 to 1 (3f80), 1 + 3 * 2^-8 to 1 + 2^-6 (3f82).
// CHECK-LABEL: kernel @to_bf16
// CHECK: arg1
// CHECK-NEXT: 0000 80 3f 82 3f
func.func @to_bf16(%a: memref<2xf32> {dma.input = dense<[1.00390625, 1.01171875]> : tensor<2xf32>}, %b: memref<2xbf16>) {
  %0 = penguin.access %a pattern [[1, 2]] as fp32 : memref<2xf32>
  %1 = penguin.access %b pattern [[1, 2]] as bf16 : memref<2xbf16>
  penguin.dma_copy %0 -> %1
  return
}

// A cast goes with any access: every other byte, backwards, as fp16.
// CHECK-LABEL: kernel @strided_cast
// CHECK: arg1
// CHECK-NEXT: 0000 00 42 00 3c
func.func @strided_cast(%a: memref<4xi8>, %b: memref<2xf16>) {
  %0 = penguin.access %a pattern [[-2, 2]] offset 3 as uint8 : memref<4xi8>
  %1 = penguin.access %b pattern [[1, 2]] as fp16 : memref<2xf16>
  penguin.dma_copy %0 -> %1
  return
}

// fp32r is fp32: every byte stays, of a NaN too.
// CHECK-LABEL: kernel @relabel
// CHECK: arg1
// CHECK-NEXT: 0000 01 00 80 7f
func.func @relabel(%a: memref<1xi32> {dma.input = [2139095041]}, %b: memref<1xf32>) {
  %0 = penguin.access %a pattern [[1, 1]] as fp32r : memref<1xi32>
  %1 = penguin.access %b pattern [[1, 1]] as fp32 : memref<1xf32>
  penguin.dma_copy %0 -> %1
  return
}

// CHECK-LABEL: kernel @bir_cast
// CHECK: arg1
// CHECK-NEXT: 0000 00 00 00 00 01 00 00 00
dma.kernel @bir_cast(%x: memref<2xi8>, %y: memref<2xi32>) {
  %a = bir.memory @a hbm {bytes = 2, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 2]] as int32
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}

// CHECK-LABEL: kernel @desc_cast
// CHECK: arg1
// CHECK-NEXT: 0000 00 00 80 3f
dma.kernel @desc_cast(%x: memref<2xi8>, %y: memref<2xbf16>) {
  %a = bir.memory @a hbm {bytes = 2, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.copy {space = hbm, address = {byte = 0}, pairs = [[1, 2]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 2]], dtype = bf16}
    }
  }
  dma.return
}

// B.6: dma_transpose, of two rows of three.
// CHECK-LABEL: kernel @transpose
// CHECK: arg1
// CHECK-NEXT: 0:0000 00 03
// CHECK-NEXT: 1:0000 01 04
// CHECK-NEXT: 2:0000 02 05
func.func @transpose(%a: memref<2x3xi8>, %b: memref<3x2xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[3, 2], [1, 3]] as uint8 : memref<2x3xi8>
  %1 = penguin.access %b pattern [[1, 2]] partition [2, 3] as uint8 : memref<3x2xi8, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 1}
  return
}

// Two tiles stay in their order: only the first and the last dimension are exchanged.
// CHECK-LABEL: kernel @tiles
// CHECK: arg1
// CHECK-NEXT: 0:0000 00 04 02 06
// CHECK-NEXT: 1:0000 01 05 03 07
func.func @tiles(%a: memref<2x2x2xi8>, %b: memref<2x4xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[4, 2], [2, 2], [1, 2]] as uint8 : memref<2x2x2xi8>
  %1 = penguin.access %b pattern [[2, 2], [1, 2]] partition [4, 2] as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 2}
  return
}

// XZYW is the order [3, 1, 2, 0], XYZW [3, 2, 1, 0].
// CHECK-LABEL: kernel @xzyw
// CHECK: arg1
// CHECK-NEXT: 0000 00 08 02 0a 04 0c 06 0e 01 09 03 0b 05 0d 07 0f
dma.kernel @xzyw(%x: memref<16xi8>, %y: memref<16xi8>) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %b = bir.memory @b hbm {bytes = 16, argument = 1}
  %0 = bir.ap %a pattern [[8, 2], [4, 2], [2, 2], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 16]] as uint8
  bir.dma_copy %0 -> %1 {name = "t", mode = transpose, transpose_op = xzyw}
  dma.return
}

// CHECK-LABEL: kernel @xyzw
// CHECK: arg1
// CHECK-NEXT: 0000 00 08 04 0c 02 0a 06 0e 01 09 05 0d 03 0b 07 0f
dma.kernel @xyzw(%x: memref<16xi8>, %y: memref<16xi8>) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %b = bir.memory @b hbm {bytes = 16, argument = 1}
  %0 = bir.ap %a pattern [[8, 2], [4, 2], [2, 2], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 16]] as uint8
  bir.dma_transpose %0 -> %1 {name = "t", transpose_op = xyzw}
  dma.return
}

// CHECK-LABEL: kernel @desc_transpose
// CHECK: arg1
// CHECK-NEXT: 0000 00 03 01 04 02 05
dma.kernel @desc_transpose(%x: memref<6xi8>, %y: memref<6xi8>) {
  %a = bir.memory @a hbm {bytes = 6, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 6, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.transpose {space = hbm, address = {byte = 0}, pairs = [[3, 2], [1, 1], [1, 1], [1, 3]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 6]], dtype = uint8} {transpose_op = xzyw}
    }
  }
  dma.return
}

// A sum of three, scaled, in fp32: 1 * 1 + 2 * 2 + 0.5 * 4 = 7 (40e0).
// CHECK-LABEL: kernel @compute
// CHECK: arg3
// CHECK-NEXT: 0000 e0 40
func.func @compute(%a: memref<1xbf16> {dma.input = dense<1.0> : tensor<1xbf16>}, %b: memref<1xbf16> {dma.input = dense<2.0> : tensor<1xbf16>}, %c: memref<1xbf16> {dma.input = dense<4.0> : tensor<1xbf16>}, %d: memref<1xbf16>) {
  %0 = penguin.access %a pattern [[1, 1]] as bf16 : memref<1xbf16>
  %1 = penguin.access %b pattern [[1, 1]] as bf16 : memref<1xbf16>
  %2 = penguin.access %c pattern [[1, 1]] as bf16 : memref<1xbf16>
  %3 = penguin.access %d pattern [[1, 1]] as bf16 : memref<1xbf16>
  penguin.dma_compute %0 + %1, %2 -> %3 {scales = [1.0, 2.0, 0.5]}
  return
}

// Rounded once, at the end: 256 + 1 + 1 = 258 is a bf16 (4381), 256 + 1 is not.
// CHECK-LABEL: kernel @rounded_once
// CHECK: arg2
// CHECK-NEXT: 0000 81 43
func.func @rounded_once(%a: memref<1xbf16> {dma.input = dense<256.0> : tensor<1xbf16>}, %b: memref<1xbf16> {dma.input = dense<1.0> : tensor<1xbf16>}, %d: memref<1xbf16>) {
  %0 = penguin.access %a pattern [[1, 1]] as bf16 : memref<1xbf16>
  %1 = penguin.access %b pattern [[1, 1]] as bf16 : memref<1xbf16>
  %3 = penguin.access %d pattern [[1, 1]] as bf16 : memref<1xbf16>
  penguin.dma_compute %0 + %1, %1 -> %3
  return
}

// What is there is among the sum, unless it says otherwise: 5 + 3 and 2 * 3 + 4.
// CHECK-LABEL: kernel @bir_cce
// CHECK: arg2
// CHECK-NEXT: 0000 08 00 00 00 0a 00 00 00
dma.kernel @bir_cce(%x: memref<1xi32> {dma.input = [3]}, %z: memref<1xi32> {dma.input = [4]}, %y: memref<2xi32> {dma.input = [5]}) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %c = bir.memory @c hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %0 = bir.ap %a pattern [[1, 1]] as int32
  %1 = bir.ap %c pattern [[1, 1]] as int32
  %2 = bir.ap %b pattern [[1, 1]] as int32
  %3 = bir.ap %b pattern [[1, 1]] offset 1 as int32
  bir.dma_cce %0 -> %2 {name = "s"}
  bir.dma_cce %0 + %1 -> %3 {name = "t", constants = [2.0, 1.0], accumulate = false}
  dma.return
}

// Integers wrap: 0x7fffffff + 1.
// CHECK-LABEL: kernel @wraps
// CHECK: arg1
// CHECK-NEXT: 0000 00 00 00 80
dma.kernel @wraps(%x: memref<1xi32> {dma.input = [1]}, %y: memref<1xi32> {dma.input = [2147483647]}) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, argument = 1}
  %0 = bir.ap %a pattern [[1, 1]] as int32
  %1 = bir.ap %b pattern [[1, 1]] as int32
  bir.dma_copy %0 -> %1 {name = "s", mode = cce, cce_op = add}
  dma.return
}

// A place that comes again is added to again: 1 + 1 + 2 + 3.
// CHECK-LABEL: kernel @one_place
// CHECK: arg1
// CHECK-NEXT: 0000 07 00 00 00
dma.kernel @one_place(%x: memref<3xi32> {dma.input = [1, 2, 3]}, %y: memref<1xi32> {dma.input = [1]}) {
  %a = bir.memory @a hbm {bytes = 12, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, argument = 1}
  %0 = bir.ap %a pattern [[1, 3]] as int32
  %1 = bir.ap %b pattern [[0, 3]] as int32
  bir.dma_copy %0 -> %1 {name = "s", mode = cce, cce_op = add}
  dma.return
}

// CHECK-LABEL: kernel @desc_cce
// CHECK: arg1
// CHECK-NEXT: 0000 02 00 00 00
dma.kernel @desc_cce(%x: memref<1xi32> {dma.input = [1]}, %y: memref<1xi32> {dma.input = [1]}) {
  %a = bir.memory @a hbm {bytes = 4, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.cce {space = hbm, address = {byte = 0}, pairs = [[1, 1]], dtype = int32} -> {space = hbm, address = {byte = 16}, pairs = [[1, 1]], dtype = int32}
    }
  }
  dma.return
}

// CHECK-LABEL: kernel @replicate
// CHECK: arg1
// CHECK-NEXT: 0:0000 00 01
// CHECK-NEXT: 1:0000 00 01
// CHECK-NEXT: 2:0000 00 01
dma.kernel @replicate(%x: memref<2xi8>, %y: memref<3x2xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 2, argument = 0}
  %b = bir.memory @b sbuf {bytes = 2, partitions = 3, argument = 1}
  %0 = bir.ap %a pattern [[1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 2]] partition [2, 3] as uint8
  bir.dma_replicate %0 -> %1 {name = "r"}
  dma.return
}

// CHECK-LABEL: kernel @desc_replicate
// CHECK: arg1
// CHECK-NEXT: 0000 00 01 00 01 00 01
dma.kernel @desc_replicate(%x: memref<2xi8>, %y: memref<6xi8>) {
  %a = bir.memory @a hbm {bytes = 2, address = 0, argument = 0}
  %b = bir.memory @b hbm {bytes = 6, address = 16, argument = 1}
  desc.trigger @q fires [@q::@b0] on pool
  desc.queue @q engine pool qos default {
    desc.block @b0 id 0 {
      desc.replicate {space = hbm, address = {byte = 0}, pairs = [[1, 2]], dtype = uint8} -> {space = hbm, address = {byte = 16}, pairs = [[1, 6]], dtype = uint8} {copies = 3}
    }
  }
  dma.return
}

// A mask is a box: rows below 1 and columns below 2 of two rows of three.
// CHECK-LABEL: kernel @box
// CHECK: arg1
// CHECK-NEXT: 0000 00 01 42 43 44 45
func.func @box(%a: memref<2x3xi8>, %b: memref<2x3xi8>) {
  %0 = penguin.access %a pattern [[3, 2], [1, 3]] as uint8 : memref<2x3xi8>
  %1 = penguin.access %b pattern [[3, 2], [1, 3]] as uint8 : memref<2x3xi8>
  %2 = penguin.predicate 0 dims [-1]
  %3 = penguin.predicate 1 dims [0, -1]
  penguin.dma_copy %0 -> %1 if %2, %3
  return
}

// The last tile of three is not whole: elements 4 * i + c below 10.
// CHECK-LABEL: kernel @last_tile
// CHECK: arg1
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07 08 09 4a 4b
func.func @last_tile(%a: memref<12xi8>, %b: memref<12xi8>) {
  penguin.loop from 0 to 3 (%i) {
    %0 = penguin.access %a pattern [[1, 4]] offset %i * 4 as uint8 : memref<12xi8>
    %1 = penguin.access %b pattern [[1, 4]] offset %i * 4 as uint8 : memref<12xi8>
    %2 = penguin.predicate 9 - %i * 4 dims [-1]
    penguin.dma_copy %0 -> %1 if %2
  }
  return
}

// The mask of a gather is over its destination: the second row is left out.
// CHECK-LABEL: kernel @masked_gather
// CHECK: arg2
// CHECK-NEXT: 0000 02 03 82 83
func.func @masked_gather(%a: memref<4xi8>, %i: memref<2xi8> {dma.input = [1, 0]}, %b: memref<2x2xi8>) {
  %0 = penguin.access %a pattern [[1, 2]] as uint8 : memref<4xi8>
  %1 = penguin.access %i pattern [[1, 2]] as uint8 : memref<2xi8>
  %2 = penguin.access %b pattern [[2, 2], [1, 2]] as uint8 : memref<2x2xi8>
  %3 = penguin.predicate 0 dims [-1]
  penguin.indirect_load %0 -> %2 at %1 if %3 {generic_dims = [2]}
  return
}

// CHECK-LABEL: kernel @bir_mask
// CHECK: arg1
// CHECK-NEXT: 0000 00 41 02 43
dma.kernel @bir_mask(%x: memref<4xi8>, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %b = bir.memory @b hbm {bytes = 4, argument = 1}
  %0 = bir.ap %a pattern [[2, 2], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[2, 2], [1, 2]] as uint8
  %2 = bir.predicate 0 dims [0, -1]
  bir.dma_copy %0 -> %1 if %2 {name = "c"}
  dma.return
}

// Bug-input 27: a view of a view, the inner one from 2 with steps of 3, of it the outer one from 1 with steps of 2, is one
// from 2 + 3 * 1 with steps of 6: elements 5, 11 and 17, not those of (i + 1) * 2 * 3 + 2.
// CHECK-LABEL: kernel @composed_view
// CHECK: arg1
// CHECK-NEXT: 0000 05 0b 11
func.func @composed_view(%a: memref<20xi8>, %b: memref<3xi8>) {
  penguin.loop from 0 to 3 (%i) {
    %0 = penguin.access %a pattern [[1, 1]] offset (%i * 2 + 1) * 3 + 2 as uint8 : memref<20xi8>
    %1 = penguin.access %b pattern [[1, 1]] offset %i as uint8 : memref<3xi8>
    penguin.dma_copy %0 -> %1
  }
  return
}
// CHECK-LABEL: kernel @composed_pairs
// CHECK: arg1
// CHECK-NEXT: 0000 05 0b 11
func.func @composed_pairs(%a: memref<20xi8>, %b: memref<3xi8>) {
  %0 = penguin.access %a pattern [[6, 3]] offset 5 as uint8 : memref<20xi8>
  %1 = penguin.access %b pattern [[1, 3]] as uint8 : memref<3xi8>
  penguin.dma_copy %0 -> %1
  return
}
