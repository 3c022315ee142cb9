//! `[[#...]]`: formats, expressions over numeric variables, and their definitions.

use super::pattern::Text;
use super::variables::{Declared, Names, Variables};
use crate::support::diag::Diagnostic;
use crate::support::source::Span;
use num_bigint::{BigInt, Sign};

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Unsigned,
    Signed,
    HexLower,
    HexUpper,
}

/// A format with its precision (least number of digits, 0 for none) and `0x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Format {
    pub(super) kind: Kind,
    pub(super) precision: u32,
    pub(super) prefix: bool,
}

impl Format {
    /// What `[[#N:]]` uses.
    pub(super) const DEFAULT: Format = Format {
        kind: Kind::Unsigned,
        precision: 0,
        prefix: false,
    };

    /// The expression that matches any number of this format.
    pub(super) fn wildcard(self) -> String {
        let (sign, first, digit) = match self.kind {
            Kind::Unsigned => ("", "1-9", "0-9"),
            Kind::Signed => ("-?", "1-9", "0-9"),
            Kind::HexLower => ("", "1-9a-f", "0-9a-f"),
            Kind::HexUpper => ("", "1-9A-F", "0-9A-F"),
        };
        let prefix = if self.prefix { "0x" } else { "" };
        match self.precision {
            0 => format!("{sign}{prefix}[{digit}]+"),
            n => format!("{sign}{prefix}([{first}][{digit}]*)?[{digit}]{{{n}}}"),
        }
    }

    /// The number as text; none when it cannot be written so.
    fn write(self, value: &BigInt) -> Option<String> {
        let negative = value.sign() == Sign::Minus;
        if negative && self.kind != Kind::Signed {
            return None;
        }
        let digits = match self.kind {
            Kind::Unsigned | Kind::Signed => value.magnitude().to_str_radix(10),
            Kind::HexLower => value.magnitude().to_str_radix(16),
            Kind::HexUpper => value.magnitude().to_str_radix(16).to_uppercase(),
        };
        let zeros = "0".repeat((self.precision as usize).saturating_sub(digits.len()));
        let prefix = if self.prefix { "0x" } else { "" };
        Some(format!(
            "{}{prefix}{zeros}{digits}",
            if negative { "-" } else { "" }
        ))
    }

    /// The value of a text that this format's expression has matched.
    pub(super) fn read(self, text: &[u8]) -> Option<BigInt> {
        let (negative, digits) = match text.strip_prefix(b"-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let digits = if self.prefix {
            digits.strip_prefix(b"0x").unwrap_or(digits)
        } else {
            digits
        };
        let radix = if matches!(self.kind, Kind::Unsigned | Kind::Signed) {
            10
        } else {
            16
        };
        let value = BigInt::parse_bytes(digits, radix)?;
        Some(if negative { -value } else { value })
    }

    fn spelled(self) -> &'static str {
        match self.kind {
            Kind::Unsigned => "%u",
            Kind::Signed => "%d",
            Kind::HexLower => "%x",
            Kind::HexUpper => "%X",
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
}

#[derive(Clone, Debug)]
enum Tree {
    Number(BigInt),
    Line,
    Variable(String, Span),
    Binary(Op, Box<Tree>, Box<Tree>),
}

/// An expression and the format its value is written in.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    tree: Tree,
    format: Format,
    span: Span,
    line: usize,
    /// As the check file has it.
    pub(super) shown: String,
}

impl Expression {
    /// The text to match now, or what is wrong, one entry a fault.
    pub(super) fn value(&self, vars: &Variables) -> Result<String, Vec<(Span, String)>> {
        let fault = |what: &str| {
            vec![(
                self.span,
                format!("unable to substitute variable or numeric expression: {what}"),
            )]
        };
        let value = eval(&self.tree, self.line, vars)?.ok_or_else(|| fault("division by zero"))?;
        self.format.write(&value).ok_or_else(|| fault("overflow error"))
    }
}

/// Faults of both sides are collected; none inside is a division by zero.
fn eval(tree: &Tree, line: usize, vars: &Variables) -> Result<Option<BigInt>, Vec<(Span, String)>> {
    match tree {
        Tree::Number(n) => Ok(Some(n.clone())),
        Tree::Line => Ok(Some(BigInt::from(line))),
        Tree::Variable(name, span) => match vars.number(name) {
            Some(value) => Ok(Some(value.clone())),
            None => Err(vec![(*span, format!("undefined variable: {name}"))]),
        },
        Tree::Binary(op, a, b) => match (eval(a, line, vars), eval(b, line, vars)) {
            (Ok(Some(a)), Ok(Some(b))) => Ok(match op {
                Op::Add => Some(a + b),
                Op::Sub => Some(a - b),
                Op::Mul => Some(a * b),
                Op::Div => a.checked_div(&b),
                Op::Min => Some(a.min(b)),
                Op::Max => Some(a.max(b)),
            }),
            (Err(mut a), Err(b)) => {
                a.extend(b);
                Err(a)
            }
            (Err(e), _) | (_, Err(e)) => Err(e),
            _ => Ok(None),
        },
    }
}

type Parsed<T> = Result<T, Diagnostic>;

fn error<T>(at: Text<'_>, message: impl Into<String>) -> Parsed<T> {
    Err(Diagnostic::error(at.start(), message))
}

/// A numeric block's meaning.
pub(super) struct Block {
    /// The variable it defines.
    pub(super) defines: Option<String>,
    pub(super) format: Format,
    /// What must match; without it, any number of the format.
    pub(super) expression: Option<Expression>,
}

/// Which operands may stand somewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allowed {
    Any,
    /// The first operand of `[[@LINE+1]]`.
    Line,
    /// The second one.
    Decimal,
}

struct Parser<'n> {
    names: &'n mut Names,
    line: Option<usize>,
    depth: u32,
}

/// Parses what stands between `[[#` and `]]`; `legacy` is for `[[@LINE...]]` without the `#`.
pub(super) fn block(text: Text<'_>, legacy: bool, line: Option<usize>, names: &mut Names) -> Parsed<Block> {
    let mut rest = text;
    let (mut explicit, mut precision) = (None, 0);
    let comma = rest.find(b",");
    if let Some(comma) = comma
        && rest.find(b"(").is_none_or(|paren| comma < paren)
    {
        let (spec, after) = (rest.take(comma), rest.skip(comma + 1));
        (explicit, precision) = format(spec.trim())?;
        rest = after;
    }
    let mut definition = None;
    if let Some(colon) = rest.find(b":") {
        definition = Some(rest.take(colon));
        rest = rest.skip(colon + 1);
    }
    rest = rest.trim_start();
    let constraint = rest.eat(b"==");
    rest = rest.trim_start();
    let mut p = Parser {
        names,
        line,
        depth: 0,
    };
    let mut tree = None;
    if rest.bytes.is_empty() {
        if constraint {
            return error(rest, "empty numeric expression should not have a constraint");
        }
    } else {
        rest = rest.trim_end();
        let whole = rest;
        let mut left = p.operand(
            &mut rest,
            if legacy { Allowed::Line } else { Allowed::Any },
            !constraint,
        )?;
        while !rest.bytes.is_empty() {
            left = p.binary(&mut rest, left, legacy)?;
            if legacy && !rest.bytes.is_empty() {
                return error(
                    rest,
                    format!("unexpected characters at end of expression '{}'", rest.lossy()),
                );
            }
        }
        tree = Some((left, whole.start()));
    }
    let implicit = match (&tree, explicit) {
        (Some((tree, place)), None) => p.implicit(tree).map_err(|(a, b)| {
            let text = format!(
                "implicit format conflict between '{a}' and '{b}', need an explicit format specifier"
            );
            Diagnostic::error(*place, text)
        })?,
        _ => None,
    };
    let format = explicit.or(implicit.map(|(f, _)| f)).unwrap_or(Format {
        precision,
        ..Format::DEFAULT
    });
    let defines = match definition {
        Some(name) => Some(p.define(name.trim_start(), format)?),
        None => None,
    };
    let expression = tree.map(|(tree, _)| {
        let (span, shown) = (text.start(), text.lossy());
        Expression {
            tree,
            format,
            span,
            line: line.unwrap_or_default(),
            shown,
        }
    });
    Ok(Block {
        defines,
        format,
        expression,
    })
}

fn format(spec: Text<'_>) -> Parsed<(Option<Format>, u32)> {
    let mut rest = spec;
    if !rest.eat(b"%") {
        return error(rest, "invalid matching format specification in expression");
    }
    let flag = rest;
    let prefix = rest.eat(b"#");
    let mut precision = 0;
    if rest.eat(b".") {
        let digits = rest.bytes.iter().take_while(|b| b.is_ascii_digit()).count();
        // The digits become a count in braces of an expression, which ends at 255.
        match rest.take(digits).lossy().parse() {
            Ok(n) if n <= 255 => precision = n,
            _ => return error(rest, "invalid precision in format specifier"),
        }
        rest = rest.skip(digits);
    }
    let kind = match rest.bytes.first() {
        None => None,
        Some(b'u') => Some(Kind::Unsigned),
        Some(b'd') => Some(Kind::Signed),
        Some(b'x') => Some(Kind::HexLower),
        Some(b'X') => Some(Kind::HexUpper),
        Some(_) => return error(rest, "invalid format specifier in expression"),
    };
    if prefix && !matches!(kind, Some(Kind::HexLower | Kind::HexUpper)) {
        return error(flag, "alternate form only supported for hex values");
    }
    let rest = rest.skip(usize::from(kind.is_some())).trim_start();
    if !rest.bytes.is_empty() {
        return error(rest, "invalid matching format specification in expression");
    }
    Ok((
        kind.map(|kind| Format {
            kind,
            precision,
            prefix,
        }),
        precision,
    ))
}

impl Parser<'_> {
    fn implicit(&self, tree: &Tree) -> Result<Option<(Format, String)>, (String, String)> {
        match tree {
            Tree::Number(_) => Ok(None),
            Tree::Line => Ok(Some((Format::DEFAULT, "@LINE (%u)".to_string()))),
            Tree::Variable(name, _) => {
                let format = self.names.number.get(name).map_or(Format::DEFAULT, |d| d.format);
                Ok(Some((format, format!("{name} ({})", format.spelled()))))
            }
            Tree::Binary(_, a, b) => match (self.implicit(a)?, self.implicit(b)?) {
                (Some((a, x)), Some((b, y))) if a != b => Err((x, y)),
                (a, b) => Ok(a.or(b)),
            },
        }
    }

    fn define(&mut self, text: Text<'_>, format: Format) -> Parsed<String> {
        let (name, pseudo, rest) = variable(text)?;
        if pseudo {
            return error(name, "definition of pseudo numeric variable unsupported");
        }
        let key = name.lossy();
        if self.names.text.contains(&key) {
            return error(name, format!("string variable with name '{key}' already exists"));
        }
        let rest = rest.trim_start();
        if !rest.bytes.is_empty() {
            return error(rest, "unexpected characters after numeric variable name");
        }
        if self.names.number.get(&key).is_some_and(|d| d.format != format) {
            return error(rest, "format different from previous variable definition");
        }
        self.names.number.insert(
            key.clone(),
            Declared {
                format,
                line: self.line,
            },
        );
        Ok(key)
    }

    fn operand(&mut self, rest: &mut Text<'_>, allowed: Allowed, first: bool) -> Parsed<Tree> {
        // Parentheses and calls nest; each level costs one frame of this function.
        self.depth += 1;
        if self.depth > 100 {
            return error(*rest, "numeric expression is nested too deeply");
        }
        let tree = self.operand_inner(rest, allowed, first);
        self.depth -= 1;
        tree
    }

    fn operand_inner(&mut self, rest: &mut Text<'_>, allowed: Allowed, first: bool) -> Parsed<Tree> {
        if rest.bytes.starts_with(b"(") {
            if allowed != Allowed::Any {
                return error(*rest, "parenthesized expression not permitted here");
            }
            return self.parenthesized(rest);
        }
        if allowed != Allowed::Decimal {
            match variable(*rest) {
                Ok((name, pseudo, after)) => {
                    *rest = after;
                    if after.trim_start().bytes.starts_with(b"(") {
                        if allowed != Allowed::Any {
                            return error(name, "unexpected function call");
                        }
                        return self.call(name, rest);
                    }
                    return self.usage(name, pseudo);
                }
                Err(e) if allowed == Allowed::Line => return Err(e),
                Err(_) => {}
            }
        }
        let mut after = *rest;
        let negative = allowed == Allowed::Any && after.eat(b"-");
        let radix = if allowed == Allowed::Any && after.eat(b"0x") {
            16
        } else {
            10
        };
        let count = after
            .bytes
            .iter()
            .take_while(|&&b| char::from(b).is_digit(radix))
            .count();
        match after
            .bytes
            .get(..count)
            .and_then(|d| BigInt::parse_bytes(d, radix))
        {
            Some(n) => {
                *rest = after.skip(count);
                Ok(Tree::Number(if negative { -n } else { n }))
            }
            None if first => error(*rest, "invalid matching constraint or operand format"),
            None => error(*rest, "invalid operand format"),
        }
    }

    fn usage(&mut self, name: Text<'_>, pseudo: bool) -> Parsed<Tree> {
        let key = name.lossy();
        if pseudo {
            if key != "@LINE" {
                return error(name, format!("invalid pseudo numeric variable '{key}'"));
            }
            return Ok(Tree::Line);
        }
        let line = self.line;
        let declared = self.names.number.entry(key.clone()).or_insert(Declared {
            format: Format::DEFAULT,
            line: None,
        });
        if line.is_some() && declared.line == line {
            let text = format!("numeric variable '{key}' defined earlier in the same CHECK directive");
            return error(name, text);
        }
        Ok(Tree::Variable(key, name.start()))
    }

    fn binary(&mut self, rest: &mut Text<'_>, left: Tree, legacy: bool) -> Parsed<Tree> {
        *rest = rest.trim_start();
        let at = *rest;
        let op = match rest.bytes.first() {
            None => return Ok(left),
            Some(b'+') => Op::Add,
            Some(b'-') => Op::Sub,
            Some(_) => {
                let shown: String = at.lossy().chars().take(1).collect();
                return error(at, format!("unsupported operation '{shown}'"));
            }
        };
        *rest = rest.skip(1).trim_start();
        if rest.bytes.is_empty() {
            return error(*rest, "missing operand in expression");
        }
        let right = self.operand(rest, if legacy { Allowed::Decimal } else { Allowed::Any }, false)?;
        *rest = rest.trim_start();
        Ok(Tree::Binary(op, Box::new(left), Box::new(right)))
    }

    fn parenthesized(&mut self, rest: &mut Text<'_>) -> Parsed<Tree> {
        *rest = rest.skip(1).trim_start();
        if rest.bytes.is_empty() {
            return error(*rest, "missing operand in expression");
        }
        let mut tree = self.operand(rest, Allowed::Any, false)?;
        *rest = rest.trim_start();
        while !rest.bytes.is_empty() && !rest.bytes.starts_with(b")") {
            tree = self.binary(rest, tree, false)?;
        }
        if !rest.eat(b")") {
            return error(*rest, "missing ')' at end of nested expression");
        }
        Ok(tree)
    }

    fn call(&mut self, name: Text<'_>, rest: &mut Text<'_>) -> Parsed<Tree> {
        let op = match name.bytes {
            b"add" => Op::Add,
            b"sub" => Op::Sub,
            b"mul" => Op::Mul,
            b"div" => Op::Div,
            b"min" => Op::Min,
            b"max" => Op::Max,
            _ => return error(name, format!("call to undefined function '{}'", name.lossy())),
        };
        *rest = rest.trim_start().skip(1).trim_start();
        let mut args = Vec::new();
        while !rest.bytes.is_empty() && !rest.bytes.starts_with(b")") {
            if rest.bytes.starts_with(b",") {
                return error(*rest, "missing argument");
            }
            let mut tree = self.operand(rest, Allowed::Any, false)?;
            *rest = rest.trim_start();
            while !matches!(rest.bytes.first(), None | Some(b',' | b')')) {
                tree = self.binary(rest, tree, false)?;
            }
            args.push(tree);
            if !rest.eat(b",") {
                break;
            }
            *rest = rest.trim_start();
            if rest.bytes.starts_with(b")") {
                return error(*rest, "missing argument");
            }
        }
        if !rest.eat(b")") {
            return error(*rest, "missing ')' at end of call expression");
        }
        *rest = rest.trim_start();
        match <[Tree; 2]>::try_from(args) {
            Ok([a, b]) => Ok(Tree::Binary(op, Box::new(a), Box::new(b))),
            Err(args) => {
                let text = format!(
                    "function '{}' takes 2 arguments but {} given",
                    name.lossy(),
                    args.len()
                );
                error(name, text)
            }
        }
    }
}

/// A variable's name at the start of a text, whether it is a `@` name, and what follows.
pub(super) fn variable<'a>(text: Text<'a>) -> Parsed<(Text<'a>, bool, Text<'a>)> {
    let Some(&first) = text.bytes.first() else {
        return error(text, "empty variable name");
    };
    let pseudo = first == b'@';
    let from = usize::from(pseudo || first == b'$');
    let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let tail = text.skip(from).bytes;
    if !tail
        .first()
        .is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
    {
        return error(text, "invalid variable name");
    }
    let end = from + tail.iter().take_while(|b| word(b)).count();
    Ok((text.take(end), pseudo, text.skip(end)))
}
