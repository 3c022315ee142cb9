//! A plan in the words of a level, as text in the generic form.

use super::levels::{Level, Sides, case, end_of, field, names, semantics};
use super::plan::{Copy, Loop, Memory, Plan, Side};
use super::values::free;
use crate::ap::random::Random;
use crate::ir::{Context, StrId};
use crate::lang::defs::{OpDef, OpDefId, Registry, TypeRule};
use crate::lang::groups::OPERAND_SEGMENTS;
use crate::lang::semantics::{Field, Mechanism};
use crate::lang::types::LType;
use std::fmt::Write as _;

/// A value and its type.
type Value = (String, String);

/// What an operation is given; the rest is filled in.
#[derive(Default)]
struct Parts {
    operands: Vec<(usize, Vec<Value>)>,
    attributes: Vec<(StrId, String)>,
    results: Vec<Value>,
    regions: Vec<String>,
}

struct Writer<'a> {
    ctx: &'a Context,
    reg: &'a Registry,
    level: &'a Level,
    r: &'a mut Random,
    plan: &'a Plan,
    values: usize,
    names: usize,
    /// Attributes that nothing needs are left out.
    bare: bool,
    /// How what holds memories is called: arguments and tensors, or what declarations give.
    held: char,
}

/// Attributes that a mechanism reads and that change nothing here.
const HARMLESS: [&str; 3] = ["can_read_uninit", "oob", "unique_indices"];

/// A program as text. With `bare`, attributes that have a default keep it; else they are what their definitions allow,
/// which a verifier may refuse for reasons of its own. None if something has attributes that cannot be made up.
pub fn write(
    ctx: &Context,
    reg: &Registry,
    level: &Level,
    plan: &Plan,
    r: &mut Random,
    bare: bool,
) -> Option<String> {
    let mut w = Writer {
        ctx,
        reg,
        level,
        r,
        plan,
        values: 0,
        names: 0,
        bare,
        held: if matches!(level.sides, Sides::Tensor { .. }) {
            'm'
        } else {
            'd'
        },
    };
    match &level.sides {
        Sides::Tensor { access, allocate } => w.tensors(*access, *allocate),
        Sides::Memory { access, memory } => w.memories(*access, *memory),
        Sides::Struct {
            memory,
            block,
            fire,
            holder,
        } => w.structs(*memory, *block, *fire, *holder),
    }
}

fn integer(n: i64) -> String {
    format!("{n} : i64")
}

/// `affine_map<(d0) -> (d0 * 3 + 1)>`, or a number where nothing is multiplied; and which indices it is over.
fn offset(first: i64, steps: &[i64], indices: &[String]) -> (String, Vec<Value>) {
    let used: Vec<(&i64, &String)> = steps.iter().zip(indices).filter(|(s, _)| **s != 0).collect();
    if used.is_empty() {
        return (integer(first), Vec::new());
    }
    let dims: Vec<String> = (0..used.len()).map(|n| format!("d{n}")).collect();
    let terms: Vec<String> = dims
        .iter()
        .zip(&used)
        .map(|(d, (s, _))| format!("{d} * {s}"))
        .collect();
    let text = format!(
        "affine_map<({}) -> ({} + {first})>",
        dims.join(", "),
        terms.join(" + ")
    );
    let values = used.into_iter().map(|(_, i)| (i.clone(), "index".to_string()));
    (text, values.collect())
}

impl Writer<'_> {
    fn def(&self, op: OpDefId) -> &OpDef {
        &self.reg.ops[op]
    }
    fn value(&mut self) -> String {
        self.values += 1;
        format!("%v{}", self.values)
    }
    fn attribute(&self, op: OpDefId, read: &str) -> Option<StrId> {
        super::levels::read(self.def(op), read).map(|a| a.name)
    }

    /// An operation with what it is given, and values of their own for what is left open.
    fn op(&mut self, op: OpDefId, mut parts: Parts) -> Option<String> {
        let reg = self.reg;
        let def = &reg.ops[op];
        for (n, a) in def.attributes.iter().enumerate() {
            let given = parts.attributes.iter().any(|p| p.0 == a.name);
            let s = def.semantics.as_ref();
            let fixed = s.is_some_and(|s| s.reads.iter().any(|r| r.1 == n && !HARMLESS.contains(&r.0)));
            if given || ((fixed || self.bare) && (a.default.is_some() || a.optional || a.ty.is_option())) {
                continue;
            }
            let mut count = self.names;
            let mut unique = || {
                count += 1;
                format!("n{count}")
            };
            let value = free(self.ctx, reg, self.r, a, &mut unique)?;
            self.names = count;
            parts.attributes.extend(value.map(|v| (a.name, v)));
        }
        let mut operands: Vec<Value> = Vec::new();
        let mut sizes = Vec::new();
        for g in 0..def.operands.len() {
            let group = parts.operands.iter().find(|o| o.0 == g).map_or(&[][..], |o| &o.1);
            operands.extend(group.iter().cloned());
            sizes.push(group.len().to_string());
        }
        let mut attributes: Vec<String> = parts
            .attributes
            .iter()
            .map(|(k, v)| format!("{} = {v}", self.ctx.text(*k)))
            .collect();
        if def.needs_operand_segments() {
            attributes.push(format!("{OPERAND_SEGMENTS} = array<i32: {}>", sizes.join(", ")));
        }
        let list = |v: &[Value], of: fn(&Value) -> &str| v.iter().map(of).collect::<Vec<_>>().join(", ");
        let mut out = String::new();
        if !parts.results.is_empty() {
            let _ = write!(out, "{} = ", list(&parts.results, |v| &v.0));
        }
        let _ = write!(out, "\"{}\"({})", def.name, list(&operands, |v| &v.0));
        if !attributes.is_empty() {
            let _ = write!(out, " <{{{}}}>", attributes.join(", "));
        }
        if !parts.regions.is_empty() {
            let _ = write!(out, " ({{\n{}}})", parts.regions.join("}, {\n"));
        }
        let _ = writeln!(
            out,
            " : ({}) -> ({})",
            list(&operands, |v| &v.1),
            list(&parts.results, |v| &v.1)
        );
        Some(out)
    }

    fn end(&mut self, of: OpDefId) -> Option<String> {
        match end_of(self.reg, &self.reg.ops[of]) {
            Some(end) => self.op(end, Parts::default()),
            None => Some(String::new()),
        }
    }

    fn space(&self, m: &Memory) -> Option<String> {
        let (e, n, _) = self.level.spaces.get(m.space)?;
        case(self.ctx, self.reg, *e, *n)
    }
    fn dtype(&self, s: &Side) -> Option<String> {
        let (e, n, _) = self.level.dtypes.get(s.dtype)?;
        case(self.ctx, self.reg, *e, *n)
    }
    fn tensor(&self, m: &Memory) -> Option<String> {
        let elements = m.row.checked_div(m.element)?;
        let bits = m.element.saturating_mul(8);
        Some(if m.chip {
            format!("memref<{}x{elements}xi{bits}, {}>", m.rows, self.space(m)?)
        } else {
            format!("memref<{elements}xi{bits}>")
        })
    }
    /// A pair, as its struct is kept.
    fn pair(&self, ty: Option<&LType>, (stride, num): (i64, i64)) -> String {
        let positional = match ty.map(LType::unwrapped) {
            Some(LType::Struct(s)) => self.reg.structs[*s].positional,
            _ => true,
        };
        if positional {
            format!("[{stride}, {num}]")
        } else {
            format!("{{stride = {stride} : i64, num = {num} : i64}}")
        }
    }
    fn pairs(&self, ty: Option<&LType>, pairs: &[(i64, i64)]) -> String {
        let inner = match ty.map(LType::unwrapped) {
            Some(LType::List(t)) => Some(&**t),
            _ => None,
        };
        let all: Vec<String> = pairs.iter().map(|p| self.pair(inner, *p)).collect();
        format!("[{}]", all.join(", "))
    }

    /// A program around its operations.
    fn kernel(&mut self, body: &str) -> Option<String> {
        let n = self.r.index(self.level.kernels.len());
        let (kernel, end) = *self.level.kernels.get(n)?;
        let mut args = Vec::new();
        let mut types = Vec::new();
        for (n, m) in self.plan.memories.iter().enumerate().filter(|m| m.1.argument) {
            let ty = self.tensor(m)?;
            args.push(format!("%m{n}: {ty}"));
            types.push(ty);
        }
        let ctx = self.ctx;
        let mut attributes = vec![(ctx.known.sym_name, "\"case\"".to_string())];
        let function = self.def(kernel).attributes.iter().find(|a| a.ty == LType::Type);
        if let Some(a) = function {
            attributes.push((a.name, format!("({}) -> ()", types.join(", "))));
        }
        let end = match end {
            Some(end) => self.op(end, Parts::default())?,
            None => String::new(),
        };
        let head = if args.is_empty() {
            String::new()
        } else {
            format!("^bb0({}):\n", args.join(", "))
        };
        self.op(
            kernel,
            Parts {
                attributes,
                regions: vec![format!("{head}{body}{end}")],
                ..Parts::default()
            },
        )
    }

    /// Loops around operations; these are given the names of the indices.
    fn looped(
        &mut self,
        loops: &[Loop],
        body: &mut dyn FnMut(&mut Self, &[String]) -> Option<String>,
    ) -> Option<String> {
        let indices: Vec<String> = loops.iter().map(|_| self.value()).collect();
        let mut text = body(self, &indices)?;
        for (l, index) in loops.iter().zip(&indices).rev() {
            let n = self.r.index(self.level.loops.len());
            let op = *self.level.loops.get(n)?;
            let end = self.end(op)?;
            let mut attributes = Vec::new();
            for (name, value) in [("lower", l.lower), ("upper", l.upper()), ("step", l.step)] {
                attributes.push((self.attribute(op, name)?, integer(value)));
            }
            text = self.op(
                op,
                Parts {
                    attributes,
                    regions: vec![format!("^bb0({index}: index):\n{text}{end}")],
                    ..Parts::default()
                },
            )?;
        }
        Some(text)
    }

    fn copy_op(&mut self) -> Option<OpDefId> {
        let n = self.r.index(self.level.copies.len());
        self.level.copies.get(n).copied()
    }

    /// A copy whose sides operations give.
    fn copy(&mut self, access: OpDefId, c: &Copy, types: &[String], indices: &[String]) -> Option<String> {
        let mut text = String::new();
        let mut sides = Vec::new();
        for side in [&c.src, &c.dst] {
            let (line, value) = self.access(access, side, types, indices)?;
            text.push_str(&line);
            sides.push(value);
        }
        let op = self.copy_op()?;
        let s = semantics(self.def(op), Mechanism::Copy)?;
        let group = |name: &&str| match s.arg(name) {
            Some(Field::Operand(g)) => Some(g),
            _ => None,
        };
        let groups: Vec<usize> = ["src", "dst"].iter().filter_map(group).collect();
        let operands = groups.into_iter().zip(sides.into_iter().map(|s| vec![s]));
        let copy = self.op(
            op,
            Parts {
                operands: operands.collect(),
                ..Parts::default()
            },
        )?;
        text.push_str(&copy);
        Some(text)
    }

    fn access(
        &mut self,
        access: OpDefId,
        s: &Side,
        types: &[String],
        indices: &[String],
    ) -> Option<(String, Value)> {
        let reg = self.reg;
        let def = &reg.ops[access];
        let m = self.plan.memories.get(s.memory)?;
        let across = m.row.checked_div(s.bytes)?;
        let first = s.first.checked_add(s.row.checked_mul(across)?)?;
        let read = |name: &str| super::levels::read(def, name);
        let (text, over) = offset(first, &s.steps, indices);
        let mut attributes = vec![
            (read("dtype")?.name, self.dtype(s)?),
            (
                read("pairs")?.name,
                self.pairs(Some(&read("pairs")?.ty), &s.pairs),
            ),
            (read("offset")?.name, text),
        ];
        if let Some((rows, num)) = s.partition {
            let a = read("partition")?;
            attributes.push((a.name, self.pair(Some(&a.ty), (rows.checked_mul(across)?, num))));
        }
        let s_of = def.semantics.as_ref()?;
        let held = match s_of.arg("tensor").or_else(|| s_of.arg("memory"))? {
            Field::Operand(g) => g,
            _ => return None,
        };
        let ty = types.get(s.memory)?.clone();
        let mut operands = vec![(held, vec![(format!("%{}{}", self.held, s.memory), ty)])];
        if !over.is_empty() {
            operands.push((read("offset")?.over?, over));
        }
        let result = match def.results.first().map(|r| &r.rule) {
            Some(TypeRule::Exact(t)) => self.ctx.show_type(*t),
            _ => return None,
        };
        let value = (self.value(), result);
        let parts = Parts {
            operands,
            attributes,
            results: vec![value.clone()],
            regions: Vec::new(),
        };
        Some((self.op(access, parts)?, value))
    }

    fn tensors(&mut self, access: OpDefId, allocate: Option<OpDefId>) -> Option<String> {
        let plan = self.plan;
        let mut body = String::new();
        let mut types = Vec::new();
        for (n, m) in plan.memories.iter().enumerate() {
            let ty = self.tensor(m)?;
            types.push(ty.clone());
            if !m.argument {
                let results = vec![(format!("%m{n}"), ty)];
                body.push_str(&self.op(
                    allocate?,
                    Parts {
                        results,
                        ..Parts::default()
                    },
                )?);
            }
        }
        for c in &plan.copies {
            body.push_str(&self.looped(&c.loops, &mut |w, i| w.copy(access, c, &types, i))?);
        }
        self.kernel(&body)
    }

    /// The declarations of all memories; at addresses, if they are given.
    fn declared(&mut self, memory: OpDefId, addresses: Option<&[i64]>) -> Option<(String, Vec<String>)> {
        let plan = self.plan;
        let ty = match self.def(memory).results.first().map(|r| &r.rule) {
            Some(TypeRule::Exact(t)) => self.ctx.show_type(*t),
            _ => return None,
        };
        let mut text = String::new();
        let mut argument = 0;
        for (n, m) in plan.memories.iter().enumerate() {
            let attribute = |name: &str| self.attribute(memory, name);
            let mut attributes = vec![
                (attribute("space")?, self.space(m)?),
                (attribute("bytes")?, integer(m.row)),
            ];
            if m.chip {
                attributes.push((attribute("partitions")?, integer(m.rows)));
            }
            if m.argument {
                attributes.push((attribute("argument")?, integer(argument)));
                argument += 1;
            }
            if let Some(at) = addresses.and_then(|a| a.get(n)) {
                attributes.push((attribute("address")?, integer(*at)));
            }
            let results = vec![(format!("%d{n}"), ty.clone())];
            let parts = Parts {
                attributes,
                results,
                ..Parts::default()
            };
            text.push_str(&self.op(memory, parts)?);
        }
        Some((text, vec![ty; plan.memories.len()]))
    }

    fn memories(&mut self, access: OpDefId, memory: OpDefId) -> Option<String> {
        let plan = self.plan;
        let (mut body, types) = self.declared(memory, None)?;
        for c in &plan.copies {
            body.push_str(&self.looped(&c.loops, &mut |w, i| w.copy(access, c, &types, i))?);
        }
        self.kernel(&body)
    }

    /// Where memories lie: one behind the other in their space.
    fn addresses(&mut self) -> Vec<i64> {
        let mut next = vec![0i64; self.level.spaces.len()];
        let mut out = Vec::new();
        for m in &self.plan.memories {
            let at = next.get(m.space).copied().unwrap_or(0);
            let at = at.saturating_add(if self.r.one_in(3) { self.r.between(1, 5) } else { 0 });
            out.push(at);
            if let Some(n) = next.get_mut(m.space) {
                *n = at.saturating_add(m.row);
            }
        }
        out
    }

    /// A side of a copy that is a struct, for these indices.
    fn side(&self, ty: &LType, s: &Side, at: i64, indices: &[i64]) -> Option<String> {
        let (ctx, reg) = (self.ctx, self.reg);
        let m = self.plan.memories.get(s.memory)?;
        let byte = s.at(indices).checked_mul(s.bytes)?.checked_add(at)?;
        let mut address = format!("byte = {byte} : i64");
        // A default is left out, as where a side is printed.
        if s.row != 0 {
            let _ = write!(address, ", partition = {} : i64", s.row);
        }
        let mut text = format!(
            "{{space = {}, address = {{{address}}}, pairs = {}, dtype = {}",
            self.space(m)?,
            self.pairs(field(ctx, reg, ty, "pairs"), &s.pairs),
            self.dtype(s)?
        );
        if let Some(p) = s.partition {
            let pair = self.pair(field(ctx, reg, ty, "partition"), p);
            let _ = write!(text, ", partition = {pair}");
        }
        text.push('}');
        Some(text)
    }

    fn descriptor(&mut self, c: &Copy, addresses: &[i64], indices: &[i64]) -> Option<String> {
        let op = self.copy_op()?;
        let reg = self.reg;
        let def = &reg.ops[op];
        let means = semantics(def, Mechanism::Copy)?;
        let mut attributes = Vec::new();
        for (name, s) in [("src", &c.src), ("dst", &c.dst)] {
            let Some(Field::Attribute(n)) = means.arg(name) else {
                return None;
            };
            let a = def.attributes.get(n)?;
            let at = addresses.get(s.memory).copied()?;
            attributes.push((a.name, self.side(&a.ty, s, at, indices)?));
        }
        self.op(
            op,
            Parts {
                attributes,
                ..Parts::default()
            },
        )
    }

    fn structs(
        &mut self,
        memory: OpDefId,
        block: OpDefId,
        fire: OpDefId,
        holder: Option<OpDefId>,
    ) -> Option<String> {
        let plan = self.plan;
        let addresses = self.addresses();
        let (mut body, _) = self.declared(memory, Some(&addresses))?;
        let queues = if holder.is_some() { self.r.between(1, 2) } else { 1 };
        let mut held = vec![String::new(); usize::try_from(queues).unwrap_or(1)];
        let mut blocks = 0;
        for c in &plan.copies {
            let queue = self.r.index(held.len());
            let mut fired = Vec::new();
            for indices in turns(&c.loops) {
                let inner = self.descriptor(c, &addresses, &indices)?;
                let name = format!("b{blocks}");
                blocks += 1;
                let end = self.end(block)?;
                let parts = Parts {
                    attributes: vec![(self.ctx.known.sym_name, format!("\"{name}\""))],
                    regions: vec![format!("{inner}{end}")],
                    ..Parts::default()
                };
                let text = self.op(block, parts)?;
                held.get_mut(queue)?.push_str(&text);
                fired.push(match holder {
                    Some(_) => format!("@q{queue}::@{name}"),
                    None => format!("@{name}"),
                });
            }
            let def = &self.reg.ops[fire];
            let mut attributes = Vec::new();
            for a in &def.attributes {
                match a.ty.unwrapped() {
                    LType::List(_) if names(self.reg, &a.ty, block) => {
                        attributes.push((a.name, format!("[{}]", fired.join(", "))));
                    }
                    LType::Symbol(set) if holder.is_some_and(|h| set.contains(self.reg, h)) => {
                        attributes.push((a.name, format!("@q{queue}")));
                    }
                    _ => {}
                }
            }
            let text = self.looped(&c.loops, &mut |w, _| {
                let attributes = attributes.clone();
                w.op(
                    fire,
                    Parts {
                        attributes,
                        ..Parts::default()
                    },
                )
            })?;
            body.push_str(&text);
        }
        for (n, text) in held.into_iter().enumerate() {
            body.push_str(&match holder {
                None => text,
                Some(h) => {
                    let end = self.end(h)?;
                    let parts = Parts {
                        attributes: vec![(self.ctx.known.sym_name, format!("\"q{n}\""))],
                        regions: vec![format!("{text}{end}")],
                        ..Parts::default()
                    };
                    self.op(h, parts)?
                }
            });
        }
        self.kernel(&body)
    }
}

/// The indices of all turns, the last loop the fastest.
fn turns(loops: &[Loop]) -> Vec<Vec<i64>> {
    let mut out = vec![Vec::new()];
    for l in loops {
        let mut next = Vec::new();
        for before in &out {
            for turn in 0..l.trips {
                let mut indices: Vec<i64> = before.clone();
                indices.push(l.index(turn));
                next.push(indices);
            }
        }
        out = next;
    }
    out
}
