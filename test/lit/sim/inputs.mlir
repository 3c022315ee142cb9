// What arguments hold by their attribute, and that lowerings keep it.
// RUN: rookery-sim %s --hexdump | FileCheck %s
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir | rookery-sim --hexdump | FileCheck %s
// RUN: rookery-opt %s --dma | rookery-sim --hexdump | FileCheck %s
// RUN: rookery-sim %s --checksums --output arg0=%t.npy
// RUN: rookery-sim %s --input arg0=%t.npy --input arg1=%t.npy --hexdump | FileCheck %s --check-prefix=GIVEN

// CHECK-LABEL: kernel @inputs
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 05 00 07 00 05 00 07 00
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 00 00 00 00 00 00 00
// CHECK-NEXT: arg2
// CHECK-NEXT: 0000 02 00 05 00 08 00 01 00
// CHECK-NEXT: arg3
// CHECK-NEXT: 0000 c0 c1 c2 c3
// CHECK-NEXT: arg4
// CHECK-NEXT: 0000 00 3c 00 c0
// CHECK-NEXT: arg5
// CHECK-NEXT: 0000 05 00 05 00

// What the command line gives counts more.
// GIVEN: arg1
// GIVEN-NEXT: 0000 05 00 07 00 05 00 07 00
func.func @inputs(%a: memref<4xi16> {dma.input = [5, 7]}, %b: memref<4xi16> {dma.input = "zeros"}, %c: memref<4xi16> {dma.input = {start = 2, step = 3, modulo = 10}}, %d: memref<4xi8> {dma.input = "counting"}, %e: memref<2xf16> {dma.input = dense<[1.0, -2.0]> : tensor<2xf16>}, %f: memref<2xi16>) {
  %0 = penguin.access %a pattern [[2, 2]] as uint16 : memref<4xi16>
  %1 = penguin.access %f pattern [[1, 2]] as uint16 : memref<2xi16>
  penguin.dma_copy %0 -> %1
  return
}
