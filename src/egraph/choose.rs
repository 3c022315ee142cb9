//! Normal forms and choices, remembered: kernels repeat their layers.

use super::check::{Unsound, explain};
use super::extract::{Extractor, order_of, shortest};
use super::prints::Sizes;
use super::run::{Arrow, CHOICE, Graph, LAWS, Runner, arrows};
use crate::ap::cost::{Costs, Form};
use crate::ap::notation::joints;
use crate::ap::transfer::Transfer;
use crate::ap::widen::sizes;
use crate::ap::{Joints, Offset, Order, normalize};
use crate::lang::eval::forms::{Descriptor, Forms};
use crate::lang::eval::{Why, World};
use crate::lang::terms::{Rule, Rules};
use crate::support::diag::{Diagnostic, Place, Severity, Sink};
use crate::support::source::SourceMap;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

/// Dimensions that go into a graph; of more, the outermost become descriptors.
const DIMS: usize = 8;

/// Descriptors that a form may be issued as; more fill rings for longer than any program waits.
const DESCRIPTORS: i64 = 1 << 16;

/// Forms that are kept of a choice.
const ALTERNATIVES: usize = 4;

/// What was chosen for a transfer, and between what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What plain code would issue, where it can.
    pub plain: Option<Form>,
    /// The best forms, best first.
    pub forms: Vec<Form>,
    /// Rules that fired, and how often.
    pub fired: Vec<(Box<str>, u64)>,
    /// Nodes of the graph.
    pub nodes: usize,
    /// A count was reached, so a better form may have been missed.
    pub truncated: bool,
}

/// What a choice depends on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    dims: Joints,
    src: Offset,
    dst: Offset,
    size: i64,
    widest: i64,
    order: Order,
    chip: (bool, bool),
    rules: Option<Box<str>>,
}

/// Chooses forms by the rules that are loaded. Unsound rules that are found on the way are kept for whoever runs it.
pub struct Chooser<'a> {
    rules: &'a [Rules],
    costs: Option<Costs>,
    engine: bool,
    memo: Mutex<FxHashMap<Key, Arc<Choice>>>,
    unsound: Mutex<BTreeMap<Box<str>, Unsound>>,
    counts: Mutex<Counts>,
    /// What was asked for, and what was said of it, where somebody listens.
    heard: Option<Mutex<Vec<(Place, String)>>>,
}

/// How often what was done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Choices asked for.
    pub asked: u64,
    /// Of these, remembered.
    pub remembered: u64,
    /// Graphs that reached a limit.
    pub truncated: u64,
}

impl<'a> Chooser<'a> {
    /// A chooser. `shipped` says which rules come with the tool; with a law that does not, the graph also finds
    /// normal forms. Without costs nothing is chosen.
    pub fn new(rules: &'a [Rules], costs: Option<Costs>, shipped: &dyn Fn(&Rule) -> bool) -> Self {
        let own = rules.iter().flat_map(|b| &b.rules).any(|r| r.law && !shipped(r));
        Chooser {
            rules,
            costs,
            engine: own,
            memo: Mutex::default(),
            unsound: Mutex::default(),
            counts: Mutex::default(),
            heard: None,
        }
    }

    /// Keeps what is asked for, for [`Chooser::said`].
    pub fn listen(&mut self) {
        self.heard = Some(Mutex::default());
    }

    /// Remarks on what was asked for, in order of places, each once.
    pub fn said(&self, map: &SourceMap) -> Sink {
        let mut sink = Sink::new();
        let Some(heard) = &self.heard else { return sink };
        let mut all = std::mem::take(&mut *heard.lock().unwrap_or_else(PoisonError::into_inner));
        let key = |p: &Place| match p {
            Place::Span(s) => {
                let (file, line, column) = map.position(*s);
                (file.to_string(), line as u64, column as u64)
            }
            Place::Position { file, line, column } => {
                (file.to_string(), u64::from(*line), u64::from(*column))
            }
            _ => (String::new(), 0, 0),
        };
        all.sort_by_key(|(p, text)| (key(p), text.clone()));
        all.dedup_by(|a, b| key(&a.0) == key(&b.0) && a.1 == b.1);
        for (at, text) in all {
            sink.push(Diagnostic::new(Severity::Remark, at, text));
        }
        sink
    }

    /// The figures that forms are compared by.
    pub fn costs(&self) -> Option<&Costs> {
        self.costs.as_ref()
    }

    /// Rules that turned out to be wrong, by name.
    pub fn unsound(&self) -> Vec<Unsound> {
        let all = self.unsound.lock().unwrap_or_else(PoisonError::into_inner);
        all.values().cloned().collect()
    }

    /// How often what was done.
    pub fn counts(&self) -> Counts {
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, f: impl FnOnce(&mut Counts)) {
        f(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What there is to say of a transfer.
    fn story(&self, w: &World<'_>, t: &Transfer, chip: (bool, bool)) -> String {
        let dims = |d: &[crate::ap::Joint], size| joints(d, size, chip);
        let mut out = format!("{} of {} bytes each", dims(&t.dims, t.size), t.size);
        let Some(normal) = self.normal(w, t, None) else {
            return out + " moves nothing";
        };
        let _ = write!(out, " has the normal form {}", dims(&normal.dims, t.size));
        let Some(choice) = self.choose(w, t, chip, None) else {
            return out;
        };
        let form = |f: &Form| {
            let mut s = format!("cost {}, descriptors {}, ", f.cost, f.descriptors);
            if !f.unrolled.is_empty() {
                let _ = write!(s, "{} | ", dims(&f.unrolled, f.size));
            }
            s + &dims(&f.hardware, f.size)
        };
        if let Some(p) = &choice.plain {
            let _ = write!(out, "; plain: {}", form(p));
        }
        if let Some(b) = choice.forms.first() {
            let _ = write!(out, "; best: {} of {} bytes each", form(b), b.size);
        }
        let fired: Vec<String> = choice.fired.iter().map(|(n, k)| format!("{n} {k}")).collect();
        if !fired.is_empty() {
            let _ = write!(out, "; rules fired: {}", fired.join(", "));
        }
        if choice.truncated {
            out.push_str("; a limit was reached");
        }
        out
    }

    /// The rules of a block, or of all.
    fn of_block(&self, name: Option<&str>) -> impl Iterator<Item = &'a Rule> {
        let name: Option<Box<str>> = name.map(Into::into);
        let of = move |b: &&Rules| name.as_ref().is_none_or(|n| *n == b.name);
        self.rules.iter().filter(of).flat_map(|b| &b.rules)
    }

    /// The normal form by the graph; none where nothing is moved.
    pub fn normal_by_graph(&self, w: &World<'_>, t: &Transfer, rules: Option<&str>) -> Option<Transfer> {
        // What a later element overwrites is no law: it is not the same elements. Plain code has done it.
        let plain = normalize(t)?;
        let start = if t.order == plain.order { t } else { &plain };
        let start = if t.order == Order::LastWriter {
            &plain
        } else {
            start
        };
        let all = arrows(self.of_block(rules).filter(|r| r.law));
        let mut g = Graph::new(start.order, graph_sizes(start.size));
        let root = g.add(start);
        let mut runner = Runner::new(*w, start.order);
        g.saturate(&all, &mut runner, LAWS);
        if g.truncated {
            self.count(|c| c.truncated += 1);
        }
        if self.failed(&g, &all, w, start.order) {
            return Some(plain);
        }
        let found = shortest(&g, root, start.size).map(|f| Transfer {
            widest: start.widest,
            order: start.order,
            ..f
        });
        match found {
            Some(f) if !g.truncated || order_of(&f.dims, &plain.dims).is_lt() => Some(f),
            _ => Some(plain),
        }
    }

    /// Notes a rule that is wrong.
    fn failed(&self, g: &Graph, all: &[Arrow<'_>], w: &World<'_>, order: Order) -> bool {
        let Some(wrong) = &g.wrong else { return false };
        if let Some(a) = all.get(wrong.arrow) {
            let mut found = self.unsound.lock().unwrap_or_else(PoisonError::into_inner);
            found
                .entry(a.rule.name.clone())
                .or_insert_with(|| explain(*w, a, g, wrong, order));
        }
        true
    }

    /// The choice for a transfer, with offsets as they are in [`Choice`]: those of a transfer like it that begins within
    /// the first 16 bytes.
    pub fn choose(
        &self,
        w: &World<'_>,
        t: &Transfer,
        chip: (bool, bool),
        rules: Option<&str>,
    ) -> Option<Arc<Choice>> {
        let costs = self.costs.as_ref()?;
        let normal = self.normal(w, t, None)?;
        self.count(|c| c.asked += 1);
        let key = Key {
            dims: normal.dims.clone(),
            src: near(normal.src),
            dst: near(normal.dst),
            size: normal.size,
            widest: normal.widest,
            order: normal.order,
            chip,
            rules: rules.map(Into::into),
        };
        let known = self
            .memo
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .cloned();
        if known.is_some() {
            self.count(|c| c.remembered += 1);
            return known;
        }
        let near = Transfer {
            src: key.src,
            dst: key.dst,
            ..normal
        };
        let choice = Arc::new(self.search(w, &near, costs, chip, rules));
        let mut memo = self.memo.lock().unwrap_or_else(PoisonError::into_inner);
        Some(memo.entry(key).or_insert(choice).clone())
    }

    fn search(
        &self,
        w: &World<'_>,
        t: &Transfer,
        costs: &Costs,
        chip: (bool, bool),
        rules: Option<&str>,
    ) -> Choice {
        let all = arrows(
            self.of_block(rules)
                .filter(|r| !r.law || r.rhs.dims.len() < r.lhs.dims.len()),
        );
        let outside = t.dims.len().saturating_sub(DIMS);
        let (outside, inside) = t.dims.split_at_checked(outside).unwrap_or((&[], &t.dims));
        let mut g = Graph::new(t.order, graph_sizes(t.size));
        let mut root = None;
        let inner = Transfer {
            dims: inside.into(),
            ..t.clone()
        };
        for seed in sizes(&inner) {
            // What is outside must be in elements of that size, too.
            let k = seed.size.checked_div(t.size).filter(|k| *k > 0).unwrap_or(1);
            if outside.iter().any(|d| d.src % k != 0 || d.dst % k != 0) {
                continue;
            }
            let id = g.add(&seed);
            match root {
                None => root = Some(id),
                Some(r) => {
                    g.g.union(r, id);
                }
            }
        }
        let root = root.unwrap_or_else(|| g.add(&inner));
        let mut runner = Runner::new(*w, t.order);
        g.saturate(&all, &mut runner, CHOICE);
        let plain = Form::plain(costs, t, chip);
        let truncated = g.truncated || runner.overran;
        if truncated {
            self.count(|c| c.truncated += 1);
        }
        let mut forms = Vec::new();
        if !self.failed(&g, &all, w, t.order) {
            let mut e = Extractor::new(&g, costs, chip, t.order);
            // Dimensions outside are in elements of the transfer's size; wider forms would need them divided.
            let widest = if outside.is_empty() { t.widest } else { t.size };
            forms = e.best(root, widest, outside, ALTERNATIVES);
        }
        // Never dearer than what plain code issues.
        if let Some(p) = &plain
            && forms.first().is_none_or(|f| p.cost < f.cost)
        {
            forms.insert(0, p.clone());
        }
        let fired = all
            .iter()
            .zip(&g.fired)
            .filter(|f| *f.1 > 0)
            .map(|(a, n)| (a.rule.name.clone(), *n))
            .collect();
        Choice {
            plain,
            forms,
            fired,
            nodes: g.g.total_number_of_nodes(),
            truncated,
        }
    }
}

impl Forms for Chooser<'_> {
    fn asked(&self, w: &World<'_>, at: Place, t: &Transfer, chip: (bool, bool)) {
        let Some(heard) = &self.heard else { return };
        let text = self.story(w, t, chip);
        heard
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((at, text));
    }

    fn normal(&self, w: &World<'_>, t: &Transfer, rules: Option<&str>) -> Option<Transfer> {
        if self.engine || rules.is_some() {
            self.normal_by_graph(w, t, rules)
        } else {
            normalize(t)
        }
    }

    fn best(
        &self,
        w: &World<'_>,
        t: &Transfer,
        chip: (bool, bool),
        rules: Option<&str>,
    ) -> Result<Vec<Descriptor>, Why> {
        let Some(normal) = self.normal(w, t, None) else {
            return Ok(Vec::new());
        };
        let choice = self.choose(w, t, chip, rules).ok_or(Why::Absent)?;
        let form = choice.forms.first().ok_or(Why::Absent)?;
        if form.descriptors > DESCRIPTORS {
            return Err(Why::Fuel);
        }
        let form = located(form, &normal).ok_or(Why::Overflow)?;
        let issued = self
            .costs
            .as_ref()
            .and_then(|c| form.issue(c))
            .ok_or(Why::Overflow)?;
        let mut out = Vec::with_capacity(issued.len());
        for (src, dst, dims) in issued {
            out.push(Descriptor {
                src,
                dst,
                size: form.size,
                dims,
            });
        }
        Ok(out)
    }
}

/// A form of a [`Choice`] for the transfer in normal form that was asked about, where that really begins.
pub fn located(form: &Form, normal: &Transfer) -> Option<Form> {
    let wide = |n: i64| i128::from(n);
    let back = |at: Offset, real: Offset| {
        let moved = wide(at.at) * wide(form.size) - wide(near(real).at) * wide(normal.size);
        let bytes = wide(real.at) * wide(normal.size) + moved;
        let size = wide(form.size);
        let exact = bytes.checked_rem(size) == Some(0);
        Some(Offset {
            at: i64::try_from(bytes.checked_div(size).filter(|_| exact)?).ok()?,
            unknown: i64::try_from((wide(real.unknown) * wide(normal.size)).checked_div(size)?).ok()?,
        })
    };
    Some(Form {
        src: back(form.src, normal.src)?,
        dst: back(form.dst, normal.dst)?,
        ..form.clone()
    })
}

/// An offset as far as alignment goes: elements are at most 16 times as large, so no more is ever looked at.
fn near(o: Offset) -> Offset {
    let unknown = match o.unknown {
        0 => 0,
        n => 1 << n.trailing_zeros().min(4),
    };
    Offset {
        at: o.at.rem_euclid(16),
        unknown,
    }
}

/// The sizes that elements of a graph may have.
pub(super) fn graph_sizes(size: i64) -> Sizes {
    [1, 2, 4, 8]
        .into_iter()
        .filter_map(|k| size.checked_mul(k))
        .collect()
}
