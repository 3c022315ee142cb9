/// One queue for each engine and class of service.
use bir, dma;

fn queue_name(e: bir.Engine, q: bir.Qos) -> string = "q_{e}_{q}";

set bind_queues {
  pattern bind_queue {
    match op = bir.Dma { queue = none, engine, dma_qos };
    match k = dma.kernel of symbol_table(op);
    let n = queue_name(engine, dma_qos);
    rewrite {
      let q = lookup(k, n) ?? at end of k.body: bir.queue() { sym_name = n, engine, qos = dma_qos };
      update op { queue = ref(q) };
    }
    example { """
      dma.kernel @k() {
        %m = bir.memory @m hbm {bytes = 16}
        %a = bir.ap %m pattern [[1, 8]] as bf16
        bir.load %a -> %a {name = "x", engine = pool, dma_qos = p0}
        bir.load %a -> %a {name = "y", engine = pool, dma_qos = p0}
        dma.return
      }
    """ => """
      dma.kernel @k() {
        %m = bir.memory @m hbm {bytes = 16}
        %a = bir.ap %m pattern [[1, 8]] as bf16
        bir.load %a -> %a {name = "x", engine = pool, dma_qos = p0, queue = @q_pool_p0}
        bir.load %a -> %a {name = "y", engine = pool, dma_qos = p0, queue = @q_pool_p0}
        bir.queue @q_pool_p0 {engine = pool, qos = p0}
        dma.return
      }
    """ }
  }
}
