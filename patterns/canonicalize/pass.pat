/// What makes IR simpler without a decision. Sets of a user's own join with `extend set canonicalize_arith { .. }`.
use builtin;

/// Folds constants, takes away what nothing uses, and applies what is always simpler.
pass canonicalize on builtin.module {
  stage fixpoint: greedy bottom_up { canonicalize_arith, canonicalize_control_flow }
}
