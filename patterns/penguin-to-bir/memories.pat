/// Tensors become memories. The cast keeps the IR typed while accesses still name the tensor; it goes when they have gone.
use builtin, memref, dma, bir;

/// The space of a memref; one without a space is in HBM.
fn space_of_type(t: type) -> dma.Space = case memory_space(t) { none => .hbm, s => enum_case(s) };
/// On chip the first dimension is the partition.
fn partitions_of(t: type) -> int = if space_of_type(t) == .hbm { 1 } else { shape(t)[0] };
fn bytes_of(t: type) -> int = byte_size(t) / partitions_of(t);

/// The operation directly in the kernel that is or holds this one: memories are declared in no loop, so all iterations share one.
fn outermost(op: memref.alloc) -> op {
  let around = ancestors(op);
  if len(around) > 1 { around[len(around) - 2] } else { op }
}

set memories {
  pattern alloc_to_memory {
    match op = memref.alloc([], ..) -> (m);
    let t = type(m);
    where partitions_of(t) > 0 else "an on-chip tensor has no partitions";
    let top = outermost(op);
    rewrite {
      at before top {
        let mem = bir.memory() {
          sym_name = fresh("mem"), space = space_of_type(t), partitions = partitions_of(t), bytes = bytes_of(t)
        };
        replace op with builtin.unrealized_conversion_cast([mem]) -> types [t];
      }
    }
    example { """
      dma.kernel @k() -> memref<128x4xbf16, #dma.space<sbuf>> {
        %t = memref.alloc() : memref<128x4xbf16, #dma.space<sbuf>>
        dma.return %t : memref<128x4xbf16, #dma.space<sbuf>>
      }
    """ => """
      dma.kernel @k() -> memref<128x4xbf16, #dma.space<sbuf>> {
        %m = bir.memory @mem sbuf {partitions = 128, bytes = 8}
        %t = builtin.unrealized_conversion_cast %m : !bir.memory to memref<128x4xbf16, #dma.space<sbuf>>
        dma.return %t : memref<128x4xbf16, #dma.space<sbuf>>
      }
    """ }
  }
  /// Memories of a kernel's arguments; the kernel keeps its signature.
  pattern argument_to_memory {
    match f = dma.kernel;
    let used = [(n, a) for (n, a) in enumerate(args(f.body)) if type(a) is !memref and not unused(a)];
    where len(used) > 0 else "no argument is used";
    rewrite {
      for (n, a) in used {
        at start of f.body {
          let t = type(a);
          let mem = bir.memory() {
            sym_name = fresh("arg{n}"), space = space_of_type(t), partitions = partitions_of(t), bytes = bytes_of(t),
            argument = n
          };
          replace a with builtin.unrealized_conversion_cast([mem]) -> types [t];
        }
      }
    }
  }
}
