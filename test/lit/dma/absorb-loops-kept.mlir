// B1b: loops that stay, and why.
// RUN: rookery-opt %s --bind-dma --lower-dma=absorb-loops=true | FileCheck %s
// RUN: rookery-opt %s --bind-dma --lower-dma=absorb-loops=true --verify-by-execution 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ
// RUN: rookery-opt %s --apply-patterns=absorb-loops.pat:absorb_loops --explain=bir.loop 2>&1 | FileCheck %s --check-prefix=WHY

// RAN: lower-dma: kernel 'two': 4 transfers before, 4 after
// Two copies, whose order a pair would change.
// CHECK-LABEL: @two
// CHECK: bir.loop
dma.kernel @two(%x: memref<128xi8>, %y: memref<128xi8>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i * 4 as uint8
    %1 = bir.ap %b pattern [[1, 2]] offset %i * 2 as uint8
    bir.dma_copy %0 -> %1 {name = "c"}
    bir.dma_copy %0 -> %1 {name = "d"}
  }
}
// An accumulation.
// WHY: absorb: it is no plain copy
// CHECK-LABEL: @family
// CHECK: bir.loop
dma.kernel @family(%x: memref<128xi8>, %y: memref<128xi8>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i * 4 as fp32
    %1 = bir.ap %b pattern [[1, 2]] offset %i * 2 as fp32
    bir.dma_copy %0 -> %1 {name = "c", mode = cce, cce_op = add}
  }
}
// What waits is told after every iteration.
// WHY: absorb: it is no plain copy
// CHECK-LABEL: @notified
// CHECK: bir.loop
dma.kernel @notified(%x: memref<128xi8>, %y: memref<128xi8>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i * 4 as uint8
    %1 = bir.ap %b pattern [[1, 2]] offset %i * 2 as uint8
    bir.dma_copy %0 -> %1 {name = "c", notify = [1]}
  }
}
// A mask.
// CHECK-LABEL: @masked
// CHECK: bir.loop
dma.kernel @masked(%x: memref<128xi8>, %y: memref<128xi8>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i * 4 as uint8
    %1 = bir.ap %b pattern [[1, 2]] offset %i * 2 as uint8
    %m = bir.predicate %i - 1
    bir.dma_copy %0 -> %1 if %m {name = "c"}
  }
}
// Not linear.
// WHY: absorb: the offset is not linear in the index
// CHECK-LABEL: @mod
// CHECK: bir.loop
dma.kernel @mod(%x: memref<128xi8>, %y: memref<128xi8>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  bir.loop from 0 to 4 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i mod 2 * 4 as uint8
    %1 = bir.ap %b pattern [[1, 2]] offset %i * 2 as uint8
    bir.dma_copy %0 -> %1 {name = "c"}
  }
}
// Every iteration writes the same bytes: the last one stays, which a pair of a destination cannot say.
// WHY: absorb: every iteration writes the same place
// CHECK-LABEL: @same
// CHECK: bir.loop
dma.kernel @same(%x: memref<128xi8>, %y: memref<128xi8>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i * 4 as uint8
    %1 = bir.ap %b pattern [[1, 2]] as uint8
    bir.dma_copy %0 -> %1 {name = "c"}
  }
}
// Four pairs already.
// WHY: absorb: the instruction set has no room for one more pair
// CHECK-LABEL: @rank
// CHECK: bir.loop
dma.kernel @rank(%x: memref<128xi8>, %y: memref<128xi8>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[32, 2], [16, 2], [8, 2], [1, 2]] offset %i * 4 as uint8
    %1 = bir.ap %b pattern [[1, 16]] offset %i * 16 as uint8
    bir.dma_copy %0 -> %1 {name = "c"}
  }
}
// The partition is walked first, the loop is outside of it.
// WHY: absorb: it goes neither over whole partitions nor within one
// CHECK-LABEL: @partitions
// CHECK: bir.loop
dma.kernel @partitions(%x: memref<64xi8>, %y: memref<4x16xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 64, argument = 0}
  %b = bir.memory @b sbuf {partitions = 4, bytes = 16, argument = 1}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[1, 8]] offset %i * 8 as uint8
    %1 = bir.ap %b pattern [[1, 2]] partition [16, 4] offset %i * 4 as uint8
    bir.dma_copy %0 -> %1 {name = "c"}
  }
}
// From the end of one partition to the next.
// WHY: absorb: it goes neither over whole partitions nor within one
// CHECK-LABEL: @across
// CHECK: bir.loop
dma.kernel @across(%x: memref<64xi8>, %y: memref<4x16xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 64, argument = 0}
  %b = bir.memory @b sbuf {partitions = 4, bytes = 16, argument = 1}
  bir.loop from 0 to 3 (%i) {
    %0 = bir.ap %a pattern [[1, 4]] offset %i * 4 as uint8
    %1 = bir.ap %b pattern [[1, 4]] offset %i * 12 as uint8
    bir.dma_copy %0 -> %1 {name = "c"}
  }
}
// An offset of run time: the location is patched in each iteration.
// CHECK-LABEL: @register
// CHECK: bir.loop
dma.kernel @register(%x: memref<128xi8>, %y: memref<128xi8>, %z: memref<1xi32>) {
  %a = bir.memory @a hbm {bytes = 128, argument = 0}
  %b = bir.memory @b hbm {bytes = 128, argument = 1}
  %c = bir.memory @c hbm {bytes = 4, argument = 2}
  %p = bir.ap %c pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  bir.loop from 0 to 2 (%i) {
    %0 = bir.ap %a pattern [[1, 2]] offset %i * 2 + %r as uint8
    %1 = bir.ap %b pattern [[1, 2]] offset %i * 2 as uint8
    bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge}
  }
}
