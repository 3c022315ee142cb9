//! The traps that writing the sketches found, recovery, places and limits.

use super::{parse_dialect, parse_pat};
use crate::lang::ast::*;
use crate::support::diag::Sink;
use crate::support::limits::Limits;
use crate::support::source::{SourceMap, Span};

/// Parses, and gives the errors as `line:column: message` with notes after ` // `.
pub fn pat(text: &str) -> (PatFile, Vec<String>) {
    let (mut map, mut sink) = (SourceMap::new(), Sink::new());
    let file = map.add("t.pat", text);
    let tree = parse_pat(&map, file, &Limits::default(), &mut sink);
    (tree, messages(&map, &sink))
}

pub fn dialect(text: &str) -> (DialectFile, Vec<String>) {
    let (mut map, mut sink) = (SourceMap::new(), Sink::new());
    let file = map.add("t.dialect", text);
    let tree = parse_dialect(&map, file, &Limits::default(), &mut sink);
    (tree, messages(&map, &sink))
}

pub fn messages(map: &SourceMap, sink: &Sink) -> Vec<String> {
    let one = |d: &crate::support::diag::Diagnostic| {
        let crate::support::diag::Place::Span(s) = d.place else {
            return d.message.clone();
        };
        let (_, line, column) = map.position(s);
        let notes: String = d.notes.iter().map(|(_, n)| format!(" // {n}")).collect();
        format!("{line}:{column}: {}{notes}", d.message)
    };
    sink.items().iter().map(one).collect()
}

/// The value of `fn f() -> int = ...;`.
fn value(text: &str) -> Expr {
    let (tree, errors) = pat(&format!("fn f() -> int = {text};"));
    assert_eq!(errors, Vec::<String>::new(), "{text}");
    match tree.items.into_iter().next().map(|i| i.kind) {
        Some(ItemKind::Fn(f)) => *f.body.value,
        other => panic!("{other:?}"),
    }
}

pub fn value_errors(text: &str) -> Vec<String> {
    pat(&format!("fn f() -> int = {text};")).1
}

/// The statements of a rewrite block.
fn stmts(text: &str) -> Vec<StmtKind> {
    let (tree, errors) = pat(&format!("rewrite f(op: op) {{ {text} }}"));
    assert_eq!(errors, Vec::<String>::new(), "{text}");
    match tree.items.into_iter().next().map(|i| i.kind) {
        Some(ItemKind::RewriteFn(f)) => f.body.stmts.into_iter().map(|s| s.kind).collect(),
        other => panic!("{other:?}"),
    }
}

/// An expression with its structure shown by parentheses.
fn show(e: &Expr) -> String {
    let list = |l: &[Expr], op: &str| format!("({})", l.iter().map(show).collect::<Vec<_>>().join(op));
    match &e.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Name(n) => n.text.to_string(),
        ExprKind::Neg(e) => format!("-{}", show(e)),
        ExprKind::Not(e) => format!("(not {})", show(e)),
        ExprKind::Binary { op, lhs, rhs, .. } => format!("({} {op:?} {})", show(lhs), show(rhs)),
        ExprKind::Compare { op, lhs, rhs, .. } => format!("({} {op:?} {})", show(lhs), show(rhs)),
        ExprKind::And(l) => list(l, " and "),
        ExprKind::Or(l) => list(l, " or "),
        ExprKind::Concat(l) => list(l, " ++ "),
        ExprKind::Coalesce(l) => list(l, " ?? "),
        ExprKind::Range { start, end } => format!("({} .. {})", show(start), show(end)),
        ExprKind::In { item, list } => format!("({} in {})", show(item), show(list)),
        ExprKind::Is { value, .. } => format!("({} is _)", show(value)),
        ExprKind::Field { base, name } => format!("{}.{}", show(base), name.text),
        ExprKind::Index { base, index } => format!("{}[{}]", show(base), show(index)),
        ExprKind::Call { name, .. } => format!("{}()", name.text),
        other => format!("{other:?}"),
    }
}

fn at(text: &str, s: Span) -> &str {
    text.get(s.start as usize..s.end as usize).unwrap_or("?")
}

#[test]
fn every_sketch_parses() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/test/data/lang");
    let mut seen = 0;
    for dir in [dir.to_string(), format!("{dir}/invalid")] {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let Some(end) = path.extension().and_then(|e| e.to_str()) else {
                continue;
            };
            let text = std::fs::read_to_string(&path).unwrap();
            let errors = if end == "pat" {
                pat(&text).1
            } else {
                dialect(&text).1
            };
            assert_eq!(errors, Vec::<String>::new(), "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 15, "{seen}");
}

#[test]
fn precedence() {
    assert_eq!(
        show(&value("a ?? b or c and not d == e + f * -g")),
        "(a ?? (b or (c and (not (d Eq (e Add (f Mul -g)))))))"
    );
    assert_eq!(show(&value("a - b - c")), "((a Sub b) Sub c)");
    assert_eq!(show(&value("a / b * c % d")), "(((a Div b) Mul c) Rem d)");
    assert_eq!(show(&value("a ++ b + c ++ d")), "(a ++ (b Add c) ++ d)");
    assert_eq!(show(&value("0 .. len(x) - 1")), "(0 .. (len() Sub 1))");
    assert_eq!(show(&value("x[0 .. 2].y[-1]")), "x[(0 .. 2)].y[-1]");
    assert_eq!(show(&value("a -1")), "(a Sub 1)");
    assert_eq!(show(&value("a - -1")), "(a Sub -1)");
    assert_eq!(show(&value("x is d.y and z in w")), "((x is _) and (z in w))");
    assert_eq!(show(&value("not not a")), "(not (not a))");
    assert_eq!(show(&value("(a or b) and c")), "((a or b) and c)");
    assert_eq!(
        value_errors("a < b < c"),
        ["1:23: comparisons do not chain; join them with 'and'"]
    );
    assert_eq!(
        value_errors("a == not b"),
        ["1:22: 'not' stands before a whole comparison; put it in parentheses here"]
    );
    assert_eq!(
        value_errors("a is d.b + 1"),
        ["1:26: what follows 'is' is a pattern and takes no operator"]
    );
    assert_eq!(value_errors("a .. b .. c"), ["1:17: '..' does not chain"]);
}

#[test]
fn trap_keywords_are_words() {
    // White space before the look-ahead would make no keyword match; without a look-ahead `notx` would be `not x`.
    assert_eq!(show(&value("notx and y")), "(notx and y)");
    assert_eq!(show(&value("a and is_empty(b)")), "(a and is_empty())");
    assert_eq!(show(&value("inner")), "inner");
    assert_eq!(pat("usedma;").1.len(), 1);
}

#[test]
fn trap_clone_takes_a_place() {
    let kinds = stmts("clone op (src = v) { name };");
    let [
        StmtKind::Expr(Expr {
            kind: ExprKind::Clone(c),
            ..
        }),
    ] = kinds.as_slice()
    else {
        panic!("{kinds:?}")
    };
    assert!(matches!(c.place.kind, ExprKind::Name(_)));
    assert!(matches!(&c.args.as_ref().unwrap().kind, ArgsKind::List(l) if l[0].name.is_some()));
    assert!(c.attrs.is_some());
    let kinds = stmts("update op.x[0] (src = v);");
    assert!(matches!(
        &kinds[0],
        StmtKind::Update {
            args: Some(_),
            attrs: None,
            ..
        }
    ));
}

#[test]
fn trap_types_before_a_type_of_that_name() {
    let created = |text: &str| match value(text).kind {
        ExprKind::Ctor(c) => c.created,
        other => panic!("{other:?}"),
    };
    assert!(matches!(
        created("d.x() -> types xs").as_slice(),
        [Created::TypesOf { .. }]
    ));
    assert!(matches!(
        created("d.x() -> types").as_slice(),
        [Created::Types { .. }]
    ));
    assert!(matches!(
        created("d.x() -> typesetter").as_slice(),
        [Created::Types { .. }]
    ));
    assert!(
        matches!(created("d.x() -> (i32, !d.t<3>) with body (i: index) { }").as_slice(), [Created::Types { types, .. }, Created::Region { .. }] if types.len() == 2)
    );
}

#[test]
fn trap_a_condition_is_no_creation() {
    let kinds = stmts("if x.flag { y; }");
    assert!(
        matches!(&kinds[0], StmtKind::If { arms, .. } if matches!(arms[0].0.kind, ExprKind::Field { .. }))
    );
    let kinds = stmts("if x is arith.constant { y; } else if z { } else { }");
    let StmtKind::If { arms, otherwise } = &kinds[0] else {
        panic!("{kinds:?}")
    };
    assert!(arms.len() == 2 && otherwise.is_some());
    let ExprKind::Is { pattern, .. } = &arms[0].0.kind else {
        panic!("{kinds:?}")
    };
    assert!(matches!(&pattern.kind, PatKind::Node(n) if n.attributes.is_none()));
    let kinds = stmts("if x is arith.constant() { value = 0 } { y; }");
    let StmtKind::If { arms, .. } = &kinds[0] else {
        panic!("{kinds:?}")
    };
    let ExprKind::Is { pattern, .. } = &arms[0].0.kind else {
        panic!("{kinds:?}")
    };
    assert!(matches!(&pattern.kind, PatKind::Node(n) if n.attributes.is_some()));
}

#[test]
fn trap_an_empty_string_is_no_ir_text() {
    assert!(matches!(value("\"\"").kind, ExprKind::Str(s) if s.pieces.is_empty()));
    assert!(matches!(value("\"\"\"\"\"\"").kind, ExprKind::Ir(t) if t.text.is_empty()));
    assert!(matches!(value("\"\"\"a \"b\" {\"\"\"").kind, ExprKind::Ir(t) if &*t.text == "a \"b\" {"));
}

#[test]
fn trap_is_some_is_a_binding() {
    // The later check 'tests nothing' needs to see it as one.
    assert!(
        matches!(value("x is some").kind, ExprKind::Is { pattern, .. } if matches!(pattern.kind, PatKind::Bind { .. }))
    );
}

#[test]
fn trap_quotes_in_assembly_formats() {
    let text = "dialect d { op x { operands a: !any, b: variadic<!any>; attributes assembly: int?; assembly \"{\" $a \"}\" \
        (\"[\" $b^ \"]\" : \"none\")? (\"x\" $a)* attr-dict-with-keyword \":\" type($a) functional-type($a, $b) functional-type regions; } }";
    let (tree, errors) = dialect(text);
    assert_eq!(errors, Vec::<String>::new());
    let DialectItem::Dialect(d) = &tree.items[0] else {
        panic!()
    };
    let MemberKind::Op(op) = &d.members[0].kind else {
        panic!()
    };
    let ClauseKind::Assembly(a) = &op.clauses[2].kind else {
        panic!()
    };
    assert_eq!(a.directives.len(), 11);
    assert!(matches!(&a.directives[0].kind, DirectiveKind::Literal(l) if &**l == "{"));
    assert!(
        matches!(&a.directives[3].kind, DirectiveKind::Group { otherwise, repeat: GroupRepeat::Optional, .. } if otherwise.len() == 1)
    );
    assert!(matches!(&a.directives[8].kind, DirectiveKind::FunctionalType(l) if l.len() == 2));
}

#[test]
fn errors_stand_where_they_are() {
    let one = |text: &str| pat(text).1;
    assert_eq!(one("use dma"), ["1:8: expected ';'"]);
    assert_eq!(one("use dma\nuse bir;"), ["1:8: expected ';'"]);
    assert_eq!(
        one("use match;"),
        ["1:5: expected a name // 'match' is a keyword and cannot be a variable"]
    );
    assert_eq!(one("fn f() -> int = ;"), ["1:17: expected an expression"]);
    assert_eq!(one("fn f() -> int = 1 +;"), ["1:20: expected an expression"]);
    assert_eq!(one("fn f() -> int = g(1;"), ["1:20: expected ',' or ')'"]);
    assert_eq!(
        one("fn f() -> int = for;"),
        ["1:17: expected an expression // 'for' is a keyword and cannot be a variable"]
    );
    assert_eq!(
        one("set s {\n  pattern p {\n    match op = bir.x\n    rewrite { }\n  }\n}"),
        ["3:21: expected ';'"]
    );
    assert_eq!(
        one("use a; wrong b;")[0].split(':').take(2).collect::<String>(),
        "18"
    );
    assert_eq!(
        one("fn f() -> int = 9223372036854775808;"),
        ["1:17: integer literal does not fit 64 bits"]
    );
    assert_eq!(one("fn f() -> int = -9223372036854775808;"), Vec::<String>::new());
    assert_eq!(
        one("fn f() -> int = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF;").len(),
        1
    );
    assert_eq!(
        one("import \"a;\nuse b;"),
        ["1:8: this string is not closed in its line"]
    );
    assert_eq!(
        one("import \"a{x}\";"),
        ["1:11: nothing can be interpolated here"]
    );
}

#[test]
fn several_errors_of_one_file_are_reported() {
    let text = "use a\n\nset s {\n  pattern p { match ; }\n  /// good\n  pattern q { match op = d.x; rewrite { erase op; } }\n  \
                pattern r { where; }\n}\nfn f( -> int = 1;\npass p on x.y { stage s: fast { } }\nuse b;\n";
    let (tree, errors) = pat(text);
    let places: Vec<&str> = errors.iter().map(|e| e.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["1:6", "4:21", "7:20", "9:7", "10:26"], "{errors:#?}");
    let kept: Vec<_> = tree
        .items
        .iter()
        .map(|i| at(text, i.span).split_whitespace().next().unwrap())
        .collect();
    assert_eq!(kept, ["set", "use"]);
    let ItemKind::Set(s) = &tree.items[0].kind else {
        panic!()
    };
    assert_eq!(s.patterns.len(), 1);
    assert_eq!(s.patterns[0].doc.as_deref(), Some("good"));
}

#[test]
fn recovery_survives_missing_braces() {
    let text = "set s {\n  pattern p {\n    match op = d.x;\n  pattern q { match op = d.x; erase op; }\n  pattern r { match op = d.y; rewrite { } }\n}\n\
                fn f() -> int = 1;\n";
    let (tree, errors) = pat(text);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_eq!(tree.items.len(), 2);
    let (tree, errors) = pat("fn g() -> int = (1;\nfn f() -> int = 1;\n");
    assert_eq!((tree.items.len(), errors.len()), (1, 1), "{errors:?}");
    let (tree, errors) = pat("fn f() -> int = 1;\n}\nfn g() -> int = 1;\n");
    assert_eq!((tree.items.len(), errors.len()), (2, 1), "{errors:?}");
    let (tree, errors) = pat("set s {\n  pattern r { match op = d.y; rewrite { } }\n");
    assert_eq!(
        (tree.items.len(), errors),
        (1, vec!["2:44: expected '}' // to close this".to_string()])
    );
    let (tree, errors) = dialect(
        "dialect d {\n  op x { wrong; }\n  op y { traits Pure; }\n  enum E : i8 { }\n}\ntarget t : f { a = }\n",
    );
    assert_eq!(errors.len(), 3, "{errors:?}");
    let DialectItem::Dialect(d) = &tree.items[0] else {
        panic!()
    };
    assert_eq!(d.members.len(), 1);
}

#[test]
fn places_are_exact() {
    let text = "// c\n/// What.\n///  And why.\nfn f(a: int?) -> int = g(a , b.c [1]) + not_x;\n";
    let (tree, errors) = pat(text);
    assert_eq!(errors, Vec::<String>::new());
    let item = &tree.items[0];
    assert_eq!(item.doc.as_deref(), Some("What.\n And why."));
    assert!(at(text, item.span).starts_with("fn f(") && at(text, item.span).ends_with("not_x;"));
    let ItemKind::Fn(f) = &item.kind else { panic!() };
    assert_eq!(at(text, f.params[0].ty.span), "int?");
    assert_eq!(at(text, f.body.value.span), "g(a , b.c [1]) + not_x");
    let ExprKind::Binary {
        op_span, lhs, rhs, ..
    } = &f.body.value.kind
    else {
        panic!()
    };
    assert_eq!(
        (at(text, *op_span), at(text, lhs.span), at(text, rhs.span)),
        ("+", "g(a , b.c [1])", "not_x")
    );
    let ExprKind::Call { args, .. } = &lhs.kind else {
        panic!()
    };
    let ArgsKind::List(args) = &args.kind else {
        panic!()
    };
    assert_eq!(at(text, args[1].value.span), "b.c [1]");
    assert_eq!(at(text, args[0].value.span), "a");
}

#[test]
fn strings() {
    let pieces = |text: &str| match value(text).kind {
        ExprKind::Str(s) => s.pieces,
        other => panic!("{other:?}"),
    };
    assert!(
        matches!(pieces(r#""a\n\t\"\\\C3\A9{{}}é""#).as_slice(), [StrPiece::Text(t)] if &**t == "a\n\t\"\\é{}é")
    );
    assert_eq!(pieces(r#""{a}{f("x{b}")} c""#).len(), 3);
    assert_eq!(
        value_errors(r#""ab\q""#),
        ["1:20: unknown escape; the escapes are \\n, \\t, \\\", \\\\ and \\XX (two hex digits)"]
    );
    assert_eq!(
        value_errors(r#""ab}""#),
        ["1:20: a '}' in a string is written '}}'"]
    );
    assert_eq!(
        value_errors(r#""\FF""#),
        ["1:18: the escapes of this string do not make valid UTF-8"]
    );
    assert_eq!(
        value_errors("\"{}\""),
        ["1:19: expected an expression // braces in text are written '{{' and '}}'"]
    );
}

#[test]
fn joining_files() {
    let text = "extend set s { pattern p { match op = d.x; rewrite { } } }\noverride fn f() -> int = 1;\n\
        override rewrite g() { }\noverride pattern p { match op = d.x; rewrite { } }\n\
        override stage a.b: greedy top_down if options.x { s, t }\ndisable pattern p;\nset u = s + t - v;\n\
        pattern alone benefit 2 unordered { match op = d.*; error op \"{op}\" note \"a\" note op, \"b\"; }\n";
    let (tree, errors) = pat(text);
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(tree.items.len(), 8);
    assert!(matches!(&tree.items[0].kind, ItemKind::Set(s) if s.extend && s.patterns.len() == 1));
    assert!(
        matches!(&tree.items[4].kind, ItemKind::Override(Override::Stage(s)) if &*s.name.text == "a.b" && s.sets.len() == 2)
    );
    assert!(
        matches!(&tree.items[6].kind, ItemKind::SetAlgebra(s) if s.rest.len() == 2 && s.rest[0].0 && !s.rest[1].0)
    );
}

#[test]
fn patterns_keep_their_parts() {
    let (tree, errors) = pat(
        "pattern p { match op = commutes d.x | d.y (_, (r : !t<3>), a = b?, ..) { m, n = .skip | none as o } -> (_, z) in xs; rewrite { } }",
    );
    assert_eq!(errors, Vec::<String>::new());
    let ItemKind::Pattern(p) = &tree.items[0].kind else {
        panic!()
    };
    let PatternStmt::Match(MatchPart::Match(m)) = &p.body[0] else {
        panic!()
    };
    let n = &m.pattern;
    assert!(n.commutes.is_some() && n.names.len() == 2 && n.operands.as_ref().unwrap().len() == 4);
    let ops = n.operands.as_ref().unwrap();
    assert!(matches!(
        &ops[0],
        OperandPat::One {
            pattern: Pat {
                kind: PatKind::Wild,
                ..
            },
            ..
        }
    ));
    assert!(matches!(
        &ops[1],
        OperandPat::One {
            pattern: Pat {
                kind: PatKind::Bind { .. },
                ty: Some(_),
                ..
            },
            ..
        }
    ));
    assert!(matches!(
        &ops[2],
        OperandPat::One {
            name: Some(_),
            pattern: Pat {
                kind: PatKind::Bind { optional: true, .. },
                ..
            }
        }
    ));
    assert!(matches!(&ops[3], OperandPat::Rest(_)));
    let attrs = n.attributes.as_ref().unwrap();
    assert!(attrs[0].pattern.is_none());
    assert!(
        matches!(&attrs[1].pattern, Some(Pat { kind: PatKind::Alt(l), as_name: Some(_), .. }) if l.len() == 2)
    );
    assert!(matches!(&n.results, Some(ResultsPat::List(l)) if l.len() == 2));
    assert!(matches!(m.source, Some((MatchSource::In, _))));
}

#[test]
fn dialect_members_keep_their_parts() {
    let text = "/// D.\ndialect d {\n  enum E : i8 { a = 0 { bytes = 1 }, /// second\n b = -1 }\n  attr q(x: int = 1) { verify x > 0 else \"no\"; assembly \"<\" $x \">\"; }\n  \
        type t;\n  constraint c = int | !d.t;\n  datatype T { n(a: int); e; }\n  interface I { operands a: !any; }\n  \
        op a.b {\n    /// clause\n    operands a: int in 0..5 ?, /// b\n b: symbol<d.x>? = none over a if x;\n    successors s: variadic<block>, t: block;\n    \
        semantics d.copy(a, b) { oob, mask }\n    regions r(i: index) ends nothing of d.x, d.y;\n    infer res = !t<3>;\n    const k = 3;\n    \
        effects read a, view b;\n    traits Pure, UniqueName(n);\n  }\n  fn f(a: int) -> int = a;\n}\n";
    let (tree, errors) = dialect(text);
    assert_eq!(errors, Vec::<String>::new());
    let DialectItem::Dialect(d) = &tree.items[0] else {
        panic!()
    };
    assert_eq!((d.doc.as_deref(), d.members.len()), (Some("D."), 8));
    assert!(at(text, d.span).starts_with("dialect d {") && at(text, d.span).ends_with("}"));
    let MemberKind::Enum(e) = &d.members[0].kind else {
        panic!()
    };
    assert_eq!(
        (
            e.cases[1].doc.as_deref(),
            e.cases[1].value.map(|v| v.0),
            e.cases[0].facts.len()
        ),
        (Some("second"), Some(-1), 1)
    );
    let MemberKind::Op(op) = &d.members[6].kind else {
        panic!()
    };
    assert_eq!(
        (&*op.name.text, op.clauses.len(), op.clauses[0].doc.as_deref()),
        ("a.b", 8, Some("clause"))
    );
    let ClauseKind::Operands(f) = &op.clauses[0].kind else {
        panic!()
    };
    assert!(
        f[0].slot.alternatives[0].optional
            && f[1].default.is_some()
            && f[1].over.is_some()
            && f[1].condition.is_some()
    );
    assert!(
        matches!(&op.clauses[2].kind, ClauseKind::Semantics(Semantics::Mechanism { names, .. }) if names.len() == 2)
    );
}

/// Whatever is missing or too much, the parser reports something and ends.
#[test]
fn damaged_files_are_reported() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/test/data/lang");
    let mut state = 1u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below.max(1)
    };
    let junk = [
        "", ";", "}", "{", ")", "(", "\"", "match", "=", "//", "\u{e9}", "\"\"\"", "<", "if",
    ];
    for name in [
        "lower-dma.pat",
        "general.pat",
        "access-patterns.pat",
        "penguin.dialect",
        "dma.dialect",
    ] {
        let text = std::fs::read_to_string(format!("{dir}/{name}")).unwrap();
        for _ in 0..60 {
            let (mut from, mut to) = (random(text.len()), 0);
            while !text.is_char_boundary(from) {
                from -= 1;
            }
            while to < from || !text.is_char_boundary(to) {
                to = to.max(from) + 1 + random(3);
                to = to.min(text.len());
            }
            let broken = format!("{}{}{}", &text[..from], junk[random(junk.len())], &text[to..]);
            let errors = if name.ends_with("pat") {
                pat(&broken).1
            } else {
                dialect(&broken).1
            };
            assert!(
                errors
                    .iter()
                    .all(|e| !e.contains("internal") && !e.contains("not understood")),
                "{errors:?}\n{broken}"
            );
        }
    }
}
