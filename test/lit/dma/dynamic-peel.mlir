// B2: a list of indices in chunks that one descriptor holds (four elements on tiny, so two rows of two), whole chunks at multiples
// of their rows: index 1 alone, 2 and 3, 4 and 5, 6 alone. A list that the DMA itself writes is not read in parts; on chip there is
// no such limit. Every clone is called <op>_<k>.
// RUN: rookery-opt %s --bind-dma --peel-dynamic-dma --target tiny | FileCheck %s
// RUN: rookery-opt %s --bind-dma --peel-dynamic-dma --target "tiny{max_dma_desc_elements=16}" | FileCheck %s --check-prefix=WIDE
// RUN: rookery-opt %s --bind-dma --peel-dynamic-dma --target tiny --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"

// WIDE-LABEL: dma.kernel @gather
// WIDE: bir.dma_copy {{.*}}{name = "g"
// RAN-COUNT-4: verify-by-execution: peel-dynamic-dma: kernel

// CHECK-LABEL: dma.kernel @gather
// CHECK: %[[D:.*]] = bir.ap %{{.*}} pattern {{\[\[}}1, 2]] as uint8
// CHECK-NEXT: %[[I:.*]] = bir.ap %{{.*}} pattern {{\[\[}}1, 1]] offset 1 as int32
// CHECK-NEXT: %[[S:.*]] = bir.ap %{{.*}} pattern {{\[\[}}1, 2]] as uint8 index %[[I]]
// CHECK-NEXT: bir.dma_copy %[[S]] -> %[[D]] {name = "g_0"{{.*}}oob = skip, indirect_dims = [2]}
// CHECK-NEXT: pattern {{\[\[}}1, 4]] offset 2 as uint8
// CHECK-NEXT: pattern {{\[\[}}1, 2]] offset 2 as int32
// CHECK: bir.dma_copy {{.*}}{name = "g_1"
// CHECK-NEXT: pattern {{\[\[}}1, 4]] offset 6 as uint8
// CHECK-NEXT: pattern {{\[\[}}1, 2]] offset 4 as int32
// CHECK: bir.dma_copy {{.*}}{name = "g_2"
// CHECK-NEXT: pattern {{\[\[}}1, 2]] offset 10 as uint8
// CHECK-NEXT: pattern {{\[\[}}1, 1]] offset 6 as int32
// CHECK: bir.dma_copy {{.*}}{name = "g_3"
// CHECK-NOT: bir.dma_copy
dma.kernel @gather(%x: memref<32xi8>, %i: memref<8xi32> {dma.input = {start = 14, step = -2}}, %y: memref<12xi8>) {
  %a = bir.memory @a hbm {bytes = 32, argument = 0}
  %j = bir.memory @j hbm {bytes = 32, argument = 1}
  %b = bir.memory @b hbm {bytes = 12, argument = 2}
  %n = bir.ap %j pattern [[1, 6]] offset 1 as int32
  %0 = bir.ap %a pattern [[1, 2]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 12]] as uint8
  bir.dma_copy %0 -> %1 {name = "g", oob = skip, indirect_dims = [2]}
  dma.return
}

// A masked scatter: each chunk has its part of the mask, which leaves rows 0 to 2 of four.
// CHECK-LABEL: dma.kernel @scatter
// CHECK: bir.predicate 2 dims [-1, 0]
// CHECK: bir.dma_copy {{.*}} if %{{.*}} {name = "s_0"
// CHECK: bir.predicate 0 dims [-1, 0]
// CHECK: bir.dma_copy {{.*}} if %{{.*}} {name = "s_1"
dma.kernel @scatter(%x: memref<8xi8>, %i: memref<4xi32> {dma.input = [3, 0, 2, 1]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 16, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 4]] as int32
  %0 = bir.ap %a pattern [[2, 4], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 2]] as uint8 index %n
  %2 = bir.predicate 2 dims [-1, 0]
  bir.dma_copy %0 -> %1 if %2 {name = "s", indirect_dims = [2]}
  dma.return
}

// CHECK-LABEL: dma.kernel @onto_itself
// CHECK: bir.dma_copy {{.*}}{name = "o"
dma.kernel @onto_itself(%x: memref<16xi8>, %i: memref<8xi8> {dma.input = [1, 0, 3, 2, 5, 4, 7, 6]}) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %j = bir.memory @j hbm {bytes = 8, argument = 1}
  %n = bir.ap %j pattern [[1, 8]] as uint8
  %0 = bir.ap %a pattern [[1, 1]] as uint8 index %n
  %1 = bir.ap %j pattern [[1, 8]] as uint8
  bir.dma_copy %0 -> %1 {name = "o", indirect_dims = [1]}
  dma.return
}

// CHECK-LABEL: dma.kernel @on_chip
// CHECK: bir.dma_copy {{.*}}{name = "c"
dma.kernel @on_chip(%i: memref<8xi8> {dma.input = [1, 0, 3, 2, 5, 4, 7, 6]}) {
  %a = bir.memory @a sbuf {bytes = 16}
  %b = bir.memory @b sbuf {bytes = 8}
  %j = bir.memory @j hbm {bytes = 8, argument = 0}
  %n = bir.ap %j pattern [[1, 8]] as uint8
  %0 = bir.ap %a pattern [[1, 1]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", indirect_dims = [1], can_read_uninit}
  dma.return
}
