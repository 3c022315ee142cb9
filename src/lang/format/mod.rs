//! Formatting of pattern and dialect files.
//!
//! `tokens` takes a file apart, `walk` says where its lines may end, `layout` decides where they do; `spacing` knows which
//! tokens stand close together, `rules` which rules of the grammar are laid out alike. Only blanks and line breaks change: what else comes out is compared with what went in.

mod layout;
mod rules;
mod spacing;
#[cfg(test)]
mod tests;
mod tokens;
mod walk;

use super::parse;
use crate::support::diag::Sink;
use crate::support::limits::Limits;
use crate::support::source::{FileId, SourceMap, Span};
use tokens::Tokens;

/// Which of the two languages a text is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `.pat`
    Patterns,
    /// `.dialect`
    Dialects,
}

/// Why a file is left as it is; what there is to say is in the sink.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It has errors.
    Faulty,
    /// The formatter is at fault.
    Internal,
}

/// The formatted text of a file, whose errors go to `sink`. No name in it is looked up.
pub fn format(
    map: &SourceMap,
    file: FileId,
    language: Language,
    limits: &Limits,
    sink: &mut Sink,
) -> Result<String, Refused> {
    let errors = sink.errors();
    match language {
        Language::Patterns => drop(parse::parse_pat(map, file, limits, sink)),
        Language::Dialects => drop(parse::parse_dialect(map, file, limits, sink)),
    }
    if sink.errors() > errors {
        return Err(Refused::Faulty);
    }
    let text = map.text(file);
    let Some(done) = parse::whole(&text, language, limits, |tree| {
        let tokens = Tokens::new(&text, &tree);
        let ops = walk::file(&tokens, tree);
        layout::print(&ops, if tokens.crlf { "\r\n" } else { "\n" })
    }) else {
        sink.error(
            Span::new(file, 0, 0),
            "internal error: the file can be read item by item, but not as a whole",
        );
        return Err(Refused::Internal);
    };
    checked(&text, done, language, limits).inspect_err(|_| {
        let message =
            "internal error: formatting would change more than blanks and line breaks; the file is left alone";
        sink.error(Span::new(file, 0, 0), message);
    })
}

/// The formatted text, if it means what the text before meant.
fn checked(text: &str, done: String, language: Language, limits: &Limits) -> Result<String, Refused> {
    let same = || {
        let before = meaning(text, language, limits);
        before.is_some() && before == meaning(&done, language, limits)
    };
    if *text == *done || same() {
        Ok(done)
    } else {
        Err(Refused::Internal)
    }
}

/// What formatting must not change: all tokens and comments, in their order. Nothing if the text cannot be read.
pub fn meaning(text: &str, language: Language, limits: &Limits) -> Option<Vec<String>> {
    parse::whole(text, language, limits, |tree| {
        Tokens::new(text, &tree).meaning().map(str::to_string).collect()
    })
}
