//! Generated pages of `docs/` say what the code says. `ROOKERY_BLESS=1 cargo test --test docs` writes them anew.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::unwrap_used)]

use assert_cmd::Command;
use rookery::lang::builtins::TABLE;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

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

/// The table of mechanisms in `docs/simulator.md`.
#[test]
fn mechanisms_are_those_of_the_table() {
    const BEGIN: &str = "writes this table. -->\n\n";
    const END: &str = "<!-- The end of the table. -->";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/simulator.md");
    let page = std::fs::read_to_string(path).unwrap();
    let mut rows = String::from("| mechanism | reads | does |\n| --- | --- | --- |\n");
    let list = |names: &[&str], optional: &str| -> Vec<String> {
        names.iter().map(|n| format!("`{n}`{optional}")).collect()
    };
    for m in rookery::lang::semantics::MECHANISMS {
        let params: Vec<String> = m
            .params
            .iter()
            .map(|p| format!("{}{}", p.0, if p.2 { "?" } else { "" }))
            .collect();
        let mut reads = list(m.reads, "");
        reads.extend(list(m.may_read, "?"));
        rows.push_str(&format!(
            "| `{}({})` | {} | {} |\n",
            m.name,
            params.join(", "),
            reads.join(", "),
            m.doc
        ));
    }
    rows = rows.replace("|  |", "| |");
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let wanted = format!("{before}{BEGIN}{rows}\n{END}{after}");
    if std::env::var_os("ROOKERY_BLESS").is_some() {
        std::fs::write(path, &wanted).unwrap();
        return;
    }
    assert!(
        page == wanted,
        "docs/simulator.md is not what src/lang/semantics.rs says; run `ROOKERY_BLESS=1 cargo test --test docs`"
    );
}

#[test]
fn pages_name_files_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in [
        "docs/tutorial.md",
        "docs/semantics.md",
        "docs/simulator.md",
        "docs/patterns.md",
        "docs/debugging.md",
        "README.md",
    ] {
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

#[test]
fn every_flag_that_watches_has_a_place_in_its_page() {
    let assert = Command::new(env!("CARGO_BIN_EXE_rookery-opt"))
        .arg("--help")
        .assert();
    let help = String::from_utf8_lossy(&assert.code(0).get_output().stdout).into_owned();
    let section = help.split("Watching a run (docs/debugging.md):").nth(1).unwrap();
    let section = section.split("Passes:").next().unwrap();
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/debugging.md")).unwrap();
    let mut seen = 0;
    for flag in section.split_whitespace().filter(|w| w.starts_with("--")) {
        let flag = flag.split(['[', '=']).next().unwrap();
        assert!(
            page.contains(&format!("`{flag}")),
            "docs/debugging.md says nothing of {flag}"
        );
        seen += 1;
    }
    assert!(seen >= 14, "{seen} flags found");
    // The text of what the page shows is what is said: the table of a toy run.
    let toy = concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit/driver/Inputs/toy");
    let file = |suffix: &str| format!("{toy}.{suffix}");
    let args = [
        "--dialects",
        &file("dialect"),
        "--patterns",
        &file("pat"),
        "--shrinking",
        "--pattern-statistics",
    ];
    let input = concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit/driver/Inputs/neg.mlir");
    let assert = Command::new(env!("CARGO_BIN_EXE_rookery-opt"))
        .arg(input)
        .args(args)
        .assert();
    let said = String::from_utf8_lossy(&assert.code(0).get_output().stderr).into_owned();
    assert!(page.contains(&said), "not on the page:\n{said}");
}

/// The text of the README's code blocks, in order.
fn blocks(readme: &str) -> Vec<&str> {
    readme.split("```").skip(1).step_by(2).collect()
}

/// The words of a command, without quotes and comment.
fn words(line: &str) -> Vec<String> {
    let (mut out, mut quoted) = (vec![String::new()], false);
    for c in line.split(" # ").next().unwrap_or_default().chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => out.push(String::new()),
            c => out.last_mut().unwrap().push(c),
        }
    }
    out.retain(|w| !w.is_empty());
    out
}

#[test]
fn the_tour_of_the_readme_is_true() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tour");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let blocks = blocks(&readme);
    let pattern = blocks
        .iter()
        .find(|b| b.starts_with("\nuse bir;"))
        .unwrap()
        .trim_start();
    std::fs::write(folder.join("my.pat"), pattern).unwrap();

    // Every command does what it says.
    let mut ran = 0;
    let mut tour = (String::new(), String::new());
    for line in blocks
        .iter()
        .flat_map(|b| b.lines())
        .filter(|l| l.starts_with("rookery-opt "))
    {
        let mine = line.contains("my.pat");
        let args: Vec<String> = words(line)
            .iter()
            .skip(1)
            .map(|w| w.replace("$ROOKERY", root.to_str().unwrap()))
            .collect();
        let mut command = Command::new(env!("CARGO_BIN_EXE_rookery-opt"));
        let assert = command
            .args(&args)
            .current_dir(if mine { &folder } else { &root })
            .assert()
            .code(0);
        let output = assert.get_output();
        assert!(!output.stdout.is_empty(), "{line} prints nothing");
        if mine {
            tour = (
                String::from_utf8_lossy(&output.stdout).into_owned(),
                String::from_utf8_lossy(&output.stderr).into_owned(),
            );
        }
        ran += 1;
    }
    assert!(ran >= 10, "{ran} commands found");

    // What is shown is in the output, up to what stands as '...'.
    let shown = blocks
        .iter()
        .find(|b| b.contains("desc.trigger @q_activation"))
        .unwrap();
    for piece in shown
        .split("...")
        .flat_map(str::lines)
        .map(str::trim)
        .filter(|p| !p.is_empty())
    {
        assert!(tour.0.contains(piece), "not in the output: {piece}");
    }
    let traced = blocks.iter().find(|b| b.contains("(my.pat:2)")).unwrap();
    assert!(
        tour.1.contains(traced.trim().trim_start_matches("...")),
        "{}",
        tour.1
    );

    // The misspelt operation.
    std::fs::write(
        folder.join("my.pat"),
        pattern.replace("bir.dma_copy", "bir.dma_cpoy"),
    )
    .unwrap();
    let fault = blocks
        .iter()
        .find(|b| b.contains("error: unknown operation"))
        .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery-opt"));
    let assert = command
        .args(["--dma", "--patterns", "my.pat"])
        .arg(root.join("examples/attention_qk.mlir"))
        .current_dir(&folder)
        .assert()
        .code(1)
        .stdout("");
    let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(
        stderr.contains(fault.trim_start_matches('\n').trim_end()),
        "{stderr}"
    );
}

/// What a command of the tutorial prints: diagnostics and traces first, as on a terminal, then the result.
fn typed(line: &str, folder: &Path) -> String {
    let words = words(line);
    let (tool, args) = words.split_first().unwrap();
    let tool = match tool.as_str() {
        "rookery-opt" => env!("CARGO_BIN_EXE_rookery-opt"),
        "rookery-lit" => env!("CARGO_BIN_EXE_rookery-lit"),
        other => panic!("the tutorial runs '{other}'"),
    };
    let output = Command::new(tool)
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
    // How long a test took is another number every time.
    let mut out = String::new();
    for l in said.lines() {
        let l = if l.starts_with("Testing Time:") {
            "Testing Time: 0.08s"
        } else {
            l
        };
        out.push_str(l);
        out.push('\n');
    }
    out
}

#[test]
fn the_tutorial_is_true_word_by_word() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tutorial.md")).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let run = "rookery-opt --dialects calc.dialect --patterns calc.pat why.mlir --simplify";
    let (mut commands, mut slips) = (0, 0);
    let mut last = String::new();
    for (n, piece) in page.split("```").enumerate() {
        if n % 2 == 0 {
            last = piece.to_string();
            continue;
        }
        let (info, text) = piece.split_once('\n').unwrap();
        match info.split_once(' ') {
            Some((_, name)) => std::fs::write(folder.join(name), text).unwrap(),
            None if info == "console" => {
                for command in text.split("$ ").skip(1) {
                    let (line, wanted) = command.split_once('\n').unwrap();
                    assert_eq!(typed(line, &folder), wanted, "{line}");
                    commands += 1;
                }
            }
            // A slip: `what stands there` -> `what was typed`, then the answer.
            None => {
                let parts: Vec<&str> = last.split('`').collect();
                let [.., old, _, new, _] = parts.as_slice() else {
                    panic!("no slip before:\n{text}");
                };
                let good = std::fs::read_to_string(folder.join("calc.pat")).unwrap();
                assert!(good.contains(old), "{old}");
                std::fs::write(folder.join("calc.pat"), good.replacen(old, new, 1)).unwrap();
                assert_eq!(typed(run, &folder), text, "{new}");
                std::fs::write(folder.join("calc.pat"), good).unwrap();
                slips += 1;
            }
        }
    }
    assert!(commands >= 7 && slips == 10, "{commands} commands, {slips} slips");
}
