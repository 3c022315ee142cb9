//! Inputs that crashed or hung other tools (the header of each file says which and why), each with its right outcome.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use rookery::ir::Body;
use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use rookery::text::print::{PrintOptions, print};

/// Parses and verifies; gives the generic form or the messages. What is accepted must come back the same.
fn run(name: &str, text: &str) -> Result<String, String> {
    let mut sink = Sink::new();
    let (mut s, loaded) = Session::new(&[], Limits::default(), &mut sink);
    assert!(loaded.is_ok(), "the built-in dialects load");
    let file = s.map.add(name, text);
    let Some(body) = s.parse(file, true, &mut sink) else {
        let messages: String = sink.items().iter().map(|d| render(&s.map, d, false)).collect();
        assert!(
            messages.starts_with(name),
            "a message without its place: {messages}"
        );
        return Err(messages);
    };
    let show = |s: &Session, body: &Body, generic| {
        print(
            &s.ctx,
            &s.reg,
            body,
            body.root(),
            PrintOptions {
                generic,
                locations: None,
            },
        )
    };
    let printed = show(&s, &body, true);
    for text in [show(&s, &body, false), printed.clone()] {
        let file = s.map.add("printed", text.as_str());
        let again = s.parse(file, true, &mut sink);
        let messages: String = sink.items().iter().map(|d| render(&s.map, d, false)).collect();
        let again = again.unwrap_or_else(|| panic!("what was printed is refused: {messages}\n{text}"));
        assert_eq!(show(&s, &again, true), printed);
    }
    Ok(printed)
}

/// On a thread with little stack, so that recursion without a bound is found.
fn outcome(name: &'static str, text: String) -> Result<String, String> {
    let work = move || run(name, &text);
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(work)
        .expect("a thread starts")
        .join()
        .expect("the library does not panic")
}

fn file(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("test/data/bug-inputs")
        .join(name);
    let bytes = std::fs::read(path).expect("the input is there");
    String::from_utf8_lossy(&bytes).into_owned()
}

fn refused(name: &'static str, wanted: &str) -> String {
    let messages = outcome(name, file(name)).expect_err("it is refused");
    assert!(
        messages.contains(wanted),
        "{name}: wanted '{wanted}' in\n{messages}"
    );
    messages
}

fn accepted(name: &'static str) -> String {
    match outcome(name, file(name)) {
        Ok(text) => text,
        Err(messages) => panic!("{name} is refused:\n{messages}"),
    }
}

fn errors(messages: &str) -> usize {
    messages.matches(": error: ").count()
}

#[test]
fn deep_regions_are_one_error_at_the_region_that_is_too_deep() {
    let messages = refused("01-deep-regions.mlir", "nesting deeper than 200");
    assert_eq!(errors(&messages), 1, "{messages}");
    assert!(
        messages.starts_with("01-deep-regions.mlir:206:10: error"),
        "{messages}"
    );
}

#[test]
fn deep_brackets_are_one_error() {
    let messages = refused("02-deep-attr-brackets.mlir", "nesting deeper than 200");
    assert_eq!(errors(&messages), 1, "{messages}");
}

#[test]
fn every_recursive_production_is_bounded() {
    let deep = |open: &str, middle: &str, close: &str| {
        let n = 100_000;
        format!("{}{middle}{}", open.repeat(n), close.repeat(n))
    };
    let attr = |inner: String| format!("\"t.x\"() {{a = {inner}}} : () -> ()");
    let cases = [
        ("array", attr(deep("[", "1", "]"))),
        ("dictionary", attr(deep("{a = ", "1", "}"))),
        (
            "dense",
            attr(format!("dense<{}> : tensor<1xi8>", deep("[", "1", "]"))),
        ),
        ("tuple", attr(deep("tuple<", "i8", ">"))),
        ("complex", attr(deep("complex<", "f32", ">"))),
        ("vector", attr(deep("vector<1x", "i8", ">"))),
        ("tensor", attr(deep("tensor<1x", "i8", ">"))),
        ("memref", attr(deep("memref<1x", "i8", ">"))),
        ("function type", attr(deep("(", "i8", ") -> i8"))),
        ("results", attr(deep("() -> (", "i8", ")"))),
        (
            "affine parentheses",
            attr(format!("affine_map<(d0) -> ({})>", deep("(", "d0", ")"))),
        ),
        (
            "affine minus",
            attr(format!("affine_map<(d0) -> ({})>", deep("-", "d0", ""))),
        ),
        (
            "fused metadata",
            format!(
                "\"t.x\"() : () -> () loc({})",
                deep("fused<loc(", "unknown", ")>[]")
            ),
        ),
        (
            "affine set",
            attr(format!("affine_set<(d0) : ({} >= 0)>", deep("(", "d0", ")"))),
        ),
        ("distinct", attr(deep("distinct[0]<", "1", ">"))),
        (
            "location",
            format!("\"t.x\"() : () -> () loc({})", deep("\"a\"(", "unknown", ")")),
        ),
        (
            "call site",
            format!(
                "\"t.x\"() : () -> () loc({})",
                deep("callsite(", "unknown", " at unknown)")
            ),
        ),
        (
            "fused",
            format!("\"t.x\"() : () -> () loc({})", deep("fused[", "unknown", "]")),
        ),
        ("regions", deep("\"t.r\"() ({\n", "", "}) : () -> ()\n")),
        ("modules", deep("module {\n", "", "}\n")),
        (
            "ifs",
            format!(
                "func.func @f(%c: i1) {{\n{} return }}",
                deep("scf.if %c {\n", "", "}\n")
            ),
        ),
        ("alias", format!("#a = {}\n", deep("[", "1", "]"))),
        ("offset", {
            let sum = deep("(", "0", ")");
            format!(
                "func.func @f(%m: memref<1xi8>) {{\n%0 = penguin.access %m pattern [[1, 1]] offset {sum} as int8 : memref<1xi8>\nreturn }}"
            )
        }),
        (
            "pairs",
            format!(
                "func.func @f(%m: memref<1xi8>) {{\n%0 = penguin.access %m pattern {} }}",
                deep("[", "0", "]")
            ),
        ),
    ];
    for (what, text) in cases {
        let messages = match outcome("deep.mlir", text) {
            Ok(_) => panic!("{what}: accepted"),
            Err(m) => m,
        };
        assert!(
            messages.contains("nesting deeper than 200"),
            "{what}: {}",
            messages.get(..600).unwrap_or(&messages)
        );
        assert_eq!(errors(&messages), 1, "{what}: {messages}");
    }
}

#[test]
fn long_and_flat_is_not_deep() {
    // Terms that do not fold into one.
    let terms: Vec<String> = (2..1002).map(|n| format!("d0 floordiv {n}")).collect();
    let sum = terms.get(..500).map(|t| t.join(" + ")).unwrap_or_default();
    let many = vec!["1"; 200_000].join(", ");
    for text in [
        format!("\"t.x\"() {{a = affine_map<(d0) -> ({sum})>}} : () -> ()"),
        format!("\"t.x\"() {{a = [{many}]}} : () -> ()"),
        format!(
            "\"t.x\"() {{a = !t<{}>}} : () -> ()",
            "[".repeat(3000) + &"]".repeat(3000)
        ),
    ] {
        let result = outcome("flat.mlir", text);
        assert!(
            result.is_ok(),
            "{}",
            result.err().unwrap_or_default().get(..600).unwrap_or_default()
        );
    }
}

#[test]
fn sums_without_end_are_refused() {
    let sum = vec!["d0"; 100_000].join(" + ");
    let product = vec!["2"; 100_000].join(" mod ");
    let offset = vec!["%i"; 100_000].join(" + ");
    for text in [
        format!("#m = affine_map<(d0) -> ({sum})>"),
        format!("#m = affine_map<(d0) -> (d0 mod {product})>"),
        format!("#m = affine_set<(d0) : ({sum} == 0)>"),
        format!(
            "func.func @f(%m: memref<1xi8>, %i: index) {{\n%0 = penguin.access %m pattern [[1, 1]] offset {offset} as int8 : memref<1xi8>\nreturn }}"
        ),
    ] {
        let messages = outcome("long.mlir", text).expect_err("it is refused");
        assert!(
            messages.contains("more than 1000 operators (limit 'affine_ops')"),
            "{messages}"
        );
        assert_eq!(errors(&messages), 1, "{messages}");
    }
}

#[test]
fn a_value_of_the_own_region_is_not_visible_outside() {
    refused(
        "03-forward-ref-defined-inside-own-region.mlir",
        "use of undeclared SSA value name '%true'",
    );
}

#[test]
fn a_name_without_a_dialect_is_an_ordinary_error() {
    accepted("05-op-name-without-dialect.mlir");
    let mut sink = Sink::new();
    let (mut s, _) = Session::new(&[], Limits::default(), &mut sink);
    let id = s.map.add("names.mlir", file("05-op-name-without-dialect.mlir"));
    assert!(s.parse(id, false, &mut sink).is_none());
    let first = sink
        .items()
        .first()
        .map(|d| d.message.clone())
        .unwrap_or_default();
    assert!(first.contains("operation 'test' is unregistered"), "{first}");
}

#[test]
fn a_shape_of_too_many_elements_is_refused_at_the_type() {
    let messages = refused("06-shape-element-count-overflow.mlir", "does not fit 64 bits");
    assert!(
        messages.starts_with("06-shape-element-count-overflow.mlir:6:46"),
        "{messages}"
    );
}

#[test]
fn escapes_at_the_end_of_strings_are_kept() {
    let text = accepted("08-string-escape-at-end.mlir");
    assert!(
        text.contains(r#"a = "\\", b = "\22", c = "x\0A", d = "\FF", e = "\0A\09""#),
        "{text}"
    );
}

#[test]
fn bytes_that_are_no_text_are_refused_with_a_place() {
    // As the tools read it: what is no UTF-8 has become U+FFFD, the NUL and the mark are still there.
    let messages = refused("10-invalid-utf8-and-nul.mlir", "error: ");
    assert!(
        messages.contains("10-invalid-utf8-and-nul.mlir:7:1"),
        "{messages}"
    );
}

#[test]
fn an_element_of_another_kind_is_refused_at_the_literal() {
    let messages = refused(
        "11-dense-vector-element.mlir",
        "expected a string as an element of type vector<4xi8>",
    );
    assert!(
        messages.starts_with("11-dense-vector-element.mlir:6:20"),
        "{messages}"
    );
}

#[test]
fn a_loop_without_its_argument_is_refused() {
    refused(
        "15-region-missing-block-args.mlir",
        "region #0 ('region') must have 1 or more arguments, but has 0",
    );
}

#[test]
fn two_symbols_of_one_name_are_refused() {
    let messages = refused("17-duplicate-symbol.mlir", "redefinition of symbol named 'test'");
    assert!(
        messages.contains("see existing symbol definition here"),
        "{messages}"
    );
}

#[test]
fn operations_of_strange_dialects_stay_as_they_are() {
    let text = accepted("18-runtime-dialect-empty-name.mlir");
    assert!(text.contains("sym_name = \"\""), "{text}");
}

#[test]
fn an_operation_may_use_itself_where_there_is_no_order() {
    assert!(accepted("20-self-operand-fold-loop.mlir").contains("\"arith.addi\"(%0, %1)"));
    assert!(accepted("23-replace-with-own-result.mlir").contains("unrealized_conversion_cast\"(%0)"));
    // Nothing reaches the block, so nothing is wrong in it.
    assert!(accepted("21-unreachable-self-add.mlir").contains("%2 = \"arith.addi\"(%2, %1)"));
}

#[test]
fn divisions_by_zero_in_maps_are_kept() {
    let text = accepted("24-affine-div-by-zero.mlir");
    assert!(
        text.contains("d0 mod 0") && text.contains("d0 floordiv 0") && text.contains("d0 ceildiv 0"),
        "{text}"
    );
}

#[test]
fn a_subview_with_an_offset_keeps_it() {
    assert!(accepted("26-subview-fold-drops-offset.mlir").contains("\"memref.subview\"(%arg0, %arg1)"));
}
