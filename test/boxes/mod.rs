//! Random IR with regions, and whether the links of a body fit.

use crate::dice::Dice;
use rookery::ir::body::{Def, UseId};
use rookery::ir::{Body, OpId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// Operations without, with one, with two regions; symbols; kernels, in which all else stands.
pub const DIALECT: &str = r"
dialect w {
  op v { results r: i32; attributes n: int; traits Pure; }
  op e { operands x: i32, y: i32?; results r: i32; attributes n: int; }
  op p { operands x: i32, zs: variadic<i32>; results r: i32; attributes n: int; traits Pure; }
  op k { operands x: i32; attributes n: int; }
  op wide { results r: i64; attributes n: int; }
  op box { operands x: i32; regions body ends nothing, other ends nothing; results r: i32; attributes n: int; }
  op loop { operands x: i32; regions body; attributes n: int; }
  op end { attributes n: int; traits Terminator; }
  op sym { attributes sym_name: string, n: int; traits Symbol; }
  op bag { attributes n: int, xs: [int], s: string; }
  op kern { regions body ends nothing; attributes n: int; traits IsolatedFromAbove, SymbolTable; }
}
";

const KINDS: [&str; 10] = ["v", "e", "p", "k", "box", "box", "loop", "sym", "end", "wide"];

/// Random IR: kernels, and in them operations.
pub struct Ir<'d> {
    d: &'d mut Dice,
    out: String,
    visible: Vec<String>,
    next: usize,
}

impl Ir<'_> {
    pub fn text(d: &mut Dice) -> String {
        let mut t = Ir {
            d,
            out: String::new(),
            visible: Vec::new(),
            next: 0,
        };
        for _ in 0..1 + t.d.below(2) {
            t.out.push_str("\"w.kern\"() ({\n");
            t.visible.clear();
            t.op("v", 2);
            t.ops(2, 14);
            t.out.push_str("}) {n = 0 : i64} : () -> ()\n");
        }
        t.out
    }

    fn ops(&mut self, depth: usize, most: usize) {
        for _ in 0..self.d.below(most) {
            let kind = KINDS[self.d.below(if depth == 0 { 4 } else { 7 })];
            let kind = if depth == 2 && self.d.chance(1, 6) {
                "sym"
            } else {
                kind
            };
            self.op(kind, depth);
        }
    }

    fn value(&mut self) -> String {
        let n = self.visible.len();
        self.visible[n - 1 - self.d.below(n)].clone()
    }

    fn region(&mut self, depth: usize, end: bool) {
        let outside = self.visible.len();
        self.out.push_str("{\n");
        if !end && self.d.chance(1, 4) {
            self.out.push('}');
            return;
        }
        self.next += 1;
        let arg = format!("%a{}", self.next);
        let _ = writeln!(self.out, "^bb0({arg}: i32):");
        self.visible.push(arg);
        self.ops(depth - 1, 4);
        if end {
            self.out.push_str("\"w.end\"() {n = 0 : i64} : () -> ()\n");
        } else {
            // A block of an operation without terminators may be empty, but one that is printed so is none.
            self.op("v", 0);
        }
        self.visible.truncate(outside);
        self.out.push('}');
    }

    fn op(&mut self, kind: &str, depth: usize) {
        self.next += 1;
        let (name, n) = (format!("%v{}", self.next), self.d.below(3));
        let count = match kind {
            "e" => 1 + self.d.below(2),
            "p" => 1 + self.d.below(3),
            "k" | "box" | "loop" => 1,
            _ => 0,
        };
        let operands: Vec<String> = (0..count).map(|_| self.value()).collect();
        let result = matches!(kind, "v" | "e" | "p" | "box");
        if result {
            let _ = write!(self.out, "{name} = ");
        }
        let _ = write!(self.out, "\"w.{kind}\"({})", operands.join(", "));
        match kind {
            "box" => {
                self.out.push_str(" (");
                self.region(depth, false);
                self.out.push_str(", ");
                self.region(depth, false);
                self.out.push(')');
            }
            "loop" => {
                self.out.push_str(" (");
                self.region(depth, true);
                self.out.push(')');
            }
            _ => {}
        }
        let symbol = if kind == "sym" {
            format!("sym_name = \"s{}\", ", self.next)
        } else {
            String::new()
        };
        let types = vec!["i32"; count].join(", ");
        let _ = writeln!(
            self.out,
            " {{{symbol}n = {n} : i64}} : ({types}) -> ({})",
            if result { "i32" } else { "" }
        );
        if result {
            self.visible.push(name);
        }
    }
}

/// What is wrong with the links of a body.
pub fn inconsistent(body: &Body) -> Result<(), String> {
    let ops: Vec<OpId> = body.walk_iter(body.root()).collect();
    if ops.len() != body.op_count() {
        return Err(format!(
            "{} operations stand there, {} are counted",
            ops.len(),
            body.op_count()
        ));
    }
    let live: FxHashSet<OpId> = ops.iter().copied().collect();
    let mut uses: FxHashMap<(OpId, u32), UseId> = FxHashMap::default();
    let mut values = Vec::new();
    for &op in &ops {
        values.extend(body.results(op));
        for r in body.regions(op) {
            body.blocks(r).for_each(|b| values.extend(body.args(b)));
        }
    }
    for &v in &values {
        for u in body.uses(v) {
            let (owner, n) = body.use_owner(u);
            if !live.contains(&owner) || body.operand(owner, n as usize) != Some(v) {
                return Err(format!("{v:?} has a use that is no operand"));
            }
            if uses.insert((owner, n), u).is_some() {
                return Err(format!("operand {n} of {owner:?} is in two use lists"));
            }
        }
    }
    for &op in &ops {
        if !body.is_live(op) {
            return Err(format!("{op:?} stands there and was erased"));
        }
        for (n, v) in body.operands(op).enumerate() {
            let known = match body.def(v) {
                Def::Result(o, k) => live.contains(&o) && body.result(o, k as usize) == Some(v),
                Def::Arg(b, k) => body.args(b).get(k as usize) == Some(&v),
                Def::Pending => false,
            };
            if !known || !uses.contains_key(&(op, n as u32)) {
                return Err(format!(
                    "operand {n} of {op:?} is defined nowhere, or not in the use list"
                ));
            }
        }
    }
    Ok(())
}
