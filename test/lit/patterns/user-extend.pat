// `extend set` adds patterns, which are asked before those of the same benefit that are there.
// RUN: rookery-opt %S/Inputs/two.mlir --dma --patterns %s --trace-patterns 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE < %t

// CHECK: desc.trigger @q_dve_unassigned fires [@q_dve_unassigned::@dma_block_0] on dve
// CHECK: desc.queue @q_dve_unassigned engine dve
// TRACE: two.mlir:6:3: 'bir.dma_copy': on_dve ({{.*}}user-extend.pat:[[# @LINE + 4]])
// TRACE-NOT: default_engine
use bir;
extend set bind_engines {
  pattern on_dve {
    match op = bir.Dma { engine = .unassigned };
    rewrite { update op { engine = .dve }; }
  }
}
