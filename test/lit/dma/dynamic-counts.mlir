// B3: a count of run time unrolls to its bound, clone k under the predicate that there are more than k. Masks that no box is, and
// those that the run time knows, unroll as far as they have to.
// RUN: rookery-opt %s --bind-dma --unroll-dynamic-dma | FileCheck %s
// RUN: rookery-opt %s --dma --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"
// RUN: rookery-opt %s --dma --target tiny --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"

// RAN-COUNT-9: verify-by-execution: lower-dma: kernel

// CHECK-LABEL: dma.kernel @rows
// CHECK: bir.predicate %[[R:.*]] - 1
// CHECK-NEXT: bir.dma_copy {{.*}} {name = "c_0"
// CHECK: pattern {{\[\[}}1, 2]] offset 6 as uint8
// CHECK: bir.predicate %[[R]] - 4
// CHECK-NEXT: bir.dma_copy {{.*}} {name = "c_3"
// CHECK-NOT: bir.dma_copy
dma.kernel @rows(%x: memref<8xi8>, %n: memref<1xi8> {dma.input = [2]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[2, 4], [1, 2]] extent %r as uint8
  %1 = bir.ap %b pattern [[2, 4], [1, 2]] extent %r as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}
// Twice as many of what is half as large, from the beginning: the same elements.
// CHECK-LABEL: dma.kernel @other_steps
// CHECK: bir.dma_copy {{.*}} {name = "c_3"
dma.kernel @other_steps(%x: memref<8xi8>, %n: memref<1xi8> {dma.input = [3]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[2, 4], [1, 2]] extent %r as uint8
  %1 = bir.ap %b pattern [[1, 8]] extent %r * 2 as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}
// Columns, of which the order cannot be seen: the rows stay together.
// CHECK-LABEL: dma.kernel @columns
// CHECK: bir.ap %{{.*}} pattern {{\[\[}}2, 3]] offset 1 as uint8
// CHECK: bir.dma_copy {{.*}} {name = "c_1"
// CHECK-NOT: bir.dma_copy
dma.kernel @columns(%x: memref<6xi8>, %n: memref<1xi8> {dma.input = [1]}, %y: memref<6xi8>) {
  %a = bir.memory @a hbm {bytes = 6, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b hbm {bytes = 6, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[2, 3], [1, 2]] extent %r as uint8 {extent_dim = 1}
  %1 = bir.ap %b pattern [[2, 3], [1, 2]] extent %r as uint8 {extent_dim = 1}
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}
// In one memory it could be: each element by itself.
// CHECK-LABEL: dma.kernel @columns_in_order
// CHECK: bir.dma_copy {{.*}} {name = "c_5"
dma.kernel @columns_in_order(%x: memref<12xi8>, %n: memref<1xi8> {dma.input = [2]}) {
  %a = bir.memory @a hbm {bytes = 12, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %p = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[2, 3], [1, 2]] extent %r as uint8 {extent_dim = 1}
  %1 = bir.ap %a pattern [[2, 3], [1, 2]] offset 1 extent %r as uint8 {extent_dim = 1}
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}
// A triangle: rows, each with its own box.
// CHECK-LABEL: dma.kernel @triangle
// CHECK: bir.predicate 0 dims [-1]
// CHECK: bir.dma_copy {{.*}} {name = "c_0"
// CHECK: bir.predicate 2 dims [-1]
// CHECK: bir.dma_copy {{.*}} {name = "c_2"
// CHECK-NOT: bir.dma_copy
dma.kernel @triangle(%x: memref<9xi8>, %y: memref<9xi8>) {
  %a = bir.memory @a hbm {bytes = 9, argument = 0}
  %b = bir.memory @b hbm {bytes = 9, argument = 1}
  %0 = bir.ap %a pattern [[3, 3], [1, 3]] as uint8
  %1 = bir.ap %b pattern [[3, 3], [1, 3]] as uint8
  %2 = bir.predicate 0 dims [1, -1]
  bir.dma_copy %0 -> %1 if %2 {name = "c"}
  dma.return
}
// So many rows as a register says, by a mask, partitions of a tile.
// CHECK-LABEL: dma.kernel @partitions
// CHECK: bir.ap %{{.*}} pattern {{\[\[}}1, 2]] partition [2, 1] as uint8
// CHECK: bir.predicate %[[R:.*]] - 1 dims [0]
// CHECK: bir.ap %{{.*}} pattern {{\[\[}}1, 2]] partition [2, 1] offset 6 as uint8
// CHECK: bir.predicate %[[R]] - 4 dims [0]
// CHECK: bir.dma_copy {{.*}} {name = "c_3"
// CHECK-NOT: bir.dma_copy
dma.kernel @partitions(%x: memref<8xi8>, %n: memref<1xi8> {dma.input = [3]}, %y: memref<4x2xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 1, argument = 1}
  %b = bir.memory @b sbuf {partitions = 4, bytes = 2, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[2, 4], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 2]] partition [2, 4] as uint8
  %2 = bir.predicate %r - 1 dims [-1]
  bir.dma_copy %0 -> %1 if %2 {name = "c"}
  dma.return
}
// By register, and out of bounds left out: elements by themselves, where the register may be any number.
// CHECK-LABEL: dma.kernel @left_out
// CHECK: bir.predicate %[[R:.*]]
// CHECK-NEXT: bir.predicate %[[R]] * -1 + 4
// CHECK: bir.dma_copy {{.*}} {name = "c_0"
// CHECK: bir.predicate %[[R]] + 3
// CHECK-NEXT: bir.predicate %[[R]] * -1 + 1
// CHECK: bir.dma_copy {{.*}} {name = "c_3"
// CHECK-NOT: oob
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
// Each source of a sum may be somewhere else at run time.
// CHECK-LABEL: dma.kernel @sum
// CHECK: {name = "c", dge_type = swdge
dma.kernel @sum(%x: memref<8xi32> {dma.input = [1, 2, 3, 4, 5, 6, 7, 8]}, %i: memref<1xi32> {dma.input = [3]}, %y: memref<2xi32> {dma.input = [1, 2]}) {
  %a = bir.memory @a hbm {bytes = 32, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %p = bir.ap %j pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[1, 2]] as int32
  %1 = bir.ap %a pattern [[1, 2]] offset %r as int32
  %2 = bir.ap %a pattern [[1, 2]] offset %r + 1 as int32
  %3 = bir.ap %b pattern [[1, 2]] as int32
  bir.dma_cce %0 + %1, %2 -> %3 {name = "c"}
  dma.return
}
// What a mask leaves of a copy onto one place: the last of rows 0 and 1.
// CHECK-LABEL: dma.kernel @one_place
dma.kernel @one_place(%x: memref<8xi8>, %y: memref<2xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 2, argument = 1}
  %0 = bir.ap %a pattern [[2, 4], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[0, 4], [1, 2]] as uint8
  %2 = bir.predicate 1 dims [-1]
  bir.dma_copy %0 -> %1 if %2 {name = "c"}
  dma.return
}
