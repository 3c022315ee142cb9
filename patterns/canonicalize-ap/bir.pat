/// Normal forms of DMAs, and the cheapest way to issue them.
use bir, dma;
import "rules.pat";

/// An access whose elements are known: no index, no count of run time, of no other core.
fn plain_ap(a: bir.ap) -> bool = len(a.index) == 0 and a.extent == none and a.channel == none;
/// What moves elements as they are, in any order: plain copies of what is there.
fn plain_copy(op: bir.dma_copy, s: bir.ap, d: bir.ap) -> bool =
  op.mode == .copy and op.oob == .error and not op.ordered and s.dtype == d.dtype and plain_ap(s) and plain_ap(d);

/// Offsets as a constant and multiples of indices and divisions of them.
set bir_offsets {
  pattern normalize_bir_offset {
    match op = bir.ap;
    where not canonical(op) else "the offset is in normal form";
    rewrite { update op { offset = op.offset, channel = op.channel, extent = op.extent }; }
  }
}
set bir_normal_ap {
  pattern normalize_bir_copy {
    match op = bir.dma_copy(bir.ap as s, bir.ap as d);
    where plain_copy(op, s, d) else "only plain copies have one form";
    let (fs, fd) = if options.engine == .egraph { normalize(s, d, ap_laws) } else { normalize(s, d) };
    where (fs.partition, fs.pairs, fs.offset) != (s.partition, s.pairs, s.offset)
      or (fd.partition, fd.pairs, fd.offset) != (d.partition, d.pairs, d.offset) else "both sides are in normal form";
    rewrite {
      update op (
        src = clone s { partition = fs.partition, pairs = fs.pairs, offset = fs.offset },
        dst = clone d { partition = fd.partition, pairs = fd.pairs, offset = fd.offset }
      );
    }
  }
}
set bir_best_ap {
  /// The form that is cheapest on the target: each of its descriptors is a DMA of its own.
  pattern issue_best_form {
    match op = bir.dma_copy(bir.ap as s, bir.ap as d) { name };
    where plain_copy(op, s, d) else "only plain copies are dealt out";
    let forms = best_form(s, d);
    where len(forms) > 1 else "one descriptor is the cheapest form";
    rewrite {
      for (fs, fd) in forms {
        clone op (
          src = clone s { partition = fs.partition, pairs = fs.pairs, offset = fs.offset, dtype = fs.dtype },
          dst = clone d { partition = fd.partition, pairs = fd.pairs, offset = fd.offset, dtype = fd.dtype }
        ) { name = fresh(name) };
      }
      erase op;
    }
  }
}
