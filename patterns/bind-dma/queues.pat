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
  }
}
