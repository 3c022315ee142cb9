//! Small inputs with the answers of `mlir-opt` 19: the same are accepted, and the generic form is the same to the byte.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use rookery::text::print::{PrintOptions, print};
use serde_json::Value;

/// Cases that are not as MLIR has them, and why. Each must still differ, so that one that is mended leaves the list.
const DIFFERENT: &[(&str, &str)] = &[(
    "attr016",
    "9223372036854775808 as an i64 wraps to the smallest number in MLIR; here it is refused",
)];

/// What the library makes of a text: its generic form, or the first message.
fn run(input: &str, allow: bool) -> Result<String, String> {
    let mut sink = Sink::new();
    let (mut s, loaded) = Session::new(&[], Limits::default(), &mut sink);
    assert!(loaded.is_ok(), "the built-in dialects load");
    let file = s.map.add("<stdin>", input);
    match s.parse(file, allow, &mut sink) {
        Some(body) => Ok(print(
            &s.ctx,
            &s.reg,
            &body,
            body.root(),
            PrintOptions {
                generic: true,
                locations: None,
            },
        )),
        None => Err(sink
            .items()
            .first()
            .map(|d| render(&s.map, d, false))
            .unwrap_or_default()),
    }
}

/// How the answer differs, if it does.
fn difference(case: &Value) -> Option<String> {
    let text = |key: &str| case[key].as_str().unwrap_or_default();
    let allow = case["opts"]
        .as_array()
        .is_some_and(|o| o.iter().any(|o| o == "--allow-unregistered-dialect"));
    let accepted = case["rc"] == 0;
    match run(text("input"), allow) {
        // mlir-opt ends its output with an empty line.
        Ok(out) if accepted && format!("{out}\n") == text("generic") => None,
        Ok(out) if accepted => Some(format!("printed\n{out}\nbut MLIR\n{}", text("generic"))),
        Ok(out) => Some(format!(
            "accepted as\n{out}\nbut MLIR says {}",
            text("first_stderr")
        )),
        Err(_) if !accepted => None,
        Err(e) => Some(format!("refused with\n{e}but MLIR prints\n{}", text("generic"))),
    }
}

#[test]
fn answers_are_those_of_mlir() {
    let mut failures = Vec::new();
    let mut ran = 0;
    for line in include_str!("oracle/mlir-opt19.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a line of the oracle is JSON");
        let name = case["name"].as_str().unwrap_or_default();
        ran += 1;
        let found = difference(&case);
        let listed = DIFFERENT.iter().find(|d| d.0 == name);
        match (found, listed) {
            (None, None) | (Some(_), Some(_)) => {}
            (None, Some((_, why))) => {
                failures.push(format!("{name} agrees by now; take it off the list ({why})"))
            }
            (Some(text), None) => failures.push(format!("{name}: {}\n{text}", case["input"])),
        }
    }
    assert_eq!(ran, 108);
    assert!(
        failures.is_empty(),
        "{} differ:\n{}",
        failures.len(),
        failures.join("\n----\n")
    );
}
