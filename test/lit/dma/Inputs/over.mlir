dma.kernel @over() {
  %a = bir.memory @a sbuf {bytes = 60, partitions = 4}
  %b = bir.memory @b sbuf {bytes = 5, partitions = 4}
  %c = bir.memory @c psum {bytes = 5, partitions = 5}
  %d = bir.memory @d hbm {bytes = 256, partitions = 5}
}
