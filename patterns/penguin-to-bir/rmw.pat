/// A7: an accumulating scatter goes the scatter's way (codegenNeuronIndirectRMW of the seed is a trampoline), and is a DMA copy
/// with a CCE op there. GenericIndirectSave would overwrite what it has to add to.
use penguin, bir;

set rmw {
  pattern indirect_rmw {
    match op = penguin.indirect_rmw(penguin.access as s, penguin.access as d, addrs, mask)
      { generic_dims, unique_indices, reduce = .add };
    where target.enable_dge_on_dst_reduce else "{target.name} has no 'enable_dge_on_dst_reduce'";
    where not offset_dma(op) else "an RMW has no dynamic DMA mode";
    where side_fits(s) and side_fits(d) else "a side has more strides than there are pairs";
    rewrite {
      let when = bir_masks(mask);
      let bb = base_dma_copy(op, attach_side(op, s, []), attach_side(op, d, index_accesses(addrs)));
      update bb { unique_indices };
      update bb { mode = .cce, cce_op = .add, oob = .skip };
      update bb { replica_groups = op.replica_groups };
      update bb { dge_type = dge_type(op.dge_mode) };
      update bb { indirect_dims = generic_dims };
      // What comes again must be added again: its elements stay in order.
      if not unique_indices { update bb { ordered = true }; }
      update bb (mask = when);
      replace op with bb;
    }
  }
}

set rmw_checks {
  pattern rmw_is_never_dynamic benefit 4 {
    match op = penguin.indirect_rmw;
    where offset_dma(op);
    error op "IndirectRMW does not support dynamic DMA mode"
      note "target '{target.name}' has 'enable_dge_on_vector_indirect_dma'";
  }
  pattern rmw_needs_dst_reduce benefit 3 {
    match op = penguin.indirect_rmw;
    where not target.enable_dge_on_dst_reduce;
    error op "an indirect_rmw needs 'enable_dge_on_dst_reduce', which target '{target.name}' does not have";
  }
  pattern rmw_adds {
    match op = penguin.indirect_rmw { reduce };
    where reduce != .add;
    error op "an indirect_rmw accumulates by add, not by {reduce}";
  }
}
