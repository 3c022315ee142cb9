// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f(%i: index, %m: memref<4xf32>) {
  %0 = "memref.alloc"(%i) : (index) -> memref<?xf32>
  %1 = "memref.alloc"(%i) <{operandSegmentSizes = array<i32: 1>}> : (index) -> memref<?xf32>
  %2 = "memref.alloc"(%i) <{operandSegmentSizes = array<i32: 1, 1>}> : (index) -> memref<?xf32>
  %3 = "memref.alloc"(%i) <{operandSegmentSizes = array<i32: -1, 2>}> : (index) -> memref<?xf32>
  return
}
// CHECK: segments.mlir:3:3: error: 'memref.alloc' op requires attribute 'operandSegmentSizes'
// CHECK: segments.mlir:4:3: error: 'memref.alloc' op 'operandSegmentSizes' attribute for specifying operand segments must have 2 elements, but got 1
// CHECK: segments.mlir:5:3: error: 'memref.alloc' op operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'
// CHECK: segments.mlir:6:3: error: 'memref.alloc' op attribute 'operandSegmentSizes' must be an array of sizes
