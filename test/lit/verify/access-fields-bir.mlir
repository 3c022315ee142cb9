// What engines take of access patterns, in bir; the limits are those of access-fields.mlir.
// RUN: rookery-opt %s --check-access-patterns --verify-diagnostics
dma.kernel @k() {
  %t = bir.memory @t sbuf {partitions = 128, bytes = 131072}
  %good = bir.ap %t pattern [[128, 16], [1, 8]] partition [65536, 64] offset 4194304 as bf16
  %index = bir.ap %t pattern [[1, 8]] partition [65536, 32] as uint16
  bir.pool_gather %good -> %good at %index {name = "good"}
  bir.indirect_copy %good -> %good at %index {name = "good", num_valid_indices = 8}
  // expected-note@+2 {{strides have -32768 to 32767, counts up to 65535}}
  // expected-note@+1 {{strides have -32768 to 32767, counts up to 65535}}
  %far = bir.ap %t pattern [[46208, 2], [1, 8]] partition [65536, 128] as bf16
  // expected-error@+1 {{a stride of 46208 over 2 elements does not fit the fields of target 'trn2'}}
  bir.pool_gather %far -> %good at %index {name = "far"}
  // expected-error@+1 {{a stride of 46208 over 2 elements does not fit the fields of target 'trn2'}}
  bir.indirect_copy %good -> %far at %index {name = "far", num_valid_indices = 8}
  // expected-note@+2 {{the access}}
  // expected-note@+1 {{the access}}
  %p48 = bir.ap %t pattern [[1, 8]] partition [65536, 16] offset 3145728 as bf16
  // expected-error@+1 {{an access to 16 partitions begins at partition 48; it may begin at [0, 32, 64, 96]}}
  bir.pool_gather %p48 -> %good at %index {name = "p48"}
  // expected-error@+1 {{an access to 16 partitions begins at partition 48; it may begin at [0, 32, 64, 96]}}
  bir.indirect_copy %good -> %p48 at %index {name = "p48", num_valid_indices = 8}
}
