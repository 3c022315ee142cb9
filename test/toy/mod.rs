//! A small dialect for random tests, and random IR in it.

use crate::dice::Dice;
use std::fmt::Write as _;

/// Groups of one, none or many operands; attributes of most types; one operation with a region.
pub const DIALECT: &str = r"
dialect q {
  enum Mode : i8 { fast, exact, slow }
  op c { results r: signless; attributes n: int; traits Pure; }
  op one { operands x: signless; results r: signless; attributes n: int?, m: Mode = .fast; traits Pure; }
  op two { operands x: signless, y: signless; results r: signless; attributes n: int, b: bool, xs: [int]; traits Pure; }
  op opt { operands x: signless, y: signless?; results r: signless; attributes k: int?, xs: [int]; }
  op var { operands x: signless, zs: variadic<signless>; results r: signless; attributes ps: [(int, int)]; traits Pure; }
  op mix { operands x: signless?, y: signless, zs: variadic<signless>; results r: signless, s: signless; attributes m: Mode, b: bool?; }
  op mem { results r: !memref; attributes t: type; }
  op ld { operands m: !memref, w: !memref; results r: signless; attributes xs: [int]; }
  op reg { operands x: signless; regions body(i: signless) ends nothing; attributes n: int; }
}
";

/// Integers that patterns and IR share, so that some are equal; and those at the edges.
pub fn number(d: &mut Dice) -> i64 {
    d.pick(&[1, 1, 1, 1, 2, 2, 2, 3, 0, -1, i64::MAX, i64::MIN])
}

pub fn numbers(d: &mut Dice) -> String {
    let items: Vec<String> = (0..d.below(5)).map(|_| number(d).to_string()).collect();
    format!("[{}]", items.join(", "))
}

/// A value that can be named: its name and its type.
type Named = (String, &'static str);

struct Text<'d> {
    d: &'d mut Dice,
    out: String,
    visible: Vec<Named>,
    next: usize,
}

const MEMREFS: [&str; 4] = [
    "memref<2x3xi32>",
    "memref<3x2xi32>",
    "memref<1x2x1x3xi64>",
    "memref<4xi32>",
];

/// Operations one after the other, in the generic form.
pub fn ir(d: &mut Dice, most: usize) -> String {
    let mut t = Text {
        d,
        out: String::new(),
        visible: Vec::new(),
        next: 0,
    };
    for ty in ["i32", "i64"] {
        t.leaf(ty);
    }
    let n = 1 + t.d.below(most);
    for _ in 0..n {
        t.op(2);
    }
    t.out
}

impl Text<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn leaf(&mut self, ty: &'static str) {
        let (name, n) = (self.fresh(), number(self.d));
        let _ = writeln!(self.out, "{name} = \"q.c\"() {{n = {n} : i64}} : () -> {ty}");
        self.visible.push((name, ty));
    }

    fn value(&mut self, memref: bool) -> Named {
        let fits: Vec<Named> = self
            .visible
            .iter()
            .filter(|v| v.1.starts_with("memref") == memref)
            .cloned()
            .collect();
        // Late ones more often, so that chains become deep.
        let n = fits.len();
        let at = if self.d.chance(1, 3) {
            self.d.below(n)
        } else {
            n - 1 - self.d.below(n.min(3))
        };
        fits[at].clone()
    }

    fn values(&mut self, n: usize) -> Vec<Named> {
        (0..n).map(|_| self.value(false)).collect()
    }

    fn op(&mut self, depth: usize) {
        let ty = self.d.pick(&["i32", "i64"]);
        let n = number(self.d);
        match self.d.below(if depth == 0 { 8 } else { 9 }) {
            0 => self.leaf(ty),
            1 => {
                let mut attrs: Vec<String> = Vec::new();
                if self.d.chance(2, 3) {
                    attrs.push(format!("n = {n} : i64"));
                }
                if self.d.chance(1, 2) {
                    attrs.push(mode(self.d));
                }
                let v = self.values(1);
                self.write("q.one", &v, &attrs, &[ty]);
            }
            2 => {
                let xs = format!("xs = {}", numbers(self.d));
                let b = self.d.pick(&["b = true", "b = false"]).to_string();
                let mut v = self.values(2);
                if self.d.chance(1, 4) {
                    v[1] = v[0].clone();
                }
                self.write("q.two", &v, &[format!("n = {n} : i64"), b, xs], &[ty]);
            }
            3 => {
                let mut attrs = vec![format!("xs = {}", numbers(self.d))];
                if self.d.chance(1, 2) {
                    attrs.push(format!("k = {n} : i64"));
                }
                let count = 1 + self.d.below(2);
                let v = self.values(count);
                self.write("q.opt", &v, &attrs, &[ty]);
            }
            4 => {
                let pairs: Vec<String> = (0..self.d.below(4))
                    .map(|_| format!("[{}, {}]", number(self.d), number(self.d)))
                    .collect();
                let count = 1 + self.d.below(4);
                let v = self.values(count);
                self.write("q.var", &v, &[format!("ps = [{}]", pairs.join(", "))], &[ty]);
            }
            5 => {
                let mut attrs = vec![mode(self.d)];
                if self.d.chance(1, 2) {
                    attrs.push(self.d.pick(&["b = true", "b = false"]).to_string());
                }
                let (x, zs) = (self.d.below(2), self.d.below(3));
                attrs.push(format!("operandSegmentSizes = array<i32: {x}, 1, {zs}>"));
                let v = self.values(x + 1 + zs);
                self.write("q.mix", &v, &attrs, &[ty, "i32"]);
            }
            6 => {
                let t = self.d.pick(&MEMREFS);
                let of = self.d.pick(&["i32", "i64", MEMREFS[0]]);
                self.write("q.mem", &[], &[format!("t = {of}")], &[t]);
            }
            7 => {
                if !self.visible.iter().any(|v| v.1.starts_with("memref")) {
                    let t = self.d.pick(&MEMREFS);
                    self.write("q.mem", &[], &["t = i32".into()], &[t]);
                }
                let v = [self.value(true), self.value(true)];
                let xs = format!("xs = {}", numbers(self.d));
                self.write("q.ld", &v, &[xs], &[ty]);
            }
            _ => {
                let v = self.values(1);
                let arg = self.fresh();
                let _ = writeln!(self.out, "\"q.reg\"({}) ({{\n^bb0({arg}: {ty}):", v[0].0);
                let outside = self.visible.len();
                self.visible.push((arg, ty));
                for _ in 0..1 + self.d.below(3) {
                    self.op(depth - 1);
                }
                self.visible.truncate(outside);
                let _ = writeln!(self.out, "}}) {{n = {n} : i64}} : ({}) -> ()", v[0].1);
            }
        }
    }

    fn write(&mut self, op: &str, operands: &[Named], attrs: &[String], results: &[&'static str]) {
        let name = self.fresh();
        let names: Vec<&str> = operands.iter().map(|o| &*o.0).collect();
        let types: Vec<&str> = operands.iter().map(|o| o.1).collect();
        let _ = writeln!(
            self.out,
            "{name}:{} = \"{op}\"({}) {{{}}} : ({}) -> ({})",
            results.len(),
            names.join(", "),
            attrs.join(", "),
            types.join(", "),
            results.join(", ")
        );
        for (n, t) in results.iter().enumerate() {
            self.visible.push((format!("{name}#{n}"), t));
        }
    }
}

fn mode(d: &mut Dice) -> String {
    format!("m = #q.mode<{}>", d.pick(&["fast", "exact", "slow"]))
}
