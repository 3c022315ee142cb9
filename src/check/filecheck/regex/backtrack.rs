//! The search with back-references: candidates from the plain search, each tried by backtracking.

use super::program::{Inst, Program};
use super::search::{ends, holds, scan};
use super::{Captures, Fault};

/// Steps of one search. Back-references make matching NP-hard, so some bound is needed.
const BUDGET: u64 = 20_000_000;

/// The leftmost-longest match with its groups.
pub(super) fn find(program: &Program, text: &[u8]) -> Result<Option<Captures>, Fault> {
    let mut budget = BUDGET;
    let mut from = 0;
    // With each reference read as a copy of its group, the plain search finds every start that can match at all.
    while let Some((start, _)) = scan(program, text, from) {
        let part = (program.shape.start, program.shape.end);
        for end in ends(program, part, text, start, text.len()).into_iter().rev() {
            let mut run = Run {
                program,
                text,
                end,
                groups: vec![None; program.groups as usize + 1],
                open: vec![0; program.groups as usize + 1],
                loops: vec![usize::MAX; program.code.len()],
                trail: Vec::new(),
            };
            if run.matches(start, &mut budget)? {
                if let Some(whole) = run.groups.first_mut() {
                    *whole = Some((start, end));
                }
                return Ok(Some(run.groups));
            }
        }
        from = start + 1;
        budget = budget
            .checked_sub(1 + (text.len() as u64 >> 4))
            .ok_or(Fault::Budget)?;
        if from > text.len() {
            break;
        }
    }
    Ok(None)
}

/// What to restore, or where to go on, when a way turns out wrong.
enum Step {
    Choice(u32, usize),
    Group(usize, Option<(usize, usize)>),
    Open(usize, usize),
    Loop(usize, usize),
}

struct Run<'a> {
    program: &'a Program,
    text: &'a [u8],
    end: usize,
    groups: Captures,
    open: Vec<usize>,
    loops: Vec<usize>,
    trail: Vec<Step>,
}

impl Run<'_> {
    fn matches(&mut self, start: usize, budget: &mut u64) -> Result<bool, Fault> {
        let (mut pc, mut at) = (self.program.shape.start, start);
        loop {
            *budget = budget.checked_sub(1).ok_or(Fault::Budget)?;
            if pc == self.program.shape.end && at == self.end {
                return Ok(true);
            }
            let next = if at > self.end { None } else { self.step(pc, at) };
            match next.or_else(|| self.retreat()) {
                Some((p, a)) => (pc, at) = (p, a),
                None => return Ok(false),
            }
        }
    }

    fn step(&mut self, pc: u32, at: usize) -> Option<(u32, usize)> {
        match self.program.code.get(pc as usize)? {
            Inst::Byte(x) => (self.text.get(at) == Some(x)).then_some((pc + 1, at + 1)),
            Inst::Set(set) => set.has(*self.text.get(at)?).then_some((pc + 1, at + 1)),
            Inst::Assert(a) => holds(*a, self.text, at).then_some((pc + 1, at)),
            Inst::Split(a, b) => {
                self.trail.push(Step::Choice(*b, at));
                Some((*a, at))
            }
            Inst::Loop(back) => {
                let last = self.loops.get_mut(pc as usize)?;
                // A pass that took nothing would go round for ever.
                if *last == at {
                    return Some((pc + 1, at));
                }
                self.trail.push(Step::Loop(pc as usize, *last));
                *last = at;
                self.trail.push(Step::Choice(pc + 1, at));
                Some((*back, at))
            }
            Inst::Jump(to) => Some((*to, at)),
            Inst::Open(n) => {
                let open = self.open.get_mut(*n as usize)?;
                self.trail.push(Step::Open(*n as usize, *open));
                *open = at;
                Some((pc + 1, at))
            }
            Inst::Close(n) => {
                let open = *self.open.get(*n as usize)?;
                let group = self.groups.get_mut(*n as usize)?;
                self.trail.push(Step::Group(*n as usize, *group));
                *group = Some((open, at));
                Some((pc + 1, at))
            }
            Inst::Back(n, skip) => {
                let (from, to) = (*self.groups.get(*n as usize)?)?;
                let end = at + (to - from);
                (self.text.get(from..to)? == self.text.get(at..end)?).then_some((*skip, end))
            }
            Inst::Never => None,
        }
    }

    fn retreat(&mut self) -> Option<(u32, usize)> {
        loop {
            match self.trail.pop()? {
                Step::Choice(pc, at) => return Some((pc, at)),
                Step::Group(n, old) => *self.groups.get_mut(n)? = old,
                Step::Open(n, old) => *self.open.get_mut(n)? = old,
                Step::Loop(n, old) => *self.loops.get_mut(n)? = old,
            }
        }
    }
}
