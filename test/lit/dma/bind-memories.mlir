// BD: memories get addresses one behind the other in their space, aligned, behind those that have one; references get none.
// RUN: rookery-opt %s --bind-dma > %t && FileCheck %s < %t
// RUN: rookery-opt %t --bind-dma | diff - %t
// RUN: rookery-opt %s --bind-dma --target "trn2{alignment=1}" | FileCheck %s --check-prefix=DENSE
// RUN: not rookery-opt %S/Inputs/over.mlir --bind-dma --target tiny 2>&1 | FileCheck %s --check-prefix=OVER
// RUN: rookery-opt %S/Inputs/over.mlir --bind-dma

// CHECK: bir.memory @a hbm {bytes = 100, address = 1024}
// CHECK: bir.memory @b hbm {bytes = 10, address = 1000}
// CHECK: bir.memory @c hbm {bytes = 10, address = 1152}
// CHECK: bir.memory @d hbm {bytes = 10, address = 1216}
// CHECK: bir.memory @e sbuf {partitions = 128, bytes = 65, address = 0}
// CHECK: bir.memory @f sbuf {partitions = 3, bytes = 2, address = 128}
// CHECK: bir.memory @g psum {partitions = 3, bytes = 2, address = 0}
// CHECK: bir.memory @h psum {partitions = 3, bytes = 2, reference = @g}
// DENSE: bir.memory @a hbm {bytes = 100, address = 1010}
// DENSE: bir.memory @c hbm {bytes = 10, address = 1110}
// DENSE: bir.memory @f sbuf {partitions = 3, bytes = 2, address = 65}
// OVER: over.mlir:3:3: error: memory 'b' ends at byte 65, but sbuf of target 'tiny' has 64
// OVER: over.mlir:4:3: error: memory 'c' has 5 partitions, but target 'tiny' has 4
// OVER-NOT: error:
dma.kernel @addresses() {
  %a = bir.memory @a hbm {bytes = 100}
  %b = bir.memory @b hbm {bytes = 10, address = 1000}
  %c = bir.memory @c hbm {bytes = 10}
  %d = bir.memory @d hbm {bytes = 10}
  %e = bir.memory @e sbuf {bytes = 65, partitions = 128}
  %f = bir.memory @f sbuf {bytes = 2, partitions = 3}
  %g = bir.memory @g psum {bytes = 2, partitions = 3}
  %h = bir.memory @h psum {bytes = 2, partitions = 3, reference = @g}
}
