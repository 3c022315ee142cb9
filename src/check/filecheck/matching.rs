//! The checks against the text: order, lines, groups of `-DAG`, exclusion by `-NOT`, blocks between labels.

use super::args::Options;
use super::directives::{Check, Plan};
use super::pattern::{Kind, Miss, Pattern};
use super::variables::Variables;
use crate::support::diag::Diagnostic;
use crate::support::source::{FileId, Span};

/// One failure: an error in the check file and notes in the text.
pub(super) struct Failure {
    place: Span,
    message: String,
    notes: Vec<(usize, usize, String)>,
    /// A note without an own place goes with the first.
    values: Vec<String>,
}

impl Failure {
    fn new(place: Span, message: String) -> Failure {
        Failure {
            place,
            message,
            notes: Vec::new(),
            values: Vec::new(),
        }
    }
    fn note(mut self, at: usize, end: usize, text: impl Into<String>) -> Failure {
        self.notes.push((at, end, text.into()));
        self
    }

    /// The failure with its places in `input`.
    pub(super) fn diagnostic(&self, input: FileId) -> Diagnostic {
        let mut d = Diagnostic::error(self.place, self.message.clone());
        for (n, (at, end, text)) in self.notes.iter().enumerate() {
            d = d.note(Span::new(input, *at, *end), text.clone());
            if n == 0 {
                for text in &self.values {
                    d = d.note(Span::new(input, *at, *at), text.clone());
                }
            }
        }
        d
    }

    /// Where a dump marks the text, and with what.
    pub(super) fn mark(&self) -> Option<(usize, &str)> {
        self.notes.first().map(|(at, _, _)| (*at, self.message.as_str()))
    }
}

/// Checks the whole text.
pub(super) fn check(plan: Plan, text: &[u8], options: &Options) -> Vec<Failure> {
    let mut m = Matcher {
        text,
        options,
        vars: plan.vars,
        failures: Vec::new(),
    };
    m.all(&plan.checks);
    m.failures
}

/// Nothing more can be checked in this block; the failure has been recorded.
struct Failed;

struct Matcher<'a> {
    text: &'a [u8],
    options: &'a Options,
    vars: Variables,
    failures: Vec<Failure>,
}

impl Matcher<'_> {
    fn all(&mut self, checks: &[Check]) {
        let (mut from, mut done) = (0, 0);
        loop {
            // Labels are found first, so that a failure in one block does not spoil the next.
            let rest = checks.get(done..).unwrap_or_default();
            let label = rest
                .iter()
                .position(|c| c.pattern.kind == Kind::Label)
                .map(|n| done + n);
            let (region, next) = match label.and_then(|n| Some((n, checks.get(n)?))) {
                None => (from..self.text.len(), checks.len()),
                Some((n, check)) => {
                    let Ok((_, end)) = self.times(&check.pattern, from, self.text.len()) else {
                        return;
                    };
                    (from..end, n + 1)
                }
            };
            if done != 0 && self.options.enable_var_scope {
                self.vars.forget_local();
            }
            let mut at = region.start;
            for check in checks.get(done..next).unwrap_or_default() {
                match self.one(check, at, region.end) {
                    Ok(end) => at = end,
                    Err(Failed) => break,
                }
            }
            if label.is_none() {
                return;
            }
            (from, done) = (region.end, next);
        }
    }

    /// One search in `from..to`; a range is of the whole text.
    fn find(&mut self, pattern: &Pattern, from: usize, to: usize) -> Result<(usize, usize), Miss> {
        let text = self.text.get(from..to).unwrap_or_default();
        pattern
            .find(text, &mut self.vars)
            .map(|(a, b)| (from + a, from + b))
    }

    /// The pattern as often as it asks for: from the first match's start to the last one's end.
    fn times(&mut self, pattern: &Pattern, from: usize, to: usize) -> Result<(usize, usize), Failed> {
        let (mut first, mut at) = (None, from);
        for n in 1..=pattern.count {
            match self.find(pattern, at, to) {
                Ok((start, end)) => {
                    first.get_or_insert(start);
                    at = end;
                }
                Err(miss) => {
                    self.missing(pattern, miss, n, at, to);
                    return Err(Failed);
                }
            }
        }
        Ok((first.unwrap_or(from), at))
    }

    fn one(&mut self, check: &Check, from: usize, to: usize) -> Result<usize, Failed> {
        let (from, nots) = self.group(check, from, to)?;
        let (start, end) = self.times(&check.pattern, from, to)?;
        self.lines(check, from, start)?;
        self.exclude(&nots, from, start)?;
        Ok(end)
    }

    /// The `-DAG`s and `-NOT`s before a check: where the check may begin, and the `-NOT`s that reach up to it.
    fn group<'p>(
        &mut self,
        check: &'p Check,
        from: usize,
        to: usize,
    ) -> Result<(usize, Vec<&'p Pattern>), Failed> {
        let mut start = from;
        let mut nots: Vec<&Pattern> = Vec::new();
        // Matches of the present run of `-DAG`s, by place, without overlaps.
        let mut taken: Vec<(usize, usize)> = Vec::new();
        let mut items = check.before.iter().peekable();
        while let Some(pattern) = items.next() {
            if pattern.kind == Kind::Not {
                nots.push(pattern);
                continue;
            }
            self.unordered(pattern, start, to, &mut taken)?;
            if items.peek().is_none_or(|p| p.kind == Kind::Not) {
                if let Some(&(first, _)) = taken.first() {
                    self.exclude(&nots, start, first)?;
                    nots.clear();
                }
                start = taken.last().map_or(start, |t| t.1);
                taken.clear();
            }
        }
        Ok((start, nots))
    }

    /// One `-DAG`: the first match that overlaps none in `taken`.
    fn unordered(
        &mut self,
        pattern: &Pattern,
        from: usize,
        to: usize,
        taken: &mut Vec<(usize, usize)>,
    ) -> Result<(), Failed> {
        let (mut at, mut n) = (from, 0);
        loop {
            let (start, end) = match self.find(pattern, at, to) {
                Ok(range) => range,
                Err(miss) => {
                    self.missing(pattern, miss, 1, at, to);
                    return Err(Failed);
                }
            };
            if self.options.dag_overlap {
                match taken.first_mut() {
                    Some(block) => *block = (block.0.min(start), block.1.max(end)),
                    None => taken.push((start, end)),
                }
                return Ok(());
            }
            // Searches go forward, so earlier matches need no second look.
            while taken.get(n).is_some_and(|t| t.1 <= start) {
                n += 1;
            }
            match taken.get(n) {
                Some(&(other, other_end)) if other < end => {
                    at = other_end;
                    n += 1;
                }
                _ => {
                    taken.insert(n, (start, end));
                    return Ok(());
                }
            }
        }
    }

    /// What `-NEXT`, `-EMPTY` and `-SAME` say about the lines between the match before and this one.
    fn lines(&mut self, check: &Check, from: usize, start: usize) -> Result<(), Failed> {
        let kind = check.pattern.kind;
        let wanted = match kind {
            Kind::Next | Kind::Empty => 1,
            Kind::Same => 0,
            _ => return Ok(()),
        };
        let skipped = self.text.get(from..start).unwrap_or_default();
        let mut breaks = memchr::memchr_iter(b'\n', skipped);
        let first = breaks.next();
        let count = usize::from(first.is_some()) + breaks.count();
        if count == wanted {
            return Ok(());
        }
        let what = match (kind, count) {
            (Kind::Same, _) => "SAME: is not on the same line as the previous match",
            (Kind::Next, 0) => "NEXT: is on the same line as previous match",
            (Kind::Next, _) => "NEXT: is not on the line after the previous match",
            (_, 0) => "EMPTY: is on the same line as previous match",
            _ => "EMPTY: is not on the line after the previous match",
        };
        let mut failure = Failure::new(check.pattern.place, format!("{}-{what}", check.prefix))
            .note(start, start, "'next' match was here")
            .note(from, from, "previous match ended here");
        if let (1, Some(n)) = (wanted, first) {
            failure = failure.note(
                from + n + 1,
                from + n + 1,
                "non-matching line after previous match is here",
            );
        }
        self.failures.push(failure);
        Err(Failed)
    }

    /// All `-NOT`s are looked for, so that one run shows all that is wrong here.
    fn exclude(&mut self, nots: &[&Pattern], from: usize, to: usize) -> Result<(), Failed> {
        let mut result = Ok(());
        for pattern in nots {
            match self.find(pattern, from, to) {
                Ok((start, end)) => {
                    let message = format!("{}: excluded string found in input", pattern.name);
                    let mut failure = Failure::new(pattern.place, message).note(start, end, "found here");
                    failure.values = self.values(pattern);
                    self.failures.push(failure);
                    result = Err(Failed);
                }
                Err(Miss::NotFound) => {}
                Err(miss) => {
                    self.missing(pattern, miss, 1, from, to);
                    result = Err(Failed);
                }
            }
        }
        result
    }

    fn values(&self, pattern: &Pattern) -> Vec<String> {
        let uses = pattern.uses(&self.vars).into_iter();
        uses.map(|(name, value)| format!("with \"{name}\" equal to \"{}\"", value.escape_debug()))
            .collect()
    }

    fn missing(&mut self, pattern: &Pattern, miss: Miss, count: u32, from: usize, to: usize) {
        match miss {
            Miss::Unusable(faults) => {
                self.failures.extend(
                    faults
                        .into_iter()
                        .map(|(place, message)| Failure::new(place, message)),
                );
            }
            Miss::NotFound => {
                let mut message = format!("{}: expected string not found in input", pattern.name);
                if pattern.count > 1 {
                    message.push_str(&format!(" ({count} out of {})", pattern.count));
                }
                let mut failure = Failure::new(pattern.place, message).note(from, from, "scanning from here");
                failure.values = self.values(pattern);
                let region = self.text.get(from..to).unwrap_or_default();
                if let Some(near) = super::report::near_miss(region, &pattern.example)
                    && near != 0
                {
                    failure = failure.note(from + near, from + near, "possible intended match here");
                }
                self.failures.push(failure);
            }
        }
    }
}
