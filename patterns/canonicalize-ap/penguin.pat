/// Normal forms of copies between tensors.
use penguin, dma;
import "rules.pat";

/// Offsets as a constant and multiples of indices and divisions of them.
set penguin_offsets {
  pattern normalize_penguin_offset {
    match op = penguin.access;
    where not canonical(op) else "the offset is in normal form";
    rewrite { update op { offset = op.offset, channel = op.channel, extent = op.extent }; }
  }
}
set penguin_normal_ap {
  /// Both sides in their normal form: what merges is one dimension, what is one element is none.
  pattern normalize_penguin_copy {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d);
    where s.channel == none and d.channel == none else "a channel is part of an access as it is written";
    where s.extent == none and d.extent == none else "a count of run time belongs to the dimension that it is of";
    where s.dtype == d.dtype else "elements that are cast stay as they are";
    let (fs, fd) = if options.engine == .egraph { normalize(s, d, ap_laws) } else { normalize(s, d) };
    where (fs.partition, fs.pairs, fs.offset) != (s.partition, s.pairs, s.offset)
      or (fd.partition, fd.pairs, fd.offset) != (d.partition, d.pairs, d.offset) else "both sides are in normal form";
    rewrite {
      update op (
        src = clone s { partition = fs.partition, pairs = fs.pairs, offset = fs.offset },
        dst = clone d { partition = fd.partition, pairs = fd.pairs, offset = fd.offset }
      );
    }
    example { """
      func.func @k(%a: memref<4x128xbf16>, %b: memref<4x128xbf16>) {
        %s = penguin.access %a pattern [[128, 4], [1, 128]] as bf16 : memref<4x128xbf16>
        %d = penguin.access %b pattern [[128, 4], [1, 128]] as bf16 : memref<4x128xbf16>
        penguin.dma_copy %s -> %d
        return
      }
    """ => """
      func.func @k(%a: memref<4x128xbf16>, %b: memref<4x128xbf16>) {
        %s = penguin.access %a pattern [[128, 4], [1, 128]] as bf16 : memref<4x128xbf16>
        %d = penguin.access %b pattern [[128, 4], [1, 128]] as bf16 : memref<4x128xbf16>
        %s1 = penguin.access %a pattern [[1, 512]] as bf16 : memref<4x128xbf16>
        %d1 = penguin.access %b pattern [[1, 512]] as bf16 : memref<4x128xbf16>
        penguin.dma_copy %s1 -> %d1
        return
      }
    """ }
  }
}
