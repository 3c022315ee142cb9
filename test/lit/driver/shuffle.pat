// `--shuffle-worklist=SEED` takes the operations of greedy stages in another order. A set with one normal form gives the same
// for every seed: that of the DMA lowering does, and `confluent` here; `first_wins` does not, so the order is another.
// DEFINE: %{toy} = rookery-opt --dialects %S/Inputs/toy.dialect --patterns %S/Inputs/toy.pat --patterns %s
// RUN: rookery-opt %S/../../../examples/attention_qk.mlir --dma > %t.plain
// RUN: rookery-opt %S/../../../examples/attention_qk.mlir --dma --shuffle-worklist=1 | diff %t.plain -
// RUN: rookery-opt %S/../../../examples/attention_qk.mlir --dma --shuffle-worklist=2 | diff %t.plain -
// RUN: rookery-opt %S/../../../examples/attention_qk.mlir --dma --shuffle-worklist=31415926535 | diff %t.plain -
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --dma > %t.plain
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --dma --shuffle-worklist=3 | diff %t.plain -
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --dma --shuffle-worklist=4 | diff %t.plain -
// The order is that of the seed: the trace of one seed is always the same, and that of another is another.
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --dma --shuffle-worklist=3 --trace-patterns -o %t 2> %t.3
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --dma --shuffle-worklist=3 --trace-patterns -o %t 2>&1 | diff %t.3 -
// RUN: rookery-opt %S/../../../examples/conv_im2col.mlir --dma --shuffle-worklist=4 --trace-patterns -o %t 2>&1 | not diff %t.3 -
// RUN: %{toy} %S/Inputs/neg.mlir --confluent > %t.plain
// RUN: %{toy} %S/Inputs/neg.mlir --confluent --shuffle-worklist=1 | diff %t.plain -
// RUN: %{toy} %S/Inputs/neg.mlir --confluent --shuffle-worklist=2 | diff %t.plain -
// RUN: %{toy} %S/Inputs/neg.mlir --confluent --shuffle-worklist=3 | diff %t.plain -
// RUN: FileCheck %s < %t.plain
// CHECK: toy.use %arg0
// RUN: %{toy} %S/Inputs/neg.mlir --first-wins > %t.plain
// RUN: %{toy} %S/Inputs/neg.mlir --first-wins --shuffle-worklist=1 > %t.1
// RUN: %{toy} %S/Inputs/neg.mlir --first-wins --shuffle-worklist=2 > %t.2
// RUN: %{toy} %S/Inputs/neg.mlir --first-wins --shuffle-worklist=3 > %t.3
// RUN: cat %t.1 %t.2 %t.3 > %t.all
// RUN: cat %t.plain %t.plain %t.plain | not diff - %t.all
// RUN: not rookery-opt --shuffle-worklist=x < %s 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: error: invalid value 'x' for '--shuffle-worklist <SEED>'
use toy, func;
set first_wins {
  pattern only_one {
    match op = toy.neg(x);
    match f = func.func of parent(op);
    where not any(o is toy.a for o in walk(f));
    rewrite { replace op with toy.a(x); }
  }
}
pass confluent on func.func { stage fix: greedy { shrink } }
pass first_wins on func.func { stage fix: greedy { first_wins } }
