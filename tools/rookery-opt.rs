//! The `rookery-opt` tool: a thin main over the library.

use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use rookery::text::print::{PrintOptions, print};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut sink = Sink::new();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (mut s, ok) = Session::new(&[], Limits::default(), &mut sink);
    let path = args.iter().find(|a| !a.starts_with("--")).cloned().unwrap_or_default();
    let generic = args.iter().any(|a| a == "--print-op-generic");
    let allow = args.iter().any(|a| a == "--allow-unregistered-dialect");
    let mut text = None;
    if ok.is_ok() {
        let file = s.map.add(path.as_str(), std::fs::read_to_string(&path).unwrap_or_default());
        if let Some(body) = s.parse(file, allow, &mut sink) {
            text = Some(print(&s.ctx, &s.reg, &body, body.root(), PrintOptions { generic, locations: None }));
        }
    }
    for d in sink.items() {
        eprint!("{}", render(&s.map, d, false));
    }
    match text {
        Some(t) => {
            print!("{t}");
            ExitCode::SUCCESS
        }
        None => ExitCode::FAILURE,
    }
}
