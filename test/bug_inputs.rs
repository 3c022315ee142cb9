//! Inputs that crashed or hung other tools; see the header of each file.
#[test]
fn placeholder() {}
