//! Numbers and strings.

use super::build::{Builder, Built, P};
use super::grammar::Rule;
use crate::lang::ast::{StrLit, StrPiece, Text};
use crate::support::kinds::Kind;
use crate::support::source::Span;

impl<'t> Builder<'t, '_> {
    /// An integer; one that does not fit is reported and read as 0.
    pub fn int(&mut self, p: &P<'t>) -> i64 {
        let text: String = p.as_str().chars().filter(|&c| c != '_').collect();
        let (sign, digits) = text.strip_prefix('-').map_or((1, text.as_str()), |d| (-1, d));
        let value = match digits.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16),
            None => digits.parse::<i128>(),
        };
        match value.ok().and_then(|v| i64::try_from(sign * v).ok()) {
            Some(value) => value,
            None => {
                let at = self.span(p);
                self.sink
                    .fault(Kind::Literal, at, "integer literal does not fit 64 bits");
                0
            }
        }
    }

    /// A string with its interpolations.
    pub fn string(&mut self, p: P<'t>) -> Built<StrLit> {
        let mut k = self.kids(p);
        let mut pieces = Vec::new();
        while let Some(p) = k.next() {
            if p.as_rule() == Rule::text {
                pieces.push(StrPiece::Text(self.unescape(&p)));
            } else {
                let mut k = self.kids(p);
                pieces.push(StrPiece::Expr(self.next_expr(&mut k)?));
            }
        }
        Ok(StrLit { pieces, span: k.span })
    }

    /// A string in which nothing may be interpolated.
    pub fn plain_string(&mut self, p: P<'t>) -> Built<Text> {
        let s = self.string(p)?;
        for piece in &s.pieces {
            if let StrPiece::Expr(e) = piece {
                return Err(self
                    .sink
                    .fault(Kind::Literal, e.span, "nothing can be interpolated here")
                    .into());
            }
        }
        Ok(Text {
            text: s.plain().unwrap_or("").into(),
            span: s.span,
        })
    }

    /// Bytes, since `\XX` is one byte of UTF-8 and not a character.
    fn unescape(&mut self, p: &P<'t>) -> Box<str> {
        let text = p.as_str();
        let span = self.span(p);
        let place = |from: usize, to: usize| Span {
            start: span.start + from as u32,
            end: span.start + to as u32,
            ..span
        };
        let mut out: Vec<u8> = Vec::with_capacity(text.len());
        let mut chars = text.char_indices().peekable();
        while let Some((n, c)) = chars.next() {
            match c {
                '\\' => {
                    let escape = text
                        .get(n + 1..n + 3)
                        .and_then(|h| u8::from_str_radix(h, 16).ok().filter(|_| !h.starts_with('+')));
                    if let Some(byte) = escape {
                        out.push(byte);
                        chars.nth(1);
                        continue;
                    }
                    match chars.next() {
                        Some((_, 'n')) => out.push(b'\n'),
                        Some((_, 't')) => out.push(b'\t'),
                        Some((_, '"')) => out.push(b'"'),
                        Some((_, '\\')) => out.push(b'\\'),
                        other => {
                            let to = other.map_or(n + 1, |(m, c)| m + c.len_utf8());
                            let message = "unknown escape; the escapes are \\n, \\t, \\\", \\\\ and \\XX (two hex digits)";
                            self.sink.fault(Kind::Literal, place(n, to), message);
                        }
                    }
                }
                '{' => {
                    chars.next();
                    out.push(b'{');
                }
                '}' => {
                    if chars.next_if(|&(_, c)| c == '}').is_none() {
                        self.sink.fault(
                            Kind::Literal,
                            place(n, n + 1),
                            "a '}' in a string is written '}}'",
                        );
                    }
                    out.push(b'}');
                }
                c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        String::from_utf8(out).map(Into::into).unwrap_or_else(|_| {
            self.sink.fault(
                Kind::Literal,
                span,
                "the escapes of this string do not make valid UTF-8",
            );
            "".into()
        })
    }
}
