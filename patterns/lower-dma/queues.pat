/// Queues that hold blocks take the place of queues that DMAs name; the name stays, so what names them follows.
use bir, desc;

set lower_queues {
  pattern queue {
    match q = bir.queue { sym_name, engine, qos };
    rewrite { replace q with desc.queue() { sym_name, engine, qos } with blocks { }; }
    example { """bir.queue @q {engine = pool, qos = p0}""" => """desc.queue @q engine pool qos p0 { }""" }
  }
}
