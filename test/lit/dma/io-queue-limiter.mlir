// BD: with the limiter of I/O queues on, what touches an argument and is not HWDGE is driven from SP; off, from Pool.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --bind-dma | FileCheck %s --check-prefix=OFF
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --bind-dma=limit-io-queues=true | FileCheck %s --check-prefix=ON
// RUN: rookery-opt %s --target trn1 --kernels-from-functions --penguin-to-bir --bind-dma=limit-io-queues=true | FileCheck %s --check-prefix=OFF

// OFF: name = "in"{{.*}}engine = pool
// OFF: name = "inside"{{.*}}engine = pool
// ON: name = "in"{{.*}}engine = sp
// ON: name = "inside"{{.*}}engine = pool
func.func @f(%a: memref<8x8xf32>) {
  %s = memref.alloc() : memref<8x8xf32, #dma.space<sbuf>>
  %t = memref.alloc() : memref<8x8xf32, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[8, 8], [1, 8]] as fp32 : memref<8x8xf32>
  %1 = penguin.access %s pattern [[1, 8]] partition [8, 8] as fp32 : memref<8x8xf32, #dma.space<sbuf>>
  %2 = penguin.access %t pattern [[1, 8]] partition [8, 8] as fp32 : memref<8x8xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "in"}
  penguin.dma_copy %1 -> %2 {name = "inside"}
  return
}
