// Patterns read the parameters of the family that the run's target is of, by name.
// RUN: rookery-opt %s --dialects %S/Inputs/families.dialect --patterns %S/Inputs/families.pat --target four --read-target | FileCheck %s --check-prefixes=FOUR,TOASTER
// RUN: rookery-opt %s --dialects %S/Inputs/families.dialect --patterns %S/Inputs/families.pat --target two --read-target | FileCheck %s --check-prefixes=OTHER,TOASTER
// RUN: rookery-opt %s --dialects %S/Inputs/families.dialect --patterns %S/Inputs/families.pat --target trn2 --read-target | FileCheck %s --check-prefixes=OTHER,TRN
func.func @f() -> (i32, i32) {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 2 : i32
  return %0, %1 : i32, i32
}
// FOUR: arith.constant 4 : i32
// OTHER: arith.constant 1 : i32
// TOASTER: arith.constant 7 : i32
// TRN: arith.constant 128 : i32
