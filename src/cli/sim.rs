//! The command line of `rookery-sim`.

use super::args::{flag, list, value};
use super::{DIAGNOSED, Done, FINE, colored, limits, load, run};
use crate::ir::symbols::symbol_name;
use crate::ir::{Body, OpId};
use crate::pass::RunConfig;
use crate::session::Session;
use crate::sim::report::{Show, name, report};
use crate::sim::{Key, Options, Ran, Start, decode, kernels, npy};
use crate::support::diag::Sink;
use crate::support::limits::Limits;
use crate::support::nearest::hint;
use clap::builder::styling::Styles;
use clap::{Arg, ArgMatches, Command};
use run::{Reporter, Stop};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

fn command() -> Command {
    Command::new("rookery-sim")
        .version(env!("CARGO_PKG_VERSION"))
        .about(
            "Executes the kernels of a program, at whatever level it is, and shows what their arguments hold at the end",
        )
        .after_help(format!(
            "{}\nNAME is argN, the kernel's argument N, or KERNEL:argN; of --output also any memory that --all shows.\n\
             An argument that is not given holds elements that all differ; other memories hold nothing, and reading\n\
             what nothing wrote is an error. Operations that the dialects give no semantics are errors, too.\n\
             Exit status: 0 fine, 1 the program is at fault, 2 wrong usage, 3 a limit was reached, 70 internal error.",
            limits::help()
        ))
        .styles(Styles::plain())
        .args_override_self(true)
        .arg(
            Arg::new("input-file")
                .value_name("FILE")
                .help("The program; '-', or none, is the standard input"),
        )
        .arg(value("kernel", "NAME", "Run this kernel only [default: all]"))
        .arg(
            value("seed", "N", "The seed of what arguments hold that are not given [default: 0]")
                .value_parser(clap::value_parser!(u64)),
        )
        .arg(
            value("cores", "N", "So many cores run the program [default: 1, or those of the replica groups of collective transfers]")
                .value_parser(clap::value_parser!(u64).range(1..)),
        )
        .arg(flag("counting", "Arguments that are not given hold bytes that count up, from 0x40 N for argument N"))
        .arg(list("input", "NAME=FILE.npy", "What an argument holds at first"))
        .arg(list("output", "NAME=FILE.npy", "Write what an argument holds at the end"))
        .arg(flag("races", "Transfers of different queues that touch the same bytes, one of them writing, are errors"))
        .arg(flag("fill", "Fill memories that hold nothing, too, so that reading them is no error"))
        .arg(flag("checksums", "Show name, bytes and checksum of each argument; the default"))
        .arg(flag("hexdump", "Show all bytes of each argument; '--' is one that nothing wrote"))
        .arg(flag("all", "Show the memories beside the arguments, too"))
        .arg(flag("trace", "Show each transfer: where it stands, bytes, runs, ring entries, from where, to where"))
        .arg(flag("stats", "Show numbers of transfers, bytes, contiguous runs, ring entries, and firings of triggers"))
        .arg(value("target", "NAME{KEY=VALUE,...}", "The target, with some parameters changed [default: what the program was lowered for, or trn2]"))
        .arg(list("target-file", "FILE", "Load targets; if it declares just one, that is the target"))
        .arg(list("dialects", "PATH", "Load a dialect file, or all in a folder; they replace what they redefine"))
        .arg(
            value("color", "WHEN", "Colour diagnostics: auto, always or never [default: auto]")
                .value_parser(["auto", "always", "never"])
                .hide_possible_values(true),
        )
        .arg(list("limit", "NAME=VALUE", "Set one of the limits below"))
}

/// Runs a command line.
pub(super) fn main(raw: Vec<OsString>, err: &mut dyn Write) -> Done {
    let mut r = Reporter::new(err);
    let done = attempt(raw, &mut r);
    r.rest();
    match done {
        Ok(text) => Done { status: FINE, text },
        Err(Stop(status)) => Done {
            status,
            text: String::new(),
        },
    }
}

fn attempt(raw: Vec<OsString>, r: &mut Reporter<'_>) -> Result<String, Stop> {
    let mut words = vec!["rookery-sim".to_string()];
    for a in raw {
        match a.into_string() {
            Ok(text) => words.push(text),
            Err(a) => return Err(r.usage(format!("argument '{}' is not valid UTF-8", a.to_string_lossy()))),
        }
    }
    let m = match run::parsed(command(), words.into_iter(), r)? {
        Ok(m) => m,
        Err(help) => return Ok(help),
    };
    let many = |name: &str| -> Vec<String> {
        m.get_many::<String>(name)
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    };
    r.color = colored(m.get_one::<String>("color").map_or("auto", String::as_str));
    let mut limits = Limits::default();
    for text in many("limit") {
        limits::set(&mut limits, &text).map_err(|e| r.usage(format!("--limit: {e}")))?;
    }
    r.most = limits.diagnostics;

    let target_files = many("target-file");
    let mut files = load::files(&many("dialects"), &["dialect"]).map_err(|e| r.usage(e))?;
    files.retain(|f| !target_files.contains(f));
    files.extend(target_files.iter().cloned());
    let mut dialects = Vec::new();
    for name in files {
        let text = load::read_file(&name, limits.file_bytes).map_err(|e| r.unread(e))?;
        dialects.push((name, text));
    }
    let mut sink = Sink::new();
    let (mut session, _) = load::load(&dialects, None, &limits, false, &mut sink);
    r.all(&session.map, sink.items());
    if sink.errors() > 0 {
        return Err(Stop(r.status()));
    }
    let mut sink = Sink::new();
    let target = run::target(&mut session, &m, &target_files, &mut sink);
    if sink.errors() > 0 {
        r.all(&session.map, sink.items());
        return Err(Stop(super::USAGE));
    }
    let config = RunConfig {
        target,
        ..RunConfig::default()
    };

    let file = m.get_one::<String>("input-file").map_or("-", String::as_str);
    let (shown, text) = match file {
        "-" => (
            "<stdin>",
            load::read("<stdin>", std::io::stdin().lock(), limits.file_bytes),
        ),
        name => (name, load::read_file(name, limits.file_bytes)),
    };
    let text = text.map_err(|e| r.unread(e))?;
    let file = session.map.add(shown, text);
    let mut sink = Sink::new();
    let body = session.parse(file, false, &mut sink);
    let target = body
        .as_ref()
        .and_then(|b| crate::rewrite::target_of(&session, b, &config, &mut sink).ok());
    r.all(&session.map, sink.items());
    let (Some(body), Some(target)) = (body, target) else {
        return Err(Stop(r.status().max(DIAGNOSED)));
    };

    let all = kernels(&session, &body);
    let kernel_name = |k| symbol_name(&session.ctx, &body, k).map_or("", |n| session.ctx.text(n));
    let chosen: Vec<_> = match m.get_one::<String>("kernel") {
        None => all,
        Some(name) => {
            let name = name.trim_start_matches('@');
            let found: Vec<_> = all.iter().copied().filter(|k| kernel_name(*k) == name).collect();
            if found.is_empty() {
                let close = hint(name, all.iter().map(|k| kernel_name(*k)));
                return Err(r.usage(format!("there is no kernel '{name}'{close}")));
            }
            found
        }
    };
    if chosen.is_empty() {
        return Err(r.failed(format!("'{shown}' has no kernel that can be executed")));
    }
    let named = |k: &OpId| (kernel_name(*k), tensors(&session, &body, *k));
    let kernels_named: Vec<(&str, Vec<Option<decode::Shape>>)> = chosen.iter().map(named).collect();
    let start = Start {
        seed: m.get_one::<u64>("seed").copied().unwrap_or(0),
        inputs: inputs(&many("input"), &kernels_named, limits.file_bytes, r)?,
        counting: m.get_flag("counting"),
        filled: m.get_flag("fill"),
    };
    let outputs = files_of("--output", &many("output"), r)?;
    let options = Options {
        target: Some(&target),
        start: &start,
        trace: m.get_flag("trace"),
        watch: None,
        races: m.get_flag("races"),
        cores: m
            .get_one::<u64>("cores")
            .map(|n| usize::try_from(*n).unwrap_or(usize::MAX)),
    };
    let show = show(&m);
    let cost = crate::rewrite::run_cost(&session, &target);
    let mut out = String::new();
    let mut ran = Vec::new();
    for k in chosen {
        match crate::sim::run(&session, &body, k, options) {
            Ok(done) => {
                r.all(&session.map, &done.races);
                out.push_str(&report(&session, &body, &done, show, &cost));
                ran.push(done);
            }
            Err(d) => r.all(&session.map, &[d]),
        }
    }
    if r.status() != FINE {
        return Err(Stop(r.status()));
    }
    for o in &outputs {
        write(&session, o, &ran, r)?;
    }
    Ok(out)
}

fn show(m: &ArgMatches) -> Show {
    let other = ["hexdump", "trace", "stats"].iter().any(|f| m.get_flag(f));
    Show {
        checksums: m.get_flag("checksums") || !other,
        hexdump: m.get_flag("hexdump"),
        trace: m.get_flag("trace"),
        stats: m.get_flag("stats"),
        all: m.get_flag("all"),
    }
}

/// A memory and a file: kernel, name, path.
struct Named {
    kernel: Option<String>,
    name: String,
    path: String,
}

fn files_of(flag: &str, texts: &[String], r: &mut Reporter<'_>) -> Result<Vec<Named>, Stop> {
    let mut out = Vec::new();
    for text in texts {
        let Some((name, path)) = text
            .split_once('=')
            .filter(|(n, p)| !n.is_empty() && !p.is_empty())
        else {
            return Err(r.usage(format!("{flag}: expected NAME=FILE.npy, but found '{text}'")));
        };
        let (kernel, name) = match name.split_once(':') {
            Some((k, n)) => (Some(k.trim_start_matches('@').to_string()), n),
            None => (None, name),
        };
        out.push(Named {
            kernel,
            name: name.to_string(),
            path: path.to_string(),
        });
    }
    Ok(out)
}

type Inputs = Vec<(Option<String>, usize, Vec<u8>)>;
/// A kernel's name and the tensors that its arguments are.
type Signature<'a> = (&'a str, Vec<Option<decode::Shape>>);

fn tensors(session: &Session, body: &Body, kernel: OpId) -> Vec<Option<decode::Shape>> {
    let entry = body.region(kernel, 0).and_then(|r| body.entry(r));
    let args = entry.map_or(&[][..], |b| body.args(b));
    args.iter()
        .map(|a| decode::shape(&session.ctx, body.value_type(*a)).ok())
        .collect()
}

fn inputs(
    texts: &[String],
    kernels: &[Signature<'_>],
    most: usize,
    r: &mut Reporter<'_>,
) -> Result<Inputs, Stop> {
    let mut out = Vec::new();
    for n in files_of("--input", texts, r)? {
        let Some(argument) = n.name.strip_prefix("arg").and_then(|d| d.parse::<usize>().ok()) else {
            return Err(r.usage(format!("--input: '{}' is no argument; the first is arg0", n.name)));
        };
        if let Some(k) = n.kernel.as_deref().filter(|k| !kernels.iter().any(|s| s.0 == *k)) {
            let close = hint(k, kernels.iter().map(|s| s.0));
            return Err(r.usage(format!("--input: there is no kernel '{k}'{close}")));
        }
        let bytes = match std::fs::metadata(&n.path).map(|m| m.len()) {
            Ok(len) if len > most as u64 => {
                return Err(r.failed(format!(
                    "file '{}' is over the limit of {most} bytes (--limit file-bytes=N)",
                    n.path
                )));
            }
            Ok(_) => std::fs::read(&n.path),
            Err(e) => Err(e),
        };
        let bytes = bytes.map_err(|e| r.failed(format!("cannot read '{}': {}", n.path, load::plain(&e))))?;
        let array = npy::read(&bytes).map_err(|e| r.failed(format!("'{}' {e}", n.path)))?;
        for (kernel, tensors) in kernels
            .iter()
            .filter(|s| n.kernel.as_deref().is_none_or(|k| k == s.0))
        {
            let Some(shape) = tensors.get(argument).and_then(Option::as_ref) else {
                return Err(r.usage(format!("--input: kernel '{kernel}' has no tensor '{}'", n.name)));
            };
            let sizes: Vec<u64> = shape
                .sizes
                .iter()
                .map(|s| u64::try_from(*s).unwrap_or(0))
                .collect();
            if sizes != array.shape || usize::try_from(shape.size) != Ok(array.size) {
                return Err(r.failed(format!(
                    "'{}' holds {} elements of {} bytes, but '{}' of kernel '{kernel}' is {} elements of {}",
                    n.path,
                    times(&array.shape),
                    array.size,
                    n.name,
                    times(&sizes),
                    shape.size
                )));
            }
        }
        out.push((n.kernel, argument, array.bytes));
    }
    Ok(out)
}

/// `2 x 3`; one element has no sizes.
fn times(sizes: &[u64]) -> String {
    if sizes.is_empty() {
        return "1".to_string();
    }
    sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" x ")
}

fn write(session: &Session, o: &Named, ran: &[Ran], r: &mut Reporter<'_>) -> Result<(), Stop> {
    let mut fitting = ran
        .iter()
        .filter(|k| o.kernel.as_ref().is_none_or(|n| *n == k.kernel))
        .flat_map(|k| &k.images)
        .filter(|i| name(i) == o.name);
    let image = match (fitting.next(), fitting.next()) {
        (Some(i), None) => i,
        (None, _) => {
            let all = ran.iter().flat_map(|k| &k.images).map(name).collect::<Vec<_>>();
            let close = hint(&o.name, all.iter().map(String::as_str));
            return Err(r.failed(format!("--output: there is no memory '{}'{close}", o.name)));
        }
        (Some(_), Some(_)) => {
            return Err(r.usage(format!(
                "--output: several kernels have '{0}'; write KERNEL:{0}",
                o.name
            )));
        }
    };
    if image.unknown() > 0 && matches!(image.memory.key, Key::Argument(_)) {
        return Err(r.failed(format!("'{}' has bytes that nothing wrote", o.name)));
    }
    let (descr, shape) = match &image.memory.shape {
        Some(s) => (npy::descr(&session.ctx, s), s.sizes.clone()),
        None => {
            let signed = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
            (
                "|u1".to_string(),
                vec![signed(image.memory.rows), signed(image.memory.row)],
            )
        }
    };
    let bytes = npy::write(&descr, &shape, &image.bytes);
    std::fs::write(Path::new(&o.path), bytes)
        .map_err(|e| r.failed(format!("cannot write '{}': {}", o.path, load::plain(&e))))
}
