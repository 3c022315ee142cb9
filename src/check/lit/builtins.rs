//! Commands that need no program.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A command's streams.
pub(super) struct Streams<'a> {
    pub(super) input: &'a mut (dyn Read + Send),
    pub(super) output: &'a mut (dyn Write + Send),
    pub(super) error: &'a mut (dyn Write + Send),
}

/// Arguments without the name, the present directory, and the streams; gives the exit code.
pub(super) type Builtin = fn(&[String], &Path, &mut Streams<'_>) -> io::Result<i32>;

/// The command of a name.
pub(super) fn find(name: &str) -> Option<Builtin> {
    Some(match name {
        "true" | ":" => |_, _, _| Ok(0),
        "false" => |_, _, _| Ok(1),
        "echo" => echo,
        "cat" => cat,
        "mkdir" => mkdir,
        "rm" => rm,
        "cp" => cp,
        "diff" => diff,
        "test" => test,
        "cd" => |_, _, s| usage(s, "cd", "cannot stand in a pipeline"),
        _ => return None,
    })
}

fn usage(streams: &mut Streams<'_>, name: &str, text: &str) -> io::Result<i32> {
    writeln!(streams.error, "{name}: {text}")?;
    Ok(2)
}

fn named(e: io::Error, path: &str) -> io::Error {
    io::Error::new(e.kind(), format!("{path}: {e}"))
}

fn echo(args: &[String], _: &Path, s: &mut Streams<'_>) -> io::Result<i32> {
    let mut args = args;
    let (mut newline, mut escapes) = (true, false);
    while let Some((first, rest)) = args.split_first() {
        match first.as_str() {
            "-n" => newline = false,
            "-e" => escapes = true,
            "-ne" | "-en" => (newline, escapes) = (false, true),
            _ => break,
        }
        args = rest;
    }
    let mut text = args.join(" ");
    if escapes {
        text = unescape(&text);
    }
    if newline {
        text.push('\n');
    }
    s.output.write_all(text.as_bytes())?;
    Ok(0)
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\r'),
                Some('0') => out.push('\0'),
                Some('\\') | None => out.push('\\'),
                Some(other) => out.extend(['\\', other]),
            },
            c => out.push(c),
        }
    }
    out
}

fn cat(args: &[String], now: &Path, s: &mut Streams<'_>) -> io::Result<i32> {
    if args.is_empty() {
        io::copy(s.input, s.output)?;
    }
    for name in args {
        match name.as_str() {
            "-" => {
                io::copy(s.input, s.output)?;
            }
            option if option.starts_with('-') => {
                return usage(s, "cat", &format!("unsupported option {option}"));
            }
            name => {
                let mut file = fs::File::open(now.join(name)).map_err(|e| named(e, name))?;
                io::copy(&mut file, s.output)?;
            }
        }
    }
    Ok(0)
}

/// Splits options of single letters off; none if one is not in `known`.
fn options<'a>(args: &'a [String], known: &str) -> Result<(String, Vec<&'a str>), String> {
    let (mut found, mut rest) = (String::new(), Vec::new());
    for arg in args {
        match arg.strip_prefix('-').filter(|o| !o.is_empty()) {
            Some(letters) if letters.chars().all(|c| known.contains(c)) => found.push_str(letters),
            Some(_) => return Err(format!("unsupported option {arg}")),
            None => rest.push(arg.as_str()),
        }
    }
    Ok((found, rest))
}

fn mkdir(args: &[String], now: &Path, s: &mut Streams<'_>) -> io::Result<i32> {
    let (flags, names) = match options(args, "p") {
        Ok(parts) => parts,
        Err(e) => return usage(s, "mkdir", &e),
    };
    for name in names {
        let path = now.join(name);
        let made = if flags.contains('p') {
            fs::create_dir_all(path)
        } else {
            fs::create_dir(path)
        };
        made.map_err(|e| named(e, name))?;
    }
    Ok(0)
}

fn rm(args: &[String], now: &Path, s: &mut Streams<'_>) -> io::Result<i32> {
    let (flags, names) = match options(args, "rRf") {
        Ok(parts) => parts,
        Err(e) => return usage(s, "rm", &e),
    };
    for name in names {
        let path = now.join(name);
        // Nothing above the present directory is a test's to remove.
        if now.starts_with(&path) {
            return usage(
                s,
                "rm",
                &format!("refusing to remove {name}, which holds the present directory"),
            );
        }
        let removed = match fs::symlink_metadata(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound && flags.contains('f') => Ok(()),
            Err(e) => Err(e),
            Ok(meta) if meta.is_dir() && flags.contains(['r', 'R']) => fs::remove_dir_all(&path),
            Ok(_) => fs::remove_file(&path),
        };
        removed.map_err(|e| named(e, name))?;
    }
    Ok(0)
}

/// How deep a copied directory may nest.
const DEPTH: u32 = 64;

fn cp(args: &[String], now: &Path, s: &mut Streams<'_>) -> io::Result<i32> {
    let (flags, names) = match options(args, "rRfp") {
        Ok(parts) => parts,
        Err(e) => return usage(s, "cp", &e),
    };
    let Some((to, from)) = names.split_last().filter(|(_, from)| !from.is_empty()) else {
        return usage(s, "cp", "needs a source and a target");
    };
    let target = now.join(to);
    if from.len() > 1 && !target.is_dir() {
        return usage(s, "cp", &format!("{to} is no directory"));
    }
    for name in from {
        let source = now.join(name);
        let into = match source.file_name() {
            Some(base) if target.is_dir() => target.join(base),
            _ => target.clone(),
        };
        if source.is_dir() && !flags.contains(['r', 'R']) {
            return usage(s, "cp", &format!("{name} is a directory (use -r)"));
        }
        copy(&source, &into, DEPTH).map_err(|e| named(e, name))?;
    }
    Ok(0)
}

fn copy(from: &Path, to: &PathBuf, depth: u32) -> io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(|_| ());
    }
    if depth == 0 {
        return Err(io::Error::other("directories nest too deeply"));
    }
    // Listed before anything is written, so that a copy into itself ends.
    let entries = fs::read_dir(from)?.collect::<Result<Vec<_>, _>>()?;
    fs::create_dir_all(to)?;
    for entry in entries {
        copy(&entry.path(), &to.join(entry.file_name()), depth - 1)?;
    }
    Ok(())
}

/// Lines of each text shown after the first that differs.
const AROUND: usize = 20;

fn diff(args: &[String], now: &Path, s: &mut Streams<'_>) -> io::Result<i32> {
    let (flags, names) = match options(args, "uqwb") {
        Ok(parts) => parts,
        Err(e) => return usage(s, "diff", &e),
    };
    let [a, b] = names.as_slice() else {
        return usage(s, "diff", "needs two files");
    };
    let mut read = |name: &str| -> io::Result<Vec<u8>> {
        if name == "-" {
            let mut bytes = Vec::new();
            return s.input.read_to_end(&mut bytes).map(|_| bytes);
        }
        fs::read(now.join(name)).map_err(|e| named(e, name))
    };
    let (left, right) = match read(a).and_then(|l| Ok((l, read(b)?))) {
        Ok(texts) => texts,
        Err(e) => return usage(s, "diff", &e.to_string()),
    };
    if left == right {
        return Ok(0);
    }
    let of = |text: &[u8]| -> Vec<String> {
        text.split_inclusive(|&b| b == b'\n')
            .map(|l| String::from_utf8_lossy(l).into_owned())
            .collect()
    };
    let (left, right) = (of(&left), of(&right));
    let key = |line: &String| -> String {
        if flags.contains('w') {
            line.split_whitespace().collect()
        } else if flags.contains('b') {
            line.split_whitespace().collect::<Vec<_>>().join(" ")
        } else {
            line.clone()
        }
    };
    let same = left
        .iter()
        .zip(&right)
        .take_while(|(x, y)| key(x) == key(y))
        .count();
    if same == left.len() && same == right.len() {
        return Ok(0);
    }
    if flags.contains('q') {
        writeln!(s.output, "Files {a} and {b} differ")?;
        return Ok(1);
    }
    // The common end is left out as well; what lies between may hold equal lines.
    let rest = left.len().min(right.len()) - same;
    let tail = left
        .iter()
        .rev()
        .zip(right.iter().rev())
        .take(rest)
        .take_while(|(x, y)| key(x) == key(y))
        .count();
    writeln!(s.output, "--- {a}\n+++ {b}\n@@ line {} @@", same + 1)?;
    for (mark, lines) in [('-', &left), ('+', &right)] {
        let count = lines.len() - same - tail;
        for line in lines.iter().skip(same).take(count.min(AROUND)) {
            writeln!(s.output, "{mark}{}", line.trim_end_matches('\n'))?;
            if !line.ends_with('\n') {
                writeln!(s.output, "\\ no line break at the end of the file")?;
            }
        }
        if count > AROUND {
            writeln!(s.output, "{mark}... ({} more lines)", count - AROUND)?;
        }
    }
    Ok(1)
}

fn test(args: &[String], now: &Path, s: &mut Streams<'_>) -> io::Result<i32> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let (negated, words) = match words.as_slice() {
        ["!", rest @ ..] => (true, rest),
        all => (false, all),
    };
    let holds = match words {
        ["-f", name] => now.join(name).is_file(),
        ["-e", name] => now.join(name).exists(),
        ["-d", name] => now.join(name).is_dir(),
        ["-s", name] => fs::metadata(now.join(name)).is_ok_and(|m| m.len() > 0),
        ["-z", text] => text.is_empty(),
        ["-n", text] => !text.is_empty(),
        [a, "=" | "==", b] => a == b,
        [a, "!=", b] => a != b,
        _ => return usage(s, "test", &format!("unsupported condition '{}'", args.join(" "))),
    };
    Ok(i32::from(holds == negated))
}
