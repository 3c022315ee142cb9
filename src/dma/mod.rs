//! Arithmetic of access patterns. Facts only: what is contiguous, what nests, what is equal; no choice, no target.

pub mod refine;
