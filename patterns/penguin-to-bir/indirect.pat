/// A6, A8, A9: gathers and scatters. The side by index takes the per-index accesses; each side passes the gate for itself.
use penguin, bir, dma;

/// Complicated: more strides than the target takes, or a shape that collapses.
fn side_complicated(a: penguin.access) -> bool = over_budget(a) or [n for (_, _, n) in refine(a, a)] != own_shape(a);
/// A side can be attached, as it stands or in its normal form.
fn side_fits(a: penguin.access) -> bool = plain_access(a) and len(refine(a, a)) <= target.max_free_dims;

/// The positions of a mask are those of the accesses as they are written, so those of a masked transfer stay.
rewrite attach_side(op: penguin.Indirect, a: penguin.access, index: [value]) -> bir.ap {
  if side_complicated(a) and len(op.mask) == 0 {
    let (f, _) = normalize(a, a);
    return attach_complicated(op, a, f, index);
  } else {
    return attach_by(a, index);
  }
}

/// A8: whether the addresses are run-time offsets that the target's DGE takes.
fn offset_dma(op: penguin.Indirect) -> bool = op.is_offset_dma and target.enable_dge_on_vector_indirect_dma;

set indirect {
  /// A6: a plain scatter overwrites; it never has a CCE op.
  pattern indirect_save {
    match op = penguin.indirect_save(penguin.access as s, penguin.access as d, addrs, mask) { is_offset_dma = false };
    where side_fits(s) and side_fits(d) else "a side has more strides than there are pairs";
    rewrite {
      let when = bir_masks(mask);
      let bb = base_indirect_save(op, attach_side(op, s, []), attach_side(op, d, index_accesses(addrs)));
      update bb { replica_groups = op.replica_groups };
      update bb { dge_type = dge_type(op.dge_mode), oob = op.oob };
      update bb (mask = when);
      replace op with bb;
    }
  }
  /// A8: a scatter to run-time offsets is a DMA copy, on targets whose DGE takes them with what is out of bounds skipped.
  pattern offset_save {
    match op = penguin.indirect_save(penguin.access as s, penguin.access as d, addrs, mask)
      { is_offset_dma = true, generic_dims };
    where side_fits(s) and side_fits(d) else "a side has more strides than there are pairs";
    rewrite {
      let when = bir_masks(mask);
      let bb = base_dma_copy(op, attach_side(op, s, []), attach_side(op, d, index_accesses(addrs)));
      update bb { mode = .copy, oob = if offset_dma(op) { .skip } else { op.oob } };
      update bb { replica_groups = op.replica_groups };
      update bb { dge_type = dge_type(op.dge_mode) };
      update bb { indirect_dims = generic_dims };
      update bb (mask = when);
      replace op with bb;
    }
  }
  /// A9: a gather.
  pattern indirect_load {
    match op = penguin.indirect_load(penguin.access as s, penguin.access as d, addrs, mask);
    where not offset_dma(op) else "an offset DMA on {target.name} is a DMA copy";
    where side_fits(s) and side_fits(d) else "a side has more strides than there are pairs";
    rewrite {
      let when = bir_masks(mask);
      let bb = base_indirect_load(op, attach_side(op, s, index_accesses(addrs)), attach_side(op, d, []));
      update bb { replica_groups = op.replica_groups };
      update bb { dge_type = dge_type(op.dge_mode), oob = op.oob };
      update bb (mask = when);
      replace op with bb;
    }
  }
  /// A8: a gather from run-time offsets, where the target's DGE takes them.
  pattern offset_load {
    match op = penguin.indirect_load(penguin.access as s, penguin.access as d, addrs, mask) { generic_dims };
    where offset_dma(op) else "no offset DMA, or not on {target.name}";
    where side_fits(s) and side_fits(d) else "a side has more strides than there are pairs";
    rewrite {
      let when = bir_masks(mask);
      let bb = base_dma_copy(op, attach_side(op, s, index_accesses(addrs)), attach_side(op, d, []));
      update bb { mode = .copy, oob = .skip };
      update bb { replica_groups = op.replica_groups };
      update bb { indirect_dims = generic_dims };
      update bb { dge_type = dge_type(op.dge_mode) };
      update bb (mask = when);
      replace op with bb;
    }
  }
}

set indirect_checks {
  pattern indirect_of_run_time benefit 3 {
    match op = penguin.indirect_load | penguin.indirect_save | penguin.indirect_rmw (src = src, dst = dst, ..);
    match a = penguin.access in [src, dst];
    where not plain_access(a);
    error op "a transfer by index has no channel and no count of run time" note a, "this access";
  }
  pattern cannot_legalize_load benefit 2 {
    match op = penguin.indirect_load(src = src, dst = dst, ..);
    match a = penguin.access in [src, dst];
    where not side_fits(a);
    error op "Cannot legalize strided load!"
      note a, "this access has {strides(a.pairs)} strides, the instruction set {target.max_free_dims} pairs";
  }
  pattern cannot_legalize_store benefit 2 {
    match op = penguin.indirect_save | penguin.indirect_rmw (src = src, dst = dst, ..);
    match a = penguin.access in [src, dst];
    where not side_fits(a);
    error op "Cannot legalize strided store!"
      note a, "this access has {strides(a.pairs)} strides, the instruction set {target.max_free_dims} pairs";
  }
}
