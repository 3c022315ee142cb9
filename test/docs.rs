//! Generated pages of `docs/` say what the code says. `ROOKERY_BLESS=1 cargo test --test docs` writes them anew.

use rookery::lang::builtins::TABLE;
use std::fmt::Write as _;

/// `docs/builtins.md`.
fn builtins() -> String {
    let mut page = String::from(
        "# Built-in functions\n\n\
         The functions of the pattern language, which verifier clauses of dialects may call, too. They give facts, never choices, read no\n\
         target, and there are no others. Integers are checked: what overflows fails. *Fails* means that the pattern does not match there. \n\
         A comprehension may stand for a list that is the only argument: `sum(p.num for p in pairs)`.\n\n\
         <!-- Generated from src/lang/builtins.rs; `ROOKERY_BLESS=1 cargo test --test docs` writes this page. -->\n\n\
         | function | signature | gives |\n| --- | --- | --- |\n",
    );
    for (_, name, signature, meaning) in TABLE {
        // A bar would end the cell.
        let signature = signature.replace('|', "\\|");
        let _ = writeln!(page, "| `{name}` | `{signature}` | {meaning} |");
    }
    page.replace(" \n", "\n")
}

#[test]
fn builtins_are_those_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/builtins.md");
    let wanted = builtins();
    if std::env::var_os("ROOKERY_BLESS").is_some() {
        std::fs::write(path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == wanted,
        "docs/builtins.md is not what src/lang/builtins.rs says; run `ROOKERY_BLESS=1 cargo test --test docs`"
    );
}

#[test]
fn pages_name_files_that_are_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in ["docs/semantics.md", "docs/patterns.md", "README.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        let paths = text.split('`').skip(1).step_by(2).filter(|t| {
            let at = ["patterns/", "dialects/", "test/", "docs/", "examples/", "src/"];
            at.iter().any(|a| t.starts_with(a))
                && !t.contains(|c: char| c.is_whitespace() || "*<>{".contains(c))
        });
        for path in paths {
            assert!(
                root.join(path).exists(),
                "{page} names '{path}', which is not there"
            );
        }
    }
}
