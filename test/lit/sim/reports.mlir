// What is shown of a run: checksums by default; each transfer; numbers; memories beside the arguments, and what nothing
// wrote. The program is the same after the lowering, its memories have other names.
// RUN: rookery-sim %s --counting | FileCheck %s --check-prefix=SUM --match-full-lines
// SUM: kernel @tile
// SUM-NEXT:   arg0 8 bytes a4dc49e2b28ecb7d
// SUM-NOT: {{.}}
// RUN: rookery-sim %s --counting --all --hexdump --trace --stats | FileCheck %s
// CHECK: reports.mlir:[[#@LINE+16]]:3: penguin.dma_copy: 4 bytes in 2 runs, 2 entries: arg0 -> mem0
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: mem0
// CHECK-NEXT: 0:0000 00 01 --
// CHECK-NEXT: 1:0000 02 03 --
// CHECK-NEXT: 1 transfers, 4 bytes, 2 runs, 2 ring entries, 0 firings, 0.3 % efficient
// RUN: rookery-opt %s --dma | rookery-sim --counting --all --hexdump --stats | FileCheck %s --check-prefix=DESC
// DESC: mem{{$}}
// DESC-NEXT: 0:0000 00 01 --
// DESC-NEXT: 1:0000 02 03 --
// DESC-NEXT: 1 transfers, 4 bytes, 2 runs, 2 ring entries, 1 firings, 0.3 % efficient
func.func @tile(%a: memref<8xi8>) {
  %t = memref.alloc() : memref<2x3xi8, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[2, 2], [1, 2]] as uint8 : memref<8xi8>
  %1 = penguin.access %t pattern [[1, 2]] partition [3, 2] as uint8 : memref<2x3xi8, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  return
}
