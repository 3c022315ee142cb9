// The eighteen general rewrites of Inputs/general.pat, each on a function of its own.
// RUN: rookery-opt %s --patterns %S/Inputs/general.pat --canonicalize-sketch --tidy-symbols --reuse | FileCheck %s
// RUN: rookery-opt %s --patterns %S/Inputs/general.pat --canonicalize-sketch --tidy-symbols --reuse | rookery-opt --patterns %S/Inputs/general.pat --canonicalize-sketch --tidy-symbols --reuse --trace-patterns 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN-NOT: general.pat:

// CHECK-LABEL: func.func @add_zero(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @add_constants() -> i8 {
// CHECK-NEXT: %0 = arith.constant -56 : i8
// CHECK-NEXT: return %0 : i8
// CHECK-NEXT: }
// CHECK-LABEL: func.func @mul_pow(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = arith.constant 3 : i32
// CHECK-NEXT: %1 = arith.shli %arg0, %0 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @const_right(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = arith.constant 8 : i32
// CHECK-NEXT: %1 = arith.addi %arg0, %0 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @cmp(%arg0: i32) -> i1 {
// CHECK-NEXT: %0 = arith.constant 8 : i32
// CHECK-NEXT: %1 = arith.cmpi %arg0, %0 {predicate = 4} : (i32, i32) -> i1
// CHECK-NEXT: return %1 : i1
// CHECK-NEXT: }
// CHECK-LABEL: func.func @sel(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT: return %arg1 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @reass(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = arith.constant 17 : i32
// CHECK-NEXT: %1 = arith.addi %arg0, %0 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @if_const(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @if_select(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : (i1, i32, i32) -> i32
// CHECK-NEXT: %1 = arith.select %arg0, %arg2, %arg1 : (i1, i32, i32) -> i32
// CHECK-NEXT: return %0, %1 : i32, i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @one_iter(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @dead_carried(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = scf.for %0, %arg0, %1, %arg1 {
// CHECK-NEXT: ^bb0(%arg3: index, %arg4: i32):
// CHECK-NEXT: %3 = arith.muli %arg4, %arg4 : i32
// CHECK-NEXT: scf.yield %3 : i32
// CHECK-NEXT: } : (index, index, index, i32) -> i32
// CHECK-NEXT: return %2 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @dead_arg(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2(%arg1 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT: cf.br ^bb2(%0 : i32)
// CHECK-NEXT: ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @same_dest(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT: cf.br ^bb1(%arg1 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @drop_unit(%arg0: memref<8x4xf32>) -> memref<1x4xf32, strided<[4, 1]>> {
// CHECK-NEXT: %0 = memref.subview %arg0 {static_offsets = [0], static_sizes = [4], static_strides = [1], operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (memref<8x4xf32>) -> memref<4xf32, strided<[1]>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : memref<4xf32, strided<[1]>> to memref<1x4xf32, strided<[4, 1]>>
// CHECK-NEXT: return %1 : memref<1x4xf32, strided<[4, 1]>>
// CHECK-NEXT: }
// CHECK-LABEL: func.func @compose(%arg0: memref<64xf32>) -> memref<4xf32, strided<[6], offset: 13>> {
// CHECK-NEXT: %0 = memref.subview %arg0 {static_offsets = [13], static_sizes = [4], static_strides = [6], operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (memref<64xf32>) -> memref<4xf32, strided<[6], offset: 13>>
// CHECK-NEXT: return %0 : memref<4xf32, strided<[6], offset: 13>>
// CHECK-NEXT: }
// CHECK-LABEL: func.func private @_used() {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-LABEL: func.func @calls() {
// CHECK-NEXT: func.call @_used() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-LABEL: func.func @reuse(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: %1 = arith.addi %arg1, %arg0 : i32
// CHECK-NEXT: %2 = arith.subi %0, %0 : i32
// CHECK-NEXT: %3 = arith.subi %2, %1 : i32
// CHECK-NEXT: return %3 : i32
// CHECK-NEXT: }

func.func @add_zero(%x: i32) -> i32 { %z = arith.constant 0 : i32 %r = arith.addi %x, %z : i32 return %r : i32 }
func.func @add_constants() -> i8 { %a = arith.constant 100 : i8 %b = arith.constant 100 : i8 %r = arith.addi %a, %b : i8 return %r : i8 }
func.func @mul_pow(%x: i32) -> i32 { %c = arith.constant 8 : i32 %r = arith.muli %x, %c : i32 return %r : i32 }
func.func @const_right(%x: i32) -> i32 { %c = arith.constant 8 : i32 %r = arith.addi %c, %x : i32 return %r : i32 }
func.func @cmp(%x: i32) -> i1 { %c = arith.constant 8 : i32 %r = "arith.cmpi"(%c, %x) {predicate = 2 : i64} : (i32, i32) -> i1 return %r : i1 }
func.func @sel(%c: i1, %x: i32) -> i32 { %r = "arith.select"(%c, %x, %x) : (i1, i32, i32) -> i32 return %r : i32 }
func.func @reass(%x: i32) -> i32 { %c = arith.constant 8 : i32 %d = arith.constant 9 : i32 %a = arith.addi %x, %c : i32 %r = arith.addi %a, %d : i32 return %r : i32 }
func.func @if_const(%x: i32, %y: i32) -> i32 { %c = arith.constant true %r = scf.if %c -> (i32) { %q = arith.muli %x, %y : i32 scf.yield %q : i32 } else { scf.yield %y : i32 } return %r : i32 }
func.func @if_select(%c: i1, %x: i32, %y: i32) -> (i32, i32) { %r:2 = scf.if %c -> (i32, i32) { scf.yield %x, %y : i32, i32 } else { scf.yield %y, %x : i32, i32 } return %r#0, %r#1 : i32, i32 }
func.func @one_iter(%x: i32) -> i32 { %0 = arith.constant 0 : index %1 = arith.constant 1 : index
  %r = "scf.for"(%0, %1, %1, %x) ({ ^bb0(%i: index, %a: i32): %n = arith.muli %a, %a : i32 scf.yield %n : i32 }) : (index, index, index, i32) -> i32 return %r : i32 }
func.func @dead_carried(%n: index, %x: i32, %y: i32) -> i32 { %0 = arith.constant 0 : index %1 = arith.constant 1 : index
  %r:2 = "scf.for"(%0, %n, %1, %y, %x) ({ ^bb0(%i: index, %b: i32, %a: i32): %m = arith.muli %a, %a : i32 scf.yield %b, %m : i32, i32 }) : (index, index, index, i32, i32) -> (i32, i32) return %r#1 : i32 }
func.func @dead_arg(%c: i1, %x: i32, %y: i32) -> i32 { cf.cond_br %c, ^a(%x, %y : i32, i32), ^b(%x : i32) ^a(%p: i32, %q: i32): cf.br ^b(%p : i32) ^b(%s: i32): return %s : i32 }
func.func @same_dest(%c: i1, %x: i32) -> i32 { cf.cond_br %c, ^a(%x : i32), ^a(%x : i32) ^a(%p: i32): return %p : i32 }
func.func @drop_unit(%m: memref<8x4xf32>) -> memref<1x4xf32, strided<[4, 1]>> { %v = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (memref<8x4xf32>) -> memref<1x4xf32, strided<[4, 1]>> return %v : memref<1x4xf32, strided<[4, 1]>> }
func.func @compose(%m: memref<64xf32>) -> memref<4xf32, strided<[6], offset: 13>> { %v = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 20>, static_strides = array<i64: 3>}> : (memref<64xf32>) -> memref<20xf32, strided<[3], offset: 1>>
 %w = "memref.subview"(%v) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 4>, static_sizes = array<i64: 4>, static_strides = array<i64: 2>}> : (memref<20xf32, strided<[3], offset: 1>>) -> memref<4xf32, strided<[6], offset: 13>> return %w : memref<4xf32, strided<[6], offset: 13>> }
func.func private @used() { return }
func.func private @unused() { return }
func.func @calls() { func.call @used() : () -> () return }
func.func @reuse(%x: i32, %y: i32, %c: i1) -> i32 { %a = arith.addi %x, %y : i32 %b = arith.addi %x, %y : i32 %o = arith.addi %y, %x : i32 %s = arith.subi %a, %b : i32 %r = arith.subi %s, %o : i32 return %r : i32 }
