//! What a way to issue a transfer costs.
//!
//! A form of a transfer is a list of dimensions of which some are walked by the hardware and each iteration of the others
//! is a descriptor of its own. Its cost, in bytes moved in the same time:
//!
//! `ceil(descriptors / engines) * (descriptor + runs * run(bytes)) + (ceil(descriptors / ring) - 1) * ring_pass`
//!
//! `runs` are the pieces of a descriptor that are contiguous on both sides, of `bytes` each; `run` is the target's table
//! of what short runs really cost. Where the order of elements can be seen, descriptors go one after the other.

use super::place::place;
use super::transfer::{Joint, Joints, Offset, Order, Transfer};

/// The figures of a target. Sizes and costs are in bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Costs {
    /// Queues that work side by side.
    pub engines: i64,
    /// Dimensions that one descriptor walks.
    pub dims: i64,
    /// Largest count of a dimension.
    pub num: i64,
    /// Largest stride in elements, either sign; 0: any.
    pub stride: i64,
    /// Descriptors of one pass over the ring.
    pub ring: i64,
    /// A descriptor, whatever it moves.
    pub descriptor: i64,
    /// Every further pass over the ring.
    pub ring_pass: i64,
    /// What runs cost: ascending lengths with the cost of each. Between two, the line; beyond the last, its length more.
    pub runs: Vec<(i64, i64)>,
}

impl Costs {
    /// What a run of so many bytes costs.
    pub fn run(&self, bytes: i64) -> i64 {
        let mut before: Option<(i64, i64)> = None;
        for &(len, cost) in &self.runs {
            if bytes <= len {
                let Some((l0, c0)) = before else { return cost };
                let (dx, dy) = (
                    i128::from(len) - i128::from(l0),
                    i128::from(cost) - i128::from(c0),
                );
                let up = i128::from(bytes) - i128::from(l0);
                let rise = up.saturating_mul(dy).checked_div(dx).unwrap_or(0);
                return i64::try_from(i128::from(c0) + rise).unwrap_or(i64::MAX);
            }
            before = Some((len, cost));
        }
        match before {
            Some((len, cost)) => cost.saturating_add(bytes.saturating_sub(len)),
            None => bytes,
        }
    }

    /// Into how many pieces a dimension falls because its count is too large for the field; 1 if it is not.
    pub fn chunks(&self, num: i64) -> i64 {
        ceil(num, self.num.max(1))
    }

    /// Whether the hardware can walk a dimension, apart from its count.
    pub fn walks(&self, d: Joint, size: i64, chip: (bool, bool)) -> bool {
        let fits = |stride: i64, chip: bool| {
            self.stride <= 0 || place(stride, size, chip).elem.unsigned_abs() <= self.stride.unsigned_abs()
        };
        fits(d.src, chip.0) && fits(d.dst, chip.1)
    }

    /// The cost of so many descriptors of so many runs; see the module.
    pub fn total(&self, descriptors: i64, runs: i64, run: i64, order: Order) -> i64 {
        let engines = if order == Order::Free {
            self.engines.max(1)
        } else {
            1
        };
        let one = self.run(run).saturating_mul(runs).saturating_add(self.descriptor);
        let passes = ceil(descriptors, self.ring.max(1)).saturating_sub(1).max(0);
        ceil(descriptors, engines)
            .saturating_mul(one)
            .saturating_add(passes.saturating_mul(self.ring_pass))
    }
}

/// `n / d`, rounded up; `d` is positive.
pub fn ceil(n: i64, d: i64) -> i64 {
    let q = n.checked_div_euclid(d).unwrap_or(n);
    if n.checked_rem_euclid(d).unwrap_or(0) > 0 {
        q.saturating_add(1)
    } else {
        q
    }
}

/// A way to issue a transfer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Form {
    /// See the module.
    pub cost: i64,
    /// Descriptors.
    pub descriptors: i64,
    /// Contiguous runs of one of them.
    pub runs: i64,
    /// Bytes of a run.
    pub run: i64,
    /// Bytes of an element.
    pub size: i64,
    /// Where the source begins.
    pub src: Offset,
    /// Where the destination begins.
    pub dst: Offset,
    /// Each iteration of these is a descriptor.
    pub unrolled: Joints,
    /// These the hardware walks. A count beyond the field of the target is cut into even pieces.
    pub hardware: Joints,
}

impl Form {
    /// A form of `t` with the first `unrolled` of its dimensions taken apart; `None` where the rest does not fit the target.
    pub fn of(costs: &Costs, t: &Transfer, chip: (bool, bool), unrolled: usize) -> Option<Form> {
        let (out, hw) = t.dims.split_at_checked(unrolled)?;
        if hw.len() as u64 > costs.dims.max(0).unsigned_abs() {
            return None;
        }
        let mut descriptors = out.iter().fold(1i64, |n, d| n.saturating_mul(d.num));
        let (mut runs, mut run) = (1i64, 1i64);
        for (n, d) in hw.iter().enumerate() {
            if !costs.walks(*d, t.size, chip) {
                return None;
            }
            let k = costs.chunks(d.num);
            // One after the other, pieces of an inner dimension would not be in order.
            if k > 1 && n > 0 && t.order != Order::Free {
                return None;
            }
            descriptors = descriptors.saturating_mul(k);
            let num = ceil(d.num, k.max(1));
            let contiguous = d.src == 1 && d.dst == 1;
            if contiguous && run == 1 && (t.order == Order::Free || n + 1 == hw.len()) {
                run = num;
            } else {
                runs = runs.saturating_mul(num);
            }
        }
        let run = run.saturating_mul(t.size);
        Some(Form {
            cost: costs.total(descriptors, runs, run, t.order),
            descriptors,
            runs,
            run,
            size: t.size,
            src: t.src,
            dst: t.dst,
            unrolled: out.into(),
            hardware: hw.into(),
        })
    }

    /// What plain code issues: the dimensions as they are, as many of the inner ones as fit walked by the hardware.
    pub fn plain(costs: &Costs, t: &Transfer, chip: (bool, bool)) -> Option<Form> {
        let least = t
            .dims
            .len()
            .saturating_sub(usize::try_from(costs.dims).unwrap_or(0));
        (least..=t.dims.len()).find_map(|n| Form::of(costs, t, chip, n))
    }

    /// The order of forms: what comes first is chosen. Total, so that the choice depends on nothing else.
    pub fn better(&self, other: &Form) -> std::cmp::Ordering {
        let key = |f: &Form| (f.cost, f.descriptors, f.hardware.len(), std::cmp::Reverse(f.size));
        key(self)
            .cmp(&key(other))
            .then_with(|| (&self.unrolled, &self.hardware).cmp(&(&other.unrolled, &other.hardware)))
            .then_with(|| (self.src, self.dst).cmp(&(other.src, other.dst)))
    }

    /// The descriptors, in order: offsets and dimensions of each.
    pub fn issue(&self, costs: &Costs) -> Option<Vec<(Offset, Offset, Joints)>> {
        let mut out = vec![(self.src, self.dst, self.hardware.clone())];
        for d in &self.unrolled {
            let mut next = Vec::new();
            for (src, dst, dims) in out {
                for k in 0..d.num {
                    let at = |o: Offset, s: i64| s.checked_mul(k).and_then(|n| o.plus(n));
                    next.push((at(src, d.src)?, at(dst, d.dst)?, dims.clone()));
                }
            }
            out = next;
        }
        for (n, d) in self.hardware.iter().enumerate() {
            let k = costs.chunks(d.num);
            if k <= 1 {
                continue;
            }
            let each = ceil(d.num, k);
            let mut next = Vec::new();
            for (src, dst, dims) in out {
                let mut first = 0i64;
                while first < d.num {
                    let at = |o: Offset, s: i64| s.checked_mul(first).and_then(|m| o.plus(m));
                    let mut dims = dims.clone();
                    if let Some(c) = dims.get_mut(n) {
                        c.num = each.min(d.num - first);
                    }
                    next.push((at(src, d.src)?, at(dst, d.dst)?, dims));
                    first = first.saturating_add(each);
                }
            }
            out = next;
        }
        Some(out)
    }
}
