dma.kernel @gather(%x: memref<32xi8>, %i: memref<2xi32> {dma.input = [3, -1]}, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 32, argument = 0}
  %j = bir.memory @j hbm {bytes = 8, argument = 1}
  %b = bir.memory @b hbm {bytes = 8, argument = 2}
  %n = bir.ap %j pattern [[1, 2]] as int32
  %0 = bir.ap %a pattern [[1, 4]] offset 8 as uint8 index %n
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  bir.dma_copy %0 -> %1 {name = "g", indirect_dims = [4]}
  dma.return
}
