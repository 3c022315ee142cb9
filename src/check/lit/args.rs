//! The command line of the runner.

use std::path::PathBuf;
use std::time::Duration;

/// How much of each result is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// Failures' lines only.
    Quiet,
    /// A line each.
    Lines,
    /// And the details of failures.
    Verbose,
    /// And the details of all.
    All,
}

/// In which order tests start; results are always printed in the order of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// By name.
    Lexical,
    /// Mixed; the seed makes it repeatable.
    Random(u64),
}

/// A command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// Files and directories.
    pub paths: Vec<String>,
    /// Suffixes of test files in directories.
    pub suffixes: Vec<String>,
    /// Where tests write.
    pub output: PathBuf,
    /// Where the project's tools are.
    pub tools: Option<PathBuf>,
    /// Of one test.
    pub timeout: Duration,
    /// `%{name}` values.
    pub params: Vec<(String, String)>,
    /// For `REQUIRES:` and its like.
    pub features: Vec<String>,
    /// Only tests whose names match.
    pub filter: Option<String>,
    /// How many tests run at once.
    pub workers: usize,
    /// What to print.
    pub show: Show,
    /// List the tests and stop.
    pub list: bool,
    /// In which order they start.
    pub order: Order,
}

/// What a command line asks for.
#[derive(Clone, Debug)]
pub enum Request {
    /// To run tests.
    Run(Box<Options>),
    /// To say something and stop.
    Say(String),
}

/// The text of `--help`.
pub const HELP: &str = "\
Usage: rookery-lit [options] <file or directory>...

Runs test files: the commands of their RUN: lines, in a shell of this tool's own. Exit status: 0 fine, 1 a test
failed, 2 wrong usage.

  -v, --verbose         show the commands and outputs of failed tests
  -a, --show-all        show them of all tests
  -q, --quiet           print failures only
  -j, --workers N       run N tests at once (default: the number of processors)
  --filter TEXT         run the tests whose names match (a POSIX extended regular expression)
  --show-tests          list the tests and stop
  --order=lexical|random[:SEED]
                        in which order tests start (results print by name)
  --timeout SECONDS     longest time of one test (default: 300)
  --output DIR          where tests write (default: rookery-lit in the system's temporary directory)
  --tool-dir DIR        where rookery-opt and its like are (default: where rookery-lit is)
  --param NAME=TEXT     give %{NAME} a value; the words of opt-flags go to each rookery-opt that runs passes, but not
                        under 'not' and with --verify-diagnostics, those of all-opt-flags to every rookery-opt; what
                        got them is counted at the end
  --feature NAME        make a feature hold for REQUIRES:, UNSUPPORTED: and XFAIL:
  --suffixes A,B        suffixes of tests in directories (default: .mlir,.pat,.dialect,.test,.txt)
  --version             print the version

In a RUN: line: %s the file, %S and %p its directory, %t a file of the test's own, %T its directory,
%basename_t the file's name, %{NAME} a DEFINE: or --param, %% a percent sign.
";

/// Reads a command line (without the program's name).
pub fn parse(args: &[String]) -> Result<Request, String> {
    let mut o = Options {
        paths: Vec::new(),
        suffixes: [".mlir", ".pat", ".dialect", ".test", ".txt"]
            .map(String::from)
            .to_vec(),
        output: std::env::temp_dir().join("rookery-lit"),
        tools: None,
        timeout: Duration::from_secs(300),
        params: Vec::new(),
        features: super::Config::host_features(),
        filter: None,
        workers: std::thread::available_parallelism().map_or(1, usize::from),
        show: Show::Lines,
        list: false,
        order: Order::Lexical,
    };
    let mut words = args.iter();
    let mut plain = false;
    while let Some(word) = words.next() {
        if plain || !word.starts_with('-') || word == "-" {
            o.paths.push(word.clone());
            continue;
        }
        let (name, given) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None if word.starts_with("-j") && word.len() > 2 => ("-j", word.get(2..).map(str::to_string)),
            None => (word.as_str(), None),
        };
        let mut value = || {
            given
                .clone()
                .or_else(|| words.next().cloned())
                .ok_or_else(|| format!("error: {name} needs a value"))
        };
        match name {
            "--" => plain = true,
            "-v" | "--verbose" => o.show = Show::Verbose,
            "-a" | "--show-all" => o.show = Show::All,
            "-q" | "--quiet" => o.show = Show::Quiet,
            "-j" | "--workers" => {
                let v = value()?;
                o.workers = v
                    .parse()
                    .ok()
                    .filter(|&n| n > 0)
                    .ok_or(format!("error: '{v}' is no count of workers"))?;
            }
            "--filter" => o.filter = Some(value()?),
            "--show-tests" => o.list = true,
            "--order" => o.order = order(&value()?)?,
            "--timeout" => {
                let v = value()?;
                let seconds = v
                    .parse()
                    .ok()
                    .filter(|&n| n > 0)
                    .ok_or(format!("error: '{v}' is no count of seconds"))?;
                o.timeout = Duration::from_secs(seconds);
            }
            "--output" => o.output = PathBuf::from(value()?),
            "--tool-dir" => o.tools = Some(PathBuf::from(value()?)),
            "--param" => {
                let v = value()?;
                let (key, text) = v
                    .split_once('=')
                    .ok_or(format!("error: --param needs NAME=TEXT, not '{v}'"))?;
                o.params.push((key.to_string(), text.to_string()));
            }
            "--feature" => o.features.push(value()?),
            "--suffixes" => o.suffixes = value()?.split(',').map(str::to_string).collect(),
            "-h" | "--help" => return Ok(Request::Say(HELP.to_string())),
            "--version" => {
                return Ok(Request::Say(format!(
                    "rookery-lit {}\n",
                    env!("CARGO_PKG_VERSION")
                )));
            }
            other => {
                let hint = crate::support::nearest::hint(other, NAMES);
                return Err(format!("error: unknown option '{other}'{hint}"));
            }
        }
    }
    if o.paths.is_empty() {
        return Err("error: no file or directory given".to_string());
    }
    Ok(Request::Run(Box::new(o)))
}

fn order(text: &str) -> Result<Order, String> {
    let wrong = || format!("error: '{text}' is no order (lexical, random, random:SEED)");
    match text.split_once(':') {
        None if text == "lexical" => Ok(Order::Lexical),
        None if text == "random" => Ok(Order::Random(1)),
        Some(("random", seed)) => seed.parse().map(Order::Random).map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

const NAMES: [&str; 14] = [
    "--verbose",
    "--show-all",
    "--quiet",
    "--workers",
    "--filter",
    "--show-tests",
    "--order",
    "--timeout",
    "--output",
    "--tool-dir",
    "--param",
    "--feature",
    "--suffixes",
    "--version",
];
