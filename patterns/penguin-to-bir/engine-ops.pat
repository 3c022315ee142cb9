/// A10, A11, A12: what engines execute themselves.
use penguin, bir;

/// Indices of a local gather that count: the trip count times the free indices (compute_num_valid_indices of the seed, whose
/// body is not known).
fn valid_indices(trips: int, free: [int]) -> int = trips * product(free);

set engine_ops {
  pattern indirect_copy {
    match op = penguin.indirect_copy(penguin.access as s, penguin.access as d, penguin.access as i)
      { accumulated_tripcount, free_indices, num_elem_per_idx };
    where valid_indices(accumulated_tripcount, free_indices) <= 4096 and num_elem_per_idx in [1, 2, 4, 8, 16, 32];
    rewrite {
      let bb = bir.indirect_copy(attach(s), attach(d), attach(i)) {
        name = fresh(op.name ?? "indirect_copy"), num_valid_indices = 0
      };
      update bb { num_valid_indices = valid_indices(accumulated_tripcount, free_indices) };
      update bb { num_elem_per_idx };
      replace op with bb;
    }
  }
  pattern pool_gather {
    match op = penguin.pool_gather(penguin.access as s, penguin.access as d, penguin.access as i);
    rewrite {
      replace op with bir.pool_gather(attach(s), attach(d), attach(i)) { name = fresh(op.name ?? "pool_gather") };
    }
  }
  pattern print {
    match op = penguin.print(penguin.access as s) { prefix, output_buffer };
    rewrite { replace op with bir.print(attach(s)) { name = fresh("print"), prefix, output_buffer }; }
  }
}

set engine_op_checks {
  pattern too_many_indices {
    match op = penguin.indirect_copy { accumulated_tripcount, free_indices };
    where valid_indices(accumulated_tripcount, free_indices) > 4096;
    error op "an indirect_copy has at most 4096 valid indices, not {valid_indices(accumulated_tripcount, free_indices)}";
  }
  pattern elements_per_index {
    match op = penguin.indirect_copy { num_elem_per_idx };
    where not (num_elem_per_idx in [1, 2, 4, 8, 16, 32]);
    error op "an indirect_copy moves 1, 2, 4, 8, 16 or 32 elements an index, not {num_elem_per_idx}";
  }
}
