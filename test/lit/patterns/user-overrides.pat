// A5, A7, A8: decisions of the lowering replaced from this file alone, and what comes out.
// RUN: rookery-opt %S/Inputs/decisions.mlir --kernels-from-functions --penguin-to-bir | FileCheck %s --check-prefix=SHIPPED
// RUN: rookery-opt %S/Inputs/decisions.mlir --kernels-from-functions --penguin-to-bir --patterns %s | FileCheck %s

// SHIPPED: bir.ap %{{.*}} pattern {{\[\[}}1, 8]] as fp32r
// CHECK: bir.ap %{{.*}} pattern {{\[\[}}1, 8]] as fp32{{$}}
// SHIPPED: bir.dma_copy {{.*}} {name = "rmw", mode = cce, cce_op = add, oob = skip, indirect_dims = [2], ordered}
// CHECK: bir.indirect_save_accumulate {{.*}} {name = "rmw", entry_step_elements = 2}
// SHIPPED: bir.dma_copy {{.*}} {name = "load", oob = skip, indirect_dims = [2]}
// CHECK: bir.generic_indirect_load {{.*}} {name = "load", indirect_dims = [2]}
use dma, penguin, bir;

/// A5: fp32r becomes fp32 whatever the operation says.
override fn strip_fp32r(op: penguin.Dma, t: dma.Dtype) -> dma.Dtype = if t == .fp32r { .fp32 } else { t };
/// A8: no DGE takes vectors of offsets.
override fn offset_dma(op: penguin.Indirect) -> bool = false;
/// A7: another instruction accumulates.
extend set rmw {
  pattern by_engine {
    match op = penguin.indirect_rmw(penguin.access as s, penguin.access as d, addrs) { generic_dims = [step], name };
    rewrite {
      replace op with bir.indirect_save_accumulate(attach(s), attach_by(d, index_accesses(addrs))) {
        name = fresh(name), entry_step_elements = step
      };
    }
  }
}
