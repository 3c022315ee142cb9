// Dynamic DMAs that no DMAs of known accesses stand for.
// RUN: rookery-opt %s --bind-dma --lower-dynamic-dma --split-input-file --verify-diagnostics
// A list of as many indices as the run time says.
dma.kernel @list_of_run_time(%x: memref<4xi8>, %i: memref<2xi8> {dma.input = [1, 0]}, %y: memref<2xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %j = bir.memory @j hbm {bytes = 2, argument = 1}
  %b = bir.memory @b hbm {bytes = 2, argument = 2}
  %c = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %c {name = "r"}
  %n = bir.ap %j pattern [[1, 2]] extent %r as uint8
  // expected-note@+1 {{this side is still dynamic}}
  %0 = bir.ap %a pattern [[1, 1]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 2]] extent %r as uint8
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %0 -> %1 {name = "g", indirect_dims = [1]}
  dma.return
}
// -----
// As many elements of each index as the run time says.
dma.kernel @count_in_an_index(%x: memref<4xi8>, %i: memref<2xi8> {dma.input = [1, 0]}, %y: memref<4xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %j = bir.memory @j hbm {bytes = 2, argument = 1}
  %b = bir.memory @b hbm {bytes = 4, argument = 2}
  %c = bir.ap %j pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %c {name = "r"}
  %n = bir.ap %j pattern [[1, 2]] as uint8
  // expected-note@+1 {{this side is still dynamic}}
  %0 = bir.ap %a pattern [[1, 2]] extent %r as uint8 index %n
  %1 = bir.ap %b pattern [[2, 2], [1, 2]] extent %r as uint8 {extent_dim = 1}
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %0 -> %1 {name = "g", indirect_dims = [2]}
  dma.return
}
// -----
// A transposed gather that writes places twice.
dma.kernel @transposed_overlap(%x: memref<8xi8>, %i: memref<2xi8> {dma.input = [0, 4]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 2, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint8
  // expected-note@+1 {{this side is still dynamic}}
  %0 = bir.ap %a pattern [[1, 1], [1, 1], [1, 2]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 2], [1, 1], [1, 1], [1, 2]] as uint8
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %0 -> %1 {name = "g", mode = transpose, transpose_op = xzyw, indirect_dims = [1]}
  dma.return
}
// -----
// A gather that is replicated.
dma.kernel @replicated_gather(%x: memref<16xi8>, %i: memref<2xi8> {dma.input = [1, 3]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %j = bir.memory @j hbm {bytes = 2, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as uint8
  // expected-note@+1 {{this side is still dynamic}}
  %0 = bir.ap %a pattern [[1, 2]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %0 -> %1 {name = "g", mode = replicate, indirect_dims = [2]}
  dma.return
}
// -----
// All cores read before any writes.
dma.kernel @collective_gather(%x: memref<8xi8>, %i: memref<3xi8> {dma.input = [0, 1, 2]}) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %j = bir.memory @j hbm {bytes = 3, argument = 1}
  %n = bir.ap %j pattern [[1, 3]] as uint8
  // expected-note@+1 {{this side is still dynamic}}
  %0 = bir.ap %a pattern [[1, 1]] channel 0 as uint8 index %n
  %1 = bir.ap %a pattern [[1, 3]] offset 1 as uint8
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %0 -> %1 {name = "g", replica_groups = [[0, 1]], indirect_dims = [1]}
  dma.return
}
// -----
// Lists that do not belong together.
dma.kernel @m3(%x: memref<16xi8>, %y: memref<16xi8>, %i: memref<4xi8> {dma.input = [1, 0, 3, 2]}) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %b = bir.memory @b hbm {bytes = 16, argument = 1}
  %j = bir.memory @j hbm {bytes = 4, argument = 2}
  %n = bir.ap %j pattern [[1, 4]] as uint8
  // expected-note@+1 {{the access by index}}
  %0 = bir.ap %a pattern [[1, 4]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 16]] as uint8
  // expected-error@+1 {{1 index accesses but 2 indirect dims}}
  bir.dma_copy %0 -> %1 {name = "g", indirect_dims = [4, 1]}
  dma.return
}
// -----
// Lists that do not belong together.
dma.kernel @q2(%x: memref<16xi8>, %i: memref<4xi8> {dma.input = [1, 0, 3, 2]}, %y: memref<16xi8>) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %j = bir.memory @j hbm {bytes = 4, argument = 1}
  %b = bir.memory @b hbm {bytes = 16, argument = 2}
  %n = bir.ap %j pattern [[1, 4]] as uint8
  %m = bir.ap %j pattern [[1, 2]] as uint8
  // expected-note@+1 {{the access by index}}
  %0 = bir.ap %a pattern [[1, 4]] as uint8 index %n, %m
  %1 = bir.ap %b pattern [[1, 16]] as uint8
  // expected-error@+1 {{index accesses of different counts: 2 and 4}}
  bir.dma_copy %0 -> %1 {name = "g", indirect_dims = [2, 1]}
  dma.return
}
// -----
// Lists that do not belong together.
dma.kernel @m4(%x: memref<16xi8>, %y: memref<16xi8>, %i: memref<4xi8> {dma.input = [1, 0, 3, 2]}) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %b = bir.memory @b hbm {bytes = 16, argument = 1}
  %j = bir.memory @j hbm {bytes = 4, argument = 2}
  %n = bir.ap %j pattern [[1, 4]] as uint8
  %0 = bir.ap %a pattern [[1, 4]] as uint8 index %n
  %1 = bir.ap %b pattern [[1, 16]] as uint8
  // expected-error@+1 {{source and destination are both by index}}
  bir.dma_copy %0 -> %0 {name = "g", indirect_dims = [4]}
  dma.return
}
