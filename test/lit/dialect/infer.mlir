// Types of results that `infer` clauses say: read, printed, and made by patterns.
// RUN: rookery-opt %s --dialects %S/Inputs/infer.dialect | FileCheck %s
// RUN: rookery-opt %s --dialects %S/Inputs/infer.dialect --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: rookery-opt --check-patterns %S/Inputs/infer.pat --dialects %S/Inputs/infer.dialect
// RUN: rookery-opt %s --dialects %S/Inputs/infer.dialect --patterns %S/Inputs/infer.pat --infer-types | FileCheck %s --check-prefix=PASS
func.func @f(%a: i32, %b: f32, %m: memref<4x8xf16>) {
  %0 = inf.pick %a, %b : i32, f32
  %1 = inf.pick %0, %b {second} : i32, f32
  %2 = inf.load %m : memref<4x8xf16>
  %3:3 = inf.two %2 : f16 -> i8
  %4 = inf.make %1 x 2 : f32
  %5 = inf.plain %3#1 : (i8) -> i8
  inf.use %0, %1, %3#2, %5 : i32, f32, i1, i8
  inf.use %b : f32
  return
}
// CHECK: %0 = inf.pick %arg0, %arg1 : i32, f32
// CHECK-NEXT: %1 = inf.pick %0, %arg1 {second} : i32, f32
// CHECK-NEXT: %2 = inf.load %arg2 : memref<4x8xf16>
// CHECK-NEXT: %3:3 = inf.two %2 : f16 -> i8
// CHECK-NEXT: inf.make %1 x 2 : f32

// GENERIC: "inf.load"(%arg2) : (memref<4x8xf16>) -> f16
// GENERIC: (f16) -> (i8, i8, i1)
// GENERIC: "inf.make"(%1) <{size = 2 : i64}> : (f32) -> !inf.ring<2 : i64, i32>

// PASS: %1 = inf.pick %arg1, %0 : f32, i32
// PASS-NEXT: %2 = inf.pick %1, %0 : f32, i32
// PASS: [[N:%.*]] = inf.make %arg1 x 3 : f32
// PASS-NEXT: inf.use [[N]] : !inf.ring<3 : i64, i32>
