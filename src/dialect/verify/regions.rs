//! Regions: how many, the arguments of their entry blocks, what they end with and what may stand in them.

use super::Check;
use super::values::Groups;
use crate::ir::{OpId, RegionId};
use crate::lang::defs::{Anchor, Arity, FormatStep, OpDefId, RegionDef, ValueDef};

impl Check<'_> {
    pub(super) fn regions(&mut self, groups: &Groups) {
        let (body, op, def) = (self.body, self.op, self.def);
        let (have, want) = (body.region_count(op), def.regions.len());
        if have != want {
            let s = if want == 1 { "" } else { "s" };
            self.error(format!("requires {want} region{s}, but has {have}"));
            return;
        }
        for (n, (r, d)) in body.regions(op).zip(&def.regions).enumerate() {
            self.declared_region(n, r, d, groups);
        }
    }

    fn declared_region(&mut self, n: usize, r: RegionId, d: &RegionDef, groups: &Groups) {
        let body = self.body;
        let name = self.ctx.text(d.name);
        let Some(entry) = body.entry(r) else {
            let declared = d.args.is_some() || matches!(d.ends, Some(Some(_)));
            if declared && !self.may_be_empty(n) {
                self.error(format!("region #{n} ('{name}') must not be empty"));
            }
            return;
        };
        if let Some(args) = &d.args {
            self.entry_arguments(n, name, args, body.args(entry), groups);
        }
        if let Some(Some(end)) = d.ends {
            for b in body.blocks(r) {
                // An empty block is reported as such; one with successors goes on elsewhere.
                if let Some(last) = body.last_op(b).filter(|&l| body.successor_count(l) == 0) {
                    self.end(n, name, last, end);
                }
            }
        }
        if !d.of.is_empty() {
            for b in body.blocks(r) {
                for op in body.ops(b) {
                    let kind = self.reg.op(body.name(op));
                    let allowed = kind.is_some_and(|k| d.of.contains(&k) || d.ends == Some(Some(k)));
                    if !allowed {
                        let names: Vec<&str> = d.of.iter().map(|o| &*self.reg.ops[*o].name).collect();
                        let around = self.ctx.text(body.name(self.op));
                        let text = format!(
                            "may not stand in region '{name}' of '{around}', which holds {}",
                            names.join(", ")
                        );
                        let d = self.diagnostic(op, text);
                        self.sink.push(d);
                    }
                }
            }
        }
    }

    /// A region that the operation's format can leave out: the body of a declaration, an optional group.
    fn may_be_empty(&self, n: usize) -> bool {
        let optional =
            |s: &FormatStep| matches!(s, FormatStep::Group { anchor: Anchor::Region(k), .. } if *k == n);
        self.def.flags.function || self.def.assembly.iter().flatten().any(optional)
    }

    fn end(&mut self, n: usize, name: &str, last: OpId, end: OpDefId) {
        if self.reg.op(self.body.name(last)) == Some(end) {
            return;
        }
        let (want, have) = (&self.reg.ops[end].name, self.ctx.text(self.body.name(last)));
        let text = format!("region #{n} ('{name}') must end with '{want}', but ends with '{have}'");
        let d = self
            .diagnostic(self.op, text)
            .note(self.place(last), "the region ends here");
        self.sink.push(d);
    }

    fn entry_arguments(
        &mut self,
        n: usize,
        name: &str,
        declared: &[ValueDef],
        args: &[crate::ir::ValueId],
        groups: &Groups,
    ) {
        let open = declared.iter().filter(|d| d.arity != Arity::One).count();
        let fixed = declared.len() - open;
        let rest = args.len().checked_sub(fixed).filter(|r| *r == 0 || open > 0);
        let Some(mut rest) = rest else {
            let more = if open > 0 { " or more" } else { "" };
            let s = if fixed == 1 && open == 0 { "" } else { "s" };
            let have = args.len();
            self.error(format!(
                "region #{n} ('{name}') must have {fixed}{more} argument{s}, but has {have}"
            ));
            return;
        };
        let mut at = 0;
        for d in declared {
            let len = if d.arity == Arity::One {
                1
            } else {
                std::mem::take(&mut rest)
            };
            for (k, &v) in args.iter().enumerate().skip(at).take(len) {
                let ty = self.body.value_type(v);
                if !self.fits(&d.rule, ty, groups) {
                    let want = self.describe(&d.rule, groups);
                    let (arg, have) = (self.ctx.text(d.name), self.ctx.show_type(ty));
                    self.error(format!(
                        "region #{n} ('{name}') argument #{k} ('{arg}') must be {want}, but got {have}"
                    ));
                }
            }
            at += len;
        }
    }
}
