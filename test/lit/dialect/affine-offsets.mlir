// An offset over values spells its operand group.
// RUN: rookery-opt %s | rookery-filecheck %s
// RUN: rookery-opt %s --print-op-generic | rookery-filecheck %s --check-prefix=GENERIC
func.func @f(%m: memref<64xf32>, %i: index, %j: index) {
  %0 = penguin.access %m pattern [[1, 4]] offset %j * 8 + %i - 1 as fp32 : memref<64xf32>
  %1 = penguin.access %m pattern [[1, 4]] offset (%i + %j) mod 4 as fp32 : memref<64xf32>
  %2 = penguin.access %m pattern [[1, 4]] offset 2 * 3 as fp32 : memref<64xf32>
  return
}
// CHECK: offset %arg2 * 8 + %arg1 - 1 as fp32
// CHECK: offset (%arg1 + %arg2) mod 4 as fp32
// CHECK: offset 6 as fp32
// GENERIC: #map = affine_map<(d0, d1) -> (d0 * 8 + d1 - 1)>
// GENERIC: "penguin.access"(%arg0, %arg2, %arg1) <{dtype = #dma.dtype<fp32>, offset = #map,
