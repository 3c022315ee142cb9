//! Random patterns over the dialect of `test/toy`, as text. Most of them load.

mod exprs;

use crate::dice::Dice;
use crate::toy::number;
use std::fmt::Write as _;

/// The type of a name or a slot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum T {
    Int,
    Bool,
    Mode,
    Ints,
    Pairs,
    Pair,
    Type,
    Val,
    Mem,
    Vals,
    MaybeInt,
    MaybeBool,
    MaybeVal,
    /// An operation: its place in [`OPS`], or any.
    Op(Option<usize>),
}

/// Name, operands, attributes, results.
type Def = (
    &'static str,
    &'static [(&'static str, T)],
    &'static [(&'static str, T)],
    &'static [(&'static str, T)],
);

pub const OPS: &[Def] = &[
    ("q.c", &[], &[("n", T::Int)], &[("r", T::Val)]),
    (
        "q.one",
        &[("x", T::Val)],
        &[("n", T::MaybeInt), ("m", T::Mode)],
        &[("r", T::Val)],
    ),
    (
        "q.two",
        &[("x", T::Val), ("y", T::Val)],
        &[("n", T::Int), ("b", T::Bool), ("xs", T::Ints)],
        &[("r", T::Val)],
    ),
    (
        "q.opt",
        &[("x", T::Val), ("y", T::MaybeVal)],
        &[("k", T::MaybeInt), ("xs", T::Ints)],
        &[("r", T::Val)],
    ),
    (
        "q.var",
        &[("x", T::Val), ("zs", T::Vals)],
        &[("ps", T::Pairs)],
        &[("r", T::Val)],
    ),
    (
        "q.mix",
        &[("x", T::MaybeVal), ("y", T::Val), ("zs", T::Vals)],
        &[("m", T::Mode), ("b", T::MaybeBool)],
        &[("r", T::Val), ("s", T::Val)],
    ),
    ("q.mem", &[], &[("t", T::Type)], &[("r", T::Mem)]),
    (
        "q.ld",
        &[("m", T::Mem), ("w", T::Mem)],
        &[("xs", T::Ints)],
        &[("r", T::Val)],
    ),
    ("q.reg", &[("x", T::Val)], &[("n", T::Int)], &[]),
];

pub struct Gen<'d> {
    pub d: &'d mut Dice,
    pub vars: Vec<(String, T)>,
    next: usize,
}

/// A file with one pattern.
pub fn pattern(d: &mut Dice) -> String {
    let mut g = Gen {
        d,
        vars: Vec::new(),
        next: 0,
    };
    let mut out = String::from(
        "use q;\nfn twice(a: int, os: [op]) -> int {\n  match o = q.c in os;\n  where o.n > a;\n  o.n * 2\n}\nset s {\n  pattern p {\n",
    );
    let root = g.node(2);
    let _ = writeln!(out, "    match root = {};", root.0);
    g.vars.push(("root".into(), T::Op(root.1)));
    for _ in 0..g.d.below(5) {
        let line = g.condition();
        let _ = writeln!(out, "    {line}");
    }
    out + "    remark root \"found\";\n  }\n}\n"
}

impl Gen<'_> {
    pub fn fresh(&mut self) -> String {
        self.next += 1;
        format!("v{}", self.next)
    }
    pub fn bind(&mut self, t: T) -> String {
        let name = self.fresh();
        self.vars.push((name.clone(), t));
        name
    }
    /// A name that is bound to a value of this type.
    pub fn var(&mut self, fits: impl Fn(T) -> bool) -> Option<(String, T)> {
        let all: Vec<(String, T)> = self.vars.iter().filter(|v| fits(v.1)).cloned().collect();
        match all.len() {
            0 => None,
            n => Some(all[self.d.below(n)].clone()),
        }
    }

    /// A name: a new one, or one that must then be equal.
    fn name(&mut self, t: T) -> String {
        if self.d.chance(1, 2)
            && let Some((name, _)) = self.var(|v| v == t)
        {
            return name;
        }
        self.bind(t)
    }

    fn condition(&mut self) -> String {
        match self.d.below(8) {
            0 | 1 => {
                let c = self.boolean(2);
                format!("where {c};")
            }
            2 => {
                let (e, t) = match self.d.below(4) {
                    0 => (self.int(2), T::Int),
                    1 => (self.ints(2), T::Ints),
                    _ => match self.var(|_| true) {
                        Some(v) => v,
                        None => (self.int(1), T::Int),
                    },
                };
                let p = match t {
                    T::Op(_) => self.bind(t),
                    _ => self.slot(t, 2),
                };
                format!("let {p} = {e};")
            }
            3 => match self.var(|t| matches!(t, T::Val | T::Op(_))) {
                Some((v, _)) => {
                    let (name, node) = (self.fresh(), self.node(1));
                    self.vars.push((name.clone(), T::Op(node.1)));
                    format!("match {name} = {} of {v};", node.0)
                }
                None => self.search(),
            },
            _ => self.search(),
        }
    }

    /// `match node in list;`
    fn search(&mut self) -> String {
        let list = self.ops();
        let (name, node) = (self.fresh(), self.node(1));
        self.vars.push((name.clone(), T::Op(node.1)));
        format!("match {name} = {} in {list};", node.0)
    }

    /// A pattern of an operation, and which it is if that is known.
    pub fn node(&mut self, depth: usize) -> (String, Option<usize>) {
        match self.d.below(10) {
            0 => (if self.d.chance(1, 2) { "_" } else { "q.*" }.to_string(), None),
            1 => {
                let mut text = String::from("_(");
                let n = self.d.below(3);
                for _ in 0..n {
                    let p = self.slot(T::Val, depth.saturating_sub(1));
                    let _ = write!(text, "{p}, ");
                }
                let open = self.d.chance(2, 3);
                text += if open { "..)" } else { ")" };
                let commutes = n > 1 && self.d.chance(1, 2);
                (
                    if commutes {
                        format!("commutes {text}")
                    } else {
                        text
                    },
                    None,
                )
            }
            2 => (
                self.d
                    .pick(&["q.c | q.two", "q.one | q.c | q.opt", "q.two | q.opt(..)"])
                    .to_string(),
                None,
            ),
            _ => {
                // Those with most parts more often.
                let n = self.d.pick(&[0, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8]);
                (self.known(n, depth), Some(n))
            }
        }
    }

    fn known(&mut self, n: usize, depth: usize) -> String {
        let (name, operands, attrs, results) = OPS[n];
        let same = operands.len() >= 2 && operands[0].1 == operands[1].1;
        let commutes =
            operands.len() >= 2 && self.d.chance(if same { 2 } else { 1 }, if same { 4 } else { 20 });
        let mut out = format!("{}{name}", if commutes { "commutes " } else { "" });
        let inner = depth.saturating_sub(1);
        if commutes || self.d.chance(2, 3) {
            let mut parts: Vec<String> = Vec::new();
            if self.d.chance(1, 6) && !operands.is_empty() {
                let at = self.d.below(operands.len());
                let p = self.slot(operands[at].1, inner);
                parts.push(format!("{} = {p}", operands[at].0));
            } else {
                let open = self.d.chance(1, 4);
                let count = if open {
                    self.d.below(operands.len() + 1)
                } else {
                    operands.len()
                };
                for o in &operands[..count] {
                    let p = self.slot(o.1, inner);
                    parts.push(p);
                }
                if open {
                    parts.push("..".into());
                }
            }
            let _ = write!(out, "({})", parts.join(", "));
        }
        if self.d.chance(2, 3) {
            let mut parts: Vec<String> = Vec::new();
            for a in attrs {
                if self.d.chance(1, 2) {
                    let short = self.d.chance(1, 6);
                    parts.push(if short {
                        let t = match a.1 {
                            T::MaybeInt => T::Int,
                            T::MaybeBool => T::Bool,
                            t => t,
                        };
                        if !self.vars.iter().any(|v| v.0 == a.0) {
                            self.vars.push((a.0.to_string(), t));
                        }
                        a.0.to_string()
                    } else {
                        format!("{} = {}", a.0, self.slot(a.1, inner.max(1)))
                    });
                }
            }
            if !parts.is_empty() {
                let _ = write!(out, " {{ {} }}", parts.join(", "));
            }
        }
        if !results.is_empty() && self.d.chance(1, 4) {
            let r = self.name(results[0].1);
            let _ = write!(out, " -> ({r})");
        }
        out
    }

    /// A pattern of a value of a type.
    pub fn slot(&mut self, t: T, depth: usize) -> String {
        if self.d.chance(1, 8) {
            return "_".into();
        }
        match t {
            T::Int => match self.d.below(8) {
                0..=4 => self.name(T::Int),
                5 => format!("{} | {}", number(self.d), number(self.d)),
                _ => number(self.d).to_string(),
            },
            T::Bool => match self.d.below(3) {
                0 => self.name(T::Bool),
                1 => "true".into(),
                _ => "false | true".into(),
            },
            T::Mode => match self.d.below(4) {
                0 | 1 => self.name(T::Mode),
                2 => ".exact".into(),
                _ => ".fast | .slow".into(),
            },
            T::Pair => match self.d.below(4) {
                0 => self.bind(T::Pair),
                1 => {
                    let x = self.fresh();
                    let text = format!("({x}, {}) | ({}, {x})", number(self.d), number(self.d));
                    self.vars.push((x, T::Int));
                    text
                }
                _ => {
                    let (a, b) = (self.slot(T::Int, 0), self.slot(T::Int, 0));
                    format!("({a}, {b})")
                }
            },
            T::Ints => self.list(T::Ints, T::Int, depth),
            T::Pairs => self.list(T::Pairs, T::Pair, depth),
            T::Vals => self.list(T::Vals, T::Val, depth),
            T::MaybeInt | T::MaybeBool | T::MaybeVal => {
                let inner = match t {
                    T::MaybeInt => T::Int,
                    T::MaybeBool => T::Bool,
                    _ => T::Val,
                };
                match self.d.below(6) {
                    0 => "none".into(),
                    1 | 2 => format!("{}?", self.name(t)),
                    3 if t == T::MaybeInt => format!("none | {}", number(self.d)),
                    _ => self.slot(inner, depth),
                }
            }
            T::Type => match self.d.below(4) {
                0 => self.bind(T::Type),
                1 => "!i32".into(),
                _ => {
                    let shape = self.slot(T::Ints, 1);
                    format!("!memref<shape = {shape}>")
                }
            },
            T::Val | T::Mem if depth > 0 && self.d.chance(2, 3) => {
                let node = match (t, self.d.below(3)) {
                    (T::Mem, _) => (self.known(6, depth), Some(6)),
                    (_, 0) => {
                        let first = self.known(0, 1);
                        (format!("{first} | q.one"), None)
                    }
                    _ => self.node(depth),
                };
                let typed = self.typed(t);
                match self.d.below(3) {
                    0 if node.1.is_some() || !node.0.contains('|') => {
                        let name = self.fresh();
                        self.vars.push((name.clone(), T::Op(node.1)));
                        format!("{} as {name}{typed}", node.0)
                    }
                    1 if !node.0.contains('|') => format!("{}{typed}", node.0),
                    _ => node.0,
                }
            }
            T::Val | T::Mem => {
                let name = self.name(t);
                let typed = self.typed(t);
                name + &typed
            }
            T::Op(_) => "_".into(),
        }
    }

    fn typed(&mut self, t: T) -> String {
        match (t, self.d.below(4)) {
            (T::Mem, 1..) => {
                let shape = self.slot(T::Ints, 1);
                format!(": memref<shape = {shape}>")
            }
            (_, 3) => ": i32".into(),
            _ => String::new(),
        }
    }

    fn list(&mut self, t: T, of: T, depth: usize) -> String {
        let inner = depth.saturating_sub(1);
        let rest = |g: &mut Self| match g.d.below(3) {
            0 => "..".to_string(),
            _ => format!("..{}", g.bind(t)),
        };
        match self.d.below(7) {
            0 => self.name(t),
            1 => {
                let n = self.d.below(4);
                let items: Vec<String> = (0..n).map(|_| self.slot(of, inner)).collect();
                format!("[{}]", items.join(", "))
            }
            2 => {
                let (a, r) = (self.slot(of, inner), rest(self));
                format!("[{a}, {r}]")
            }
            3 => {
                let (r, a) = (rest(self), self.slot(of, inner));
                format!("[{r}, {a}]")
            }
            4 if of == T::Int => {
                let x = self.fresh();
                let (a, b) = (number(self.d), number(self.d));
                self.vars.push((x.clone(), T::Int));
                format!("[{x}, {a}, ..] | [{b}, {x}, ..] | [.., {x}]")
            }
            _ => {
                let p = rest(self);
                let a = self.slot(of, inner);
                let b = if self.d.chance(1, 4) {
                    format!(", {}", self.slot(of, inner))
                } else {
                    String::new()
                };
                let q = rest(self);
                format!("[{p}, {a}{b}, {q}]")
            }
        }
    }
}
