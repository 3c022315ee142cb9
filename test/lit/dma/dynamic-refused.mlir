// B1, B5, B7: what may depend on the run time, and how.
// RUN: rookery-opt %s --lower-dynamic-dma --split-input-file --verify-diagnostics
// RUN: rookery-opt %s --peel-dynamic-dma --unroll-dynamic-dma --check-dynamic-dma --split-input-file --verify-diagnostics
dma.kernel @dge() {
  %a = bir.memory @a hbm {bytes = 32, address = 0}
  %b = bir.memory @b hbm {bytes = 32, address = 32}
  %p = bir.ap %b pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[1, 2]] offset %r as int32
  %1 = bir.ap %b pattern [[1, 2]] as int32
  // expected-error@+1 {{DGE must be enabled when dynamic src access in DMA is used}}
  bir.dma_copy %0 -> %1 {name = "c", dge_type = none, engine = pool}
  %n = bir.ap %b pattern [[1, 2]] as int32
  %2 = bir.ap %a pattern [[1, 1]] as int32 index %n
  // expected-error@+1 {{DGE must be enabled when dynamic src access in DMA is used}}
  bir.dma_copy %2 -> %1 {name = "d", dge_type = none, engine = pool, indirect_dims = [1]}
}
// -----
// A register that no instruction computes.
dma.kernel @register(%r: !dma.register) {
  %a = bir.memory @a hbm {bytes = 32, address = 0}
  %b = bir.memory @b hbm {bytes = 32, address = 32}
  // expected-note@+1 {{the offset of this access is of a register that no instruction computes}}
  %0 = bir.ap %a pattern [[1, 2]] offset %r as int32
  %1 = bir.ap %b pattern [[1, 2]] as int32
  // expected-error@+1 {{DGE's RegisterAP must be offset register}}
  bir.dma_copy %0 -> %1 {name = "c", engine = pool}
}
// -----
// One of a register that is fine.
dma.kernel @computed() {
  %a = bir.memory @a hbm {bytes = 32, address = 0}
  %b = bir.memory @b hbm {bytes = 32, address = 32}
  %p = bir.ap %b pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  %s = bir.register_alu %r {name = "s", mul = 2}
  %0 = bir.ap %a pattern [[1, 2]] offset %s as int32
  %1 = bir.ap %b pattern [[1, 2]] as int32
  bir.dma_copy %0 -> %1 {name = "c", engine = pool}
}
// -----
dma.kernel @both() {
  %a = bir.memory @a hbm {bytes = 32, address = 0}
  %b = bir.memory @b hbm {bytes = 32, address = 32}
  %p = bir.ap %b pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  %n = bir.ap %b pattern [[1, 2]] as int32
  // expected-note@+2 {{the scalar one:}}
  // expected-note@+1 {{the vector one}}
  %0 = bir.ap %a pattern [[1, 1]] offset %r as int32 index %n
  %1 = bir.ap %b pattern [[1, 2]] offset 4 as int32
  // expected-error@+1 {{a DMA has a scalar dynamic offset or a vector dynamic offset, and this one has both}}
  bir.dma_copy %0 -> %1 {name = "c", engine = pool, indirect_dims = [1]}
}
// -----
// Of a whole DMA: each side has one of them.
dma.kernel @one_a_side() {
  %a = bir.memory @a hbm {bytes = 32, address = 0}
  %b = bir.memory @b hbm {bytes = 32, address = 32}
  %p = bir.ap %b pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  %n = bir.ap %b pattern [[1, 2]] as int32
  // expected-note@+1 {{the vector one}}
  %0 = bir.ap %a pattern [[1, 1]] as int32 index %n
  // expected-note@+1 {{the scalar one:}}
  %1 = bir.ap %b pattern [[1, 2]] offset %r + 4 as int32
  // expected-error@+1 {{a DMA has a scalar dynamic offset or a vector dynamic offset, and this one has both}}
  bir.dma_copy %0 -> %1 {name = "c", engine = pool, indirect_dims = [1]}
}
// -----
dma.kernel @hwdge_transpose() {
  %a = bir.memory @a hbm {bytes = 8, address = 0}
  %b = bir.memory @b sbuf {partitions = 2, bytes = 4, address = 0}
  %0 = bir.ap %a pattern [[2, 4], [2, 1], [2, 1], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[4, 1], [4, 1], [1, 4]] partition [4, 2] as uint8
  // expected-error@+1 {{a transpose is made by software DGE, but this one asks for HWDGE}}
  bir.dma_transpose %0 -> %1 {name = "t", dge_type = hwdge, engine = sp}
  // expected-error@+1 {{a transpose is made by software DGE, but this one asks for HWDGE}}
  bir.dma_copy %0 -> %1 {name = "u", dge_type = hwdge, engine = sp, mode = transpose, transpose_op = xzyw}
}
// -----
dma.kernel @hwdge_without_engine() {
  %a = bir.memory @a hbm {bytes = 32, address = 0}
  %0 = bir.ap %a pattern [[1, 2]] as int32
  %1 = bir.ap %a pattern [[1, 2]] offset 2 as int32
  // expected-error@+1 {{HWDGE needs an engine, and this DMA is bound to none: run bind-dma first}}
  bir.dma_copy %0 -> %1 {name = "c", dge_type = hwdge}
}
// -----
dma.kernel @no_bound() {
  %a = bir.memory @a hbm {bytes = 32, address = 0}
  %b = bir.memory @b hbm {bytes = 32, address = 32}
  %p = bir.ap %b pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  // expected-note@+1 {{there is no dimension 1 here}}
  %0 = bir.ap %a pattern [[1, 2]] extent %r as int32 {extent_dim = 1}
  %1 = bir.ap %b pattern [[1, 2]] as int32
  // expected-error@+1 {{a count of run time needs a bound, which is the num of its dimension}}
  bir.dma_copy %0 -> %1 {name = "c", engine = pool}
}
// -----
// On chip, by register; by index on the chip; a count that only one side has; an index of an instruction that takes none.
dma.kernel @still_dynamic() {
  %a = bir.memory @a sbuf {bytes = 32, address = 0}
  %b = bir.memory @b hbm {bytes = 32, address = 32}
  %p = bir.ap %b pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  // expected-note@+1 {{only HBM is addressed at run time, and this is in sbuf}}
  %0 = bir.ap %a pattern [[1, 2]] offset %r as int32
  %1 = bir.ap %b pattern [[1, 2]] as int32
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %1 -> %0 {name = "c", engine = pool}
  // expected-note@+1 {{this side is still dynamic}}
  %2 = bir.ap %b pattern [[1, 2]] extent %r as int32
  %3 = bir.ap %b pattern [[1, 2]] offset 4 as int32
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %2 -> %3 {name = "d", engine = pool}
  // expected-note@+1 {{this side is still dynamic}}
  %4 = bir.ap %b pattern [[1, 2]] as int32 index %p
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.load %4 -> %3 {name = "e", engine = pool}
}
// -----
// Rows of two at multiples of one may be out of bounds in part.
dma.kernel @transposed_in_part() {
  %a = bir.memory @a hbm {bytes = 8, address = 0}
  %j = bir.memory @j hbm {bytes = 2, address = 8}
  %b = bir.memory @b sbuf {partitions = 2, bytes = 2, address = 0}
  %n = bir.ap %j pattern [[1, 2]] as uint8
  // expected-note@+1 {{a gather is transposed index by index, and part of an index may be out of bounds}}
  %0 = bir.ap %a pattern [[2, 1], [2, 1], [1, 2]] as uint8 index %n
  %1 = bir.ap %b pattern [[2, 1], [2, 1], [1, 2]] partition [2, 2] as uint8
  // expected-error@+1 {{DMA descriptor cannot have dynamic AP}}
  bir.dma_copy %0 -> %1 {name = "t", engine = pool, mode = transpose, transpose_op = xzyw, oob = skip, indirect_dims = [1]}
}
