//! Where the groups of a match lie: every part takes as much as leaves a way for the parts after it.

use super::program::{Inst, Kind, Program, Shape};
use super::search::{ends, holds};
use super::{Captures, Range};
use rustc_hash::FxHashSet;

/// The groups of the match of `range`.
pub(super) fn captures(program: &Program, text: &[u8], range: Range) -> Captures {
    let mut out: Captures = vec![None; program.groups as usize + 1];
    if let Some(whole) = out.first_mut() {
        *whole = Some(range);
    }
    divide(program, text, &program.shape, range, &mut out);
    out
}

/// Known dead ends on the way to one instruction at one place.
struct Way<'a> {
    program: &'a Program,
    text: &'a [u8],
    goal: (u32, usize),
    dead: FxHashSet<(u32, usize)>,
}

impl<'a> Way<'a> {
    fn new(program: &'a Program, text: &'a [u8], goal: (u32, usize)) -> Self {
        Way {
            program,
            text,
            goal,
            dead: FxHashSet::default(),
        }
    }

    /// Whether the goal can be reached from an instruction at a place. What has failed once is not looked at again,
    /// so the questions up to a success together take the length of the text times the size of the code.
    fn open(&mut self, pc: u32, at: usize) -> bool {
        let mut stack = vec![(pc, at)];
        while let Some((pc, at)) = stack.pop() {
            if (pc, at) == self.goal {
                // The marks on the way here were no dead ends after all.
                self.dead.clear();
                return true;
            }
            if pc == self.goal.0 || at > self.goal.1 || !self.dead.insert((pc, at)) {
                continue;
            }
            match self.program.code.get(pc as usize) {
                Some(Inst::Byte(x)) if self.text.get(at) == Some(x) => stack.push((pc + 1, at + 1)),
                Some(Inst::Set(set)) if self.text.get(at).is_some_and(|&b| set.has(b)) => {
                    stack.push((pc + 1, at + 1));
                }
                Some(Inst::Assert(a)) if holds(*a, self.text, at) => stack.push((pc + 1, at)),
                Some(Inst::Split(a, b)) => stack.extend([(*b, at), (*a, at)]),
                Some(Inst::Loop(back)) => stack.extend([(pc + 1, at), (*back, at)]),
                Some(Inst::Jump(to)) => stack.push((*to, at)),
                Some(Inst::Open(_) | Inst::Close(_) | Inst::Back(..)) => stack.push((pc + 1, at)),
                _ => {}
            }
        }
        false
    }
}

fn longest(way: &mut Way<'_>, part: &Shape, from: usize, stop: usize) -> Option<usize> {
    let ends = ends(way.program, (part.start, part.end), way.text, from, stop);
    ends.into_iter().rev().find(|&end| way.open(part.end, end))
}

fn divide(program: &Program, text: &[u8], shape: &Shape, (start, stop): Range, out: &mut Captures) {
    if !shape.groups {
        return;
    }
    let exact = |part: &Shape| Way::new(program, text, (part.end, stop)).open(part.start, start);
    match &shape.kind {
        Kind::Leaf(_) => {}
        Kind::Group(number, inner) => {
            if let Some(slot) = out.get_mut(*number as usize) {
                *slot = Some((start, stop));
            }
            divide(program, text, inner, (start, stop), out);
        }
        Kind::Alt(branches) => {
            if let Some(branch) = branches.iter().find(|b| exact(b)) {
                divide(program, text, branch, (start, stop), out);
            }
        }
        Kind::Quest(inner) => {
            if exact(inner) {
                divide(program, text, inner, (start, stop), out);
            }
        }
        Kind::Plus(inner) => {
            let mut way = Way::new(program, text, (shape.end, stop));
            let (mut from, mut last) = (start, None);
            while let Some(end) = longest(&mut way, inner, from, stop) {
                last = Some((from, end));
                if end == from || end == stop {
                    break;
                }
                from = end;
            }
            if let Some(range) = last {
                divide(program, text, inner, range, out);
            }
        }
        Kind::Cat(items) => {
            let mut way = Way::new(program, text, (shape.end, stop));
            let mut at = start;
            let count = items.iter().rposition(|s| s.groups).map_or(0, |n| n + 1);
            for (n, item) in items.iter().take(count).enumerate() {
                let end = if n + 1 == items.len() {
                    Some(stop)
                } else if let Kind::Leaf(width) = item.kind {
                    Some(at + width)
                } else {
                    longest(&mut way, item, at, stop)
                };
                let Some(end) = end else { return };
                divide(program, text, item, (at, end), out);
                at = end;
            }
        }
    }
}
