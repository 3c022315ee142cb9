//! What a test file says about itself: `RUN:`, `REQUIRES:`, `UNSUPPORTED:`, `XFAIL:`, `DEFINE:`, `END.`.

/// A command line of a test.
pub(super) struct Run {
    /// Where it begins.
    pub(super) line: usize,
    pub(super) text: String,
    /// The `DEFINE:`s in effect, the later ones last.
    pub(super) defines: Vec<(String, String)>,
}

/// All of it.
#[derive(Default)]
pub(super) struct Script {
    pub(super) runs: Vec<Run>,
    requires: Vec<(usize, String)>,
    unsupported: Vec<(usize, String)>,
    xfail: Vec<(usize, String)>,
}

const WORDS: [&str; 6] = [
    "RUN:",
    "REQUIRES:",
    "UNSUPPORTED:",
    "XFAIL:",
    "DEFINE:",
    "REDEFINE:",
];

/// Reads a test file; an error is `line: error: text`.
pub(super) fn read(bytes: &[u8]) -> Result<Script, String> {
    let mut script = Script::default();
    let mut defines: Vec<(String, String)> = Vec::new();
    let mut open: Option<(&str, usize, String)> = None;
    for (n, line) in bytes.split(|&b| b == b'\n').enumerate() {
        let number = n + 1;
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end_matches('\r');
        let Some((word, rest)) = keyword(line) else {
            if line
                .trim_start_matches(|c: char| c.is_whitespace() || "/#;*".contains(c))
                .trim_end()
                == "END."
            {
                break;
            }
            continue;
        };
        let rest = rest.trim();
        let (start, text) = match open.take() {
            Some((other, start, text)) if other == word => (start, format!("{text} {rest}")),
            Some((other, start, _)) => {
                return Err(format!(
                    "{start}: error: the {other} line ends in '\\' and no {other} line follows"
                ));
            }
            None => (number, rest.to_string()),
        };
        if let Some(text) = text.strip_suffix('\\') {
            open = Some((word, start, text.trim_end().to_string()));
            continue;
        }
        match word {
            "RUN:" => script.runs.push(Run {
                line: start,
                text,
                defines: defines.clone(),
            }),
            "REQUIRES:" => script.requires.push((start, text)),
            "UNSUPPORTED:" => script.unsupported.push((start, text)),
            "XFAIL:" => script.xfail.push((start, text)),
            _ => define(word, &text, &mut defines).map_err(|e| format!("{start}: error: {e}"))?,
        }
    }
    match open {
        Some((word, start, _)) => Err(format!(
            "{start}: error: the {word} line ends in '\\' and no {word} line follows"
        )),
        None => Ok(script),
    }
}

/// The first keyword of a line that is not the end of a longer word, and what follows.
fn keyword(line: &str) -> Option<(&'static str, &str)> {
    let mut best: Option<(usize, &'static str)> = None;
    for word in WORDS {
        for (at, _) in line.match_indices(word) {
            let before = line.get(..at).unwrap_or("");
            let inside = before.ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
            if !inside {
                if best.is_none_or(|(b, _)| at < b) {
                    best = Some((at, word));
                }
                break;
            }
        }
    }
    let (at, word) = best?;
    Some((word, line.get(at + word.len()..)?))
}

fn define(word: &str, text: &str, defines: &mut Vec<(String, String)>) -> Result<(), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("{word} needs '%{{name}} = text'"))?;
    let name = name.trim().strip_prefix("%{").and_then(|n| n.strip_suffix('}'));
    let name = name.ok_or_else(|| format!("{word} needs a name of the form %{{name}}"))?;
    let known = defines.iter().position(|(n, _)| n == name);
    match (word, known) {
        ("DEFINE:", Some(_)) => {
            return Err(format!(
                "%{{{name}}} is defined already; change it with REDEFINE:"
            ));
        }
        ("REDEFINE:", None) => return Err(format!("%{{{name}}} is not defined; define it with DEFINE:")),
        (_, Some(n)) => {
            defines.remove(n);
        }
        _ => {}
    }
    defines.push((name.to_string(), value.trim().to_string()));
    Ok(())
}

impl Script {
    /// Why the test does not count here, if so.
    pub(super) fn ruled_out(&self, features: &[String]) -> Result<Option<String>, String> {
        for (line, text) in &self.requires {
            for item in text.split(',') {
                if !holds(item, features).map_err(|e| format!("{line}: error: {e} in REQUIRES: {text}"))? {
                    return Ok(Some(format!("required feature is missing: {}", item.trim())));
                }
            }
        }
        for (line, text) in &self.unsupported {
            for item in text.split(',') {
                if holds(item, features).map_err(|e| format!("{line}: error: {e} in UNSUPPORTED: {text}"))? {
                    return Ok(Some(format!("unsupported with feature: {}", item.trim())));
                }
            }
        }
        // A wrong XFAIL condition must not turn a failure into an expected one.
        self.expects_failure(features).map(|_| None)
    }

    pub(super) fn expects_failure(&self, features: &[String]) -> Result<bool, String> {
        let mut any = false;
        for (line, text) in &self.xfail {
            for item in text.split(',') {
                any |= holds(item, features).map_err(|e| format!("{line}: error: {e} in XFAIL: {text}"))?;
            }
        }
        Ok(any)
    }
}

/// A condition: feature names, `*`, `true`, `false`, `!`, `&&`, `||` and parentheses.
fn holds(text: &str, features: &[String]) -> Result<bool, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let name = |c: char| c.is_alphanumeric() || "-+=._{}*".contains(c);
        let length = if rest.starts_with("&&") || rest.starts_with("||") {
            2
        } else if "!()".contains(c) {
            1
        } else {
            rest.find(|c| !name(c)).unwrap_or(rest.len())
        };
        if length == 0 {
            return Err(format!("unexpected '{c}'"));
        }
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    let mut c = Condition {
        tokens: tokens.iter().copied().peekable(),
        features,
        depth: 0,
    };
    let value = c.any()?;
    match c.tokens.next() {
        None => Ok(value),
        Some(extra) => Err(format!("unexpected '{extra}'")),
    }
}

struct Condition<'a, I: Iterator<Item = &'a str>> {
    tokens: std::iter::Peekable<I>,
    features: &'a [String],
    depth: u32,
}

impl<'a, I: Iterator<Item = &'a str>> Condition<'a, I> {
    fn any(&mut self) -> Result<bool, String> {
        let mut value = self.all()?;
        while self.tokens.next_if_eq(&"||").is_some() {
            value |= self.all()?;
        }
        Ok(value)
    }
    fn all(&mut self) -> Result<bool, String> {
        let mut value = self.one()?;
        while self.tokens.next_if_eq(&"&&").is_some() {
            value &= self.one()?;
        }
        Ok(value)
    }
    fn one(&mut self) -> Result<bool, String> {
        let mut negated = false;
        while self.tokens.next_if_eq(&"!").is_some() {
            negated = !negated;
        }
        let value = match self.tokens.next() {
            None => return Err("a condition is missing".to_string()),
            Some("(") => {
                self.depth += 1;
                if self.depth > 100 {
                    return Err("the condition is nested too deeply".to_string());
                }
                let value = self.any()?;
                self.depth -= 1;
                if self.tokens.next() != Some(")") {
                    return Err("a ')' is missing".to_string());
                }
                value
            }
            Some("*" | "true") => true,
            Some("false") => false,
            Some(word @ (")" | "&&" | "||")) => return Err(format!("unexpected '{word}'")),
            Some(name) => self.features.iter().any(|f| f == name),
        };
        Ok(value != negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_continue_and_conditions_hold() {
        let text =
            b"// RUN: a \\\n// RUN:   b\n// XRUN: no\n// REQUIRES: x && !(y || z), w\nRUN: c\nEND.\nRUN: d\n";
        let script = read(text).unwrap();
        let runs: Vec<_> = script.runs.iter().map(|r| (r.line, r.text.as_str())).collect();
        assert_eq!(runs, [(1, "a b"), (5, "c")]);
        let has = |names: &[&str]| {
            script
                .ruled_out(&names.iter().map(|n| n.to_string()).collect::<Vec<_>>())
                .unwrap()
                .is_none()
        };
        assert!(has(&["x", "w"]));
        assert!(!has(&["x"]));
        assert!(!has(&["x", "w", "z"]));
        assert!(read(b"RUN: a \\\n").is_err());
        assert!(holds("a &", &[]).is_err());
    }
}
