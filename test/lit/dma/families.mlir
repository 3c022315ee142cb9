// C1, C5, C6, C8: descriptors of each family, masks iteration by iteration, and addresses of run time.
// RUN: rookery-opt %s --dma --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: rookery-opt %s --dma --target trn1 --verify-by-execution 2> %t -o /dev/null
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ

// RAN: lower-dma: kernel 'transpose': 1 transfers before, 1 after
// CHECK-LABEL: @transpose
// CHECK: desc.transpose {space = hbm, address = {byte = 0}, pairs = {{\[\[}}8, 4], [1, 1], [1, 1], [1, 8]], dtype = bf16} -> {space = sbuf, {{.*}}partition = [1, 8], pairs = {{\[\[}}1, 1], [1, 1], [1, 4]], dtype = bf16} {name = "dma_copy", transpose_op = xzyw}
func.func @transpose(%a: memref<4x8xbf16>, %b: memref<8x4xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[8, 4], [1, 8]] as bf16 : memref<4x8xbf16>
  %1 = penguin.access %b pattern [[1, 4]] partition [4, 8] as bf16 : memref<8x4xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 1}
  return
}
// RAN: lower-dma: kernel 'sum': 1 transfers before, 1 after
// CHECK-LABEL: @sum
// CHECK: desc.cce {{.*}} -> {{.*}} {name = "dma_compute", constants = [1.000000e+00 : f64, 5.000000e-01 : f64], others = [{{.*}}address = {byte = 64}{{.*}}], accumulate = false}
func.func @sum(%a: memref<4xbf16> {dma.input = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xbf16>}, %b: memref<4xbf16> {dma.input = dense<2.0> : tensor<4xbf16>}, %c: memref<4xbf16>) {
  %0 = penguin.access %a pattern [[1, 4]] as bf16 : memref<4xbf16>
  %1 = penguin.access %b pattern [[1, 4]] as bf16 : memref<4xbf16>
  %2 = penguin.access %c pattern [[1, 4]] as bf16 : memref<4xbf16>
  penguin.dma_compute %0 + %1 -> %2 {scales = [1.0, 0.5]}
  return
}
// A cast is a copy whose sides differ.
// RAN: lower-dma: kernel 'cast': 1 transfers before, 1 after
// CHECK-LABEL: @cast
// CHECK: desc.copy {{.*}}dtype = fp32} -> {{.*}}dtype = bf16}
func.func @cast(%a: memref<4xf32>, %b: memref<4xbf16>) {
  %0 = penguin.access %a pattern [[1, 4]] as fp32 : memref<4xf32>
  %1 = penguin.access %b pattern [[1, 4]] as bf16 : memref<4xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// Of three tiles the last is cut to two elements; a fourth moves nothing, and has its block.
// RAN: lower-dma: kernel 'tiles': 4 transfers before, 3 after
// CHECK-LABEL: @tiles
// CHECK: fires [@q_pool_unassigned::@dma_block_0, @q_pool_unassigned::@dma_block_1, @q_pool_unassigned::@dma_block_2, @q_pool_unassigned::@dma_block_3] on pool{{$}}
// CHECK: desc.block @dma_block_1
// CHECK-NEXT: pairs = {{\[\[}}1, 4]], dtype = uint8} -> {{.*}}pairs = {{\[\[}}1, 4]], dtype = uint8}
// CHECK: desc.block @dma_block_2
// CHECK-NEXT: address = {byte = 8}, pairs = {{\[\[}}1, 2]], dtype = uint8} -> {space = hbm, address = {byte = 72}, pairs = {{\[\[}}1, 2]], dtype = uint8}
// CHECK: desc.block @dma_block_3 id 3 attributes {entries = 1}
// CHECK-NEXT: {{^ *}}}
func.func @tiles(%a: memref<16xi8>, %b: memref<16xi8>) {
  penguin.loop from 0 to 4 (%i) {
    %0 = penguin.access %a pattern [[1, 4]] offset %i * 4 as uint8 : memref<16xi8>
    %1 = penguin.access %b pattern [[1, 4]] offset %i * 4 as uint8 : memref<16xi8>
    %2 = penguin.predicate 9 - %i * 4 dims [-1]
    penguin.dma_copy %0 -> %1 if %2
  }
  return
}
// A box: rows from 1, columns up to 2, of three by four, on chip.
// RAN: lower-dma: kernel 'box': 1 transfers before, 1 after, {{.*}} changed
// CHECK-LABEL: @box
// CHECK: desc.copy {space = hbm, address = {byte = 4}, pairs = {{\[\[}}4, 2], [1, 3]], dtype = uint8} -> {space = sbuf, address = {byte = 0, partition = 1}, partition = [1, 2], pairs = {{\[\[}}1, 3]], dtype = uint8}
func.func @box(%a: memref<3x4xi8>, %b: memref<3x4xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[4, 3], [1, 4]] as uint8 : memref<3x4xi8>
  %1 = penguin.access %b pattern [[1, 4]] partition [4, 3] as uint8 : memref<3x4xi8, #dma.space<sbuf>>
  %2 = penguin.predicate -1 dims [1]
  %3 = penguin.predicate 2 dims [0, -1]
  penguin.dma_copy %0 -> %1 if %2, %3
  return
}
// What only the run time knows is a predicate of the trigger.
// RAN: lower-dma: kernel 'rest': 2 transfers before, 2 after
// CHECK-LABEL: @rest
// CHECK: %[[R:.*]] = bir.read_var_addr
// CHECK: bir.loop
// CHECK: %[[P:.*]] = bir.predicate %{{.*}} * -1 + %[[R]] - 1
// CHECK: desc.trigger {{.*}} on pool if %[[P]]
func.func @rest(%a: memref<4xi8>, %n: memref<1xi32> {dma.input = [2]}, %b: memref<4xi8>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  penguin.loop from 0 to 4 (%i) {
    %0 = penguin.access %a pattern [[1, 1]] offset %i as uint8 : memref<4xi8>
    %1 = penguin.access %b pattern [[1, 1]] offset %i as uint8 : memref<4xi8>
    %2 = penguin.predicate %r - %i - 1
    penguin.dma_copy %0 -> %1 if %2
  }
  return
}
// An address of run time is a location; where it is, the stream says before each trigger.
// RAN: lower-dma: kernel 'location': 2 transfers before, 2 after
// CHECK-LABEL: @location
// CHECK: bir.memory @dma_copy_at hbm {bytes = 32, reference = @arg0}
// CHECK: bir.loop
// CHECK: desc.patch @dma_copy_at at %{{.*}} * 4 + %{{.*}} * 8
// CHECK-NEXT: desc.trigger
// CHECK: desc.copy {space = hbm, address = {byte = 0, reference = @dma_copy_at}, pairs = {{\[\[}}1, 2]], dtype = int32} -> {space = hbm, address = {byte = {{.*}}}, pairs
func.func @location(%a: memref<8xi32>, %n: memref<1xi32> {dma.input = [3]}, %b: memref<4xi32>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  penguin.loop from 0 to 2 (%i) {
    %0 = penguin.access %a pattern [[1, 2]] offset %r + %i * 2 as int32 : memref<8xi32>
    %1 = penguin.access %b pattern [[1, 2]] offset %i * 2 as int32 : memref<4xi32>
    penguin.dma_copy %0 -> %1
  }
  return
}
// The sources of a sum need not have the same dimensions.
// RAN: lower-dma: kernel 'other_shapes': 2 transfers before, 2 after
// CHECK-LABEL: @other_shapes
// CHECK: desc.cce {{.*}}pairs = {{\[\[}}6, 4], [1, 6]]{{.*}}others = [{{.*}}pairs = {{\[\[}}5, 6], [1, 4]]
// CHECK: desc.cce {{.*}}pairs = {{\[\[}}6, 4], [1, 6]]{{.*}}others = [{{.*}}pairs = {{\[\[}}1, 24]]
func.func @other_shapes(%a: memref<24xf32>, %b: memref<32xf32>, %c: memref<24xf32>) {
  %0 = penguin.access %a pattern [[6, 4], [1, 6]] as fp32 : memref<24xf32>
  %1 = penguin.access %b pattern [[5, 6], [1, 4]] as fp32 : memref<32xf32>
  %2 = penguin.access %c pattern [[1, 24]] as fp32 : memref<24xf32>
  penguin.dma_compute %0 + %1 -> %2
  %3 = penguin.access %b pattern [[1, 24]] offset 4 as fp32 : memref<32xf32>
  penguin.dma_compute %0 + %3 -> %2
  return
}
// So is one to write to.
// RAN: lower-dma: kernel 'to_location': 1 transfers before, 1 after
// CHECK-LABEL: @to_location
// CHECK: bir.memory @dma_copy_at hbm {bytes = 32, reference = @arg2}
// CHECK: desc.patch @dma_copy_at at %{{.*}} * 4 + 4
// CHECK-NEXT: desc.trigger
// CHECK: desc.copy {{.*}} -> {space = hbm, address = {byte = 0, reference = @dma_copy_at}, pairs = {{\[\[}}1, 2]], dtype = int32}
func.func @to_location(%a: memref<8xi32>, %n: memref<1xi32> {dma.input = [3]}, %b: memref<8xi32>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[1, 2]] as int32 : memref<8xi32>
  %1 = penguin.access %b pattern [[1, 2]] offset %r + 1 as int32 : memref<8xi32>
  penguin.dma_copy %0 -> %1
  return
}
// An access that goes back from where it begins: its location is its last element.
// RAN: lower-dma: kernel 'backwards': 1 transfers before, 1 after
// CHECK-LABEL: @backwards
// CHECK: desc.patch @dma_copy_at at %{{.*}} * 4 - 12
// CHECK: desc.copy {space = hbm, address = {byte = 12, reference = @dma_copy_at}, pairs = {{\[\[}}-1, 4]], dtype = int32}
func.func @backwards(%a: memref<8xi32>, %n: memref<1xi32> {dma.input = [5]}, %b: memref<4xi32>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[-1, 4]] offset %r as int32 : memref<8xi32>
  %1 = penguin.access %b pattern [[1, 4]] as int32 : memref<4xi32>
  penguin.dma_copy %0 -> %1
  return
}
