/// C2: the seed's name of a block; a number follows, counted from 0 in each queue.
fn block_base() -> string = "dma_block";
