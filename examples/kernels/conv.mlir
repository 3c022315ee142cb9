// A depthwise convolution: windows that overlap, read again and again.

func.func @windows(%x: memref<600xf32>) {
  %tile = memref.alloc() : memref<7x512xf32, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[1, 7], [1, 512]] as fp32 : memref<600xf32>
  %1 = penguin.access %tile pattern [[1, 512]] partition [512, 7] as fp32 : memref<7x512xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load"}
  return
}

func.func @strided_windows(%x: memref<600xf32>) {
  %tile = memref.alloc() : memref<7x256xf32, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[1, 7], [2, 256]] as fp32 : memref<600xf32>
  %1 = penguin.access %tile pattern [[1, 256]] partition [256, 7] as fp32 : memref<7x256xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load"}
  return
}
