//! The `rookery-filecheck` tool: checks a text against the directives of a check file.

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args: Vec<String> = Vec::new();
    // LLVM's variable for options that a whole test run shares.
    if let Ok(more) = std::env::var("FILECHECK_OPTS") {
        args.extend(more.split_whitespace().map(str::to_string));
    }
    args.extend(
        std::env::args_os()
            .skip(1)
            .map(|a| a.to_string_lossy().into_owned()),
    );
    let mut say = String::new();
    let here = std::path::Path::new("");
    let outcome = rookery::check::filecheck::command(&args, here, &mut std::io::stdin().lock(), &mut say);
    // A reader that went away is no failure of the check.
    let _ = std::io::stdout().write_all(say.as_bytes());
    let _ = std::io::stderr().write_all(outcome.text.as_bytes());
    ExitCode::from(outcome.status)
}
