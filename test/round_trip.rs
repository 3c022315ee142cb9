//! Printed IR reads back to the same text, in the pretty and in the generic form.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use rookery::text::print::{PrintOptions, print};

fn session() -> Session {
    let mut sink = Sink::new();
    let (s, loaded) = Session::new(&[], Limits::default(), &mut sink);
    let text: String = sink.items().iter().map(|d| render(&s.map, d, false)).collect();
    assert!(loaded.is_ok(), "{text}");
    s
}

fn printed(s: &mut Session, name: &str, text: &str, generic: bool) -> String {
    let mut sink = Sink::new();
    let file = s.map.add(name, text);
    let body = s.parse(file, true, &mut sink);
    let messages: String = sink.items().iter().map(|d| render(&s.map, d, false)).collect();
    let body = body.unwrap_or_else(|| panic!("{name} is refused:\n{messages}\n{text}"));
    print(
        &s.ctx,
        &s.reg,
        &body,
        body.root(),
        PrintOptions {
            generic,
            locations: None,
        },
    )
}

/// Pretty and generic forms lead to each other and to themselves.
fn check(name: &str, text: &str) {
    let mut s = session();
    let pretty = printed(&mut s, name, text, false);
    let generic = printed(&mut s, name, text, true);
    assert_eq!(printed(&mut s, "pretty", &pretty, false), pretty);
    assert_eq!(printed(&mut s, "pretty", &pretty, true), generic);
    assert_eq!(printed(&mut s, "generic", &generic, true), generic);
    assert_eq!(printed(&mut s, "generic", &generic, false), pretty);
}

#[test]
fn the_attention_example_is_a_fixed_point() {
    check("attention_qk.mlir", include_str!("../examples/attention_qk.mlir"));
}

#[test]
fn upstream_dialects_as_mlir_prints_them_are_a_fixed_point() {
    check("upstream.mlir", include_str!("data/upstream.mlir"));
}
