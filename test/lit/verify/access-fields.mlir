// What engines take of access patterns: signed 16-bit strides and 16-bit counts, and where partitions begin by how many
// there are. The numbers are the target's.
// RUN: rookery-opt %s --check-access-patterns --verify-diagnostics
// RUN: not rookery-opt %s --check-access-patterns --target 'trn2{max_stride=127}' 2>&1 | FileCheck %s --check-prefix=NARROW
// NARROW: error: a stride of 128 over 16 elements does not fit the fields of target 'trn2'
func.func @k(%t: memref<128x65536xbf16, #dma.space<sbuf>>) {
  %good = penguin.access %t pattern [[128, 16], [1, 8]] partition [65536, 64] offset 4194304 as bf16 : memref<128x65536xbf16, #dma.space<sbuf>>
  %index = penguin.access %t pattern [[1, 8]] partition [65536, 32] as uint16 : memref<128x65536xbf16, #dma.space<sbuf>>
  penguin.pool_gather %good -> %good at %index
  // expected-note@+2 {{strides have -32768 to 32767, counts up to 65535}}
  // expected-note@+1 {{strides have -32768 to 32767, counts up to 65535}}
  %far = penguin.access %t pattern [[46208, 2], [1, 8]] partition [65536, 128] as bf16 : memref<128x65536xbf16, #dma.space<sbuf>>
  // expected-error@+1 {{a stride of 46208 over 2 elements does not fit the fields of target 'trn2'}}
  penguin.pool_gather %far -> %good at %index
  // The lowest stride fits; one element may be any distance away.
  %low = penguin.access %t pattern [[-32768, 2], [99999, 1]] partition [65536, 128] offset 32768 as bf16 : memref<128x65536xbf16, #dma.space<sbuf>>
  penguin.pool_gather %low -> %good at %index
  // expected-note@+1 {{strides have}}
  %many = penguin.access %t pattern [[1, 65536]] partition [65536, 128] as bf16 : memref<128x65536xbf16, #dma.space<sbuf>>
  // expected-error@+1 {{a stride of 1 over 65536 elements does not fit}}
  penguin.pool_gather %many -> %good at %index
  // expected-note@+1 {{the access}}
  %p48 = penguin.access %t pattern [[1, 8]] partition [65536, 16] offset 3145728 as bf16 : memref<128x65536xbf16, #dma.space<sbuf>>
  // expected-error@+1 {{an access to 16 partitions begins at partition 48; it may begin at [0, 32, 64, 96]}}
  penguin.pool_gather %p48 -> %good at %index
  // expected-note@+2 {{the access}}
  // expected-note@+1 {{the access}}
  %p32 = penguin.access %t pattern [[1, 8]] partition [65536, 40] offset 2097152 as bf16 : memref<128x65536xbf16, #dma.space<sbuf>>
  // expected-error@+1 {{an access to 40 partitions begins at partition 32; it may begin at [0, 64]}}
  penguin.pool_gather %p32 -> %good at %index
  // The same of the other engine operation.
  // expected-error@+1 {{a stride of 46208 over 2 elements does not fit the fields of target 'trn2'}}
  penguin.indirect_copy %far -> %good at %index {accumulated_tripcount = 1, free_indices = [8]}
  // expected-error@+1 {{an access to 40 partitions begins at partition 32; it may begin at [0, 64]}}
  penguin.indirect_copy %good -> %p32 at %index {accumulated_tripcount = 1, free_indices = [8]}
  %p96 = penguin.access %t pattern [[1, 8]] partition [65536, 32] offset 6291456 as bf16 : memref<128x65536xbf16, #dma.space<sbuf>>
  penguin.pool_gather %p96 -> %good at %index
  return
}
