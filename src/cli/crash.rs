//! What is left behind when the program itself is at fault: one line, and with `--crash-dir` a file that repeats it.

use super::INTERNAL;
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
}

/// What a reproducer file needs, noted down as the run goes on.
#[derive(Clone, Default)]
pub(super) struct Record(Arc<Mutex<Facts>>);

impl Record {
    fn with(&self, f: impl FnOnce(&mut Facts)) {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Notes the command line.
    pub(super) fn command(&self, args: &[String], folder: Option<PathBuf>) {
        self.with(|f| (f.args, f.folder) = (args.to_vec(), folder));
    }

    /// Notes an input, if a reproducer is wanted at all.
    pub(super) fn input(&self, name: &str, text: &str) {
        self.with(|f| {
            if f.folder.is_some() {
                f.inputs.push((name.to_string(), text.to_string()));
            }
        });
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
                let _ = match written {
                    Ok(()) => writeln!(err, "note: '{}' repeats this", path.display()),
                    Err(e) => writeln!(err, "error: cannot write '{}': {e}", path.display()),
                };
            }
        });
        INTERNAL
    }
}

impl Facts {
    fn text(&self, message: &str) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "// rookery-opt {}: internal error: {message}",
            env!("CARGO_PKG_VERSION")
        );
        let _ = writeln!(out, "// command line: {:?}", self.args);
        for (name, text) in &self.inputs {
            let _ = writeln!(out, "// input: {name}\n{text}");
        }
        out
    }
}
