// Loops taken apart, joined, moved out of, cut in tiles, and turned inside out: Inputs/loops.pat.
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/loops.pat --unroll | FileCheck %s --check-prefix=UNROLL
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/loops.pat --fuse | FileCheck %s --check-prefix=FUSE
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/loops.pat --hoist | FileCheck %s --check-prefix=HOIST
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/loops.pat --tile | FileCheck %s --check-prefix=TILE
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/loops.pat --unswitch | FileCheck %s --check-prefix=UNSWITCH
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --check-patterns %S/Inputs/loops.pat

// UNROLL-LABEL: func.func @sum(%arg0: index) -> index {
// UNROLL-NEXT: %0 = arith.constant 3 : index
// UNROLL-NEXT: %1 = arith.addi %arg0, %0 : index
// UNROLL-NEXT: %2 = arith.constant 6 : index
// UNROLL-NEXT: %3 = arith.subi %1, %2 : index
// UNROLL-NEXT: return %3 : index
// UNROLL-NEXT: }
// FUSE-LABEL: func.func @two(%arg0: index, %arg1: memref<8xf32>, %arg2: memref<8xf32>, %arg3: f32, %arg4: f32) {
// FUSE-NEXT: %0 = arith.constant 0 : index
// FUSE-NEXT: %1 = arith.constant 1 : index
// FUSE-NEXT: scf.for %0, %arg0, %1 {
// FUSE-NEXT: ^bb0(%arg5: index):
// FUSE-NEXT: memref.store %arg3, %arg1, %arg5 : (f32, memref<8xf32>, index) -> ()
// FUSE-NEXT: memref.store %arg4, %arg2, %arg5 : (f32, memref<8xf32>, index) -> ()
// FUSE-NEXT: } : (index, index, index) -> ()
// FUSE-NEXT: scf.for %0, %arg0, %1 {
// FUSE-NEXT: ^bb0(%arg5: index):
// FUSE-NEXT: %2 = memref.load %arg1, %arg5 : (memref<8xf32>, index) -> f32
// FUSE-NEXT: memref.store %2, %arg2, %arg5 : (f32, memref<8xf32>, index) -> ()
// FUSE-NEXT: } : (index, index, index) -> ()
// FUSE-NEXT: return
// FUSE-NEXT: }
// HOIST-LABEL: func.func @inv(%arg0: index, %arg1: index, %arg2: index) -> index {
// HOIST-NEXT: %0 = arith.constant 0 : index
// HOIST-NEXT: %1 = arith.constant 1 : index
// HOIST-NEXT: %2 = arith.muli %arg1, %arg2 : index
// HOIST-NEXT: %3 = scf.for %0, %arg0, %1, %0 {
// HOIST-NEXT: ^bb0(%arg3: index, %arg4: index):
// HOIST-NEXT: %4 = arith.addi %2, %arg3 : index
// HOIST-NEXT: %5 = scf.for %0, %arg0, %1, %arg4 {
// HOIST-NEXT: ^bb0(%arg5: index, %arg6: index):
// HOIST-NEXT: %6 = arith.addi %4, %arg6 : index
// HOIST-NEXT: scf.yield %6 : index
// HOIST-NEXT: } : (index, index, index, index) -> index
// HOIST-NEXT: scf.yield %5 : index
// HOIST-NEXT: } : (index, index, index, index) -> index
// HOIST-NEXT: return %3 : index
// HOIST-NEXT: }
// TILE-LABEL: func.func @tile(%arg0: memref<16xf32>, %arg1: f32) {
// TILE-NEXT: %0 = arith.constant 0 : index
// TILE-NEXT: %1 = arith.constant 1 : index
// TILE-NEXT: %2 = arith.constant 16 : index
// TILE-NEXT: %3 = arith.constant 4 : index
// TILE-NEXT: scf.for %0, %2, %3 {
// TILE-NEXT: ^bb0(%arg2: index):
// TILE-NEXT: %4 = arith.addi %arg2, %3 : index
// TILE-NEXT: scf.for %arg2, %4, %1 {
// TILE-NEXT: ^bb0(%arg3: index):
// TILE-NEXT: memref.store %arg1, %arg0, %arg3 : (f32, memref<16xf32>, index) -> ()
// TILE-NEXT: } : (index, index, index) -> ()
// TILE-NEXT: } : (index, index, index) -> ()
// TILE-NEXT: return
// TILE-NEXT: }
// UNSWITCH-LABEL: func.func @switched(%arg0: index, %arg1: memref<8xf32>, %arg2: i1, %arg3: f32, %arg4: f32) {
// UNSWITCH-NEXT: %0 = arith.constant 0 : index
// UNSWITCH-NEXT: %1 = arith.constant 1 : index
// UNSWITCH-NEXT: scf.if %arg2 {
// UNSWITCH-NEXT: scf.for %0, %arg0, %1 {
// UNSWITCH-NEXT: ^bb0(%arg5: index):
// UNSWITCH-NEXT: memref.store %arg3, %arg1, %arg5 : (f32, memref<8xf32>, index) -> ()
// UNSWITCH-NEXT: } : (index, index, index) -> ()
// UNSWITCH-NEXT: } else {
// UNSWITCH-NEXT: scf.for %0, %arg0, %1 {
// UNSWITCH-NEXT: ^bb0(%arg5: index):
// UNSWITCH-NEXT: memref.store %arg4, %arg1, %arg5 : (f32, memref<8xf32>, index) -> ()
// UNSWITCH-NEXT: } : (index, index, index) -> ()
// UNSWITCH-NEXT: }
// UNSWITCH-NEXT: return
// UNSWITCH-NEXT: }

func.func @sum(%x: index) -> index {
  %0 = arith.constant 0 : index
  %3 = arith.constant 3 : index
  %7 = arith.constant 7 : index
  %s:2 = "scf.for"(%0, %7, %3, %0, %x) ({
  ^bb0(%i: index, %a: index, %b: index):
    %n = arith.addi %a, %i : index
    scf.yield %b, %n : index, index
  }) : (index, index, index, index, index) -> (index, index)
  %r = arith.subi %s#0, %s#1 : index
  return %r : index
}
func.func @long(%x: index) -> index {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %99 = arith.constant 99 : index
  %s = "scf.for"(%0, %99, %1, %x) ({
  ^bb0(%i: index, %a: index):
    %n = arith.addi %a, %i : index
    scf.yield %n : index
  }) : (index, index, index, index) -> index
  return %s : index
}
func.func @two(%n: index, %a: memref<8xf32>, %b: memref<8xf32>, %v: f32, %w: f32) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  "scf.for"(%0, %n, %1) ({
  ^bb0(%i: index):
    "memref.store"(%v, %a, %i) : (f32, memref<8xf32>, index) -> ()
    scf.yield
  }) : (index, index, index) -> ()
  "scf.for"(%0, %n, %1) ({
  ^bb0(%i: index):
    "memref.store"(%w, %b, %i) : (f32, memref<8xf32>, index) -> ()
    scf.yield
  }) : (index, index, index) -> ()
  "scf.for"(%0, %n, %1) ({
  ^bb0(%i: index):
    %q = "memref.load"(%a, %i) : (memref<8xf32>, index) -> f32
    "memref.store"(%q, %b, %i) : (f32, memref<8xf32>, index) -> ()
    scf.yield
  }) : (index, index, index) -> ()
  return
}
func.func @inv(%n: index, %x: index, %y: index) -> index {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %s = "scf.for"(%0, %n, %1, %0) ({
  ^bb0(%i: index, %a: index):
    %t = "scf.for"(%0, %n, %1, %a) ({
    ^bb0(%j: index, %c: index):
      %p = arith.muli %x, %y : index
      %q = arith.addi %p, %i : index
      %d = arith.addi %q, %c : index
      scf.yield %d : index
    }) : (index, index, index, index) -> index
    scf.yield %t : index
  }) : (index, index, index, index) -> index
  return %s : index
}
func.func @tile(%m: memref<16xf32>, %v: f32) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  "scf.for"(%0, %16, %1) ({
  ^bb0(%i: index):
    "memref.store"(%v, %m, %i) : (f32, memref<16xf32>, index) -> ()
    scf.yield
  }) : (index, index, index) -> ()
  return
}
func.func @switched(%n: index, %m: memref<8xf32>, %c: i1, %v: f32, %w: f32) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  "scf.for"(%0, %n, %1) ({
  ^bb0(%i: index):
    scf.if %c {
      "memref.store"(%v, %m, %i) : (f32, memref<8xf32>, index) -> ()
      scf.yield
    } else {
      "memref.store"(%w, %m, %i) : (f32, memref<8xf32>, index) -> ()
      scf.yield
    }
    scf.yield
  }) : (index, index, index) -> ()
  return
}
