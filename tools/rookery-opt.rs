//! The `rookery-opt` tool.
fn main() {}
