//! Checking what a tool prints: a FileCheck engine, and a runner for test files with `RUN:` lines.

pub mod filecheck;
pub mod lit;
