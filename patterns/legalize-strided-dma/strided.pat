/// A15: what the klr path leaves to do. A load whose source is not contiguous in each partition becomes a contiguous one to
/// scratch, and an on-chip copy from there that has the strides. Where that is not possible the load stays as it is.
use dma, bir;

/// A load of the original is an opcode of its own. Our lowering makes none, so a plain copy from HBM to SBUF is one, too.
fn is_load(op: bir.Dma) -> bool =
  op is bir.load or op is bir.dma_copy(_, _, ..) { mode = .copy, oob = .error, indirect_dims = [], ordered = false };
fn whole_access(a: bir.ap) -> bool = len(a.index) == 0 and a.channel == none and a.extent == none;

/// The source's first pair goes from partition to partition where the destination has several.
fn pairs_over_partitions(s: bir.ap, d: bir.ap) -> [dma.Pair] = if d.partition == none { [] } else { take(1, s.pairs) };
fn pairs_in_partition(s: bir.ap, d: bir.ap) -> [dma.Pair] =
  if d.partition == none { s.pairs } else { s.pairs[1 .. len(s.pairs)] };

/// The pairs of more than one element step through one run, from its beginning to its end.
fn one_run(pairs: [dma.Pair]) -> bool {
  let live = [p for p in pairs if p.num != 1];
  all(p.stride == product(q.num for q in live[i + 1 .. len(live)]) for (i, p) in enumerate(live))
}
/// Elements from the lowest to the highest, and where the lowest is.
fn spanned_elements(pairs: [dma.Pair]) -> int = 1 + sum(max(p.stride, -p.stride) * (p.num - 1) for p in pairs);
fn lowest_element(pairs: [dma.Pair]) -> int = sum(min(p.stride, 0) * (p.num - 1) for p in pairs);

/// What starts elsewhere than at a multiple of these partitions is left alone.
fn partition_quadrant() -> int = 32;
/// Elements of a partition, the partition that an access starts in, and how far it steps from each to the next.
fn elements_of_row(a: bir.ap, m: bir.memory) -> int = m.bytes / bytes(a.dtype);
fn first_partition(a: bir.ap, m: bir.memory) -> int = int(a.offset) / elements_of_row(a, m);
fn partition_step(a: bir.ap, m: bir.memory) -> int =
  case a.partition { none => 1, p => p.stride / elements_of_row(a, m) };
fn partition_num(a: bir.ap) -> int = case a.partition { none => 1, p => p.num };

/// Bytes that a memory takes of the space of others.
fn placed_bytes(bytes: int) -> int = align(bytes, target.alignment);
/// The operation directly in the kernel that is or holds this one: scratch is declared in no loop.
fn kernel_level(op: bir.Dma) -> op {
  let around = ancestors(op);
  if len(around) > 1 { around[len(around) - 2] } else { op }
}

set strided_loads {
  pattern legalize_strided_load {
    match op = bir.load | bir.dma_copy (bir.ap as s, bir.ap as d);
    where is_load(op) else "it is no plain copy";
    match bir.memory { space = .hbm } of s.memory;
    match tile = bir.memory { space = .sbuf } of d.memory;
    match k = dma.kernel of last(ancestors(op));
    where whole_access(s) and whole_access(d) and s.partition == none
      else "elements are given by index, or by a number of run time";
    let rows = pairs_over_partitions(s, d);
    let pairs = pairs_in_partition(s, d);
    where product(p.num for p in rows) == partition_num(d)
      else "the sides go to the next partition at different elements";
    where count(s) > 0 and not one_run(pairs) else "the source is contiguous in each partition";
    let first = first_partition(d, tile);
    let step = partition_step(d, tile);
    where step > 0 and first % partition_quadrant() == 0
      else "it starts in partition {first}, no multiple of {partition_quadrant()}";
    let span = spanned_elements(pairs);
    let size = bytes(s.dtype) * span;
    let taken = sum(placed_bytes(m.bytes) for m in ops(k.body) if m is bir.memory and m.space == .sbuf);
    where taken + placed_bytes(size) <= target.sbuf_bytes
      else "scratch of {size} bytes does not fit: {taken} of {target.sbuf_bytes} are taken";
    let top = kernel_level(op);
    let low = lowest_element(pairs);
    let used = first + step * (partition_num(d) - 1) + 1;
    let across? = if d.partition == none { none } else { dma.Pair(step * span, partition_num(d)) };
    rewrite {
      at before top {
        let scratch = bir.memory() {
          sym_name = fresh("{op.name}-scratch"), space = .sbuf, partitions = used, bytes = size
        };
        at before op {
          // What lies between the elements may be unwritten; the copy does not read it.
          update op (
            src = clone s { pairs = rows ++ [(1, span)], offset = s.offset + low }, dst = bir.ap(scratch) {
              partition = across, pairs = [(1, span)], offset = first * span, dtype = s.dtype
            }
          ) { can_read_uninit = true, notify = [] };
        }
        at after op {
          bir.dma_copy(bir.ap(scratch) { partition = across, pairs, offset = first * span - low, dtype = s.dtype }, d) {
            name = fresh("{op.name}-copy"), mode = .copy, dge_type = op.dge_type, dma_qos = op.dma_qos,
            engine = op.engine, queue = op.queue, notify = op.notify, can_read_uninit = op.can_read_uninit
          };
        }
      }
    }
  }
}
