//! The command line of `rookery-opt`.
//!
//! * `args` says which flags there are, `debug` those that watch a run, `coverage` counts over runs; `limits` those of `--limit`; `load` reads files and makes the session and the
//!   engine; `run` takes the input through the passes; `expect` checks `--verify-diagnostics`; `list` prints what is
//!   loaded; `format` formats pattern files instead, `check` checks them; `output` writes;
//!   `execute` runs programs before and after passes. `sim` is the command line of `rookery-sim`.
//! * Exit statuses: [`FINE`], [`DIAGNOSED`], [`USAGE`], [`LIMIT`], [`INTERNAL`].
//! * Nothing is written to the output before everything has succeeded.

mod args;
mod check;
mod coverage;
mod crash;
mod debug;
mod execute;
mod expect;
mod format;
mod formats;
mod limits;
mod list;
mod load;
mod output;
mod reproduce;
mod run;
mod sim;
mod stop;

pub use load::load_engine;

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

/// Exit status: all went well.
pub const FINE: u8 = 0;
/// Exit status: the input is at fault, and a diagnostic says how.
pub const DIAGNOSED: u8 = 1;
/// Exit status: the command line or a pipeline text is at fault.
pub const USAGE: u8 = 2;
/// Exit status: a limit was reached.
pub const LIMIT: u8 = 3;
/// Exit status: a fault of the program.
pub const INTERNAL: u8 = 70;

/// Parsers, printers and evaluators recurse, within the limit of nesting; this is enough for its largest value.
const STACK: usize = 256 << 20;

/// What a run leaves to be written.
pub(crate) struct Done {
    status: u8,
    /// For the standard output; empty unless the status is [`FINE`].
    text: String,
}

/// Runs the tool with the arguments after the program's name.
pub fn main(args: Vec<std::ffi::OsString>) -> ExitCode {
    guarded(move |crash| run::command(args, crash, &mut std::io::stderr()))
}

/// The same of `rookery-sim`.
pub fn sim(args: Vec<std::ffi::OsString>) -> ExitCode {
    guarded(move |_| sim::main(args, &mut std::io::stderr()))
}

/// Does the work on a thread with stack enough, and reports what it panics with.
fn guarded(work: impl FnOnce(&crash::Record) -> Done + Send + 'static) -> ExitCode {
    crash::quiet();
    let crash = crash::Record::default();
    let shared = crash.clone();
    let worker = std::thread::Builder::new()
        .name("main".into())
        .stack_size(STACK)
        .spawn(move || {
            let work = std::panic::AssertUnwindSafe(|| work(&shared));
            std::panic::catch_unwind(work)
        });
    let done = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(done))) => done,
        Ok(_) => Done {
            status: crash.report(&mut std::io::stderr()),
            text: String::new(),
        },
        Err(e) => {
            let _ = writeln!(
                std::io::stderr(),
                "error: cannot start a thread with {STACK} bytes of stack: {e}"
            );
            Done {
                status: INTERNAL,
                text: String::new(),
            }
        }
    };
    ExitCode::from(finish(done))
}

fn finish(done: Done) -> u8 {
    let mut out = std::io::stdout().lock();
    match out.write_all(done.text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => done.status,
        // A reader that has read enough is no failure.
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => done.status,
        Err(e) => {
            let _ = writeln!(
                std::io::stderr(),
                "error: cannot write to the standard output: {e}"
            );
            DIAGNOSED
        }
    }
}

/// Whether to colour what goes to the standard error.
pub(crate) fn colored(mode: &str) -> bool {
    match mode {
        "always" => true,
        "never" => false,
        _ => std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && std::io::stderr().is_terminal(),
    }
}
