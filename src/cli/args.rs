//! Which flags there are. Flags of passes come from the engine's lists, which pattern files extend; so the command line
//! is read twice: first only for the files to load, then as a whole.

use super::{debug, limits};
use crate::pass::Engine;
use clap::builder::styling::Styles;
use clap::{Arg, ArgAction, ArgMatches, Command};

/// Heading of the flags of passes in `--help`.
const PASSES: &str = "Passes";
/// Heading of the flags of pipelines.
const PIPELINES: &str = "Pipelines";
/// The flag, and the pass, that runs sets without a pass of their own.
pub(super) const APPLY: &str = "apply-patterns";

pub(super) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

pub(super) fn value(name: &'static str, shown: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(shown)
        .help(help)
        .allow_hyphen_values(true)
}

pub(super) fn list(name: &'static str, shown: &'static str, help: &'static str) -> Arg {
    value(name, shown, help).action(ArgAction::Append)
}

/// The flags that are always there.
pub(super) fn fixed() -> Command {
    let command = Command::new("rookery-opt")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Reads textual IR, runs passes on it and prints the result")
        .after_help(format!(
            "{}\nExit status: 0 fine, 1 the input is at fault, 2 wrong usage, 3 a limit was reached, 70 internal error.\n\
             Long flags may be written with one dash.",
            limits::help()
        ))
        .styles(Styles::plain())
        .args_override_self(true)
        .arg(
            Arg::new("inputs")
                .value_name("FILE")
                .help("Inputs; '-', or none, is the standard input")
                .num_args(0..)
                .action(ArgAction::Append),
        )
        .arg(Arg::new("output").short('o').value_name("FILE").help("Write to FILE instead of the standard output"))
        .arg(list("pass-pipeline", "TEXT", "Run 'builtin.module(pass-a{option=1},dma.kernel(pass-b))'"))
        .arg(value(
            super::stop::FLAG,
            "STAGE",
            "End the run after a stage of a pass, 'blocks' or 'lower-dma.blocks', or after a pass, 'bind-dma'",
        ))
        .arg(list("patterns", "PATH", "Load a pattern file, or all in a folder"))
        .arg(list("dialects", "PATH", "Load a dialect file, or all in a folder; they replace what they redefine"))
        .arg(value("target", "NAME{KEY=VALUE,...}", "Compile for a target, with some parameters changed"))
        .arg(list("target-file", "FILE", "Load targets; if it declares just one, compile for that"))
        .arg(flag("print-op-generic", "Print every operation in the generic form"))
        .arg(flag("print-debuginfo", "Print locations"))
        .arg(flag("allow-unregistered-dialect", "Accept operations of dialects that are not loaded"))
        .arg(flag("split-input-file", "Treat the pieces between lines '// -----' as inputs of their own"))
        .arg(flag("verify-diagnostics", "Check diagnostics against 'expected-error@+1 {{...}}' comments"))
        .arg(
            value("verify-each", "BOOL", "Verify after every pass [default: true]")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("true")
                .value_parser(clap::value_parser!(bool)),
        )
        .arg(
            value(
                "verify-by-execution",
                "HOW",
                "Run each kernel before and after every pass, and fail where they leave different bytes; 'quiet': say \
                 nothing else, and let what cannot be executed pass",
            )
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("report")
            .value_parser(["report", "quiet"])
            .hide_possible_values(true),
        )
        .arg(
            value("execution-record", "FILE", "With --verify-by-execution: add to FILE what was compared, a line a kernel and pass")
                .requires("verify-by-execution"),
        )
        .arg(
            value("threads", "N", "Use N threads; the output is the same [default: one a processor]")
                .value_parser(clap::value_parser!(u64).range(1..=1024)),
        )
        .arg(flag("allow-cycles", "Warn of patterns that may set each other off for ever, and let the limit end them"))
        .arg(flag("format-patterns", "Format pattern and dialect files in place, '-' to the standard output, and stop"))
        .arg(
            flag("check", "With --format-patterns: say what would change, and write nothing")
                .requires("format-patterns"),
        )
        .arg(flag(
            "check-patterns",
            "Check pattern and dialect files, or what ships, run the examples of their patterns, and stop",
        ))
        .arg(
            list(APPLY, "FILE[:SET]", "Run the sets of a pattern file, or one, to a fixpoint, in order with passes")
                .require_equals(true),
        )
        .arg(list(
            "ap",
            "TRANSFER",
            "Say what '[[4096,7],[1,4096]] -> [[1,28672]] x bf16' is, how to issue it and what that costs, and stop",
        ))
        .arg(
            value("ap-elements", "N", "With --ap: also the first N elements, source and destination of each")
                .requires("ap")
                .value_parser(clap::value_parser!(u32)),
        )
        .arg(flag("print-pattern-sources", "List where each pattern and function of each pass comes from, and stop"))
        .arg(flag("print-pass-pipeline", "Print the passes that this command line runs as --pass-pipeline takes them, and stop"))
        .arg(flag("list-passes", "List passes and pipelines, and stop"))
        .arg(flag("list-diagnostics", "List the kinds of faults in dialect and pattern files, and stop"))
        .arg(flag("show-diagnostic-kinds", "Put the kind behind each message about a dialect or pattern file"))
        .arg(flag("list-targets", "List targets and their parameters, and stop"))
        .arg(
            value("show-dialects", "NAME", "List dialects, or the operations of one, and stop")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value(""),
        )
        .arg(
            value("color", "WHEN", "Colour diagnostics: auto, always or never [default: auto]")
                .value_parser(["auto", "always", "never"])
                .hide_possible_values(true),
        )
        .arg(list("limit", "NAME=VALUE", "Set one of the limits below"))
        .arg(flag("run-reproducer", "Repeat what the file says that --crash-dir left"))
        .arg(value("crash-dir", "FOLDER", "On an internal error, write a file that repeats it to FOLDER"));
    debug::flags(command)
}

/// The fixed flags and one for each pass and pipeline.
pub(super) fn full(engine: &dyn Engine) -> Command {
    let mut command = fixed();
    let passes = engine.passes().iter().map(|p| (&p.name, &p.doc, PASSES));
    let pipelines = engine.pipelines().iter().map(|p| (&p.name, &p.doc, PIPELINES));
    for (name, doc, heading) in passes.chain(pipelines) {
        // A pass that is called like a flag can still be named in a pipeline text.
        let plain = !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let taken = ["help", "version", "inputs", "output"].contains(&name.as_str());
        if !plain || taken || command.get_arguments().any(|a| a.get_id() == name.as_str()) {
            continue;
        }
        command = command.arg(
            Arg::new(name.clone())
                .long(name.clone())
                .value_name("OPTIONS")
                .help(doc.lines().next().unwrap_or("").to_string())
                .help_heading(heading)
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("")
                .action(ArgAction::Append),
        );
    }
    command
}

/// Whether the argument after this flag is its value.
fn takes_next(a: &Arg) -> bool {
    a.get_action().takes_values() && !a.is_require_equals_set()
}

/// Gives long flags their second dash, except in values and after `--`.
pub(super) fn two_dashes(command: &Command, args: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    let mut value = false;
    let mut only_inputs = false;
    for a in args {
        if value || only_inputs || !a.starts_with('-') || a == "-" {
            value = false;
            out.push(a.clone());
            continue;
        }
        only_inputs = a == "--";
        let single = a.strip_prefix("--").is_none();
        let rest = a.trim_start_matches('-');
        let (name, attached) = rest.split_once('=').map_or((rest, false), |(n, _)| (n, true));
        let known = command.get_arguments().find(|k| k.get_long() == Some(name));
        let known_word = known.is_some() || ["help", "version"].contains(&name);
        value = match known {
            Some(k) => takes_next(k) && !attached,
            None => a == "-o",
        };
        out.push(if single && known_word {
            format!("-{a}")
        } else {
            a.clone()
        });
    }
    out
}

/// Whether a command line can have anything to do with passes, whose files take time to load: it has a flag that is not
/// fixed, which may be a pass's name, or one that runs, loads or lists passes.
pub(super) fn want_passes(command: &Command, args: &[String]) -> bool {
    const ABOUT_PASSES: [&str; 11] = [
        APPLY,
        "print-access-patterns",
        "ap",
        "print-pattern-sources",
        "pass-pipeline",
        "patterns",
        "trace-patterns",
        "list-passes",
        "print-ir-before",
        "print-ir-after",
        "inject-fault",
    ];
    let args = two_dashes(command, args);
    let mut args = args.iter();
    while let Some(a) = args.next() {
        if a == "--" {
            return false;
        }
        if !a.starts_with('-') || a == "-" {
            continue;
        }
        if a == "-o" {
            args.next();
            continue;
        }
        let Some(rest) = a.strip_prefix("--") else {
            return true;
        };
        let name = rest.split_once('=').map_or(rest, |r| r.0);
        let Some(known) = command.get_arguments().find(|k| k.get_long() == Some(name)) else {
            return true;
        };
        if ABOUT_PASSES.contains(&name) {
            return true;
        }
        if takes_next(known) && !rest.contains('=') {
            args.next();
        }
    }
    false
}

/// The values that a fixed flag has on a command line whose other flags are not known yet; empty ones for a flag without.
pub(super) fn early(command: &Command, args: &[String], wanted: &str) -> Vec<String> {
    let args = two_dashes(command, args);
    let mut out = Vec::new();
    let mut args = args.iter();
    while let Some(a) = args.next() {
        if a == "--" {
            break;
        }
        let Some(rest) = a.strip_prefix("--") else {
            if a == "-o" {
                args.next();
            }
            continue;
        };
        let (name, mut value) = rest.split_once('=').map_or((rest, None), |(n, v)| (n, Some(v)));
        let known = command.get_arguments().find(|k| k.get_long() == Some(name));
        if value.is_none() && known.is_some_and(takes_next) {
            value = args.next().map(String::as_str);
        }
        if name == wanted {
            let bare = known.is_some_and(|k| !k.get_action().takes_values());
            out.extend(value.or(bare.then_some("")).map(str::to_string));
        }
    }
    out
}

/// What names passes, in the order of the command line: the flag and the text after `=`.
pub(super) fn pass_flags(engine: &dyn Engine, matches: &ArgMatches) -> Vec<(String, String)> {
    let passes = engine.passes().iter().map(|p| p.name.as_str());
    let pipelines = engine.pipelines().iter().map(|p| p.name.as_str());
    let mut found: Vec<(usize, String, String)> = Vec::new();
    let fixed = fixed();
    // A pass may be called like a fixed flag, whose values are not its own.
    let free = passes
        .chain(pipelines)
        .filter(|n| !fixed.get_arguments().any(|a| a.get_id() == *n));
    for name in ["pass-pipeline", APPLY].into_iter().chain(free) {
        // Names without a flag of their own are unknown here.
        let Ok(Some(values)) = matches.try_get_many::<String>(name) else {
            continue;
        };
        if found.iter().any(|f| f.1 == name) {
            continue;
        }
        let at = matches.indices_of(name).into_iter().flatten();
        found.extend(at.zip(values).map(|(n, v)| (n, name.to_string(), v.clone())));
    }
    found.sort_by_key(|f| f.0);
    found.into_iter().map(|(_, name, value)| (name, value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn one_dash_is_enough() {
        let command = fixed();
        let args = words("-print-op-generic -o -out - -target -tiny -threads=2 -help -x -- -version");
        let expected = words("--print-op-generic -o -out - --target -tiny --threads=2 --help -x -- -version");
        assert_eq!(two_dashes(&command, &args), expected);
    }

    #[test]
    fn files_are_found_among_unknown_flags() {
        let args = words(
            "--some-pass=k=v -patterns a.pat --patterns=b.pat -o --patterns in.mlir -- --patterns c.pat",
        );
        assert_eq!(early(&fixed(), &args, "patterns"), ["a.pat", "b.pat"]);
    }

    #[test]
    fn patterns_are_loaded_when_something_is_about_passes() {
        let wanted = |text: &str| want_passes(&fixed(), &words(text));
        assert!(!wanted(
            "a.mlir -print-op-generic --threads 2 -o out.mlir --target=t --verify-each=false -"
        ));
        assert!(!wanted("-o --dma --target --dma -- --dma"));
        for text in [
            "--dma",
            "-dma",
            "--list-passes",
            "--pass-pipeline=x",
            "--print-ir-after=a",
            "--patterns p a",
            "--help",
            "-h",
            "-x",
        ] {
            assert!(wanted(text), "{text}");
        }
    }

    struct Named(Vec<crate::pass::PassInfo>);
    impl Engine for Named {
        fn passes(&self) -> &[crate::pass::PassInfo] {
            &self.0
        }
        fn pipelines(&self) -> &[crate::pass::PipelineInfo] {
            &[]
        }
        fn run(
            &self,
            _: &crate::session::Session,
            _: &mut crate::ir::Body,
            _: &crate::pass::Step,
            _: &crate::pass::RunConfig,
            _: &mut crate::support::diag::Sink,
            _: &mut dyn crate::pass::instrument::Tell,
        ) -> Result<(), crate::support::diag::Reported> {
            Ok(())
        }
    }

    #[test]
    fn passes_run_in_the_order_of_their_flags() {
        let pass = |name: &str| crate::pass::PassInfo {
            name: name.into(),
            doc: "Does.\nMore.".into(),
            anchor: "builtin.module".into(),
            options: Vec::new(),
            stages: Vec::new(),
            origin: String::new(),
        };
        // Two are called like flags, one twice, one cannot be a flag.
        let engine = Named(["a", "b", "target", "help", "a", "no flag"].map(pass).into());
        let mut command = full(&engine);
        command.clone().debug_assert();
        let args = words("x --b --target=t --a=k=v in.mlir --pass-pipeline p -b --a --pass-pipeline=q");
        let args = two_dashes(&command, &args);
        let matches = command.try_get_matches_from_mut(args).unwrap();
        let found = pass_flags(&engine, &matches);
        let found: Vec<String> = found.into_iter().map(|(n, v)| format!("{n}:{v}")).collect();
        assert_eq!(
            found,
            ["b:", "a:k=v", "pass-pipeline:p", "b:", "a:", "pass-pipeline:q"]
        );
        assert!(command.render_help().to_string().contains("Passes:\n"));
    }

    #[test]
    fn the_definition_is_consistent() {
        fixed().debug_assert();
    }
}
