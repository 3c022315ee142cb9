//! What is left behind when the program itself is at fault: one line, and with `--crash-dir` a file that repeats it.
//!
//! The file holds the IR before the pass that was at fault, and in `{-# .. #-}` the pipeline from that pass on and
//! everything else it ran with; `reproduce` reads it. A fault outside of passes leaves the inputs and the command line.

use super::INTERNAL;
use crate::ir::display::quoted;
use crate::pass::instrument::{Instrument, Moment, Tell};
use crate::pass::pipeline;
use crate::text::print::{PrintOptions, print};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The message of the last panic, whichever thread it was on.
static MESSAGE: Mutex<Option<String>> = Mutex::new(None);

/// Keeps a panic's message instead of printing it.
pub(super) fn quiet() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().map(|s| s.to_string());
        let text = text
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let place = info
            .location()
            .map(|l| format!(" ({}:{})", l.file(), l.line()))
            .unwrap_or_default();
        *MESSAGE.lock().unwrap_or_else(PoisonError::into_inner) = Some(format!("{text}{place}"));
    }));
}

#[derive(Default)]
struct Facts {
    folder: Option<PathBuf>,
    args: Vec<String>,
    inputs: Vec<(String, String)>,
    setting: Setting,
    /// The pipeline from the pass that runs on, and the IR before it.
    scene: Option<(String, String)>,
}

/// What passes run with, beside the IR.
#[derive(Clone, Default)]
pub(super) struct Setting {
    /// How many threads.
    pub(super) threads: usize,
    /// Whether the IR is verified after every pass.
    pub(super) verify_each: bool,
    /// Other flags, as the command line has them.
    pub(super) flags: Vec<String>,
    /// Dialect files that were given: names and texts.
    pub(super) dialects: Vec<(String, String)>,
    /// Pattern files that were given, likewise.
    pub(super) patterns: Vec<(String, String)>,
}

/// What a reproducer file needs, noted down as the run goes on.
#[derive(Clone, Default)]
pub(super) struct Record(Arc<Mutex<Facts>>);

impl Record {
    fn with<T>(&self, f: impl FnOnce(&mut Facts) -> T) -> T {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes the command line.
    pub(super) fn command(&self, args: &[String], folder: Option<PathBuf>) {
        self.with(|f| (f.args, f.folder) = (args.to_vec(), folder));
    }

    /// Whether a reproducer is wanted at all.
    pub(super) fn wanted(&self) -> bool {
        self.with(|f| f.folder.is_some())
    }

    /// Notes an input, if a reproducer is wanted.
    pub(super) fn input(&self, name: &str, text: &str) {
        self.with(|f| {
            if f.folder.is_some() {
                f.inputs.push((name.to_string(), text.to_string()));
            }
        });
    }

    /// Notes what passes run with.
    pub(super) fn setting(&self, setting: Setting) {
        self.with(|f| f.setting = setting);
    }

    /// The passes of an input are done.
    pub(super) fn done(&self) {
        self.with(|f| f.scene = None);
    }

    /// Says what happened and writes the file.
    pub(super) fn report(&self, err: &mut dyn Write) -> u8 {
        let message = MESSAGE
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
            .unwrap_or_default();
        let message = message.strip_prefix("internal error: ").unwrap_or(&message);
        let _ = writeln!(err, "internal error: {message}");
        self.with(|f| match &f.folder {
            None => {
                let _ = writeln!(
                    err,
                    "note: with --crash-dir FOLDER a file that repeats this is written there"
                );
            }
            Some(folder) => {
                let path = folder.join(format!("rookery-opt-{}.mlir", std::process::id()));
                let written =
                    std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, f.text(message)));
                let _ = match (written, &f.scene) {
                    (Ok(()), Some(_)) => {
                        writeln!(
                            err,
                            "note: 'rookery-opt {} --run-reproducer' repeats this",
                            path.display()
                        )
                    }
                    (Ok(()), None) => writeln!(
                        err,
                        "note: '{}' holds what is needed to repeat this",
                        path.display()
                    ),
                    (Err(e), _) => writeln!(err, "error: cannot write '{}': {e}", path.display()),
                };
            }
        });
        INTERNAL
    }
}

impl Instrument for Record {
    fn before(&mut self, at: Moment<'_>, _: &mut dyn Tell) {
        let (s, body) = (at.session, at.body);
        let verified = self.with(|f| f.setting.verify_each);
        let options = PrintOptions {
            // What was not verified may not be printable in formats.
            generic: !verified,
            locations: Some(&s.map),
        };
        let ir = print(&s.ctx, &s.reg, body, body.root(), options);
        self.with(|f| f.scene = Some((pipeline::text(at.rest), ir)));
    }
}

/// A hash that tells texts apart (FNV-1a, 64 bits).
pub(super) fn hash<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut h = 0xcbf2_9ce4_8422_2325_u64;
    for b in texts.flat_map(|t| t.bytes().chain([0])) {
        h = (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{h:016x}")
}

/// The hash of the files that are built in.
pub(super) fn shipped() -> String {
    let all = crate::shipped::DIALECTS.iter().chain(crate::shipped::PATTERNS);
    hash(all.map(|f| f.1))
}

impl Facts {
    fn text(&self, message: &str) -> String {
        let mut out = String::new();
        let version = env!("CARGO_PKG_VERSION");
        let _ = writeln!(out, "// rookery-opt {version}: internal error: {message}");
        let _ = writeln!(out, "// command line: {:?}", self.args);
        let Some((pipeline, ir)) = &self.scene else {
            for (name, text) in &self.inputs {
                let _ = writeln!(out, "// input: {name}\n{text}");
            }
            return out;
        };
        let s = &self.setting;
        let string = |t: &str| {
            let mut out = String::new();
            quoted(&mut out, t);
            out
        };
        let files = |files: &[(String, String)]| {
            let each = files.iter().map(|(name, text)| {
                let (name, hash) = (string(name), hash(std::iter::once(text.as_str())));
                format!("{{name: {name}, hash: \"{hash}\", text: {}}}", string(text))
            });
            each.collect::<Vec<_>>().join(", ")
        };
        let flags: Vec<String> = s.flags.iter().map(|f| string(f)).collect();
        let fields = [
            ("pipeline", string(pipeline)),
            ("disable_threading", (s.threads == 1).to_string()),
            ("verify_each", s.verify_each.to_string()),
            ("threads", s.threads.to_string()),
            ("version", string(version)),
            ("shipped", string(&shipped())),
            ("flags", format!("[{}]", flags.join(", "))),
            ("dialects", format!("[{}]", files(&s.dialects))),
            ("patterns", format!("[{}]", files(&s.patterns))),
        ];
        let fields: Vec<String> = fields.iter().map(|(k, v)| format!("      {k}: {v}")).collect();
        let _ = write!(
            out,
            "{ir}\n{{-#\n  external_resources: {{\n    mlir_reproducer: {{\n{}\n    }}\n  }}\n#-}}\n",
            fields.join(",\n")
        );
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_repeats_the_run() {
        let folder = std::env::temp_dir().join(format!("rookery-crash-{}", std::process::id()));
        let record = Record::default();
        record.command(&["--dma".to_string()], Some(folder.clone()));
        record.input("in.mlir", "module {}\n");
        let mut said = Vec::new();
        assert_eq!(record.report(&mut said), INTERNAL);
        let said = String::from_utf8(said).unwrap();
        assert!(
            said.starts_with("internal error: ") && said.contains("holds what is needed"),
            "{said}"
        );
        let file = std::fs::read_dir(&folder)
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path();
        let text = std::fs::read_to_string(file).unwrap();
        assert!(
            text.ends_with("// command line: [\"--dma\"]\n// input: in.mlir\nmodule {}\n\n"),
            "{text}"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
