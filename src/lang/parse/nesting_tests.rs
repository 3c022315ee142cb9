//! Nesting: fast, right or broken, and bounded.

use super::parse_pat;
use super::tests::{dialect, messages, pat, value_errors};
use crate::support::diag::Sink;
use crate::support::limits::Limits;
use crate::support::source::SourceMap;

/// Pieces that nest: what opens, what is innermost, what closes, and around all.
const NESTS: &[(&str, &str, &str)] = &[
    ("(", "x", ")"),
    ("(y, ", "x", ")"),
    ("[", "x", "]"),
    ("[", "x", " for a in b]"),
    ("f(", "x", ")"),
    ("f(n = ", "x", ")"),
    ("f(", "x", " for a in b)"),
    ("d.x(", "x", ")"),
    ("d.x() { a = ", "x", " }"),
    ("d.x() { ..", "x", " }"),
    ("d.x() with body { ", "x", "; }"),
    ("a[", "x", "]"),
    ("if a { ", "x", " } else { b }"),
    ("if a { b } else { ", "x", " }"),
    ("if a { match d.y of z; let b = c; ", "x", " } else { b }"),
    ("case a { b => ", "x", " }"),
    ("case ", "x", " { b => c }"),
    ("clone a { b = ", "x", " }"),
    ("\"{", "x", "}\""),
    ("(at start of a: ", "x", ")"),
    ("- (", "x", ")"),
    ("(not ", "x", ")"),
];
const PATTERN_NESTS: &[(&str, &str, &str)] = &[
    ("(", "x", ")"),
    ("(y, ", "x", ")"),
    ("[", "x", "]"),
    ("[..y, ", "x", ", ..]"),
    ("t(", "x", ")"),
    ("d.x(", "x", ")"),
    ("d.x(y = ", "x", ")"),
    ("d.x { a = ", "x", " }"),
    ("commutes d.x(..) -> (", "x", ")"),
    ("!a<", "x", ">"),
    ("!a<n = ", "x", ">"),
    ("(1 | ", "x", ")"),
];
const STMT_NESTS: &[(&str, &str, &str)] = &[
    ("if a { ", "x;", " }"),
    ("if a { } else { ", "x;", " }"),
    ("for a in b { ", "x;", " }"),
    ("at start of a { ", "x;", " }"),
    ("d.x() with r { ", "x;", " };"),
];

/// Every kind of bracket, in every place it may stand.
fn nested(levels: usize, broken: bool, mut each: impl FnMut(&str, String)) {
    let mut one = |before: &str, after: &str, n: &(&str, &str, &str), skip: usize| {
        let mid = if broken { "$" } else { n.1 };
        let text = format!(
            "{before}{}{mid}{}{after}",
            n.0.repeat(levels),
            n.2.repeat(levels - skip)
        );
        each(n.0, text);
    };
    for skip in 0..=usize::from(broken) {
        for n in NESTS {
            one("fn f() -> int = ", ";", n, skip);
        }
        for n in PATTERN_NESTS {
            one("fn f() -> int { let ", " = y; 1 }", n, skip);
            one("fn f() -> bool = y is (", ");", n, skip);
        }
        for n in STMT_NESTS {
            one("rewrite f(a: b) { ", " }", n, skip);
        }
        one("fn f(a: ", ") -> int = 1;", &("[", "x", "]"), skip);
        one("fn f(a: ", ") -> int = 1;", &("(", "x", ")"), skip);
    }
}

#[test]
fn a_hundred_levels_of_every_bracket_are_fast() {
    for broken in [false, true] {
        nested(100, broken, |open, text| {
            let start = std::time::Instant::now();
            let (_, errors) = pat(&text);
            let took = start.elapsed();
            assert_eq!(errors.is_empty(), !broken, "{open}: {errors:?}");
            assert!(took.as_millis() < 500, "{open}, broken {broken}: {took:?}");
        });
    }
}

#[test]
fn nesting_is_bounded_on_a_small_stack() {
    let run = || {
        for levels in [150, 201, 20_000] {
            nested(levels, false, |open, text| {
                let (mut map, mut sink) = (SourceMap::new(), Sink::new());
                let file = map.add("t.pat", text);
                let tree = parse_pat(&map, file, &Limits::default(), &mut sink);
                assert!(levels == 150 || sink.hit_limit(), "{open} {levels}");
                assert!(sink.errors() <= 3, "{open} {:?}", messages(&map, &sink));
                assert!(tree.clone() == tree);
            });
        }
        for chain in [
            "not ",
            "- ",
            "x.y + ",
            "x * ",
            "at start of a: ",
            "d.x() -> types ",
            "x[0]",
        ] {
            let tail = if chain == "x[0]" { "" } else { "x" };
            let chain = if chain == "x[0]" { "[0]" } else { chain };
            let text = format!(
                "fn f() -> int = {}{}{tail};",
                if tail.is_empty() { "x" } else { "" },
                chain.repeat(5_000)
            );
            let (mut map, mut sink) = (SourceMap::new(), Sink::new());
            let file = map.add("t.pat", text);
            parse_pat(&map, file, &Limits::default(), &mut sink);
            assert!(sink.hit_limit(), "{chain}");
            assert_eq!(
                sink.items()[0].message,
                "nesting deeper than 200 (limit 'nesting')"
            );
        }
        // These are lists, however long.
        for op in [" and ", " or ", " ++ ", " ?? "] {
            assert_eq!(
                value_errors(&format!("{}x", format!("x{op}").repeat(5_000))),
                Vec::<String>::new()
            );
        }
        assert_eq!(
            value_errors(&format!("{}{{ c }}", "if a { b } else ".repeat(2_000))),
            Vec::<String>::new()
        );
    };
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn dialect_nesting_is_bounded() {
    for (open, close) in [("variadic<", ">"), ("[", "]"), ("(", ")"), ("!a<!a<", ">>")] {
        for levels in [90, 5_000] {
            let text = format!(
                "dialect d {{ op x {{ operands a: {}x{}; }} }}",
                open.repeat(levels),
                close.repeat(levels)
            );
            let errors = dialect(&text).1;
            assert_eq!(errors.is_empty(), levels == 90, "{open}: {errors:?}");
        }
    }
}
