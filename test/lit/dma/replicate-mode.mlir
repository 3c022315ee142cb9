// A DMA copy in replicate mode fills its destination with its source, again and again; in the others both have as many elements.
// RUN: rookery-opt %s --bind-dma --lower-dma --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ --implicit-check-not="not compared"
// RUN: sed "s/mode = replicate/mode = copy/" %s > %t.copy
// RUN: not rookery-opt %t.copy 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: sed "s/\[\[1, 12\]\]/[[1, 11]]/" %s > %t.odd
// RUN: not rookery-opt %t.odd --bind-dma --lower-dma 2>&1 | FileCheck %s --check-prefix=ODD

// RAN: lower-dma: kernel 'three': 1 transfers before, 1 after
// CHECK: desc.replicate {{.*}} {{[{].*}}copies = 3}
// COPY: error: 'bir.dma_copy' op source moves 4 elements and destination 12
// ODD: error: a replicate of 4 elements does not fill 11 a whole number of times
dma.kernel @three(%x: memref<4xi8>, %y: memref<12xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %b = bir.memory @b hbm {bytes = 12, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[1, 12]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", mode = replicate}
}
