//! Where lines end. A file is a list of operations: texts, and places where a line may or must end, in groups. A group that
//! fits the line is printed in it; else its places are taken, all of them or as few as will do.
//!
//! Every question ("does this fit?") is answered from sums that are made once, so the time is linear.

/// Columns of a line.
const WIDTH: usize = 120;
/// Columns of a level.
pub(super) const INDENT: usize = 2;

/// Where the line after a break begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// At the indentation of what is around it.
    List,
    /// One level further: what goes on here began in a line above.
    Cont,
    /// One level less: a closing bracket.
    Closer,
}

/// An operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op<'t> {
    /// A token.
    Text(&'t str),
    /// A comment at the end of its line; a break follows.
    Trailing(&'t str),
    /// A blank.
    Space,
    /// A place where a line may end.
    Line {
        /// Whether it ends with all others of a group that does not fit; else only where what follows does not fit.
        all: bool,
        /// Whether a blank stands there where it does not.
        space: bool,
        place: Place,
    },
    /// A place where a line ends.
    Hard { blank: bool, place: Place },
    /// The beginning of a group.
    Open,
    /// The end of a group.
    Close,
    /// From here on the indentation is one level more than that of the current line.
    Indent,
    /// From here on the indentation is the current column.
    Align,
    /// The end of what the last `Indent` or `Align` began.
    Dedent,
    /// Blanks where the group does not fit, so that columns align.
    Pad(usize),
}

/// Sums over the operations; all have one entry more than there are operations.
struct Sums {
    /// Columns of everything before, in one line.
    columns: Vec<usize>,
    /// Breaks before.
    hards: Vec<usize>,
    /// The first text of several lines at or after.
    raw: Vec<usize>,
    /// The first operation at or after where a line may end.
    stop: Vec<usize>,
    /// For the beginning of a group its end; for a line the next of its group, or the end of the group.
    next: Vec<usize>,
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

/// The first line of a text.
fn first_line(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or(text)
}

fn is_raw(op: &Op<'_>) -> bool {
    matches!(op, Op::Text(t) if t.contains(['\n', '\r']))
}

impl Sums {
    fn new(ops: &[Op<'_>]) -> Self {
        let (mut columns_before, mut hards) = (vec![0], vec![0]);
        let (mut sum, mut breaks) = (0, 0);
        // The last line of each open group, and the beginning of the group.
        let mut open: Vec<(Option<usize>, usize)> = vec![(None, 0)];
        let mut next = vec![ops.len(); ops.len() + 1];
        let mut set = |at: Option<usize>, to: usize| {
            if let Some(slot) = at.and_then(|at| next.get_mut(at)) {
                *slot = to;
            }
        };
        for (n, op) in ops.iter().enumerate() {
            match op {
                Op::Text(t) => sum += columns(first_line(t)),
                Op::Space => sum += 1,
                Op::Line { space, .. } => {
                    sum += usize::from(*space);
                    if let Some((last, _)) = open.last_mut() {
                        set(last.replace(n), n);
                    }
                }
                Op::Hard { .. } => {
                    breaks += 1;
                    if let Some((last, _)) = open.last_mut() {
                        set(last.take(), n);
                    }
                }
                Op::Open => open.push((None, n)),
                Op::Close => {
                    if let Some((last, begin)) = open.pop() {
                        set(last, n);
                        set(Some(begin), n);
                    }
                }
                _ => {}
            }
            columns_before.push(sum);
            hards.push(breaks);
        }
        let (mut raw, mut stop) = (vec![ops.len(); ops.len() + 1], vec![ops.len(); ops.len() + 1]);
        let (mut last_raw, mut last_stop) = (ops.len(), ops.len());
        for (n, op) in ops.iter().enumerate().rev() {
            if is_raw(op) {
                last_raw = n;
            }
            if matches!(op, Op::Line { .. } | Op::Hard { .. }) {
                last_stop = n;
            }
            for (list, value) in [(&mut raw, last_raw), (&mut stop, last_stop)] {
                if let Some(slot) = list.get_mut(n) {
                    *slot = value;
                }
            }
        }
        Sums {
            columns: columns_before,
            hards,
            raw,
            stop,
            next,
        }
    }

    fn of(list: &[usize], n: usize) -> usize {
        list.get(n).or(list.last()).copied().unwrap_or(0)
    }

    /// Columns from an operation to another, up to the first line break inside a text.
    fn width(&self, from: usize, to: usize) -> usize {
        let to = to.min(Self::of(&self.raw, from).saturating_add(1));
        Self::of(&self.columns, to).saturating_sub(Self::of(&self.columns, from))
    }

    /// Columns from an operation to another and on to where the line may end; none if a line ends between the two.
    fn whole(&self, from: usize, to: usize) -> Option<usize> {
        if Self::of(&self.hards, to) > Self::of(&self.hards, from) {
            return None;
        }
        Some(self.width(from, Self::of(&self.stop, to)))
    }
}

/// Prints operations. Lines end as `eol` says.
pub(super) fn print(ops: &[Op<'_>], eol: &str) -> String {
    let sums = Sums::new(ops);
    let mut page = Page {
        out: String::new(),
        eol,
        column: 0,
        line_indent: 0,
        line: 0,
        begun: false,
        trailing: Vec::new(),
    };
    let mut indents = vec![0];
    let mut broken = vec![true];
    for (n, op) in ops.iter().enumerate() {
        let top = indents.last().copied().unwrap_or(0);
        let is_broken = broken.last().copied().unwrap_or(true);
        let start = |place: Place| match place {
            Place::List => top,
            Place::Cont => top + INDENT,
            Place::Closer => top.saturating_sub(INDENT),
        };
        match *op {
            Op::Text(t) => page.text(t),
            Op::Trailing(t) => page.trailing(t),
            Op::Space => page.text(" "),
            Op::Hard { blank, place } => page.end_line(blank, start(place)),
            Op::Line { all, space, place } => {
                let blank = usize::from(space);
                let end = Sums::of(&sums.next, n);
                let here = page.column + blank;
                let breaks = is_broken
                    && (all
                        || match sums.whole(n + 1, end) {
                            Some(w) if here + w <= WIDTH => false,
                            Some(w) if start(place) + w <= WIDTH => true,
                            // It will be broken inside, wherever it begins.
                            _ => here + sums.width(n + 1, Sums::of(&sums.stop, n + 1)) > WIDTH,
                        });
                if breaks {
                    page.end_line(false, start(place));
                } else if space {
                    page.text(" ");
                }
            }
            Op::Open => {
                let end = Sums::of(&sums.next, n);
                let fits = sums.whole(n, end).is_some_and(|w| page.column + w <= WIDTH);
                broken.push(is_broken && !fits);
            }
            Op::Close => {
                broken.pop();
            }
            Op::Indent => indents.push(page.line_indent + INDENT),
            Op::Align => indents.push(page.column),
            Op::Dedent => {
                indents.pop();
            }
            Op::Pad(n) => {
                if is_broken {
                    page.blanks(n);
                }
            }
        }
    }
    page.finish()
}

/// A trailing comment, not yet in the text.
struct Trailing<'t> {
    /// Where in the text.
    at: usize,
    line: usize,
    column: usize,
    text: &'t str,
}

/// The text so far.
struct Page<'t, 'e> {
    out: String,
    eol: &'e str,
    column: usize,
    line_indent: usize,
    line: usize,
    begun: bool,
    trailing: Vec<Trailing<'t>>,
}

impl<'t> Page<'t, '_> {
    fn text(&mut self, text: &str) {
        self.begun = true;
        self.out.push_str(text);
        match text.rfind(['\n', '\r']) {
            Some(n) => {
                self.line += text.matches('\n').count();
                self.column = columns(text.get(n + 1..).unwrap_or(""));
            }
            None => self.column += columns(text),
        }
    }

    fn blanks(&mut self, n: usize) {
        self.out.extend(std::iter::repeat_n(' ', n));
        self.column += n;
    }

    fn trailing(&mut self, text: &'t str) {
        self.trailing.push(Trailing {
            at: self.out.len(),
            line: self.line,
            column: self.column,
            text,
        });
    }

    fn end_line(&mut self, blank: bool, indent: usize) {
        if !self.begun {
            return;
        }
        for _ in 0..1 + usize::from(blank) {
            self.out.push_str(self.eol);
            self.line += 1;
        }
        self.column = 0;
        self.blanks(indent);
        self.line_indent = indent;
    }

    /// Puts the trailing comments in, those of neighbouring lines in one column.
    fn finish(self) -> String {
        if !self.begun {
            return String::new();
        }
        let mut text = String::with_capacity(self.out.len() + 64 * self.trailing.len());
        let mut done = 0;
        let neighbours = |a: &Trailing<'_>, b: &Trailing<'_>| a.line + 1 == b.line;
        for run in self.trailing.chunk_by(neighbours) {
            let widest = run.iter().map(|c| c.column).max().unwrap_or(0);
            let narrowest = run.iter().map(|c| c.column).min().unwrap_or(0);
            for c in run {
                text.push_str(self.out.get(done..c.at).unwrap_or(""));
                done = c.at;
                // One long line does not push the others' comments out of sight.
                let aligned = widest - narrowest <= FAR;
                let blanks = GAP + if aligned { widest - c.column } else { 0 };
                text.extend(std::iter::repeat_n(' ', blanks));
                text.push_str(c.text);
            }
        }
        text.push_str(self.out.get(done..).unwrap_or(""));
        text.push_str(self.eol);
        text
    }
}

/// Blanks before a trailing comment.
const GAP: usize = 2;
/// Lines whose ends lie further apart do not align their comments.
const FAR: usize = 40;
