// B3, B6: each index of a list becomes a DMA of its own, which reads its own register. All registers are read before anything moves.
// -1 moves nothing; what is out of bounds is a predicate where it is to be left out.
// RUN: rookery-opt %s --bind-dma --unroll-dynamic-dma | FileCheck %s
// RUN: rookery-opt %s --dma --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"
// RUN: rookery-opt %s --dma --target tiny --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"

// RAN-COUNT-7: verify-by-execution: lower-dma: kernel

// CHECK-LABEL: dma.kernel @gather
// CHECK: %[[P0:.*]] = bir.ap %[[J:.*]] pattern {{\[\[}}1, 1]] as int32
// CHECK-NEXT: %[[R0:.*]] = bir.read_var_addr %[[P0]] {name = "g_reg_0"}
// CHECK-NEXT: %[[P1:.*]] = bir.ap %[[J]] pattern {{\[\[}}1, 1]] offset 1 as int32
// CHECK-NEXT: %[[R1:.*]] = bir.read_var_addr %[[P1]] {name = "g_reg_1"}
// CHECK-NEXT: %[[N0:.*]] = bir.predicate (%[[R0]] + 1) mod 4294967296 - 1
// CHECK-NEXT: %[[S0:.*]] = bir.ap %[[A:.*]] pattern {{\[\[}}1, 4]] offset %[[R0]] * 4 + 8 as uint8
// CHECK-NEXT: %[[D0:.*]] = bir.ap %[[B:.*]] pattern {{\[\[}}1, 4]] as uint8
// CHECK-NEXT: bir.dma_copy %[[S0]] -> %[[D0]] if %[[N0]] {name = "g_0", dge_type = swdge, engine = pool, queue = @q_pool_unassigned}
// CHECK-NEXT: %[[N1:.*]] = bir.predicate (%[[R1]] + 1) mod 4294967296 - 1
// CHECK-NEXT: %[[S1:.*]] = bir.ap %[[A]] pattern {{\[\[}}1, 4]] offset %[[R1]] * 4 + 8 as uint8
// CHECK-NEXT: %[[D1:.*]] = bir.ap %[[B]] pattern {{\[\[}}1, 4]] offset 4 as uint8
// CHECK-NEXT: bir.dma_copy %[[S1]] -> %[[D1]] if %[[N1]] {name = "g_1"
// CHECK-NOT: bir.dma_copy
dma.kernel @gather(%x: memref<32xi8>, %i: memref<2xi32> {dma.input = [3, -1]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 32, argument = 0}
  %j = bir.memory @j hbm {bytes = 8, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as int32
  %0 = bir.ap %a pattern [[1, 4]] offset 8 as uint8 index %n
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  bir.dma_copy %0 -> %1 {name = "g", indirect_dims = [4]}
  dma.return
}

// Rows of four at multiples of four are there or not as a whole: two predicates.
// CHECK-LABEL: dma.kernel @skip
// CHECK: bir.predicate (%[[R:.*]] + 1) mod 65536 - 1
// CHECK-NEXT: bir.predicate %[[R]] * -1 + 6
// CHECK-NEXT: bir.predicate %[[R]] * 4
// CHECK-NEXT: bir.predicate %[[R]] * -4 + 28
// CHECK: {name = "k_0"
// CHECK: {name = "k_1"
// CHECK-NOT: bir.dma_copy
dma.kernel @skip(%x: memref<32xi8>, %i: memref<2xi16> {dma.input = [6, 9]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 32, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint16
  %0 = bir.ap %a pattern [[1, 4]] as uint8 index %n {max_index = 7}
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  bir.dma_copy %0 -> %1 {name = "k", oob = skip, indirect_dims = [4]}
  dma.return
}

// Rows of four at multiples of two may be there in part: pieces of two, of which none is.
// CHECK-LABEL: dma.kernel @in_part
// CHECK: pattern {{\[\[}}1, 2]] offset %[[R:.*]] * 2 as uint8
// CHECK: {name = "p_0"
// CHECK: pattern {{\[\[}}1, 2]] offset %[[R]] * 2 + 2 as uint8
// CHECK: {name = "p_1"
// CHECK: {name = "p_3"
// CHECK-NOT: bir.dma_copy
dma.kernel @in_part(%x: memref<8xi8>, %i: memref<2xi8> {dma.input = [1, 3]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 2, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint8
  %0 = bir.ap %a pattern [[1, 4]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  bir.dma_copy %0 -> %1 {name = "p", oob = skip, indirect_dims = [2]}
  dma.return
}

// Where the order cannot be seen, the dimension of fewer indices comes first: 0 and 3, 1 and 4, 2 and 5 of six.
// CHECK-LABEL: dma.kernel @order
// CHECK: {name = "o_reg_5"}
// CHECK: pattern {{\[\[}}1, 1]] as uint8
// CHECK-NEXT: bir.dma_copy {{.*}} {name = "o_0"
// CHECK: pattern {{\[\[}}1, 1]] offset 2 as uint8
// CHECK-NEXT: bir.dma_copy {{.*}} {name = "o_1"
// CHECK: pattern {{\[\[}}1, 1]] offset 4 as uint8
// CHECK-NEXT: bir.dma_copy {{.*}} {name = "o_2"
// CHECK: pattern {{\[\[}}1, 1]] offset 1 as uint8
// CHECK-NEXT: bir.dma_copy {{.*}} {name = "o_3"
dma.kernel @order(%x: memref<8xi8>, %i: memref<6xi8> {dma.input = [5, 3, 1, 0, 2, 4]}, %y: memref<6xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 6, argument = 1}
  %b = bir.memory @b hbm {bytes = 6, argument = 2}
  %n = bir.ap %j pattern [[2, 3], [1, 2]] as uint8
  %0 = bir.ap %a pattern [[1, 1]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 6]] as uint8
  bir.dma_copy %0 -> %1 {name = "o", indirect_dims = [1]}
  dma.return
}

// A scatter may hit one place twice: the order stays.
// CHECK-LABEL: dma.kernel @scatter
// CHECK: {name = "s_reg_5"}
// CHECK: pattern {{\[\[}}1, 1]] as uint8
// CHECK: {name = "s_0"
// CHECK: pattern {{\[\[}}1, 1]] offset 1 as uint8
// CHECK: {name = "s_1"
dma.kernel @scatter(%x: memref<6xi8>, %i: memref<6xi8> {dma.input = [5, 3, 5, 0, 3, 4]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 6, argument = 0}
  %j = bir.memory @j hbm {bytes = 6, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[2, 3], [1, 2]] as uint8
  %0 = bir.ap %a pattern [[1, 6]] as uint8
  %1 = bir.ap %b pattern [[1, 1]] as uint8 index %n
  bir.dma_copy %0 -> %1 {name = "s", indirect_dims = [1]}
  dma.return
}

// It adds in the order of the indices, too, and onto one element twice.
// CHECK-LABEL: dma.kernel @accumulate
// CHECK: {name = "a_2", {{.*}}mode = cce, cce_op = add, ordered}
dma.kernel @accumulate(%x: memref<3xi32> {dma.input = [1, 2, 3]}, %i: memref<3xi8> {dma.input = [1, 0, 1]}, %y: memref<2xi32> {dma.input = [7, 8]}) {
  %a = bir.memory @a hbm {bytes = 12, argument = 0}
  %j = bir.memory @j hbm {bytes = 3, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 3]] as uint8
  %0 = bir.ap %a pattern [[1, 3]] as int32
  %1 = bir.ap %b pattern [[1, 1]] as int32 index %n
  bir.dma_copy %0 -> %1 {name = "a", mode = cce, cce_op = add, oob = skip, indirect_dims = [1], ordered}
  dma.return
}

// Two lists, and a mask of positions: row and column of each of three.
// CHECK-LABEL: dma.kernel @lists
// CHECK: bir.read_var_addr {{.*}} {name = "l_reg_5"}
// CHECK: bir.predicate (%[[R:.*]] + 1) mod 256 - 1
// CHECK-NEXT: bir.predicate (%[[C:.*]] + 1) mod 256 - 1
// CHECK-NEXT: bir.predicate 1 dims [0]
// CHECK-NEXT: offset %[[R]] * 4 + %[[C]] as uint8
// CHECK: bir.predicate 0 dims [0]
// CHECK: bir.predicate -1 dims [0]
dma.kernel @lists(%x: memref<16xi8>, %i: memref<3xi8> {dma.input = [1, 3, 2]}, %k: memref<3xi8> {dma.input = [2, 0, 1]}, %y: memref<3xi8>) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %j = bir.memory @j hbm {bytes = 3, argument = 1}
  %c = bir.memory @c hbm {bytes = 3, argument = 2}
  %b = bir.memory @b hbm {bytes = 3, argument = 3}
  %n = bir.ap %j pattern [[1, 3]] as uint8
  %m = bir.ap %c pattern [[1, 3]] as uint8
  %0 = bir.ap %a pattern [[1, 1]] as uint8 index %n, %m
  %1 = bir.ap %b pattern [[1, 3]] as uint8
  %2 = bir.predicate 1 dims [-1]
  bir.dma_copy %0 -> %1 if %2 {name = "l", indirect_dims = [4, 1]}
  dma.return
}
