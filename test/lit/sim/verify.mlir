// Lowerings are run before and after each pass: what was compared, and what a wrong one changed.
// RUN: rookery-opt %s --dma --verify-by-execution 2>&1 >%t.out | FileCheck %s
// CHECK: verify-by-execution: kernels-from-functions: kernel 'two': 2 transfers before, 2 after, 40 bytes compared, 20 changed
// CHECK-NEXT: verify-by-execution: penguin-to-bir: kernel 'two': 2 transfers before, 2 after, 40 bytes compared, 20 changed
// CHECK-NEXT: verify-by-execution: bind-dma: kernel 'two': 2 transfers before, 2 after, 40 bytes compared, 20 changed
// CHECK-NEXT: verify-by-execution: lower-dynamic-dma: kernel 'two': 2 transfers before, 2 after, 40 bytes compared, 20 changed
// CHECK-NEXT: verify-by-execution: lower-dma: kernel 'two': 2 transfers before, 2 after, 40 bytes compared, 20 changed
// CHECK-NOT: {{.}}
// RUN: not rookery-opt %s --dma --verify-by-execution --patterns %S/Inputs/wrong.pat 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: verify-by-execution: lower-dma: {{.*}} differ
// WRONG: verify.mlir:[[#@LINE+14]]:3: error: pass 'lower-dma' changed what kernel 'two' does: byte 0 of partition 0 of 'mem' was 0x{{..}} and is 0x{{..}} (16 of 40 bytes differ)
// WRONG: verify.mlir:[[#@LINE+13]]:3: note: before the pass it was written by this 'bir.dma_copy'
// WRONG: bind-dma/queues.pat:{{.*}}: note: it came from pattern 'bind_queue' of pass 'bind-dma'
// WRONG: penguin-to-bir/dma-copy.pat:{{.*}}: note: and before that from pattern 'dma_copy' of pass 'penguin-to-bir'
// WRONG: note: after the pass nothing wrote it
// WRONG: lower-dma/build-block.pat:{{.*}}: note: pattern 'new_block' took that operation away
// RUN: not rookery-opt %S/Inputs/unknown.mlir --canonicalize --verify-by-execution --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: verify-by-execution: canonicalize: kernel 'f': not compared: 'foo.bar' has no semantics: it cannot be executed
// NOTHING-NEXT: error: --verify-by-execution: nothing was compared
func.func @two(%a: memref<4xi32>, %b: memref<12xi8>) {
  %t = memref.alloc() : memref<2x6xi8, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[2, 2], [1, 5]] as uint8 : memref<4xi32>
  %1 = penguin.access %t pattern [[1, 5]] partition [6, 2] as uint8 : memref<2x6xi8, #dma.space<sbuf>>
  %2 = penguin.access %b pattern [[5, 2], [1, 5]] as uint8 : memref<12xi8>
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %1 -> %2
  return
}
