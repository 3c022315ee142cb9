//! Modules depend on each other one way; see docs/architecture.md.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::path::Path;

/// A module and what it may use.
const MAY: [(&str, &[&str]); 15] = [
    ("support", &[]),
    ("ap", &["support"]),
    ("ir", &["support"]),
    ("lang", &["support", "ap", "ir", "shipped"]),
    ("egraph", &["support", "ap", "ir", "lang"]),
    ("dialect", &["support", "ir", "lang"]),
    ("generate", &["support", "ap", "ir", "lang"]),
    ("text", &["support", "ir", "lang"]),
    ("check", &["support"]),
    (
        "session.rs",
        &["support", "ir", "lang", "dialect", "text", "shipped"],
    ),
    ("pass", &["support", "ir", "lang", "dialect", "text", "session"]),
    ("pattern", &["support", "ir", "lang"]),
    (
        "rewrite",
        &[
            "support", "ap", "ir", "lang", "dialect", "session", "pass", "pattern", "egraph", "shipped",
        ],
    ),
    ("sim", &["support", "ir", "lang", "dialect", "session", "text"]),
    (
        "cli",
        &[
            "support", "check", "ir", "lang", "dialect", "text", "session", "shipped", "pass", "rewrite",
            "sim",
        ],
    ),
];

fn files(path: &Path, out: &mut Vec<std::path::PathBuf>) {
    if path.is_dir() {
        for e in std::fs::read_dir(path).unwrap() {
            files(&e.unwrap().path(), out);
        }
    } else {
        out.push(path.to_path_buf());
    }
}

#[test]
fn arrows_go_one_way() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (module, may) in MAY {
        let mut list = Vec::new();
        files(&Path::new("src").join(module), &mut list);
        for file in list.iter().filter(|f| f.extension().is_some_and(|x| x == "rs")) {
            let text = std::fs::read_to_string(file).unwrap();
            for (n, line) in text.lines().enumerate() {
                for (at, _) in line.match_indices("crate::") {
                    let used: String = line
                        .chars()
                        .skip(at + 7)
                        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                        .collect();
                    let own = module.trim_end_matches(".rs");
                    let known = MAY.iter().any(|m| m.0.trim_end_matches(".rs") == used) || used == "shipped";
                    seen += usize::from(known);
                    if known && used != own && !may.contains(&used.as_str()) {
                        wrong.push(format!("{}:{}: {module} uses {used}", file.display(), n + 1));
                    }
                }
            }
        }
    }
    assert!(seen > 500, "only {seen} uses were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How deep rings are is data of the targets (`dialects/targets.dialect`): no number of it stands in the program.
#[test]
fn depths_of_rings_are_data() {
    let (mut list, mut wrong) = (Vec::new(), Vec::new());
    files(Path::new("src"), &mut list);
    let sources: Vec<_> = list
        .iter()
        .filter(|f| f.extension().is_some_and(|x| x == "rs"))
        .collect();
    for file in &sources {
        let text = std::fs::read_to_string(file).unwrap();
        for (n, line) in text.lines().enumerate() {
            let plain = line.replace('_', "").to_lowercase();
            let numbers = plain.split(|c: char| !c.is_ascii_alphanumeric());
            // 0x3fc and 0xfff0 are the same numbers.
            if numbers
                .into_iter()
                .any(|w| ["1020", "65520", "0x3fc", "0xfff0"].contains(&w))
            {
                wrong.push(format!("{}:{}: {}", file.display(), n + 1, line.trim()));
            }
        }
    }
    assert!(sources.len() > 100, "only {} files were found", sources.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
