//! Executes parsed commands: files and pipes, programs, and the commands that run in this process.

use super::flags::{self, Account, Flags};
use super::syntax::{Command, Join, Pipeline, Target};
use super::{Config, Line, builtins};
use crate::check::filecheck;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// When a test must be done.
#[derive(Clone, Copy)]
pub(super) struct Guard {
    pub(super) end: Instant,
    pub(super) seconds: u64,
}

/// Where a command reads.
enum Input {
    Nothing,
    File(File),
    Pipe(io::PipeReader),
}

impl Input {
    fn stdio(self) -> Stdio {
        match self {
            Input::Nothing => Stdio::null(),
            Input::File(f) => f.into(),
            Input::Pipe(p) => p.into(),
        }
    }
    fn reader(self) -> Box<dyn Read + Send> {
        match self {
            Input::Nothing => Box::new(io::empty()),
            Input::File(f) => Box::new(f),
            Input::Pipe(p) => Box::new(p),
        }
    }
}

/// Where a command writes.
enum Output {
    File(File),
    Pipe(io::PipeWriter),
}

impl Output {
    fn again(&self) -> io::Result<Output> {
        Ok(match self {
            Output::File(f) => Output::File(f.try_clone()?),
            Output::Pipe(p) => Output::Pipe(p.try_clone()?),
        })
    }
    fn stdio(self) -> Stdio {
        match self {
            Output::File(f) => f.into(),
            Output::Pipe(p) => p.into(),
        }
    }
    fn writer(self) -> Box<dyn Write + Send> {
        match self {
            Output::File(f) => Box::new(f),
            Output::Pipe(p) => Box::new(p),
        }
    }
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Code(i32),
    /// By a signal.
    Crash(i32),
}

/// The exit status with which this project's tools report a fault of their own; `not` treats it as a crash.
const INTERNAL_ERROR: i32 = 70;

impl End {
    fn crashed(self) -> bool {
        matches!(self, End::Crash(_) | End::Code(INTERNAL_ERROR))
    }
    fn shown(self) -> String {
        match self {
            End::Code(n) => format!("exit code {n}"),
            End::Crash(n) => format!("signal {n}"),
        }
    }
}

/// A command that has been started.
enum Running {
    Program(Child),
    Thread(std::thread::JoinHandle<i32>),
    Done(End),
}

/// What stands before the command proper.
#[derive(Default)]
struct Front {
    /// `not` and `not --crash`, outermost first.
    nots: Vec<bool>,
    set: Vec<(String, String)>,
    unset: Vec<String>,
}

/// Runs the lines of a test until one fails; the text tells what was done.
pub(super) fn run(
    lines: &[Line],
    config: &Config,
    directory: &Path,
    guard: Guard,
) -> (bool, String, Account) {
    let mut shell = Shell {
        config,
        directory,
        now: directory.to_path_buf(),
        guard,
        log: String::new(),
        files: 0,
        flags: Flags::new(config, directory),
    };
    let good = shell.lines(lines);
    (good, shell.log, shell.flags.account())
}

impl Shell<'_> {
    fn lines(&mut self, lines: &[Line]) -> bool {
        let shell = self;
        for line in lines {
            shell.flags.line();
            shell
                .log
                .push_str(&format!("# RUN: at line {}\n{}\n", line.number, line.shown));
            let mut good = true;
            for (join, pipeline) in &line.list {
                match (join, good) {
                    (Join::And, false) | (Join::Or, true) => continue,
                    _ => {}
                }
                match shell.pipeline(pipeline) {
                    Ok(result) => good = result != pipeline.negated,
                    Err(text) => {
                        shell.log.push_str(&format!("# error: {text}\n"));
                        return false;
                    }
                }
            }
            if !good {
                shell.log.push_str(&format!(
                    "# error: the RUN: line at line {} failed\n",
                    line.number
                ));
                return false;
            }
        }
        true
    }
}

struct Shell<'a> {
    config: &'a Config,
    directory: &'a Path,
    now: PathBuf,
    guard: Guard,
    log: String,
    files: usize,
    flags: Flags,
}

/// Most bytes of one output in the log.
const SHOWN: usize = 64 << 10;

impl Shell<'_> {
    /// Whether all commands succeeded; an error stops the test.
    fn pipeline(&mut self, pipeline: &Pipeline) -> Result<bool, String> {
        if let [only] = pipeline.commands.as_slice()
            && only.words.first().is_some_and(|w| w == "cd")
        {
            return self.change_directory(only);
        }
        let failed = |e: io::Error| format!("cannot start the pipeline: {e}");
        let mut input = Input::Nothing;
        let mut running = Vec::new();
        let mut captures = Vec::new();
        for (n, command) in pipeline.commands.iter().enumerate() {
            let (error, error_copy) = self.capture().map_err(failed)?;
            let (output, next) = if n + 1 < pipeline.commands.len() {
                let (reader, writer) = io::pipe().map_err(failed)?;
                captures.push((command, None, error_copy));
                (Output::Pipe(writer), Input::Pipe(reader))
            } else {
                let (output, copy) = self.capture().map_err(failed)?;
                captures.push((command, Some(copy), error_copy));
                (Output::File(output), Input::Nothing)
            };
            let given = std::mem::replace(&mut input, next);
            running.push(self.start(command, pipeline.negated, given, output, Output::File(error))?);
        }
        let ends = self.wait(running)?;
        let mut good = true;
        for ((command, output, error), (nots, end)) in captures.into_iter().zip(ends) {
            let fine = finish(&nots, end);
            good &= fine;
            self.log
                .push_str(&format!("# command: {}\n", command.words.join(" ")));
            self.append("stdout", output.as_deref());
            self.append("stderr", Some(&error));
            if !fine || end != End::Code(0) {
                self.log.push_str(&format!(
                    "# {}{}\n",
                    end.shown(),
                    if fine { ", as expected" } else { "" }
                ));
            }
        }
        Ok(good)
    }

    /// A new file that collects an output, and its name.
    fn capture(&mut self) -> io::Result<(File, PathBuf)> {
        let directory = self.directory.join(".lit");
        if self.files == 0 {
            std::fs::create_dir_all(&directory)?;
        }
        self.files += 1;
        let path = directory.join(self.files.to_string());
        // Several commands may write to one file: appending keeps their outputs apart.
        Ok((File::options().append(true).create(true).open(&path)?, path))
    }

    fn append(&mut self, name: &str, path: Option<&Path>) {
        let Some(mut file) = path.and_then(|p| File::open(p).ok()) else {
            return;
        };
        let mut bytes = Vec::new();
        let _ = (&mut file).take(SHOWN as u64 + 1).read_to_end(&mut bytes);
        if bytes.is_empty() {
            return;
        }
        self.log.push_str(&format!("# .---{name}\n"));
        for line in String::from_utf8_lossy(bytes.get(..SHOWN).unwrap_or(&bytes)).lines() {
            self.log.push_str(&format!("# | {line}\n"));
        }
        self.log.push_str(if bytes.len() > SHOWN {
            "# `--- (cut)\n"
        } else {
            "# `---\n"
        });
    }

    fn change_directory(&mut self, command: &Command) -> Result<bool, String> {
        let [_, to] = command.words.as_slice() else {
            return Err("cd needs one directory".to_string());
        };
        let to = self.now.join(to);
        if !to.is_dir() {
            return Err(format!("cd: '{}' is no directory", to.display()));
        }
        self.now = to;
        Ok(true)
    }

    fn start(
        &mut self,
        command: &Command,
        negated: bool,
        mut input: Input,
        mut output: Output,
        mut error: Output,
    ) -> Result<(Vec<bool>, Running), String> {
        for redirect in &command.redirects {
            match (&redirect.target, redirect.stream) {
                (Target::Read(name), _) => {
                    let file =
                        File::open(self.now.join(name)).map_err(|e| format!("cannot read '{name}': {e}"))?;
                    input = Input::File(file);
                }
                (Target::Stream(1), 2) => error = output.again().map_err(|e| e.to_string())?,
                (Target::Stream(2), 1) => output = error.again().map_err(|e| e.to_string())?,
                (Target::Stream(_), _) => {}
                (Target::Write(name) | Target::Append(name), stream) => {
                    let path = self.now.join(name);
                    if matches!(redirect.target, Target::Write(_)) {
                        // Emptied first and then opened for appending, so that 2>&1 cannot overwrite.
                        File::create(&path).map_err(|e| format!("cannot write '{name}': {e}"))?;
                    }
                    let file = File::options().append(true).create(true).open(&path);
                    let file = Output::File(file.map_err(|e| format!("cannot write '{name}': {e}"))?);
                    match stream {
                        2 => error = file,
                        1 => output = file,
                        _ => return Err(format!("a '>' of stream {stream} is not supported")),
                    }
                }
            }
        }
        let (front, words) = front(&command.words)?;
        let Some((name, args)) = words.split_first() else {
            return Err("a command is missing after 'env' or 'not'".to_string());
        };
        let mut args = args.to_vec();
        if name == flags::TOOL {
            let mut ask = std::process::Command::new(self.program(name));
            ask.current_dir(&self.now)
                .envs(front.set.iter().map(|(k, v)| (k, v)));
            let fails = negated || !front.nots.is_empty();
            // Before the test's own, which may end in inputs after `--`.
            let more = self.flags.of(ask, &args, fails);
            if !more.is_empty() {
                self.log.push_str(&format!("# with flags: {}\n", more.join(" ")));
            }
            args.splice(0..0, more);
        }
        if name == "FileCheck" || name == "rookery-filecheck" {
            return Ok((
                front.nots.clone(),
                self.file_check(args, &front, input, output, error),
            ));
        }
        if let Some(builtin) = builtins::find(name) {
            let now = self.now.clone();
            let run = move || {
                let (mut input, mut output, mut error) = (input.reader(), output.writer(), error.writer());
                let mut streams = builtins::Streams {
                    input: &mut input,
                    output: &mut output,
                    error: &mut error,
                };
                match builtin(&args, &now, &mut streams) {
                    Ok(code) => code,
                    // A reader that went away is no failure of the writer.
                    Err(e) if e.kind() == io::ErrorKind::BrokenPipe => 0,
                    Err(e) => {
                        let _ = writeln!(streams.error, "error: {e}");
                        1
                    }
                }
            };
            return Ok((front.nots, Running::Thread(std::thread::spawn(run))));
        }
        let program = self.program(name);
        let mut process = std::process::Command::new(&program);
        process
            .args(&args)
            .current_dir(&self.now)
            .envs(front.set.iter().map(|(k, v)| (k, v)));
        for name in &front.unset {
            process.env_remove(name);
        }
        let mut complaint = error.again().map_err(|e| e.to_string())?.writer();
        process
            .stdin(input.stdio())
            .stdout(output.stdio())
            .stderr(error.stdio());
        Ok(match process.spawn() {
            Ok(child) => (front.nots, Running::Program(child)),
            Err(e) => {
                let missing = e.kind() == io::ErrorKind::NotFound;
                let why = if missing {
                    "command not found".to_string()
                } else {
                    e.to_string()
                };
                let _ = writeln!(complaint, "{}: {why}", program.display());
                // A missing program is no way to make a test of a failure pass.
                (Vec::new(), Running::Done(End::Code(127)))
            }
        })
    }

    /// A project's tool stands in the directory of tools; a path is relative to the present directory.
    fn program(&self, name: &str) -> PathBuf {
        let tool =
            ["rookery-opt", "rookery-lit", "rookery-sim"].contains(&name) || name.starts_with("rookery-");
        if tool {
            return self.config.tools.join(name);
        }
        if name.contains('/') {
            self.now.join(name)
        } else {
            PathBuf::from(name)
        }
    }

    fn file_check(
        &self,
        args: Vec<String>,
        front: &Front,
        input: Input,
        output: Output,
        error: Output,
    ) -> Running {
        let set = front
            .set
            .iter()
            .rev()
            .find(|(k, _)| k == "FILECHECK_OPTS")
            .map(|(_, v)| v.clone());
        let unset = front.unset.iter().any(|k| k == "FILECHECK_OPTS");
        let more = set
            .or_else(|| std::env::var("FILECHECK_OPTS").ok().filter(|_| !unset))
            .unwrap_or_default();
        let mut all: Vec<String> = more.split_whitespace().map(str::to_string).collect();
        all.extend(args);
        let now = self.now.clone();
        Running::Thread(std::thread::spawn(move || {
            let (mut input, mut output, mut error) = (input.reader(), output.writer(), error.writer());
            let mut say = String::new();
            let outcome = filecheck::command(&all, &now, &mut input, &mut say);
            let _ = output.write_all(say.as_bytes());
            let _ = error.write_all(outcome.text.as_bytes());
            i32::from(outcome.status)
        }))
    }

    /// Waits for all commands, or ends the programs among them when time is up.
    fn wait(&self, running: Vec<(Vec<bool>, Running)>) -> Result<Vec<(Vec<bool>, End)>, String> {
        let mut running: Vec<(Vec<bool>, Option<Running>, End)> = running
            .into_iter()
            .map(|(nots, r)| (nots, Some(r), End::Code(0)))
            .collect();
        let mut pause = Duration::from_micros(100);
        loop {
            let mut open = false;
            for (_, slot, end) in &mut running {
                if let Some(now) = slot.as_mut().and_then(ended) {
                    *end = match (now, slot.take()) {
                        (Some(end), _) => end,
                        // A thread that panicked counts as a crash.
                        (None, Some(Running::Thread(t))) => t.join().map_or(End::Crash(0), End::Code),
                        (None, _) => End::Crash(0),
                    };
                }
                open |= slot.is_some();
            }
            if !open {
                return Ok(running.into_iter().map(|(nots, _, end)| (nots, end)).collect());
            }
            if Instant::now() >= self.guard.end {
                for (_, slot, _) in &mut running {
                    if let Some(Running::Program(child)) = slot {
                        let _ = child.kill();
                        let _ = child.wait();
                    }
                }
                return Err(format!(
                    "the test took longer than {} seconds (--timeout)",
                    self.guard.seconds
                ));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }
}

/// Whether it has ended, and how if that needs no joining of a thread.
fn ended(running: &mut Running) -> Option<Option<End>> {
    match running {
        Running::Done(end) => Some(Some(*end)),
        Running::Thread(t) => t.is_finished().then_some(None),
        Running::Program(child) => match child.try_wait() {
            Ok(None) => None,
            Ok(Some(status)) => Some(Some(match status.code() {
                Some(code) => End::Code(code),
                None => End::Crash(signal(status)),
            })),
            Err(_) => Some(Some(End::Crash(0))),
        },
    }
}

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> i32 {
    std::os::unix::process::ExitStatusExt::signal(&status).unwrap_or(0)
}

#[cfg(not(unix))]
fn signal(_: std::process::ExitStatus) -> i32 {
    0
}

/// Whether a command succeeded, given the `not`s before it.
fn finish(nots: &[bool], end: End) -> bool {
    let mut good = end == End::Code(0);
    let mut crashed = end.crashed();
    for &crash in nots.iter().rev() {
        // Without --crash a crash is never what was meant.
        good = if crash { crashed } else { !good && !crashed };
        crashed = false;
    }
    good
}

/// Splits off `env` with its assignments, and `not`.
fn front(words: &[String]) -> Result<(Front, Vec<String>), String> {
    let mut front = Front::default();
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.peek().map(|w| w.as_str()) {
        match word {
            "not" => {
                rest.next();
                front.nots.push(rest.next_if(|w| *w == "--crash").is_some());
            }
            "env" => {
                rest.next();
                loop {
                    if rest.next_if(|w| *w == "-u").is_some() {
                        front
                            .unset
                            .push(rest.next().cloned().ok_or("env -u needs a name")?);
                    } else if let Some(word) = rest.next_if(|w| w.contains('=') && !w.starts_with('-')) {
                        let (name, value) = word.split_once('=').unwrap_or((word, ""));
                        front.set.push((name.to_string(), value.to_string()));
                    } else {
                        break;
                    }
                }
                match rest.peek() {
                    None => return Err("unsupported: env without a command".to_string()),
                    Some(w) if w.starts_with('-') => return Err(format!("unsupported: env {w}")),
                    Some(_) => {}
                }
            }
            _ => break,
        }
    }
    Ok((front, rest.cloned().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_turns_failures_but_no_crashes() {
        assert!(finish(&[], End::Code(0)));
        assert!(finish(&[false], End::Code(1)));
        assert!(!finish(&[false], End::Code(0)));
        assert!(!finish(&[false], End::Crash(11)));
        assert!(!finish(&[false], End::Code(70)));
        assert!(finish(&[true], End::Crash(6)));
        assert!(!finish(&[true], End::Code(1)));
        assert!(finish(&[false, false], End::Code(0)));
    }
}
