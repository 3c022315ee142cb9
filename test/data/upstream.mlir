// What mlir-opt 19 prints in the generic form for a function that uses the upstream dialects.
#map = affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, f32, memref<4x?xf32>, index, memref<1xi32>) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: f32, %arg3: memref<4x?xf32>, %arg4: index, %arg5: memref<1xi32>):
    %0 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "arith.cmpi"(%arg0, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %2 = "arith.addf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %3 = "arith.cmpf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
    %4 = "arith.select"(%1, %arg0, %arg1) : (i1, i32, i32) -> i32
    %5 = "arith.extsi"(%arg0) : (i32) -> i64
    %6 = "arith.trunci"(%arg0) : (i32) -> i8
    %7 = "arith.shli"(%arg0, %arg1) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %8 = "arith.truncf"(%arg2) : (f32) -> f16
    %9 = "arith.negf"(%arg2) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f32) -> f32
    %10 = "arith.constant"() <{value = 1 : index}> : () -> index
    %11 = "memref.alloc"(%arg4) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32>
    %12 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
    %13 = "memref.load"(%arg3, %10, %arg4) : (memref<4x?xf32>, index, index) -> f32
    "memref.store"(%13, %arg3, %arg4, %arg4) : (f32, memref<4x?xf32>, index, index) -> ()
    %14 = "memref.subview"(%arg3, %arg4, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 2, -9223372036854775808>, static_strides = array<i64: 1, 1>}> : (memref<4x?xf32>, index, index) -> memref<2x?xf32, strided<[?, 1], offset: ?>>
    %15 = "memref.dim"(%arg3, %10) : (memref<4x?xf32>, index) -> index
    %16 = "memref.transpose"(%arg3) <{permutation = #map1}> : (memref<4x?xf32>) -> memref<?x4xf32, #map>
    %17 = "memref.expand_shape"(%12) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 2>}> : (memref<4xf32>) -> memref<2x2xf32>
    %18 = "memref.collapse_shape"(%17) <{reassociation = [[0, 1]]}> : (memref<2x2xf32>) -> memref<4xf32>
    %19 = "memref.cast"(%12) : (memref<4xf32>) -> memref<?xf32>
    %20 = "memref.reinterpret_cast"(%12) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 2, 1>}> : (memref<4xf32>) -> memref<2x2xf32, strided<[2, 1]>>
    "memref.dma_start"(%12, %arg4, %19, %arg4, %arg4, %arg5, %arg4, %arg4, %arg4) : (memref<4xf32>, index, memref<?xf32>, index, index, memref<1xi32>, index, index, index) -> ()
    "memref.dma_wait"(%arg5, %arg4, %arg4) : (memref<1xi32>, index, index) -> ()
    "memref.copy"(%12, %11) : (memref<4xf32>, memref<?xf32>) -> ()
    "memref.dealloc"(%11) : (memref<?xf32>) -> ()
    %21 = "scf.if"(%1) ({
      "scf.yield"(%arg0) : (i32) -> ()
    }, {
      "scf.yield"(%arg1) : (i32) -> ()
    }) : (i1) -> i32
    %22 = "scf.for"(%10, %arg4, %10, %arg0) ({
    ^bb0(%arg8: index, %arg9: i32):
      "scf.yield"(%arg9) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %23 = "scf.while"(%arg0) ({
    ^bb0(%arg7: i32):
      "scf.condition"(%1, %arg7) : (i1, i32) -> ()
    }, {
    ^bb0(%arg6: i32):
      "scf.yield"(%arg6) : (i32) -> ()
    }) : (i32) -> i32
    %24 = "func.call"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) <{callee = @f}> : (i32, i32, f32, memref<4x?xf32>, index, memref<1xi32>) -> i32
    %25 = "arith.index_cast"(%arg0) : (i32) -> index
    %26 = "arith.maximumf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %27:2 = "arith.mulsi_extended"(%arg0, %arg1) : (i32, i32) -> (i32, i32)
    %28 = "memref.get_global"() <{name = @gg}> : () -> memref<4xf32>
    %29 = "arith.bitcast"(%arg0) : (i32) -> f32
    "cf.cond_br"(%1, %arg0, %arg1)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32, i32) -> ()
  ^bb1(%30: i32):  // 2 preds: ^bb0, ^bb0
    "cf.br"()[^bb2] : () -> ()
  ^bb2:  // pred: ^bb1
    "cf.assert"(%1) <{msg = "x"}> : (i1) -> ()
    "func.return"(%30) : (i32) -> ()
  }) : () -> ()
  "memref.global"() <{constant, initial_value = dense<1.000000e+00> : tensor<4xf32>, sym_name = "gg", sym_visibility = "private", type = memref<4xf32>}> : () -> ()
  "func.func"() <{arg_attrs = [{a.b = 1 : i64}], function_type = (i32) -> i32, res_attrs = [{c.d}], sym_name = "decl", sym_visibility = "private"}> ({
  }) {llvm.x} : () -> ()
}) : () -> ()

