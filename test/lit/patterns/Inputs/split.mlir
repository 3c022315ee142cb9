dma.kernel @k(%x: memref<24xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  %0 = bir.ap %a pattern [[4, 6], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 12]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge}
  bir.load %0 -> %1 {name = "l", dge_type = swdge}
}
