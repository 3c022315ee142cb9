//! Transfers as text, for trying one without IR:
//!
//! ```text
//! [[4096,7],[1,4096]] -> [[1,28672]] partition [1,128] offset 64 x bf16 aliased
//! ```
//!
//! Pairs are `[stride,num]`, outermost first, in elements; `partition` is a pair in partitions, walked first, and makes a
//! side one on chip, as does a stride or an offset in partitions, `2p` or `2p+3`; an offset may have an unknown part,
//! `offset 3 + 8x`. One side alone is an access whose order counts. `aliased` and `accumulate` say what is known of the
//! order.

use super::place::{Addr, Pair, linear, place, steps};
use super::ragged::refine_all;
use super::{Joint, NoForm, Offset, Order, Steps, Transfer};
use std::fmt::Write as _;
use std::ops::Range;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Bytes of the text.
    pub at: Range<usize>,
    /// What.
    pub message: String,
}

/// One side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// Dimensions, the partition's first.
    pub pairs: Vec<Pair>,
    /// Where it begins, as far as it is known.
    pub start: Addr,
    /// What the rest of that is a multiple of; 0: there is none.
    pub unknown: i64,
    /// Whether it is on chip.
    pub chip: bool,
    /// Where it is written.
    pub at: Range<usize>,
}

/// What a text says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Source, or the only side.
    pub src: Side,
    /// Destination.
    pub dst: Option<Side>,
    /// The element type.
    pub dtype: String,
    /// Its bytes.
    pub size: i64,
    /// The sides may touch the same elements.
    pub aliased: bool,
    /// The destination accumulates.
    pub accumulates: bool,
}

/// Pairs that a side may have.
const PAIRS: usize = 64;

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

type Read<T> = Result<T, Fault>;

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }
    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }
    /// The next word or sign, for messages.
    fn here(&self) -> Range<usize> {
        let rest = self.rest();
        let word = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let len = if word > 0 {
            word
        } else {
            rest.chars().next().map_or(0, char::len_utf8)
        };
        self.at..self.at + len
    }
    fn fault<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Fault {
            at: self.here(),
            message: message.into(),
        })
    }
    fn take(&mut self, sign: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }
    fn need(&mut self, sign: &str) -> Read<()> {
        if self.take(sign) {
            return Ok(());
        }
        let found = self.text.get(self.here()).unwrap_or("");
        let found = match found {
            "" => "the end".to_string(),
            found => format!("'{found}'"),
        };
        self.fault(format!("expected '{sign}', found {found}"))
    }
    fn word(&mut self) -> &'t str {
        self.blanks();
        let at = self.here();
        self.text
            .get(at)
            .filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic()))
            .unwrap_or("")
    }
    fn int(&mut self) -> Read<i64> {
        self.blanks();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest
            .get(sign..)
            .unwrap_or("")
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        if digits == 0 {
            return self.fault("expected an integer");
        }
        let end = self.at + sign + digits;
        match self.text.get(self.at..end).and_then(|t| t.parse().ok()) {
            Some(n) => {
                self.at = end;
                Ok(n)
            }
            None => Err(Fault {
                at: self.at..end,
                message: "this number has more than 64 bits".to_string(),
            }),
        }
    }
    /// `3`, `2p`, `2p+3`: elements, partitions, both; and whether there are partitions.
    fn addr(&mut self) -> Read<(Addr, bool)> {
        let n = self.int()?;
        if !self.rest().starts_with('p') || self.rest().starts_with("partition") {
            return Ok((Addr { part: 0, elem: n }, false));
        }
        self.at += 1;
        let mut elem = 0;
        let more = self.rest();
        let digit = more
            .get(1..)
            .is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()));
        if digit && more.starts_with(['+', '-']) {
            // The sign of a number is part of it only where it is negative.
            self.at += usize::from(more.starts_with('+'));
            elem = self.int()?;
        }
        Ok((Addr { part: n, elem }, true))
    }
    fn pair(&mut self) -> Read<(Addr, i64, bool)> {
        self.need("[")?;
        let (stride, across) = self.addr()?;
        self.need(",")?;
        self.blanks();
        let at = self.at;
        let num = self.int()?;
        if num < 0 {
            return Err(Fault {
                at: at..self.at,
                message: format!("num must not be negative, but is {num}"),
            });
        }
        self.need("]")?;
        Ok((stride, num, across))
    }

    fn side(&mut self) -> Read<Side> {
        self.blanks();
        let start = self.at;
        let mut pairs = Vec::new();
        let (mut chip, mut partition) = (false, false);
        self.need("[")?;
        if !self.take("]") {
            loop {
                let (stride, num, across) = self.pair()?;
                chip |= across;
                if pairs.len() == PAIRS {
                    return self.fault(format!("a side has at most {PAIRS} pairs"));
                }
                pairs.push(Pair { stride, num });
                if !self.take(",") {
                    break;
                }
            }
            self.need("]")?;
        }
        let (mut first, mut unknown) = (Addr::default(), 0);
        loop {
            match self.word() {
                "partition" if !partition => {
                    self.at += "partition".len();
                    let (stride, num, _) = self.pair()?;
                    (chip, partition) = (true, true);
                    let part = if stride.part == 0 {
                        stride.elem
                    } else {
                        stride.part
                    };
                    pairs.insert(
                        0,
                        Pair {
                            stride: Addr { part, elem: 0 },
                            num,
                        },
                    );
                }
                "offset" => {
                    self.at += "offset".len();
                    let (at, across) = self.addr()?;
                    first = at;
                    chip |= across;
                    if self.take("+") {
                        self.blanks();
                        let at = self.at;
                        unknown = self.int()?;
                        if unknown <= 0 {
                            return Err(Fault {
                                at: at..self.at,
                                message: "what an unknown is multiplied by is positive".to_string(),
                            });
                        }
                        self.need("x")?;
                    }
                }
                _ => break,
            }
        }
        Ok(Side {
            pairs,
            start: first,
            unknown,
            chip,
            at: start..self.at,
        })
    }
}

/// Reads a transfer. `bytes` gives the size of an element type's elements; `dtypes` are listed where it is unknown.
///
/// # Errors
///
/// The text is not understood.
pub fn parse(text: &str, bytes: &dyn Fn(&str) -> Option<i64>, dtypes: &[&str]) -> Result<Spec, Fault> {
    let mut r = Reader { text, at: 0 };
    let src = r.side()?;
    let dst = if r.take("->") { Some(r.side()?) } else { None };
    if r.word() != "x" {
        let what = if dst.is_some() {
            ""
        } else {
            " or '-> [[stride,num],...]'"
        };
        return r.fault(format!("expected 'x' and an element type{what}"));
    }
    r.at += 1;
    let dtype = r.word();
    let Some(size) = bytes(dtype) else {
        let hint = crate::support::nearest::hint(dtype, dtypes.iter().copied());
        return r.fault(format!(
            "unknown element type '{dtype}'{hint}; known are {}",
            dtypes.join(", ")
        ));
    };
    r.at += dtype.len();
    let (mut aliased, mut accumulates) = (false, false);
    loop {
        match r.word() {
            "aliased" => aliased = true,
            "accumulate" => accumulates = true,
            "" if r.rest().is_empty() => break,
            word => {
                let hint = crate::support::nearest::hint(word, ["aliased", "accumulate"]);
                return r.fault(format!("expected 'aliased', 'accumulate' or the end{hint}"));
            }
        }
        r.at += r.word().len();
    }
    Ok(Spec {
        src,
        dst,
        dtype: dtype.to_string(),
        size,
        aliased,
        accumulates,
    })
}

impl Side {
    /// Where it begins, as a linear address.
    fn begins(&self, size: i64) -> Result<Offset, Fault> {
        let at = linear(self.start, size, self.chip).ok_or_else(|| Fault {
            at: self.at.clone(),
            message: "this begins further out than a partition reaches".to_string(),
        })?;
        Ok(Offset {
            at,
            unknown: self.unknown,
        })
    }

    /// As linear steps.
    fn steps(&self, size: i64) -> Result<Steps, Fault> {
        let far = || Fault {
            at: self.at.clone(),
            message: "this reaches further than a partition does".to_string(),
        };
        steps(&self.pairs, size, self.chip).ok_or_else(far)
    }
}

impl Spec {
    /// The transfers that this is: one as a rule, none where nothing is moved.
    ///
    /// # Errors
    ///
    /// The sides do not move the same, or numbers are too large.
    pub fn transfers(&self) -> Result<Vec<Transfer>, Fault> {
        let s = self.src.steps(self.size)?;
        let Some(dst) = &self.dst else {
            // An access alone: the order of its elements is what it is.
            let dims = s
                .iter()
                .map(|d| Joint {
                    src: d.stride,
                    dst: 0,
                    num: d.num,
                })
                .collect();
            return Ok(vec![Transfer {
                src: self.src.begins(self.size)?,
                dst: Offset::default(),
                size: self.size,
                widest: self.size,
                dims,
                order: Order::Aliased,
            }]);
        };
        let d = dst.steps(self.size)?;
        let fault = |message: String| Fault {
            at: dst.at.clone(),
            message,
        };
        let dims = d.iter().map(|d| Joint {
            src: 0,
            dst: d.stride,
            num: d.num,
        });
        let whole = Transfer::new(
            self.src.begins(self.size)?,
            dst.begins(self.size)?,
            self.size,
            dims.collect(),
            self.aliased,
            self.accumulates,
        );
        let pieces = refine_all(&s, &d, whole.order != Order::Free).map_err(|e| {
            fault(match e {
                NoForm::Counts(a, b) => format!("source moves {a} elements and destination {b}"),
                NoForm::Pieces => format!(
                    "the boundaries of the two sides do not nest, and cutting takes more than {} pieces",
                    super::ragged::PIECES
                ),
                NoForm::Ragged => "the boundaries of the two sides do not nest".to_string(),
                NoForm::Overflow => "the numbers leave 64 bits".to_string(),
                NoForm::Negative => "num must not be negative".to_string(),
            })
        })?;
        let mut out = Vec::with_capacity(pieces.len());
        for p in pieces {
            let (Some(src), Some(dst)) = (whole.src.plus(p.src), whole.dst.plus(p.dst)) else {
                return Err(fault("the numbers leave 64 bits".to_string()));
            };
            out.push(Transfer {
                src,
                dst,
                dims: p.dims,
                ..whole.clone()
            });
        }
        Ok(out)
    }

    /// Whether the sides are on chip.
    pub fn chip(&self) -> (bool, bool) {
        (self.src.chip, self.dst.as_ref().is_some_and(|d| d.chip))
    }
}

/// A stride as text: partitions and elements where it has both.
pub fn stride(s: i64, size: i64, chip: bool) -> String {
    let a = place(s, size, chip);
    match (a.part, a.elem) {
        (0, e) => e.to_string(),
        (p, 0) => format!("{p}p"),
        (p, e) => format!("{p}p{e:+}"),
    }
}

/// An offset as text.
pub fn offset(o: Offset, size: i64, chip: bool) -> String {
    match o.unknown {
        0 => stride(o.at, size, chip),
        n => format!("{} + {n}x", stride(o.at, size, chip)),
    }
}

/// Dimensions as text, `(source stride, destination stride, num)` each.
pub fn joints(dims: &[Joint], size: i64, chip: (bool, bool)) -> String {
    let mut out = String::new();
    for d in dims {
        let _ = write!(
            out,
            "({},{},{})",
            stride(d.src, size, chip.0),
            stride(d.dst, size, chip.1),
            d.num
        );
    }
    if out.is_empty() { "()".to_string() } else { out }
}

/// One side of dimensions, in the notation that is read.
pub fn side(dims: &[(i64, i64)], at: Offset, size: i64, chip: bool) -> String {
    let mut out = String::from("[");
    let mut partition = String::new();
    let mut first = true;
    for (k, (s, n)) in dims.iter().enumerate() {
        let a = place(*s, size, chip);
        // Further in, its place among the others matters.
        if k == 0 && a.part != 0 && a.elem == 0 {
            partition = format!(" partition [{},{n}]", a.part);
            continue;
        }
        if !first {
            out.push(',');
        }
        first = false;
        let _ = write!(out, "[{},{n}]", stride(*s, size, chip));
    }
    out.push(']');
    out.push_str(&partition);
    if at != Offset::default() {
        let _ = write!(out, " offset {}", offset(at, size, chip));
    }
    out
}
