//! The search without back-references: all possible matches at once, in one walk over the text.

use super::Range;
use super::parse::Assert;
use super::program::{Inst, Program};

/// Whether an assertion holds before the byte at `at`.
pub(super) fn holds(assert: Assert, text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|n| text.get(n)).copied();
    let after = text.get(at).copied();
    let word = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_');
    match assert {
        Assert::LineStart => before.is_none_or(|b| b == b'\n'),
        Assert::LineEnd => after.is_none_or(|b| b == b'\n'),
        Assert::WordStart => !word(before) && word(after),
        Assert::WordEnd => word(before) && !word(after),
    }
}

/// The instructions at which some match in progress waits for its next byte, each with the start of the match.
///
/// They stand in the order of those starts, so of two matches that reach one instruction the first to arrive has
/// the smaller start, and the other can be dropped: whatever it could become, the first becomes too.
#[derive(Default)]
pub(super) struct Threads {
    list: Vec<(u32, usize)>,
    seen: Vec<u32>,
    round: u32,
    stack: Vec<u32>,
}

impl Threads {
    pub(super) fn new(code: usize) -> Self {
        Threads {
            list: Vec::new(),
            seen: vec![0; code + 1],
            round: 0,
            stack: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.round += 1;
        if self.round == u32::MAX {
            self.seen.fill(0);
            self.round = 1;
        }
    }

    /// Adds `pc` and what it leads to without a byte; true if that includes `goal`.
    fn add(&mut self, program: &Program, goal: u32, text: &[u8], at: usize, pc: u32, start: usize) -> bool {
        let mut reached = false;
        self.stack.push(pc);
        while let Some(pc) = self.stack.pop() {
            let Some(seen) = self.seen.get_mut(pc as usize) else {
                continue;
            };
            if *seen == self.round {
                continue;
            }
            *seen = self.round;
            if pc == goal {
                reached = true;
                continue;
            }
            match program.code.get(pc as usize) {
                Some(Inst::Byte(_) | Inst::Set(_)) => self.list.push((pc, start)),
                Some(Inst::Assert(a)) => {
                    if holds(*a, text, at) {
                        self.stack.push(pc + 1);
                    }
                }
                Some(Inst::Split(a, b)) => self.stack.extend([*b, *a]),
                Some(Inst::Loop(back)) => self.stack.extend([pc + 1, *back]),
                Some(Inst::Jump(to)) => self.stack.push(*to),
                Some(Inst::Open(_) | Inst::Close(_) | Inst::Back(..)) => self.stack.push(pc + 1),
                Some(Inst::Never) | None => {}
            }
        }
        reached
    }
}

fn takes(inst: Option<&Inst>, b: u8) -> bool {
    match inst {
        Some(Inst::Byte(x)) => *x == b,
        Some(Inst::Set(set)) => set.has(b),
        _ => false,
    }
}

/// The leftmost-longest match.
pub(super) fn find(program: &Program, text: &[u8]) -> Option<Range> {
    let Some(literal) = &program.line_literal else {
        return scan(program, text, 0);
    };
    // Every match lies within one line that contains the literal, so only such lines are looked at.
    let mut from = 0;
    while let Some(hit) = text.get(from..).and_then(|rest| literal.find(rest)) {
        let hit = from + hit;
        let start = text
            .get(from..hit)
            .and_then(|t| memchr::memrchr(b'\n', t))
            .map_or(from, |n| from + n + 1);
        let end = text
            .get(hit..)
            .and_then(|t| memchr::memchr(b'\n', t))
            .map_or(text.len(), |n| hit + n);
        if let Some((a, b)) = text.get(start..end).and_then(|line| scan(program, line, 0)) {
            return Some((start + a, start + b));
        }
        from = end + 1;
    }
    None
}

/// The same from `from` on, without looking for the literal; text before `from` is seen by assertions only.
pub(super) fn scan(program: &Program, text: &[u8], from: usize) -> Option<Range> {
    let goal = program.shape.end;
    let (mut now, mut next) = (Threads::new(program.code.len()), Threads::new(program.code.len()));
    let mut best: Option<Range> = None;
    let mut at = from;
    now.clear();
    loop {
        if best.is_none() {
            if now.list.is_empty()
                && let Some(first) = &program.first
            {
                at += text.get(at..)?.iter().position(|&b| first.has(b))?;
                // The marks of the old place do not hold for the new one.
                now.clear();
            }
            if now.add(program, goal, text, at, program.shape.start, at) {
                best = Some((at, at));
            }
        }
        if now.list.is_empty() && best.is_some() {
            return best;
        }
        let Some(&b) = text.get(at) else { return best };
        next.clear();
        let mut found: Option<usize> = None;
        for &(pc, start) in &now.list {
            if found.or(best.map(|b| b.0)).is_some_and(|s| start > s) {
                break;
            }
            if takes(program.code.get(pc as usize), b) && next.add(program, goal, text, at + 1, pc + 1, start)
            {
                found = Some(start);
            }
        }
        at += 1;
        if let Some(start) = found {
            best = Some((start, at));
        }
        std::mem::swap(&mut now, &mut next);
    }
}

/// All ends up to `stop` of matches of one part (`start..goal` of the code) that begin at `from`, ascending.
pub(super) fn ends(program: &Program, part: (u32, u32), text: &[u8], from: usize, stop: usize) -> Vec<usize> {
    let (mut now, mut next) = (Threads::new(program.code.len()), Threads::new(program.code.len()));
    let mut out = Vec::new();
    now.clear();
    if now.add(program, part.1, text, from, part.0, from) {
        out.push(from);
    }
    for at in from..stop {
        let Some(&b) = text.get(at) else { break };
        if now.list.is_empty() {
            break;
        }
        next.clear();
        let mut reached = false;
        for &(pc, start) in &now.list {
            if takes(program.code.get(pc as usize), b) {
                reached |= next.add(program, part.1, text, at + 1, pc + 1, start);
            }
        }
        if reached {
            out.push(at + 1);
        }
        std::mem::swap(&mut now, &mut next);
    }
    out
}
