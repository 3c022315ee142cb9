//! From the text of an expression to its tree.

use super::Fault;

/// A set of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// Whether the byte is in the set.
    #[inline]
    pub fn has(&self, b: u8) -> bool {
        self.0
            .get(usize::from(b >> 6))
            .is_some_and(|w| w >> (b & 63) & 1 == 1)
    }
    /// Adds a byte.
    pub fn add(&mut self, b: u8) {
        if let Some(w) = self.0.get_mut(usize::from(b >> 6)) {
            *w |= 1 << (b & 63);
        }
    }
    /// Removes a byte.
    pub fn remove(&mut self, b: u8) {
        if let Some(w) = self.0.get_mut(usize::from(b >> 6)) {
            *w &= !(1 << (b & 63));
        }
    }
    /// Adds all bytes of another set.
    pub fn join(&mut self, other: &ByteSet) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
    fn invert(&mut self) {
        for w in &mut self.0 {
            *w = !*w;
        }
    }
    fn fold(&mut self) {
        for b in b'a'..=b'z' {
            let upper = b.to_ascii_uppercase();
            if self.has(b) || self.has(upper) {
                self.add(b);
                self.add(upper);
            }
        }
    }
}

/// A place between two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assert {
    /// `^`
    LineStart,
    /// `$`
    LineEnd,
    /// `[[:<:]]`
    WordStart,
    /// `[[:>:]]`
    WordEnd,
}

/// The tree of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// Matches the empty text.
    Empty,
    /// Matches nothing at all.
    Never,
    /// One byte.
    Byte(u8),
    /// One byte of a set.
    Set(Box<ByteSet>),
    /// An assertion.
    Assert(Assert),
    /// One after the other.
    Cat(Vec<Node>),
    /// Any of these.
    Alt(Vec<Node>),
    /// `min` to `max` times; no `max` is no bound.
    Repeat(Box<Node>, u32, Option<u32>),
    /// A numbered group.
    Group(u32, Box<Node>),
    /// The text of a group again. The copy of the group's own expression serves to sort out hopeless places
    /// without looking at the captured text.
    Backref(u32, Box<Node>),
}

/// The node of a literal text.
pub fn literal(text: &[u8], ignore_case: bool) -> Node {
    Node::Cat(text.iter().map(|&b| one(b, ignore_case)).collect())
}

fn one(b: u8, ignore_case: bool) -> Node {
    if ignore_case && b.is_ascii_alphabetic() {
        let mut set = ByteSet::default();
        set.add(b);
        set.fold();
        Node::Set(Box::new(set))
    } else {
        Node::Byte(b)
    }
}

/// The groups of an expression so far; an expression made of several pieces counts through.
#[derive(Clone, Default, Debug)]
pub struct Groups {
    closed: Vec<Option<Node>>,
    copied: usize,
}

/// Most nodes that back-references may copy: references to groups with references multiply.
const COPIES: usize = 20_000;

fn size(node: &Node) -> usize {
    1 + match node {
        Node::Cat(items) | Node::Alt(items) => items.iter().map(size).sum(),
        Node::Repeat(inner, ..) | Node::Group(_, inner) | Node::Backref(_, inner) => size(inner),
        _ => 0,
    }
}

impl Groups {
    /// Opens the next group and gives its number.
    pub fn open(&mut self) -> u32 {
        self.closed.push(None);
        self.closed.len() as u32
    }
    /// Closes a group; only those that a back-reference can name are remembered.
    pub fn close(&mut self, number: u32, inner: Node) -> Node {
        if number <= 9
            && let Some(slot) = self.closed.get_mut(number as usize - 1)
        {
            *slot = Some(inner.clone());
        }
        Node::Group(number, Box::new(inner))
    }
    /// A reference to a closed group.
    pub fn backref(&mut self, number: u32) -> Result<Node, Fault> {
        let inner = (number as usize)
            .checked_sub(1)
            .and_then(|n| self.closed.get(n)?.as_ref());
        let inner = inner.ok_or(Fault::Syntax("invalid backreference number"))?;
        self.copied += size(inner);
        if self.copied > COPIES {
            return Err(Fault::Syntax("expression too large"));
        }
        Ok(Node::Backref(number, Box::new(inner.clone())))
    }
}

/// Deepest nesting of parentheses; what follows from the tree recurses as deep.
const NESTING: u32 = 200;
/// Largest count in braces (POSIX's `RE_DUP_MAX`).
const COUNT: u32 = 255;

/// Parses one expression; its groups get the numbers after those of `groups`.
pub fn parse(source: &[u8], ignore_case: bool, groups: &mut Groups) -> Result<Node, Fault> {
    let mut p = Parser {
        source,
        at: 0,
        ignore_case,
        depth: 0,
        groups,
    };
    let node = p.alternatives()?;
    match p.peek() {
        None => Ok(node),
        Some(_) => Err(Fault::Syntax("parentheses not balanced")),
    }
}

struct Parser<'a> {
    source: &'a [u8],
    at: usize,
    ignore_case: bool,
    depth: u32,
    groups: &'a mut Groups,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }
    fn peek2(&self) -> Option<u8> {
        self.source.get(self.at + 1).copied()
    }
    fn next(&mut self) -> Option<u8> {
        let b = self.peek()?;
        self.at += 1;
        Some(b)
    }
    fn eat(&mut self, b: u8) -> bool {
        let is = self.peek() == Some(b);
        self.at += usize::from(is);
        is
    }

    fn alternatives(&mut self) -> Result<Node, Fault> {
        let mut branches = Vec::new();
        loop {
            let mut items = Vec::new();
            while let Some(b) = self.peek() {
                if b == b'|' || (b == b')' && self.depth > 0) {
                    break;
                }
                items.push(self.item()?);
            }
            if items.is_empty() {
                return Err(Fault::Syntax("empty (sub)expression"));
            }
            branches.push(if items.len() == 1 {
                items.remove(0)
            } else {
                Node::Cat(items)
            });
            if !self.eat(b'|') {
                break;
            }
        }
        Ok(if branches.len() == 1 {
            branches.remove(0)
        } else {
            Node::Alt(branches)
        })
    }

    fn item(&mut self) -> Result<Node, Fault> {
        let operand = Err(Fault::Syntax("repetition-operator operand invalid"));
        let Some(b) = self.next() else {
            return Ok(Node::Empty);
        };
        let node = match b {
            b'(' => self.group()?,
            b')' => return Err(Fault::Syntax("parentheses not balanced")),
            b'^' => Node::Assert(Assert::LineStart),
            b'$' => Node::Assert(Assert::LineEnd),
            b'*' | b'+' | b'?' => return operand,
            b'.' => {
                let mut set = ByteSet::default();
                set.invert();
                set.remove(b'\n');
                Node::Set(Box::new(set))
            }
            b'[' => self.bracket()?,
            b'\\' => match self.next() {
                None => return Err(Fault::Syntax("trailing backslash (\\)")),
                Some(d @ b'1'..=b'9') => self.groups.backref(u32::from(d - b'0'))?,
                Some(other) => one(other, self.ignore_case),
            },
            b'{' if self.peek().is_some_and(|d| d.is_ascii_digit()) => return operand,
            other => one(other, self.ignore_case),
        };
        if !self.at_repeat() {
            return Ok(node);
        }
        if b == b'^' {
            return operand;
        }
        let (min, max) = match self.next() {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            _ => self.braces()?,
        };
        if self.at_repeat() {
            return operand;
        }
        Ok(Node::Repeat(Box::new(node), min, max))
    }

    /// A brace begins a repetition only before a digit; elsewhere it is literal.
    fn at_repeat(&self) -> bool {
        match self.peek() {
            Some(b'*' | b'+' | b'?') => true,
            Some(b'{') => self.peek2().is_some_and(|d| d.is_ascii_digit()),
            _ => false,
        }
    }

    fn group(&mut self) -> Result<Node, Fault> {
        if self.depth >= NESTING {
            return Err(Fault::Syntax("parentheses nested too deeply"));
        }
        let number = self.groups.open();
        self.depth += 1;
        let inner = match self.peek() {
            None => return Err(Fault::Syntax("parentheses not balanced")),
            Some(b')') => Node::Empty,
            Some(_) => self.alternatives()?,
        };
        self.depth -= 1;
        if !self.eat(b')') {
            return Err(Fault::Syntax("parentheses not balanced"));
        }
        Ok(self.groups.close(number, inner))
    }

    fn count(&mut self) -> Result<u32, Fault> {
        let mut n = 0u32;
        while let Some(d @ b'0'..=b'9') = self.peek() {
            n = n * 10 + u32::from(d - b'0');
            self.at += 1;
            if n > COUNT {
                return Err(Fault::Syntax("invalid repetition count(s)"));
            }
        }
        Ok(n)
    }

    fn braces(&mut self) -> Result<(u32, Option<u32>), Fault> {
        let min = self.count()?;
        let mut max = Some(min);
        if self.eat(b',') {
            max = if self.peek().is_some_and(|d| d.is_ascii_digit()) {
                Some(self.count()?)
            } else {
                None
            };
        }
        if max.is_some_and(|m| m < min) {
            return Err(Fault::Syntax("invalid repetition count(s)"));
        }
        if self.eat(b'}') {
            return Ok((min, max));
        }
        let closed = self
            .source
            .get(self.at..)
            .is_some_and(|rest| rest.contains(&b'}'));
        Err(Fault::Syntax(if closed {
            "invalid repetition count(s)"
        } else {
            "braces not balanced"
        }))
    }

    fn bracket(&mut self) -> Result<Node, Fault> {
        for (text, assert) in [(b"[:<:]]", Assert::WordStart), (b"[:>:]]", Assert::WordEnd)] {
            if self
                .source
                .get(self.at..)
                .is_some_and(|rest| rest.starts_with(text))
            {
                self.at += text.len();
                return Ok(Node::Assert(assert));
            }
        }
        let mut set = ByteSet::default();
        let inverted = self.eat(b'^');
        if self.eat(b']') {
            set.add(b']');
        } else if self.eat(b'-') {
            set.add(b'-');
        }
        loop {
            match (self.peek(), self.peek2()) {
                (None, _) => return Err(Fault::Syntax("brackets ([ ]) not balanced")),
                (Some(b']'), _) => break,
                (Some(b'-'), Some(b']')) => {
                    self.at += 1;
                    set.add(b'-');
                    break;
                }
                (Some(b'-'), _) => return Err(Fault::Syntax("invalid character range")),
                (Some(b'['), Some(b':')) => {
                    let name = self.named(b':').ok_or(Fault::Syntax("invalid character class"))?;
                    class(name, &mut set).ok_or(Fault::Syntax("invalid character class"))?;
                }
                (Some(b'['), Some(b'=')) => {
                    let name = self
                        .named(b'=')
                        .ok_or(Fault::Syntax("invalid collating element"))?;
                    set.add(collating(name)?);
                }
                _ => {
                    let first = self.symbol()?;
                    let mut last = first;
                    if self.peek() == Some(b'-') && self.peek2().is_some_and(|b| b != b']') {
                        self.at += 1;
                        last = if self.eat(b'-') { b'-' } else { self.symbol()? };
                    }
                    if first > last {
                        return Err(Fault::Syntax("invalid character range"));
                    }
                    (first..=last).for_each(|b| set.add(b));
                }
            }
        }
        if !self.eat(b']') {
            return Err(Fault::Syntax("brackets ([ ]) not balanced"));
        }
        if self.ignore_case {
            set.fold();
        }
        if inverted {
            set.invert();
            set.remove(b'\n');
        }
        Ok(Node::Set(Box::new(set)))
    }

    /// The name in `[:name:]` and its relatives.
    fn named(&mut self, mark: u8) -> Option<&[u8]> {
        let from = self.at + 2;
        let rest = self.source.get(from..)?;
        let end = rest.windows(2).position(|w| w == [mark, b']'])?;
        self.at = from + end + 2;
        rest.get(..end)
    }

    fn symbol(&mut self) -> Result<u8, Fault> {
        if self.peek() == Some(b'[') && self.peek2() == Some(b'.') {
            let name = self
                .named(b'.')
                .ok_or(Fault::Syntax("brackets ([ ]) not balanced"))?;
            return collating(name);
        }
        self.next().ok_or(Fault::Syntax("brackets ([ ]) not balanced"))
    }
}

/// Collating elements longer than a byte have names in POSIX that nobody writes; they are refused.
fn collating(name: &[u8]) -> Result<u8, Fault> {
    match name {
        [b] => Ok(*b),
        _ => Err(Fault::Syntax("invalid collating element")),
    }
}

fn class(name: &[u8], set: &mut ByteSet) -> Option<()> {
    let is: fn(&u8) -> bool = match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |b| matches!(b, b' ' | b'\t'),
        b"cntrl" => u8::is_ascii_control,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |b| matches!(b, 0x20..=0x7e),
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |b| matches!(b, b'\t'..=b'\r' | b' '),
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    };
    (0..=255u8).filter(is).for_each(|b| set.add(b));
    Some(())
}
