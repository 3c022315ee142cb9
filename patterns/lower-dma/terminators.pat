/// C11: the stream of every data-path engine ends with a no-op, before the postamble where there is one.
use dma, desc;

/// The operations that carry the unit attribute `postamble`.
fn postamble(k: dma.kernel) -> [op] = [x for x in ops(k.body) if x is _(..) { postamble = _there }];

set terminators {
  pattern noops {
    match k = dma.kernel;
    where any(x is desc.trigger for x in walk(k)) else "nothing is fired";
    where not any(x is desc.noop for x in ops(k.body)) else "it has them";
    let tail = postamble(k);
    rewrite {
      for e in target.data_path_engines {
        if len(tail) > 0 {
          at before tail[0] { desc.noop() { engine = e }; }
        } else {
          at end of k.body { desc.noop() { engine = e }; }
        }
      }
    }
  }
}
