// C3: of several elements for one place the last one stays: a destination with stride 0 is cut to its last writer, the
// source moves on to its last element. A partition written over and over is one, too.
// RUN: rookery-opt %s --dma | FileCheck %s
// RUN: rookery-opt %s --dma --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"
// RAN-COUNT-7: verify-by-execution: lower-dma: kernel

// CHECK-LABEL: dma.kernel @free
// CHECK: byte = 48}, pairs = {{\[\[}}1, 8]], dtype = bf16} -> {space = hbm, address = {byte = 128}, pairs = {{\[\[}}1, 8]]
// CHECK-LABEL: dma.kernel @inner
// CHECK: byte = 6}, pairs = {{\[\[}}16, 2]], dtype = bf16} -> {space = hbm, address = {byte = 128}, pairs = {{\[\[}}8, 2]]
// CHECK-LABEL: dma.kernel @partition
// CHECK: byte = 48}, pairs = {{\[\[}}1, 8]], dtype = bf16} -> {space = sbuf, address = {byte = 0}, pairs = {{\[\[}}1, 8]], dtype = bf16}
// CHECK-LABEL: dma.kernel @all
// CHECK: byte = 62}, pairs = {{\[\[}}1, 1]], dtype = bf16} -> {space = hbm, address = {byte = 128}, pairs = {{\[\[}}1, 1]]
// A source that is read over and over is as it was.
// CHECK-LABEL: dma.kernel @source
// CHECK: byte = 0}, pairs = {{\[\[}}0, 4], [1, 8]], dtype = bf16} -> {space = hbm, address = {byte = 128}, pairs = {{\[\[}}8, 4], [1, 8]]
func.func @free(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[8, 4], [1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[0, 4], [1, 8]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
func.func @inner(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[16, 2], [1, 4]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[8, 2], [0, 4]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
func.func @partition(%a: memref<64xbf16>) {
  %t = memref.alloc() : memref<4x8xbf16, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[8, 4], [1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %t pattern [[1, 8]] partition [0, 4] as bf16 : memref<4x8xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  return
}
func.func @all(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 32]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[0, 32]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
func.func @source(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[0, 4], [1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[8, 4], [1, 8]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// What is added to one place is added by a DMA for each time: as many blocks, since they depend on each other.
// CHECK-LABEL: dma.kernel @added
// CHECK-COUNT-3: desc.trigger
// CHECK-COUNT-3: desc.cce {{.*}}pairs = {{\[\[}}1, 2]], dtype = int32} -> {space = hbm, address = {byte = {{[0-9]+}}}, pairs = {{\[\[}}1, 2]], dtype = int32}
dma.kernel @added(%x: memref<6xi32> {dma.input = [1, 2, 3, 4, 5, 6]}, %y: memref<2xi32> {dma.input = [1, 2]}) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 6]] as int32
  %1 = bir.ap %b pattern [[0, 3], [1, 2]] as int32
  bir.dma_copy %0 -> %1 {name = "s", mode = cce, cce_op = add}
  dma.return
}
// CHECK-LABEL: dma.kernel @summed
// CHECK-COUNT-2: desc.trigger
// CHECK: desc.cce {{.*}}pairs = {{\[\[}}1, 2]], dtype = int32} {name = "s_0", others = [{{.*}}byte = 16}
// CHECK: desc.cce {{.*}}pairs = {{\[\[}}1, 2]], dtype = int32} {name = "s_1", others = [{{.*}}byte = 24}
dma.kernel @summed(%x: memref<8xi32> {dma.input = [1, 2, 3, 4, 5, 6, 7, 8]}, %y: memref<2xi32> {dma.input = [1, 2]}) {
  %a = bir.memory @a hbm {bytes = 32, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as int32
  %1 = bir.ap %a pattern [[1, 4]] offset 4 as int32
  %2 = bir.ap %b pattern [[0, 2], [1, 2]] as int32
  bir.dma_cce %0 + %1 -> %2 {name = "s"}
  dma.return
}
