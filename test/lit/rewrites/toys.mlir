// Optional, variadic and sliced operands, lists side by side, numbers in order, names, messages: Inputs/toys.pat.
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/toys.pat --optionals 2>&1 | FileCheck %s --check-prefix=OPTIONALS
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/toys.pat --groups | FileCheck %s --check-prefix=GROUPS
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/toys.pat --lists | FileCheck %s --check-prefix=LISTS
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/toys.pat --numbering 2>&1 | FileCheck %s --check-prefix=NUMBERING
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/toys.pat --names | FileCheck %s --check-prefix=NAMES
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --check-patterns %S/Inputs/toys.pat

// OPTIONALS: remark: add reads every so many
// OPTIONALS-LABEL: func.func @read(%arg0: memref<4xi32>, %arg1: i32) -> (i32, i32, i32) {
// OPTIONALS-NEXT: %0 = t.read %arg0 {hint = 3, operandSegmentSizes = array<i32: 1, 0, 0>} : (memref<4xi32>) -> i32
// OPTIONALS-NEXT: %1 = t.read %arg0, %arg1 {mode = add, operandSegmentSizes = array<i32: 1, 0, 1>} : (memref<4xi32>, i32) -> i32
// OPTIONALS-NEXT: %2 = t.read %arg0, %arg1 {mode = mul, hint = 3, operandSegmentSizes = array<i32: 1, 0, 1>} : (memref<4xi32>, i32) -> i32
// OPTIONALS-NEXT: return %0, %1, %2 : i32, i32, i32
// OPTIONALS-NEXT: }
// GROUPS-LABEL: func.func @concat(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
// GROUPS-NEXT: %0 = t.concat %arg0, %arg1, %arg2
// GROUPS-NEXT: return %0, %arg2 : i32, i32
// GROUPS-NEXT: }
// LISTS-LABEL: func.func @lists(%arg0: i32) -> (i32, i32, i32) {
// LISTS-NEXT: %0 = t.transpose %arg0 {perm = [1, 0, 2]}
// LISTS-NEXT: %1 = t.pad %arg0 {dims = {{\[\[}}1, 4], [2, 4]], low = [1, 0], high = [0, 0]}
// LISTS-NEXT: return %arg0, %0, %1 : i32, i32, i32
// LISTS-NEXT: }
// NUMBERING: remark: g needs 28 bytes
// NUMBERING: note: of 3 buffers
// NUMBERING-LABEL: func.func @counts(%arg0: i1) {
// NUMBERING-NEXT: t.count {id = 0, of = "first"}
// NUMBERING-NEXT: scf.if %arg0 {
// NUMBERING-NEXT: t.count {id = 1, of = "second"}
// NUMBERING-NEXT: }
// NUMBERING-NEXT: t.count {id = 2, of = "third"}
// NUMBERING-NEXT: return
// NUMBERING-NEXT: }
// NUMBERING-LABEL: t.group @g {
// NUMBERING-NEXT: t.buf @x {size = 16, at = 0}
// NUMBERING-NEXT: t.buf @g_y {size = 8, at = 16}
// NUMBERING-NEXT: t.buf @g_x {size = 4, at = 24}
// NUMBERING-NEXT: func.func @f(%arg0: i32) {
// NUMBERING-NEXT: t.use %arg0 {buffer = @x}
// NUMBERING-NEXT: return
// NUMBERING-NEXT: }
// NUMBERING-NEXT: }
// NAMES-LABEL: t.group @g {
// NAMES-NEXT: t.buf @g_x_0 {size = 16}
// NAMES-NEXT: t.buf @g_y {size = 8}
// NAMES-NEXT: t.buf @g_x {size = 4}
// NAMES-NEXT: func.func @f(%arg0: i32) {
// NAMES-NEXT: t.use %arg0 {buffer = @g_x_0}
// NAMES-NEXT: return
// NAMES-NEXT: }
// NAMES-NEXT: }

func.func @read(%m: memref<4xi32>, %s: i32) -> (i32, i32, i32) {
  %1 = arith.constant -1 : i32
  %a = "t.read"(%m, %1) {hint = 3 : i64, operandSegmentSizes = array<i32: 1, 1, 0>} : (memref<4xi32>, i32) -> i32
  %b = "t.read"(%m, %s) {mode = #t.mode<add>, operandSegmentSizes = array<i32: 1, 0, 1>} : (memref<4xi32>, i32) -> i32
  %c = "t.read"(%m, %1, %s) {mode = #t.mode<mul>, hint = 3 : i64, operandSegmentSizes = array<i32: 1, 1, 1>} : (memref<4xi32>, i32, i32) -> i32
  return %a, %b, %c : i32, i32, i32
}
func.func @concat(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %0 = t.concat %b, %b
  %1 = t.concat %a, %0, %c
  %2 = t.concat %c, %c
  return %1, %2 : i32, i32
}
func.func @lists(%x: i32) -> (i32, i32, i32) {
  %0 = "t.transpose"(%x) {perm = [1, 2, 0]} : (i32) -> i32
  %1 = "t.transpose"(%0) {perm = [2, 0, 1]} : (i32) -> i32
  %2 = "t.transpose"(%0) {perm = [0, 2, 1]} : (i32) -> i32
  %3 = "t.pad"(%x) {dims = [[0, 4], [1, 4], [2, 4]], low = [0, 1, 0], high = [0, 0, 0]} : (i32) -> i32
  return %1, %2, %3 : i32, i32, i32
}
func.func @counts(%c: i1) {
  "t.count"() {of = "first"} : () -> ()
  scf.if %c {
    "t.count"() {of = "second"} : () -> ()
    scf.yield
  }
  "t.count"() {of = "third", id = 7 : i64} : () -> ()
  return
}
"t.group"() ({
  "t.buf"() {sym_name = "x", size = 16 : i64} : () -> ()
  "t.buf"() {sym_name = "g_y", size = 8 : i64} : () -> ()
  "t.buf"() {sym_name = "g_x", size = 4 : i64} : () -> ()
  func.func @f(%v: i32) {
    "t.use"(%v) {buffer = @x} : (i32) -> ()
    return
  }
}) {sym_name = "g"} : () -> ()
