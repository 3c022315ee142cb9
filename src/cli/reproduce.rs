//! `--run-reproducer`: the command line that a reproducer file stands for.

use crate::text::lexer::{self, Tok};

/// What a reproducer asks for.
#[derive(Default, Debug)]
pub(super) struct Reproducer {
    /// The arguments.
    pub(super) args: Vec<String>,
    /// Dialect files, names and texts.
    pub(super) dialects: Vec<(String, String)>,
    /// Pattern files, likewise.
    pub(super) patterns: Vec<(String, String)>,
    /// What is not as it was.
    pub(super) warnings: Vec<String>,
}

/// Values nest no deeper than reproducers have them.
const DEPTH: u32 = 10;

/// Flags that change what passes do. A file may not ask for others, such as where to write.
pub(super) const KEPT: [&str; 5] = [
    "target",
    "limit",
    "inject-fault",
    "shuffle-worklist",
    "allow-unregistered-dialect",
];

/// A value in the metadata.
enum Item {
    Text(String),
    List(Vec<Item>),
    Dict(Vec<(String, Item)>),
}

impl Item {
    fn get(&self, key: &str) -> Option<&Item> {
        match self {
            Item::Dict(items) => items.iter().find(|i| i.0 == key).map(|i| &i.1),
            _ => None,
        }
    }
    fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            Item::Text(t) => Some(t),
            _ => None,
        }
    }
    fn list(&self, key: &str) -> &[Item] {
        match self.get(key) {
            Some(Item::List(l)) => l,
            _ => &[],
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> (Tok, &'t str) {
        let t = lexer::next(self.text.as_bytes(), self.at);
        self.at = t.end;
        (t.tok, self.text.get(t.start..t.end).unwrap_or(""))
    }
    fn peek(&self) -> Tok {
        lexer::next(self.text.as_bytes(), self.at).tok
    }
    fn eat(&mut self, tok: Tok) -> Option<()> {
        (self.next().0 == tok).then_some(())
    }

    /// `key: value, key: value` up to what ends it.
    fn entries(&mut self, end: Tok, depth: u32) -> Option<Item> {
        let mut out = Vec::new();
        while self.peek() != end {
            let (tok, key) = self.next();
            if !matches!(tok, Tok::Bare | Tok::Str) {
                return None;
            }
            self.eat(Tok::Colon)?;
            out.push((unquoted(key), self.item(depth)?));
            if self.peek() == Tok::Comma {
                self.next();
            }
        }
        self.next();
        Some(Item::Dict(out))
    }

    fn item(&mut self, depth: u32) -> Option<Item> {
        let depth = depth.checked_sub(1)?;
        match self.next() {
            (Tok::Str | Tok::Bare | Tok::Int, text) => Some(Item::Text(unquoted(text))),
            (Tok::LBrace, _) => self.entries(Tok::RBrace, depth),
            (Tok::LBracket, _) => {
                let mut out = Vec::new();
                while self.peek() != Tok::RBracket {
                    out.push(self.item(depth)?);
                    if self.peek() == Tok::Comma {
                        self.next();
                    }
                }
                self.next();
                Some(Item::List(out))
            }
            _ => None,
        }
    }
}

fn unquoted(text: &str) -> String {
    if text.starts_with('"') {
        String::from_utf8_lossy(&lexer::unescape(text)).into_owned()
    } else {
        text.to_string()
    }
}

/// Reads the metadata of a reproducer. MLIR's have fewer entries; what is missing is as without a flag.
pub(super) fn read(text: &str) -> Result<Reproducer, String> {
    // At the start of a line it is in no string.
    let open = text.rfind("\n{-#").map(|n| n + 1);
    let open = open.or(text.starts_with("{-#").then_some(0));
    let open = open.ok_or("it has no '{-# .. #-}'")?;
    let mut r = Reader {
        text,
        at: open + "{-#".len(),
    };
    let all = r.entries(Tok::MetaClose, DEPTH);
    let all = all.ok_or("its '{-# .. #-}' cannot be read")?;
    let found = all
        .get("external_resources")
        .and_then(|r| r.get("mlir_reproducer"));
    let found = found.ok_or("it has no 'mlir_reproducer'")?;
    let pipeline = found
        .text("pipeline")
        .ok_or("its 'mlir_reproducer' has no 'pipeline'")?;
    let mut out = Reproducer::default();
    out.args.push(format!("--pass-pipeline={pipeline}"));
    let threads = match found.text("disable_threading") {
        Some("true") => Some("1"),
        _ => found.text("threads"),
    };
    out.args.extend(threads.map(|n| format!("--threads={n}")));
    out.args
        .extend(found.text("verify_each").map(|v| format!("--verify-each={v}")));
    for f in found.list("flags") {
        let Item::Text(t) = f else { continue };
        let name = t.split_once('=').map_or(t.as_str(), |s| s.0);
        if KEPT.iter().any(|k| name.strip_prefix("--") == Some(k)) {
            out.args.push(t.clone());
        } else {
            out.warnings
                .push(format!("flag '{t}' has no place in a reproducer"));
        }
    }
    let mut files = |key: &str| -> Vec<(String, String)> {
        let mut files = Vec::new();
        for f in found.list(key) {
            let (Some(name), Some(text)) = (f.text("name"), f.text("text")) else {
                continue;
            };
            if f.text("hash")
                .is_some_and(|h| h != super::crash::hash(std::iter::once(text)))
            {
                out.warnings
                    .push(format!("the text of '{name}' has been changed"));
            }
            files.push((name.to_string(), text.to_string()));
        }
        files
    };
    (out.dialects, out.patterns) = (files("dialects"), files("patterns"));
    if found
        .text("shipped")
        .is_some_and(|h| h != super::crash::shipped())
    {
        let by = found.text("version").unwrap_or("another version");
        let text = format!("written by {by}, whose built-in dialects and patterns were others");
        out.warnings.push(text);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_said() {
        let said = |text: &str| read(text).err().unwrap_or_default();
        assert_eq!(said("module {}"), "it has no '{-# .. #-}'");
        for text in [
            "{-#",
            "{-# a",
            "{-# a: #-}",
            "{-# a: [ #-}",
            "{-# a: {b: \"c",
            "{-# 1: 2 #-}",
        ] {
            assert_eq!(said(text), "its '{-# .. #-}' cannot be read", "{text}");
        }
        let deep = format!("{{-# a: {}", "[".repeat(100_000));
        assert_eq!(said(&deep), "its '{-# .. #-}' cannot be read");
        assert_eq!(said("{-# a: b #-}"), "it has no 'mlir_reproducer'");
        let short =
            "{-# external_resources: {mlir_reproducer: {pipeline: \"a(b)\", disable_threading: true}} #-}";
        assert_eq!(read(short).unwrap().args, ["--pass-pipeline=a(b)", "--threads=1"]);
        let more = short.replace(
            "true}",
            "false, threads: 3, flags: [\"--limit=nesting=9\", \"-o\", \"--output=x\"]}",
        );
        let read = read(&more).unwrap();
        assert_eq!(
            read.args,
            ["--pass-pipeline=a(b)", "--threads=3", "--limit=nesting=9"]
        );
        assert_eq!(read.warnings.len(), 2);
    }
}
