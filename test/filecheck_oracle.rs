//! The library's FileCheck against recorded answers of LLVM 19's: exit status, and place of the first error.

use rookery::check::filecheck::{self, args};
use serde_json::Value;

/// The part of a message before its words: `file:line:column`.
fn place(line: &str) -> &str {
    line.split(": error:")
        .next()
        .filter(|p| p.contains(':') && *p != line)
        .unwrap_or("")
}

#[test]
fn answers_are_those_of_llvm_19() {
    let cases = include_str!("oracle/filecheck19.jsonl");
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in cases.lines() {
        count += 1;
        let case: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| case[key].as_str().unwrap_or("").to_string();
        let mut words = vec![
            "t.chk".to_string(),
            "--input-file=t.in".to_string(),
            "--dump-input=never".to_string(),
        ];
        words.extend(
            case["opts"]
                .as_array()
                .unwrap()
                .iter()
                .map(|o| o.as_str().unwrap().to_string()),
        );
        let (check, input) = (text("check"), text("input"));
        let outcome = match args::parse(&words) {
            Ok(args::Request::Check(request)) => {
                let source = |name, text: &'static str| filecheck::Source {
                    name,
                    bytes: text.as_bytes(),
                };
                let (check, input) = (check.leak(), input.leak());
                filecheck::run(source("t.chk", check), source("t.in", input), &request.options)
            }
            other => panic!("{other:?}"),
        };
        let first = outcome.text.lines().next().unwrap_or("");
        let (status, expected) = (case["rc"].as_u64().unwrap(), text("first_stderr"));
        if u64::from(outcome.status) != status || place(first) != place(&expected) {
            wrong.push(format!(
                "{}: status {} for {status}\n  LLVM: {expected}\n  here: {first}",
                text("name"),
                outcome.status
            ));
        }
    }
    assert_eq!(count, 114);
    assert!(
        wrong.is_empty(),
        "{} of {count} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
