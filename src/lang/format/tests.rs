//! What the layout looks like, piece by piece; `test/format.rs` checks what holds for every file.

use super::*;

fn formatted(text: &str, language: Language) -> String {
    let mut map = SourceMap::new();
    let file = map.add("t", text);
    let mut sink = Sink::new();
    let done = format(&map, file, language, &Limits::default(), &mut sink);
    let Ok(done) = done else {
        panic!(
            "{:?}",
            sink.items().iter().map(|d| d.message.clone()).collect::<Vec<_>>()
        )
    };
    done
}

#[track_caller]
fn pat(text: &str, expected: &str) {
    let done = formatted(text, Language::Patterns);
    assert_eq!(done, expected);
    assert_eq!(formatted(&done, Language::Patterns), done, "not idempotent");
}

#[test]
fn one_line_stays_one_line() {
    let line = "set s { pattern p { match op = a.b(x, x); rewrite { replace op with x; } } }\n";
    pat(line, line);
    pat(
        "set s {\npattern p{match op=a.b( x,x );rewrite{replace op with x;}}}",
        "set s {\n  pattern p { match op = a.b(x, x); rewrite { replace op with x; } }\n}\n",
    );
}

#[test]
fn comments_stay_where_they_are() {
    pat(
        "\n\n// head\n\n\n// more\nuse a;// one\nuse bcd;   // two\n\nfn f() -> int // why\n= 1;\n// end",
        "// head\n\n// more\nuse a;    // one\nuse bcd;  // two\n\nfn f() -> int  // why\n  = 1;\n// end\n",
    );
    pat(
        "fn f() -> [int] = [1, // one\n 2\n // none\n];",
        "fn f() -> [int] = [\n  1,  // one\n  2\n  // none\n];\n",
    );
    pat("// nothing else", "// nothing else\n");
    pat(" \n \n", "");
}

#[test]
fn operators_have_blanks_and_signs_have_none() {
    pat(
        "fn f(a:int,b:[int])->int=a+-b[ 0 ]*( - a )-1..a.c [1]++[ .x ]??f ( a );",
        "fn f(a: int, b: [int]) -> int = a + -b[0] * (-a) - 1 .. a.c[1] ++ [.x] ?? f(a);\n",
    );
    // Without the blank this would be the number -1.
    pat("fn f() -> int = - 1;", "fn f() -> int = - 1;\n");
    pat(
        "fn f(t:type)->bool=t is !memref< shape=[ 1,..rest ] >;",
        "fn f(t: type) -> bool = t is !memref<shape = [1, ..rest]>;\n",
    );
}

#[test]
fn strings_and_ir_are_left_alone() {
    let text = "set s {\n  pattern p {\n    match op = a.b;\n    error op \"{ x  +1 }  //\";\n    \
                no_match \"\"\"a   \n\t  b  \"\"\";\n  }\n}\n";
    pat(text, text);
}

#[test]
fn clauses_align() {
    let done = formatted(
        "dialect d { op a {\n operands x:!any,y:variadic<index|!d.t>; // one\n attributes n:int=1; semantics { yield(x); }\n} \
         op b { traits T; } }",
        Language::Dialects,
    );
    assert_eq!(
        done,
        "dialect d {\n  op a {\n    operands   x: !any, y: variadic<index | !d.t>;  // one\n    attributes n: int = 1;\n    \
         semantics  { yield(x); }\n  }\n  op b { traits T; }\n}\n"
    );
    assert_eq!(formatted(&done, Language::Dialects), done);
}

#[test]
fn what_is_too_long_is_broken_once() {
    let long = "x".repeat(50);
    pat(
        &format!("fn f(a: int) -> int = g({long}, {long}, {long});"),
        &format!("fn f(a: int) -> int = g(\n  {long}, {long},\n  {long}\n);\n"),
    );
    pat(
        &format!("fn f(a: int) -> bool = {long} == a or {long} == a;"),
        &format!("fn f(a: int) -> bool =\n  {long} == a or {long} == a;\n"),
    );
}

#[test]
fn line_ends_stay_those_of_the_file() {
    pat(
        "use a;\r\n\r\n\r\nuse b; // c\r\n",
        "use a;\r\n\r\nuse b;  // c\r\n",
    );
    pat("use a;\nuse b;\r\n", "use a;\nuse b;\n");
}

#[test]
fn damaged_text_is_refused() {
    let check = |done: &str| {
        checked(
            "use a; // b",
            done.to_string(),
            Language::Patterns,
            &Limits::default(),
        )
        .is_ok()
    };
    assert!(check("use a;\n// b\n"));
    assert!(!check("use a;\n"));
    assert!(!check("use b; // b\n"));
    assert!(!check("use a // b\n"));
}
