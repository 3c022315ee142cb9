// What is written twice, read back, copied on, never read; buffers used again; views of views: Inputs/memory.pat.
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/memory.pat --stores | FileCheck %s --check-prefix=STORES
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/memory.pat --copies | FileCheck %s --check-prefix=COPIES
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/memory.pat --buffers | FileCheck %s --check-prefix=BUFFERS
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/memory.pat --views | FileCheck %s --check-prefix=VIEWS
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --check-patterns %S/Inputs/memory.pat

// STORES-LABEL: func.func @twice(%arg0: memref<8xf32>, %arg1: f32, %arg2: f32, %arg3: index, %arg4: index) -> f32 {
// STORES-NEXT: memref.store %arg1, %arg0, %arg3 : (f32, memref<8xf32>, index) -> ()
// STORES-NEXT: memref.store %arg2, %arg0, %arg4 : (f32, memref<8xf32>, index) -> ()
// STORES-NEXT: return %arg2 : f32
// STORES-NEXT: }
// STORES-LABEL: func.func @scratch(%arg0: f32, %arg1: index) {
// STORES-NEXT: return
// STORES-NEXT: }
// STORES-LABEL: func.func @buffers(%arg0: f32, %arg1: index) -> f32 {
// STORES-NEXT: return %arg0 : f32
// STORES-NEXT: }
// COPIES-LABEL: func.func @chain(%arg0: memref<8xf32>, %arg1: memref<8xf32>) {
// COPIES-NEXT: %0 = memref.alloc() : memref<8xf32>
// COPIES-NEXT: memref.copy %arg0, %arg1 : memref<8xf32> to memref<8xf32>
// COPIES-NEXT: memref.dealloc %0 : memref<8xf32>
// COPIES-NEXT: return
// COPIES-NEXT: }
// BUFFERS-LABEL: func.func @buffers(%arg0: f32, %arg1: index) -> f32 {
// BUFFERS-NEXT: %0 = memref.alloc() : memref<8xf32>
// BUFFERS-NEXT: memref.store %arg0, %0, %arg1 : (f32, memref<8xf32>, index) -> ()
// BUFFERS-NEXT: %1 = memref.load %0, %arg1 : (memref<8xf32>, index) -> f32
// BUFFERS-NEXT: memref.store %1, %0, %arg1 : (f32, memref<8xf32>, index) -> ()
// BUFFERS-NEXT: %2 = memref.load %0, %arg1 : (memref<8xf32>, index) -> f32
// BUFFERS-NEXT: memref.dealloc %0 : memref<8xf32>
// BUFFERS-NEXT: return %2 : f32
// BUFFERS-NEXT: }
// VIEWS-LABEL: func.func @views(%arg0: memref<4x8xf32>) -> (memref<4x8xf32>, memref<?x8xf32>, memref<4x4xf32>, index) {
// VIEWS-NEXT: %0 = memref.cast %arg0 : memref<4x8xf32> to memref<?x8xf32>
// VIEWS-NEXT: %1 = memref.alloc() : memref<4x4xf32>
// VIEWS-NEXT: %2 = arith.constant 8 : index
// VIEWS-NEXT: return %arg0, %0, %1, %2 : memref<4x8xf32>, memref<?x8xf32>, memref<4x4xf32>, index
// VIEWS-NEXT: }

func.func @twice(%m: memref<8xf32>, %v: f32, %w: f32, %i: index, %j: index) -> f32 {
  "memref.store"(%v, %m, %i) : (f32, memref<8xf32>, index) -> ()
  "memref.store"(%w, %m, %i) : (f32, memref<8xf32>, index) -> ()
  %r = "memref.load"(%m, %i) : (memref<8xf32>, index) -> f32
  "memref.store"(%v, %m, %i) : (f32, memref<8xf32>, index) -> ()
  "memref.store"(%r, %m, %j) : (f32, memref<8xf32>, index) -> ()
  return %r : f32
}
func.func @scratch(%v: f32, %i: index) {
  %m = memref.alloc() : memref<8xf32>
  "memref.store"(%v, %m, %i) : (f32, memref<8xf32>, index) -> ()
  memref.dealloc %m : memref<8xf32>
  return
}
func.func @chain(%a: memref<8xf32>, %c: memref<8xf32>) {
  %b = memref.alloc() : memref<8xf32>
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %c : memref<8xf32> to memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  memref.copy %c, %c : memref<8xf32> to memref<8xf32>
  return
}
func.func @buffers(%v: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<8xf32>
  "memref.store"(%v, %a, %i) : (f32, memref<8xf32>, index) -> ()
  %x = "memref.load"(%a, %i) : (memref<8xf32>, index) -> f32
  memref.dealloc %a : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  "memref.store"(%x, %b, %i) : (f32, memref<8xf32>, index) -> ()
  %y = "memref.load"(%b, %i) : (memref<8xf32>, index) -> f32
  memref.dealloc %b : memref<8xf32>
  return %y : f32
}
func.func @views(%m: memref<4x8xf32>) -> (memref<4x8xf32>, memref<?x8xf32>, memref<4x4xf32>, index) {
  %s = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 8>, static_strides = array<i64: 1, 1>}> : (memref<4x8xf32>) -> memref<4x8xf32>
  %c = memref.cast %s : memref<4x8xf32> to memref<?x?xf32>
  %d = memref.cast %c : memref<?x?xf32> to memref<4x8xf32>
  %e = memref.cast %c : memref<?x?xf32> to memref<?x8xf32>
  %q = memref.alloc() : memref<4x4xf32>
  %t = "memref.transpose"(%q) {permutation = affine_map<(d0, d1) -> (d1, d0)>} : (memref<4x4xf32>) -> memref<4x4xf32, strided<[1, 4]>>
  %u = "memref.transpose"(%t) {permutation = affine_map<(d0, d1) -> (d1, d0)>} : (memref<4x4xf32, strided<[1, 4]>>) -> memref<4x4xf32>
  %1 = arith.constant 1 : index
  %n = memref.dim %d, %1 : memref<4x8xf32>
  return %d, %e, %u, %n : memref<4x8xf32>, memref<?x8xf32>, memref<4x4xf32>, index
}
