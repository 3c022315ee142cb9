//! From a check file to the checks it asks for.

use super::args::Options;
use super::numeric;
use super::pattern::{Head, Kind, Pattern, Text};
use super::variables::{Names, Variables};
use crate::support::diag::Diagnostic;
use crate::support::source::{FileId, SourceMap, Span};

/// A directive that is matched in order, with the `-NOT`s and `-DAG`s before it.
pub(super) struct Check {
    pub(super) pattern: Pattern,
    pub(super) before: Vec<Pattern>,
    pub(super) prefix: String,
}

/// All that a check file asks for.
pub(super) struct Plan {
    pub(super) checks: Vec<Check>,
    pub(super) vars: Variables,
}

/// Why a check file cannot be used.
pub(super) enum Problem {
    At(Diagnostic),
    Plain(String),
}

impl From<Diagnostic> for Problem {
    fn from(d: Diagnostic) -> Self {
        Problem::At(d)
    }
}

/// What stands after a prefix.
enum Suffix {
    /// No directive after all.
    None,
    Comment,
    Directive {
        kind: Kind,
        count: u32,
        literal: bool,
    },
    /// `CHECK_NEXT:` and the like.
    Misspelled,
    /// `-NOT` with another suffix.
    BadNot,
    BadCount,
}

fn word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'-' || b == b'_'
}

/// Reads a check file and the definitions of the command line.
pub(super) fn read(
    sources: &mut SourceMap,
    file: FileId,
    text: &[u8],
    options: &Options,
) -> Result<Plan, Problem> {
    let mut names = Names::default();
    let mut vars = Variables::default();
    defines(sources, &options.defines, &mut names, &mut vars)?;
    let mut implicit = Vec::new();
    for pattern in &options.implicit_not {
        implicit.push(Implicit::new(sources, pattern));
    }
    let words = options.check_words();
    let mut reader = Reader {
        options,
        names,
        implicit,
        checks: Vec::new(),
        waiting: Vec::new(),
    };
    reader.refill()?;
    let mut unused = words.clone();
    let mut scan = Scan::new(file, text, &words, &options.comment_words());
    while let Some((prefix, start, after, suffix)) = scan.next() {
        if !matches!(suffix, Suffix::Comment) {
            unused.retain(|w| *w != prefix);
        }
        let head = Text {
            bytes: text.get(start..after).unwrap_or_default(),
            file,
            at: start,
        };
        let place = Span::new(file, after, after);
        match suffix {
            Suffix::None => {}
            Suffix::Comment => {
                scan.pattern(after, options);
            }
            Suffix::Misspelled => {
                return Err(Diagnostic::error(
                    head.start(),
                    format!("misspelled directive '{}'", head.lossy()),
                )
                .into());
            }
            Suffix::BadNot => {
                return Err(
                    Diagnostic::error(place, format!("unsupported -NOT combo on prefix '{prefix}'")).into(),
                );
            }
            Suffix::BadCount => {
                let text = format!("invalid count in -COUNT specification on prefix '{prefix}'");
                return Err(Diagnostic::error(place, text).into());
            }
            Suffix::Directive { kind, count, literal } => {
                let line = scan.line;
                let pattern = scan.pattern(after, options);
                let name = name(prefix, kind, count, literal);
                let head_at = head.start();
                let head = Head {
                    kind,
                    count,
                    literal,
                    prefix,
                    name,
                    line: Some(line),
                };
                reader.directive(head, head_at, pattern)?;
            }
        }
    }
    let none = unused.len() == words.len();
    if (none || (!options.allow_unused_prefixes && !unused.is_empty()))
        && (options.implicit_not.is_empty() || !options.prefixes.is_empty())
    {
        let list: Vec<String> = unused.iter().map(|w| format!("'{w}:'")).collect();
        let plural = if list.len() > 1 { "es" } else { "" };
        return Err(Problem::Plain(format!(
            "error: no check strings found with prefix{plural} {}",
            list.join(", ")
        )));
    }
    let end = Span::new(file, text.len(), text.len());
    let prefix = words.first().map_or("CHECK", |w| w);
    Ok(Plan {
        checks: reader.finish(end, prefix),
        vars,
    })
}

/// A directive as messages name it.
fn name(prefix: &str, kind: Kind, count: u32, literal: bool) -> String {
    let suffix = match kind {
        Kind::Plain if count > 1 => "-COUNT",
        Kind::Plain | Kind::End => "",
        Kind::Next => "-NEXT",
        Kind::Same => "-SAME",
        Kind::Not => "-NOT",
        Kind::Dag => "-DAG",
        Kind::Label => "-LABEL",
        Kind::Empty => "-EMPTY",
    };
    format!("{prefix}{suffix}{}", if literal { "{LITERAL}" } else { "" })
}

/// A pattern of `--implicit-check-not`, which is parsed anew before each check.
struct Implicit {
    file: FileId,
    text: String,
    from: usize,
}

impl Implicit {
    fn new(sources: &mut SourceMap, pattern: &str) -> Implicit {
        let lead = "-implicit-check-not='";
        let text = format!("{lead}{pattern}'");
        let file = sources.add("command line", text.as_str());
        Implicit {
            file,
            from: lead.len(),
            text,
        }
    }
}

struct Reader<'o> {
    options: &'o Options,
    names: Names,
    implicit: Vec<Implicit>,
    checks: Vec<Check>,
    /// `-NOT`s and `-DAG`s that wait for the check after them.
    waiting: Vec<Pattern>,
}

impl Reader<'_> {
    fn refill(&mut self) -> Result<(), Diagnostic> {
        for item in &self.implicit {
            let head = Head {
                kind: Kind::Not,
                count: 1,
                literal: false,
                prefix: "IMPLICIT-CHECK",
                name: "IMPLICIT-CHECK-NOT".to_string(),
                line: None,
            };
            let bytes = item
                .text
                .as_bytes()
                .get(item.from..item.text.len() - 1)
                .unwrap_or_default();
            let text = Text {
                bytes,
                file: item.file,
                at: item.from,
            };
            self.waiting
                .push(Pattern::parse(head, text, &mut self.names, self.options)?);
        }
        Ok(())
    }

    fn directive(&mut self, head: Head<'_>, at: Span, text: Text<'_>) -> Result<(), Diagnostic> {
        let (prefix, kind) = (head.prefix.to_string(), head.kind);
        let pattern = Pattern::parse(head, text, &mut self.names, self.options)?;
        if kind == Kind::Label && pattern.has_variables() {
            return Err(Diagnostic::error(
                at,
                format!("found '{prefix}-LABEL:' with variable definition or use"),
            ));
        }
        if matches!(kind, Kind::Next | Kind::Same | Kind::Empty) && self.checks.is_empty() {
            let word = match kind {
                Kind::Next => "NEXT",
                Kind::Same => "SAME",
                _ => "EMPTY",
            };
            let text = format!("found '{prefix}-{word}' without previous '{prefix}: line");
            return Err(Diagnostic::error(at, text));
        }
        if matches!(kind, Kind::Dag | Kind::Not) {
            self.waiting.push(pattern);
            return Ok(());
        }
        let before = std::mem::take(&mut self.waiting);
        self.checks.push(Check {
            pattern,
            before,
            prefix,
        });
        self.refill()
    }

    fn finish(mut self, end: Span, prefix: &str) -> Vec<Check> {
        if !self.waiting.is_empty() {
            let pattern = Pattern::end(end, format!("{prefix} at the end"));
            self.checks.push(Check {
                pattern,
                before: self.waiting,
                prefix: prefix.to_string(),
            });
        }
        self.checks
    }
}

/// Finds directives one by one.
struct Scan<'a> {
    file: FileId,
    text: &'a [u8],
    at: usize,
    line: usize,
    /// All prefixes, the longer first, each with whether it begins a comment.
    words: Vec<(&'a str, bool)>,
    /// First bytes of the prefixes.
    first: [bool; 256],
}

impl<'a> Scan<'a> {
    fn new(file: FileId, text: &'a [u8], checks: &[&'a str], comments: &[&'a str]) -> Self {
        let mut words: Vec<(&str, bool)> = checks.iter().map(|&w| (w, false)).collect();
        words.extend(comments.iter().map(|&w| (w, true)));
        words.sort_by_key(|(w, _)| std::cmp::Reverse(w.len()));
        let mut first = [false; 256];
        for (w, _) in &words {
            if let Some(slot) = w.bytes().next().and_then(|b| first.get_mut(usize::from(b))) {
                *slot = true;
            }
        }
        Scan {
            file,
            text,
            at: 0,
            line: 1,
            words,
            first,
        }
    }

    /// The next directive: its prefix, where that begins, where the suffix ends, and the suffix.
    fn next(&mut self) -> Option<(&'a str, usize, usize, Suffix)> {
        loop {
            let rest = self.text.get(self.at..)?;
            let hits = |b: &u8| self.first.get(usize::from(*b)) == Some(&true);
            let skip = rest.iter().position(hits)?;
            self.line += memchr::memchr_iter(b'\n', rest.get(..skip)?).count();
            self.at += skip;
            let here = self.text.get(self.at..)?;
            let Some(&(prefix, comment)) = self.words.iter().find(|(w, _)| here.starts_with(w.as_bytes()))
            else {
                self.at += 1;
                continue;
            };
            let start = self.at;
            let inside = start > 0 && self.text.get(start - 1).is_some_and(|&b| word(b));
            if !inside {
                let after = Text {
                    bytes: here,
                    file: self.file,
                    at: start,
                }
                .skip(prefix.len());
                let (suffix, end) = suffix(after, comment);
                if !matches!(suffix, Suffix::None) {
                    self.at = end;
                    return Some((prefix, start, end, suffix));
                }
            }
            self.at += prefix.len();
            self.at += here.iter().skip(prefix.len()).take_while(|&&b| word(b)).count();
        }
    }

    /// The pattern from `from` to the end of the line; the scan goes on after it.
    fn pattern(&mut self, from: usize, options: &Options) -> Text<'a> {
        let rest = self.text.get(from..).unwrap_or_default();
        let end = rest
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .unwrap_or(rest.len());
        self.at = from + end;
        let text = Text {
            bytes: rest.get(..end).unwrap_or_default(),
            file: self.file,
            at: from,
        };
        if options.strict_whitespace && options.match_full_lines {
            text
        } else {
            text.trim_start()
        }
    }
}

/// What stands after a prefix, and where it ends.
fn suffix(after: Text<'_>, comment: bool) -> (Suffix, usize) {
    let mut rest = after;
    if comment {
        let is = rest.eat(b":");
        return (if is { Suffix::Comment } else { Suffix::None }, rest.at);
    }
    if matches!(rest.bytes.first(), Some(b':' | b'{')) {
        return modifiers(rest, Kind::Plain, 1, false);
    }
    let misspelled = rest.eat(b"_");
    if !misspelled && !rest.eat(b"-") {
        return (Suffix::None, rest.at);
    }
    if rest.eat(b"COUNT-") {
        let digits = rest.bytes.iter().take_while(|b| b.is_ascii_digit()).count();
        let count = rest
            .take(digits)
            .lossy()
            .parse::<u32>()
            .ok()
            .filter(|n| (1..=i32::MAX as u32).contains(n));
        let end = rest.skip(digits);
        return match count {
            Some(count) if matches!(end.bytes.first(), Some(b':' | b'{')) => {
                modifiers(end, Kind::Plain, count, misspelled)
            }
            _ if misspelled => (Suffix::Misspelled, end.at),
            _ => (Suffix::BadCount, if digits == 0 { rest.at } else { end.at }),
        };
    }
    let combined = ["DAG", "NEXT", "SAME", "EMPTY"];
    for other in combined {
        for pair in [format!("{other}-NOT:"), format!("NOT-{other}:")] {
            if rest.bytes.starts_with(pair.as_bytes()) {
                return (
                    if misspelled {
                        Suffix::Misspelled
                    } else {
                        Suffix::BadNot
                    },
                    rest.at,
                );
            }
        }
    }
    let kinds: [(&[u8], Kind); 6] = [
        (b"NEXT", Kind::Next),
        (b"SAME", Kind::Same),
        (b"NOT", Kind::Not),
        (b"DAG", Kind::Dag),
        (b"LABEL", Kind::Label),
        (b"EMPTY", Kind::Empty),
    ];
    for (text, kind) in kinds {
        if rest.eat(text) {
            return modifiers(rest, kind, 1, misspelled);
        }
    }
    (Suffix::None, rest.at)
}

/// `:` or `{LITERAL}:`.
fn modifiers(mut rest: Text<'_>, kind: Kind, count: u32, misspelled: bool) -> (Suffix, usize) {
    let mut literal = false;
    if rest.eat(b"{") {
        loop {
            rest = rest.trim_start();
            if !rest.eat(b"LITERAL") {
                return (Suffix::None, rest.at);
            }
            literal = true;
            rest = rest.trim_start();
            if !rest.eat(b",") {
                break;
            }
        }
        if !rest.eat(b"}") {
            return (Suffix::None, rest.at);
        }
    }
    if !rest.eat(b":") {
        return (Suffix::None, rest.at);
    }
    let found = if misspelled {
        Suffix::Misspelled
    } else {
        Suffix::Directive { kind, count, literal }
    };
    (found, rest.at)
}

/// The `-D` definitions. Messages point into a text that is made for them, one line a definition.
fn defines(
    sources: &mut SourceMap,
    items: &[String],
    names: &mut Names,
    vars: &mut Variables,
) -> Result<(), Problem> {
    let mut shown = String::new();
    let mut places = Vec::new();
    for (n, item) in items.iter().enumerate() {
        let missing = || {
            Problem::Plain(format!(
                "Missing equal sign in command-line definition '-D{item}'"
            ))
        };
        let (name, value) = item.split_once('=').ok_or_else(missing)?;
        shown.push_str(&format!("Global define #{}: {item}", n + 1));
        // A numeric definition reads like the block `[[#name:value]]`, a format included.
        let place = match name.strip_prefix('#') {
            Some(name) => {
                shown.push_str(" (parsed as: [[#");
                let at = shown.len();
                shown.push_str(&format!("{name}:{value}]])"));
                (true, at, name.len() + 1 + value.len())
            }
            None => (false, shown.len() - item.len(), name.len()),
        };
        shown.push('\n');
        places.push((place, name, value));
    }
    let file = sources.add("Global defines", shown.as_str());
    for ((numeric, at, len), name, value) in places {
        let text = Text {
            bytes: shown.as_bytes(),
            file,
            at: 0,
        }
        .skip(at)
        .take(len);
        if numeric {
            define_number(text, names, vars)?;
        } else {
            let (key, pseudo, rest) = numeric::variable(text)?;
            if pseudo || !rest.bytes.is_empty() {
                let message = format!("invalid name in string variable definition '{name}'");
                return Err(Diagnostic::error(text.start(), message).into());
            }
            let key = key.lossy();
            if names.number.contains_key(&key) {
                let message = format!("numeric variable with name '{key}' already exists");
                return Err(Diagnostic::error(text.start(), message).into());
            }
            vars.set_text(&key, value.as_bytes());
            names.text.insert(key);
        }
    }
    Ok(())
}

fn define_number(text: Text<'_>, names: &mut Names, vars: &mut Variables) -> Result<(), Diagnostic> {
    let block = numeric::block(text, false, None, names)?;
    let (Some(name), Some(expression)) = (block.defines, block.expression) else {
        return Err(Diagnostic::error(
            text.start(),
            "a definition needs a name and a value",
        ));
    };
    let value = expression.value(vars).map_err(|faults| {
        let fault = faults.into_iter().next();
        let (span, message) = fault.unwrap_or((text.start(), "wrong value".to_string()));
        Diagnostic::error(span, message)
    })?;
    if let Some(value) = block.format.read(value.as_bytes()) {
        vars.set_number(&name, value);
    }
    Ok(())
}
