//! Random expressions.

use super::{Gen, OPS, T};
use crate::toy::number;

impl Gen<'_> {
    fn field(&mut self, want: &[T]) -> Option<(String, T)> {
        let (name, T::Op(Some(n))) = self.var(|t| matches!(t, T::Op(Some(_))))? else {
            return None;
        };
        let (_, operands, attrs, results) = OPS[n];
        let all: Vec<(&str, T)> = operands
            .iter()
            .chain(attrs)
            .chain(results)
            .filter(|f| want.contains(&f.1))
            .copied()
            .collect();
        match all.len() {
            0 => None,
            k => {
                let f = all[self.d.below(k)];
                Some((format!("{name}.{}", f.0), f.1))
            }
        }
    }

    pub fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.d.chance(1, 4) {
            return match self.d.below(3) {
                0 => number(self.d).to_string(),
                1 => self.var(|t| t == T::Int).map_or("2".into(), |v| v.0),
                _ => match self.field(&[T::Int]) {
                    Some(f) => f.0,
                    None => self.var(|t| t == T::Int).map_or("1".into(), |v| v.0),
                },
            };
        }
        match self.d.below(13) {
            0..=2 => {
                let op = self.d.pick(&["+", "-", "*", "/", "%"]);
                format!("({} {op} {})", self.int(depth - 1), self.int(depth - 1))
            }
            3 => format!("len({})", self.ints(depth - 1)),
            4 => {
                let f = self.d.pick(&["sum", "max", "min", "product", "last"]);
                format!("{f}({})", self.ints(depth - 1))
            }
            5 => format!("{}[{}]", self.some_ints(), self.int(0)),
            6 => {
                let (c, mark) = (self.boolean(depth - 1), self.vars.len());
                let a = self.int(depth - 1);
                self.vars.truncate(mark);
                format!("(if {c} {{ {a} }} else {{ {} }})", self.int(depth - 1))
            }
            7 => match self.option() {
                Some(o) => format!("({o} ?? {})", self.int(depth - 1)),
                None => format!("-{}", self.int(0).trim_start_matches('-')),
            },
            8 => match self.mode() {
                Some(m) => {
                    let (a, b, c) = (self.int(0), self.int(depth - 1), self.int(0));
                    let guard = if self.d.chance(1, 2) {
                        format!(" if {}", self.boolean(0))
                    } else {
                        String::new()
                    };
                    format!("(case {m} {{ .fast{guard} => {a}, .exact | .slow => {b}, _ => {c} }})")
                }
                None => self.int(depth - 1),
            },
            9 => match self.option() {
                Some(o) => {
                    let x = self.fresh();
                    let none = self.int(depth - 1);
                    format!("(case {o} {{ none => {none}, {x} => {x} + 1 }})")
                }
                None => self.int(depth - 1),
            },
            10 => {
                let xs = self.some_ints();
                let x = self.fresh();
                let otherwise = self.int(0);
                format!("(case {xs} {{ [{x}] => {x}, [.., {x}, 2, ..] => {x} - 1, _ => {otherwise} }})")
            }
            11 => format!("twice({}, {})", self.int(depth - 1), self.ops()),
            _ => self.option().unwrap_or_else(|| "3".into()),
        }
    }

    fn option(&mut self) -> Option<String> {
        match self.var(|t| t == T::MaybeInt) {
            Some(v) => Some(v.0),
            None => self.field(&[T::MaybeInt]).map(|f| f.0),
        }
    }

    fn mode(&mut self) -> Option<String> {
        match self.var(|t| t == T::Mode) {
            Some(v) => Some(v.0),
            None => self.field(&[T::Mode]).map(|f| f.0),
        }
    }

    fn some_ints(&mut self) -> String {
        if self.d.chance(1, 3)
            && let Some(f) = self.field(&[T::Ints])
        {
            return f.0;
        }
        self.var(|t| t == T::Ints).map_or("[1, 2, 3]".into(), |v| v.0)
    }

    pub fn ints(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.some_ints();
        }
        match self.d.below(9) {
            0 | 1 => self.some_ints(),
            2 => format!("({} ++ [{}])", self.some_ints(), self.int(depth - 1)),
            3 => {
                let (xs, mark) = (self.some_ints(), self.vars.len());
                let x = self.bind(T::Int);
                let body = self.int(depth - 1);
                let c = if self.d.chance(1, 2) {
                    format!(" if {}", self.boolean(depth - 1))
                } else {
                    String::new()
                };
                self.vars.truncate(mark);
                format!("[{body} for {x} in {xs}{c}]")
            }
            4 => match self.var(|t| t == T::Pairs) {
                Some((ps, _)) => {
                    let mark = self.vars.len();
                    let p = self.slot(T::Pair, 0);
                    let body = self.int(depth - 1);
                    self.vars.truncate(mark);
                    format!("[{body} for {p} in {ps}]")
                }
                None => "[]".into(),
            },
            5 => format!("({} .. {})", self.int(0), self.int(0)),
            6 => format!("{}[{} .. {}]", self.some_ints(), self.int(0), self.int(0)),
            7 => {
                let f = self.d.pick(&["reversed", "offsets"]);
                format!("{f}({})", self.ints(depth - 1))
            }
            _ => {
                let (a, b) = (self.fresh(), self.fresh());
                format!("[{a} + {b} for ({a}, {b}) in enumerate({})]", self.some_ints())
            }
        }
    }

    /// A list of operations.
    pub fn ops(&mut self) -> String {
        let op = self.var(|t| matches!(t, T::Op(_)));
        let value = self.var(|t| matches!(t, T::Val | T::Mem));
        let region = self.var(|t| t == T::Op(Some(8)));
        match (self.d.below(5), op, value, region) {
            (0 | 1, _, Some((v, _)), _) => format!("users({v})"),
            (_, _, _, Some((o, _))) => format!("ops({o}.body)"),
            (2, Some((o, _)), ..) => format!("definitions({o})"),
            (3, Some((o, _)), ..) => format!("walk(parent({o}))"),
            (_, Some((o, _)), ..) => match self.field(&[T::Val]) {
                Some(f) => format!("users({})", f.0),
                None => format!("walk({o})"),
            },
            (_, None, Some((v, _)), _) => format!("users({v})"),
            _ => "walk(root)".into(),
        }
    }

    pub fn boolean(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.d.below(3) {
                0 => "true".into(),
                1 => self.var(|t| t == T::Bool).map_or("false".into(), |v| v.0),
                _ => format!("{} < {}", self.int(0), self.int(0)),
            };
        }
        match self.d.below(13) {
            0 | 1 => {
                let op = self.d.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!("{} {op} {}", self.int(depth - 1), self.int(depth - 1))
            }
            2 => format!("({} and {})", self.boolean(depth - 1), self.boolean(depth - 1)),
            3 => {
                // What an `or` or a `not` tests binds nothing outside.
                let mark = self.vars.len();
                let a = self.boolean(depth - 1);
                self.vars.truncate(mark);
                let b = self.boolean(depth - 1);
                self.vars.truncate(mark);
                format!("({a} or {b})")
            }
            4 => {
                let mark = self.vars.len();
                let a = self.boolean(depth - 1);
                self.vars.truncate(mark);
                format!("not ({a})")
            }
            5 => {
                let xs = self.some_ints();
                let p = self.slot(T::Ints, 2);
                if p.starts_with('v') || p == "_" {
                    "true".into()
                } else {
                    format!("({xs} is {p})")
                }
            }
            6 => match self.var(|t| matches!(t, T::Op(_) | T::Val)) {
                Some((v, _)) => {
                    let node = self.known_or_any();
                    format!("({v} is {node})")
                }
                None => "true".into(),
            },
            7 => format!("{} in {}", self.int(depth - 1), self.ints(depth - 1)),
            8 => {
                let (xs, mark) = (self.ints(depth - 1), self.vars.len());
                let x = self.bind(T::Int);
                let c = self.boolean(depth - 1);
                self.vars.truncate(mark);
                let f = self.d.pick(&["any", "all"]);
                format!("{f}({c} for {x} in {xs})")
            }
            9 => match self.var(|t| matches!(t, T::Val | T::Mem)) {
                Some((v, t)) => match self.var(|u| u == t) {
                    Some((w, _)) => format!("{v} == {w}"),
                    None => format!("one_use({v})"),
                },
                None => "true".into(),
            },
            10 => match self.option() {
                Some(o) => format!("{o} {} none", self.d.pick(&["==", "!="])),
                None => "true".into(),
            },
            11 => format!("{} == {}", self.ints(depth - 1), self.ints(depth - 1)),
            _ => match self.mode() {
                Some(m) => format!("{m} {} .exact", self.d.pick(&["==", "!="])),
                None => self.boolean(depth - 1),
            },
        }
    }

    fn known_or_any(&mut self) -> String {
        let mark = self.vars.len();
        let node = self.node(1).0;
        self.vars.truncate(mark);
        if node == "_" { "q.c".into() } else { node }
    }
}
