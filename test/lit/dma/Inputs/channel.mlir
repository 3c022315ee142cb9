dma.kernel @channel() {
  %a = bir.memory @a hbm {bytes = 8, address = 0}
  %b = bir.memory @b hbm {bytes = 8, address = 8}
  %p = bir.ap %b pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[1, 2]] channel %r as uint8
  %1 = bir.ap %b pattern [[1, 2]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", engine = pool, queue = @q, replica_groups = [[0, 1]]}
  bir.queue @q {engine = pool}
}
