//! What a run has loaded: interners, sources, dialects. The tools and tests start here.

use crate::dialect;
use crate::ir::{Body, Context};
use crate::lang::defs::Registry;
use crate::support::diag::{Reported, Sink};
use crate::support::limits::Limits;
use crate::support::source::{FileId, SourceMap, Span};
use crate::text::parse;
use crate::text::print::{PrintOptions, print};

pub use crate::text::parse::snippet::{Before, RESULTS, Snippet, tops};

/// See the module's description.
pub struct Session {
    /// Interners.
    pub ctx: Context,
    /// Source texts.
    pub map: SourceMap,
    /// Loaded dialects and targets.
    pub reg: Registry,
    /// Limits.
    pub limits: Limits,
    /// Patterns of a fixpoint that may not end are warned of, and not refused.
    pub allow_cycles: bool,
}

impl Session {
    /// Loads the built-in dialects, then more dialect files: name and text each.
    pub fn new(
        more: &[(String, String)],
        limits: Limits,
        sink: &mut Sink,
    ) -> (Session, Result<(), Reported>) {
        let mut map = SourceMap::new();
        let mut sources = dialect::Sources::default();
        for (name, text) in crate::shipped::DIALECTS {
            sources.files.push(map.add(*name, *text));
        }
        for (name, text) in more {
            sources.files.push(map.add(name.as_str(), text.as_str()));
        }
        let ctx = Context::new();
        let loaded = dialect::load(&ctx, &map, &sources, &limits, sink);
        let (reg, ok) = match loaded {
            Ok(reg) => (reg, Ok(())),
            Err(e) => (Registry::default(), Err(e)),
        };
        (
            Session {
                ctx,
                map,
                reg,
                limits,
                allow_cycles: false,
            },
            ok,
        )
    }

    /// What the parser needs.
    pub fn parse_options(&self, allow_unregistered: bool) -> parse::Options<'_> {
        parse::Options {
            ctx: &self.ctx,
            reg: &self.reg,
            limits: &self.limits,
            allow_unregistered,
        }
    }

    /// Parses and verifies a text.
    pub fn parse(&self, file: FileId, allow_unregistered: bool, sink: &mut Sink) -> Option<Body> {
        let body = self.read(file, allow_unregistered, sink)?;
        self.verify(&body, sink).then_some(body)
    }

    /// Parses a text.
    pub fn read(&self, file: FileId, allow_unregistered: bool, sink: &mut Sink) -> Option<Body> {
        parse::parse(self.parse_options(allow_unregistered), &self.map, file, sink)
    }

    /// Parses an example's text, which stands at `span` of a pattern file; with `before`, what comes of that one.
    pub fn snippet(&self, span: Span, before: Option<&Before>, sink: &mut Sink) -> Option<Snippet> {
        parse::snippet::snippet(self.parse_options(false), &self.map, span, before, sink)
    }

    /// A body as text, in the operations' own formats.
    pub fn show(&self, body: &Body) -> String {
        let options = PrintOptions {
            generic: false,
            locations: None,
        };
        print(&self.ctx, &self.reg, body, body.root(), options)
    }

    /// Verifies a body; whether it is valid.
    pub fn verify(&self, body: &Body, sink: &mut Sink) -> bool {
        let before = sink.errors();
        let ops = dialect::verify::Dialects {
            ctx: &self.ctx,
            reg: &self.reg,
        };
        crate::ir::verify::verify(&self.ctx, &ops, body, body.root(), sink);
        sink.errors() == before
    }
}
