//! Random IR in the generic form: printing and parsing lead back to the same text.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use proptest::collection::vec;
use proptest::prelude::*;
use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use rookery::text::print::{PrintOptions, print};
use std::fmt::Write as _;

fn ty() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        (1u32..200).prop_map(|w| format!("i{w}")),
        (1u32..64).prop_map(|w| format!("si{w}")),
        prop::sample::select(vec![
            "index",
            "f32",
            "bf16",
            "f64",
            "none",
            "!t.opaque",
            "!t.body<x, [1]>",
            "!bir.access"
        ])
        .prop_map(String::from),
    ];
    let number = prop::sample::select(vec!["i8", "i32", "f32", "bf16", "index"]);
    let shaped = (
        vec(
            prop_oneof![Just("?".to_string()), (0i64..9).prop_map(|n| n.to_string())],
            0..4,
        ),
        number,
    )
        .prop_map(|(dims, element)| dims.iter().map(|d| format!("{d}x")).collect::<String>() + element);
    let shaped = prop_oneof![
        shaped.clone().prop_map(|s| format!("tensor<{s}>")),
        shaped.clone().prop_map(|s| format!("memref<{s}, 3>")),
        shaped.prop_map(|s| format!("memref<{s}>")),
    ];
    prop_oneof![leaf, shaped]
        .prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                vec(inner.clone(), 0..3).prop_map(|t| format!("tuple<{}>", t.join(", "))),
                (vec(inner.clone(), 0..3), vec(inner, 0..3)).prop_map(|(a, b)| format!(
                    "({}) -> ({})",
                    a.join(", "),
                    b.join(", ")
                )),
            ]
        })
        .boxed()
}

fn attr() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        any::<i8>().prop_map(|n| format!("{n} : i8")),
        any::<u16>().prop_map(|n| format!("{n} : ui16")),
        any::<f32>().prop_map(|x| format!("0x{:08X} : f32", x.to_bits())),
        any::<u16>().prop_map(|x| format!("0x{x:04X} : bf16")),
        (-1000i32..1000, 0u32..1000).prop_map(|(a, b)| format!("{a}.{b}")),
        vec(any::<u8>(), 0..6).prop_map(|b| {
            let text: String = b.iter().fold(String::new(), |mut s, b| {
                let _ = write!(s, "\\{b:02X}");
                s
            });
            format!("\"{text}\"")
        }),
        ty(),
        vec(any::<i32>(), 0..4).prop_map(|v| {
            let items: Vec<String> = v.iter().map(i32::to_string).collect();
            if items.is_empty() {
                "array<i32>".into()
            } else {
                format!("array<i32: {}>", items.join(", "))
            }
        }),
        vec(any::<i16>(), 1..5).prop_map(|v| {
            let items: Vec<String> = v.iter().map(i16::to_string).collect();
            format!("dense<[{}]> : tensor<{}xi16>", items.join(", "), items.len())
        }),
        (any::<i8>(), any::<i8>(), 1u8..9).prop_map(|(a, b, c)| format!(
            "affine_map<(d0, d1)[s0] -> (d0 * {a} + s0 + d1 mod {c} - {b}, {a} + d0)>"
        )),
        prop::sample::select(vec![
            "unit",
            "true",
            "@a",
            "@\"b c\"::@d",
            "#t.x<y>",
            "loc(unknown)",
            "#bir.engine<pool>"
        ])
        .prop_map(String::from),
    ];
    // A negative zero is no integer.
    let leaf = leaf.prop_map(|s| s.replace("- -", "+ "));
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|a| format!("[{}]", a.join(", "))),
            vec(inner, 0..3).prop_map(|a| {
                let items: Vec<String> = a.iter().enumerate().map(|(n, a)| format!("k{n} = {a}")).collect();
                format!("{{{}}}", items.join(", "))
            }),
        ]
    })
    .boxed()
}

#[derive(Clone, Debug)]
struct Op {
    operands: Vec<prop::sample::Index>,
    results: Vec<String>,
    attrs: Vec<String>,
    /// Arguments and operations of each region.
    regions: Vec<(Vec<String>, Vec<Op>)>,
}

fn op() -> BoxedStrategy<Op> {
    let head = || {
        (
            vec(any::<prop::sample::Index>(), 0..3),
            vec(ty(), 0..3),
            vec(attr(), 0..3),
        )
    };
    let leaf = head().prop_map(|(operands, results, attrs)| Op {
        operands,
        results,
        attrs,
        regions: Vec::new(),
    });
    leaf.prop_recursive(3, 12, 3, move |inner| {
        (head(), vec((vec(ty(), 0..3), vec(inner, 1..3)), 0..3)).prop_map(
            |((operands, results, attrs), regions)| Op {
                operands,
                results,
                attrs,
                regions,
            },
        )
    })
    .boxed()
}

struct Text {
    out: String,
    /// Values that can be named here, with their types.
    visible: Vec<(String, String)>,
    next: usize,
}

impl Text {
    fn op(&mut self, op: &Op) {
        let name = format!("%v{}", self.next);
        self.next += 1;
        if !op.results.is_empty() {
            let _ = write!(self.out, "{name}:{} = ", op.results.len());
        }
        let used: Vec<(String, String)> = match self.visible.len() {
            0 => Vec::new(),
            n => op
                .operands
                .iter()
                .map(|i| self.visible[i.index(n)].clone())
                .collect(),
        };
        let names: Vec<&str> = used.iter().map(|u| &*u.0).collect();
        let types: Vec<&str> = used.iter().map(|u| &*u.1).collect();
        let _ = write!(self.out, "\"t.op\"({})", names.join(", "));
        for (n, (args, ops)) in op.regions.iter().enumerate() {
            self.out.push_str(if n == 0 { " ({" } else { ", {" });
            let outside = self.visible.len();
            if !args.is_empty() {
                let mut list = Vec::new();
                for t in args {
                    let a = format!("%a{}", self.next);
                    self.next += 1;
                    list.push(format!("{a}: {t}"));
                    self.visible.push((a, t.clone()));
                }
                let _ = write!(self.out, "\n^bb0({}):", list.join(", "));
            }
            self.out.push('\n');
            for op in ops {
                self.op(op);
            }
            self.visible.truncate(outside);
            self.out.push('}');
        }
        if !op.regions.is_empty() {
            self.out.push(')');
        }
        let attrs: Vec<String> = op
            .attrs
            .iter()
            .enumerate()
            .map(|(n, a)| format!("a{n} = {a}"))
            .collect();
        if !attrs.is_empty() {
            let _ = write!(self.out, " {{{}}}", attrs.join(", "));
        }
        let _ = writeln!(
            self.out,
            " : ({}) -> ({})",
            types.join(", "),
            op.results.join(", ")
        );
        for (n, t) in op.results.iter().enumerate() {
            self.visible.push((format!("{name}#{n}"), t.clone()));
        }
    }
}

fn printed(s: &mut Session, text: &str, generic: bool) -> String {
    let mut sink = Sink::new();
    let file = s.map.add("random.mlir", text);
    let body = s.parse(file, true, &mut sink);
    let messages: String = sink.items().iter().map(|d| render(&s.map, d, false)).collect();
    let body = body.unwrap_or_else(|| panic!("refused:\n{messages}\n{text}"));
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_parsing_are_inverse(ops in vec(op(), 1..5)) {
        let mut text = Text { out: String::new(), visible: Vec::new(), next: 0 };
        for op in &ops {
            text.op(op);
        }
        let mut sink = Sink::new();
        let (mut s, _) = Session::new(&[], Limits::default(), &mut sink);
        let generic = printed(&mut s, &text.out, true);
        let pretty = printed(&mut s, &text.out, false);
        prop_assert_eq!(&printed(&mut s, &generic, true), &generic);
        prop_assert_eq!(&printed(&mut s, &pretty, false), &pretty);
        prop_assert_eq!(&printed(&mut s, &pretty, true), &generic);
        prop_assert_eq!(&printed(&mut s, &generic, false), &pretty);
    }
}
