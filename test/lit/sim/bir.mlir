// The same of memories: nested loops over pairs. Argument 0 counts up from 00, argument 1 from 40.
// RUN: rookery-sim %s --counting --hexdump | FileCheck %s

// CHECK-LABEL: kernel @backwards
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 03 02 01 00 44 45 46 47
dma.kernel @backwards(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[-1, 4]] offset 3 as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}

// CHECK-LABEL: kernel @transposed
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 03 01 04 02 05 46 47
dma.kernel @transposed(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 3], [3, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 6]] as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}

// CHECK-LABEL: kernel @partition_first
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 04 01 05 44 45 46 47
dma.kernel @partition_first(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[4, 2]] partition [1, 2] as uint8
  %1 = bir.ap %b pattern [[1, 4]] as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}

// CHECK-LABEL: kernel @last_stays
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 04 05 42 43 44 45 46 47
dma.kernel @last_stays(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 6]] as uint8
  %1 = bir.ap %b pattern [[0, 3], [1, 2]] as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}

// CHECK-LABEL: kernel @families
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
dma.kernel @families(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %loads = bir.ap %a pattern [[1, 2]] offset 0 as uint8
  %loadd = bir.ap %b pattern [[1, 2]] offset 0 as uint8
  bir.load %loads -> %loadd {name = "load"}
  %saves = bir.ap %a pattern [[1, 2]] offset 2 as uint8
  %saved = bir.ap %b pattern [[1, 2]] offset 2 as uint8
  bir.save %saves -> %saved {name = "save"}
  %tensor_copys = bir.ap %a pattern [[1, 2]] offset 4 as uint8
  %tensor_copyd = bir.ap %b pattern [[1, 2]] offset 4 as uint8
  bir.tensor_copy %tensor_copys -> %tensor_copyd {name = "tensor_copy"}
  %dma_copys = bir.ap %a pattern [[1, 2]] offset 6 as uint8
  %dma_copyd = bir.ap %b pattern [[1, 2]] offset 6 as uint8
  bir.dma_copy %dma_copys -> %dma_copyd {name = "dma_copy"}
  dma.return
}

// CHECK-LABEL: kernel @loop
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 00 41 01 43 02 45 46 47
dma.kernel @loop(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  bir.loop from 0 to 3 (%i) {
    %0 = bir.ap %a pattern [[1, 1]] offset %i as uint8
    %1 = bir.ap %b pattern [[1, 1]] offset %i * 2 as uint8
    bir.dma_copy %0 -> %1 {name = "c"}
  }
  dma.return
}

// CHECK-LABEL: kernel @placed
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 40 00 01 02 03 45 46 47
dma.kernel @placed(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 64, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 128, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 4]] offset 1 as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}

// CHECK-LABEL: kernel @one_inside_another
// CHECK-NEXT: arg0
// CHECK-NEXT: 0000 00 01 02 03 04 05 06 07
// CHECK-NEXT: arg1
// CHECK-NEXT: 0000 02 03 42 43 44 45 46 47
dma.kernel @one_inside_another(%x: memref<8xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, address = 64, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %in = bir.memory @in hbm {bytes = 4, address = 66}
  %0 = bir.ap %in pattern [[1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 2]] as uint8
  bir.dma_copy %0 -> %1 {name = "c"}
  dma.return
}
