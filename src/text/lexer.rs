//! Tokens of the textual IR. Lexing is on demand and can start at any byte, since a shape such as `4x4xf32` is read
//! by the type parser byte by byte.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the punctuation tokens are named by what they are
pub enum Tok {
    /// `word`, `arith.addi`.
    Bare,
    /// `%x`, with what follows the sign.
    Percent,
    /// `^bb0`.
    Caret,
    /// `@name` or `@"name"`.
    At,
    /// `#name`.
    Hash,
    /// `!name`.
    Bang,
    /// `12`, `0x1F`.
    Int,
    /// `1.5e3`.
    Float,
    /// `"text"`.
    Str,
    LParen,
    RParen,
    LBrace,
    RBrace,
    LBracket,
    RBracket,
    Less,
    Greater,
    Comma,
    Colon,
    ColonColon,
    Equal,
    EqualEqual,
    GreaterEqual,
    Plus,
    Minus,
    Star,
    Question,
    Arrow,
    Ellipsis,
    Slash,
    Bar,
    /// `{-#`
    MetaOpen,
    /// `#-}`
    MetaClose,
    /// The end of the text.
    Eof,
    /// Something that is no token; the message says what.
    Bad(&'static str),
}

/// A token with its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub tok: Tok,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.')
}
fn is_suffix(b: u8) -> bool {
    is_word(b) || b == b'-'
}

/// The first byte at or after `at` that is neither white space nor comment.
pub fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'/') if bytes.get(at + 1) == Some(&b'/') => {
                while bytes.get(at).is_some_and(|&b| b != b'\n') {
                    at += 1;
                }
            }
            _ => return at,
        }
    }
}

fn run(bytes: &[u8], mut at: usize, f: impl Fn(u8) -> bool) -> usize {
    while bytes.get(at).is_some_and(|&b| f(b)) {
        at += 1;
    }
    at
}

/// The token at or after byte `at`.
pub fn next(bytes: &[u8], at: usize) -> Token {
    let start = skip_space(bytes, at);
    let Some(&first) = bytes.get(start) else {
        return Token {
            tok: Tok::Eof,
            start,
            end: start,
        };
    };
    let peek = |n: usize| bytes.get(start + n).copied();
    let one = |tok| Token {
        tok,
        start,
        end: start + 1,
    };
    let wide = |tok, n| Token {
        tok,
        start,
        end: start + n,
    };
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => Token {
            tok: Tok::Bare,
            start,
            end: run(bytes, start + 1, is_word),
        },
        b'%' => prefixed(bytes, start, Tok::Percent, "expected a name after '%'"),
        b'0'..=b'9' => number(bytes, start),
        b'"' => string(bytes, start),
        b'(' => one(Tok::LParen),
        b')' => one(Tok::RParen),
        b'{' if peek(1) == Some(b'-') && peek(2) == Some(b'#') => wide(Tok::MetaOpen, 3),
        b'{' => one(Tok::LBrace),
        b'}' => one(Tok::RBrace),
        b'[' => one(Tok::LBracket),
        b']' => one(Tok::RBracket),
        b'<' => one(Tok::Less),
        b'>' if peek(1) == Some(b'=') => wide(Tok::GreaterEqual, 2),
        b'>' => one(Tok::Greater),
        b',' => one(Tok::Comma),
        b':' if peek(1) == Some(b':') => wide(Tok::ColonColon, 2),
        b':' => one(Tok::Colon),
        b'=' if peek(1) == Some(b'=') => wide(Tok::EqualEqual, 2),
        b'=' => one(Tok::Equal),
        b'+' => one(Tok::Plus),
        b'-' if peek(1) == Some(b'>') => wide(Tok::Arrow, 2),
        b'-' => one(Tok::Minus),
        b'*' => one(Tok::Star),
        b'?' => one(Tok::Question),
        b'/' => one(Tok::Slash),
        b'|' => one(Tok::Bar),
        b'.' if peek(1) == Some(b'.') && peek(2) == Some(b'.') => wide(Tok::Ellipsis, 3),
        b'#' if peek(1) == Some(b'-') && peek(2) == Some(b'}') => wide(Tok::MetaClose, 3),
        b'#' => prefixed(bytes, start, Tok::Hash, "expected a name after '#'"),
        b'!' => prefixed(bytes, start, Tok::Bang, "expected a name after '!'"),
        b'^' => prefixed(bytes, start, Tok::Caret, "expected a name after '^'"),
        b'@' if peek(1) == Some(b'"') => match string(bytes, start + 1) {
            Token {
                tok: Tok::Str, end, ..
            } => Token {
                tok: Tok::At,
                start,
                end,
            },
            bad => bad,
        },
        b'@' => match peek(1) {
            Some(b) if b.is_ascii_alphabetic() || b == b'_' => Token {
                tok: Tok::At,
                start,
                end: run(bytes, start + 2, is_word),
            },
            _ => one(Tok::Bad("expected a name after '@'")),
        },
        0 => one(Tok::Bad("a NUL byte is not allowed here")),
        _ => {
            let end = run(bytes, start + 1, |b| b & 0xC0 == 0x80);
            Token {
                tok: Tok::Bad("unexpected character"),
                start,
                end,
            }
        }
    }
}

/// `%12`, `%name`, `^bb0`, `#alias`, `!dialect.type`: digits, or a name that may hold `-`.
fn prefixed(bytes: &[u8], start: usize, tok: Tok, missing: &'static str) -> Token {
    match bytes.get(start + 1) {
        Some(b'0'..=b'9') => Token {
            tok,
            start,
            end: run(bytes, start + 2, |b| b.is_ascii_digit()),
        },
        Some(&b) if is_suffix(b) => Token {
            tok,
            start,
            end: run(bytes, start + 2, is_suffix),
        },
        _ => Token {
            tok: Tok::Bad(missing),
            start,
            end: start + 1,
        },
    }
}

fn number(bytes: &[u8], start: usize) -> Token {
    let digits = |b: u8| b.is_ascii_digit();
    let hex = |b: u8| b.is_ascii_hexdigit();
    if bytes.get(start) == Some(&b'0')
        && bytes.get(start + 1) == Some(&b'x')
        && bytes.get(start + 2).is_some_and(|&b| hex(b))
    {
        return Token {
            tok: Tok::Int,
            start,
            end: run(bytes, start + 2, hex),
        };
    }
    let mut end = run(bytes, start, digits);
    if bytes.get(end) != Some(&b'.') {
        return Token {
            tok: Tok::Int,
            start,
            end,
        };
    }
    end = run(bytes, end + 1, digits);
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(|&b| digits(b)) {
            end = run(bytes, end + 1 + sign, digits);
        }
    }
    Token {
        tok: Tok::Float,
        start,
        end,
    }
}

fn string(bytes: &[u8], start: usize) -> Token {
    let bad = |what, end| Token {
        tok: Tok::Bad(what),
        start,
        end,
    };
    let mut at = start + 1;
    loop {
        match bytes.get(at) {
            None => return bad("expected '\"' in string literal", at),
            Some(b'\n' | 0x0b | 0x0c) => return bad("expected '\"' in string literal", at),
            Some(b'"') => {
                return Token {
                    tok: Tok::Str,
                    start,
                    end: at + 1,
                };
            }
            Some(b'\\') => match (bytes.get(at + 1), bytes.get(at + 2)) {
                (Some(b'"' | b'\\' | b'n' | b't'), _) => at += 2,
                (Some(a), Some(b)) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => at += 3,
                _ => return bad("unknown escape in string literal", at + 1),
            },
            Some(_) => at += 1,
        }
    }
}

/// The bytes that a string literal (with its quotes) stands for.
pub fn unescape(literal: &str) -> Vec<u8> {
    let inner = literal
        .strip_prefix('"')
        .and_then(|s| s.strip_suffix('"'))
        .unwrap_or(literal);
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner.as_bytes();
    while let Some((&b, tail)) = rest.split_first() {
        if b != b'\\' {
            out.push(b);
            rest = tail;
            continue;
        }
        match tail {
            [b'n', t @ ..] => {
                out.push(b'\n');
                rest = t;
            }
            [b't', t @ ..] => {
                out.push(b'\t');
                rest = t;
            }
            [q @ (b'"' | b'\\'), t @ ..] => {
                out.push(*q);
                rest = t;
            }
            [a, b, t @ ..] => {
                let digit = |c: u8| (c as char).to_digit(16).unwrap_or(0) as u8;
                out.push(digit(*a) * 16 + digit(*b));
                rest = t;
            }
            _ => rest = &[],
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_told_apart() {
        let text = br#"%a:2 = "d.op"(%0#1) -> ^b 1.5e-3 0x1F 4x !t.u<1> @"s p" {-# "\22\0A" #-} // c"#;
        let mut at = 0;
        let mut seen = Vec::new();
        loop {
            let t = next(text, at);
            if t.tok == Tok::Eof {
                break;
            }
            seen.push(std::str::from_utf8(&text[t.start..t.end]).unwrap());
            at = t.end;
        }
        assert_eq!(
            seen,
            [
                "%a",
                ":",
                "2",
                "=",
                "\"d.op\"",
                "(",
                "%0",
                "#1",
                ")",
                "->",
                "^b",
                "1.5e-3",
                "0x1F",
                "4",
                "x",
                "!t.u",
                "<",
                "1",
                ">",
                "@\"s p\"",
                "{-#",
                "\"\\22\\0A\"",
                "#-}"
            ]
        );
        assert_eq!(unescape("\"a\\22\\0A\\\\\""), b"a\"\n\\");
    }
}
