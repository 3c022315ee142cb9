//! Exit statuses of `rookery-opt`, and what it does to the world around it.

use assert_cmd::Command;
use predicates::prelude::*;
use std::path::PathBuf;

fn opt(args: &[&str]) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_rookery-opt"));
    c.args(args);
    c
}

/// A folder of one test's own.
fn folder(name: &str) -> std::io::Result<PathBuf> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("opt").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path)?;
    Ok(path)
}

#[test]
fn statuses_tell_faults_apart() {
    let cases: &[(&[&str], &str, i32)] = &[
        (&[], "module {}", 0),
        (&["--help"], "", 0),
        (&[], "module }", 1),
        (&["no-such-file"], "", 1),
        (&["--no-such-flag"], "", 2),
        (&["--target", "trn9"], "module {}", 2),
        (&["--dma", "--stop-after=blocks"], "module {}", 0),
        (&["--dma", "--stop-after=blcks"], "module {}", 2),
        (&["--dma", "--stop-after=klr"], "module {}", 1),
        (&["--limit", "nesting=x"], "module {}", 2),
        // Pipeline texts that made other tools hang.
        (
            &["--pass-pipeline=builtin.module(canonicalize{disable-patterns=(anonymous namespace)::Foo})"],
            "",
            2,
        ),
        (
            &["--pass-pipeline=builtin.module(canonicalize{disable-patterns=(anonymous})"],
            "",
            2,
        ),
        (&["--canonicalize=disable-patterns={{{{"], "", 2),
        (&["--check-patterns"], "", 0),
        (&["--check-patterns", "no-such.pat"], "", 1),
        (&["--check-patterns", "--dma"], "", 2),
        (&["--apply-patterns=no-such.pat"], "module {}", 2),
        (&["--limit", "file-bytes=3"], "module {}", 3),
        (
            &["--limit", "nesting=3", "--allow-unregistered-dialect"],
            "\"a.b\"() {a = [[[[[]]]]]} : () -> ()",
            3,
        ),
    ];
    for (args, input, status) in cases {
        let assert = opt(args)
            .write_stdin(*input)
            .timeout(std::time::Duration::from_secs(20))
            .assert();
        let assert = assert.code(*status);
        if *status != 0 {
            let silent = predicate::str::is_empty();
            assert.stdout(silent).stderr(predicate::str::contains("error: "));
        }
    }
}

#[test]
fn statuses_of_checked_patterns() -> std::io::Result<()> {
    let dir = folder("check")?;
    let file = dir.join("a.pat");
    for (condition, status) in [
        ("true", 0),
        ("1 == 2", 1),
        ("len(n for n in 0 .. 1000000000) > 0", 3),
    ] {
        let pattern = format!("pattern p {{ match op = bir.noop; where {condition}; rewrite {{ erase op; }}");
        let example = "example { \"\"\"bir.noop pool\"\"\" => \"\"\"\"\"\" }";
        std::fs::write(&file, format!("use bir; set s {{ {pattern} {example} }} }}"))?;
        opt(&["--check-patterns", &file.to_string_lossy()])
            .timeout(std::time::Duration::from_secs(60))
            .assert()
            .code(status);
    }
    Ok(())
}

#[test]
fn a_fixpoint_without_end_is_a_limit() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit/driver/Inputs/");
    let [dialect, toy, endless] = ["toy.dialect", "toy.pat", "endless.pat"].map(|n| format!("{folder}{n}"));
    for (pass, input, named) in [
        ("--alternating", "%0 = toy.a %x toy.use %0", "'there' ("),
        ("--growing", "%0 = toy.neg %x toy.use %0", "'grow' ("),
    ] {
        let args = [
            "--dialects",
            &dialect,
            "--patterns",
            &toy,
            "--patterns",
            &endless,
            "--allow-cycles",
            pass,
        ];
        opt(&args)
            .write_stdin(format!("func.func @f(%x: i32) {{ {input} return }}"))
            .timeout(std::time::Duration::from_secs(60))
            .assert()
            .code(3)
            .stdout("")
            .stderr(predicate::str::contains(named).and(predicate::str::contains("<stdin>:1:")));
    }
}

#[test]
fn every_example_lowers_to_text_that_is_a_fixed_point() {
    let printed = |args: &[&str], input: &[u8]| {
        let assert = opt(args).write_stdin(input).assert().code(0).stderr("");
        assert.get_output().stdout.clone()
    };
    let examples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut seen = 0;
    // Gathers and scatters are not materialized yet: kernels go as far as instructions.
    let lowerings: [(&str, &[&str], &[u8]); 2] = [
        (".", &["--dma"], b"desc.copy"),
        (
            "kernels",
            &["--kernels-from-functions", "--penguin-to-bir"],
            b"bir.dma_c",
        ),
    ];
    for (folder, flags, word) in lowerings {
        for entry in std::fs::read_dir(examples.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let refused = path.to_string_lossy().ends_with("refused.mlir");
            if path.is_dir() || refused {
                continue;
            }
            let source = std::fs::read(path).unwrap();
            let pretty = printed(flags, &source);
            assert!(pretty.windows(9).any(|w| w == word));
            assert!(printed(&[], &pretty) == pretty);
            let generic = printed(&["--print-op-generic"], &pretty);
            assert!(printed(&["--print-op-generic"], &generic) == generic);
            assert!(printed(&[], &generic) == pretty);
            seen += 1;
        }
    }
    assert!(seen >= 19);
}

#[test]
fn bytes_that_are_no_text_are_shown_with_their_place() {
    let shown = "<stdin>:2:1: error: byte 10 of the file (0xFF) is not valid UTF-8";
    let assert = opt(&[]).write_stdin(b"module {}\n\xff".as_slice()).assert();
    assert.code(1).stderr(predicate::str::contains(shown));
}

#[test]
fn a_failed_run_leaves_no_file_behind() {
    let folder = folder("leaves-nothing").unwrap();
    let out = folder.join("out.mlir");
    let out = out.to_str().unwrap();
    opt(&["-o", out]).write_stdin("module }").assert().code(1);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    opt(&["-o", out])
        .write_stdin("module {}")
        .assert()
        .code(0)
        .stdout("");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
#[cfg(unix)]
fn a_reader_that_went_away_is_no_failure() {
    use std::process::{Command, Stdio};
    let big = folder("broken-pipe").unwrap().join("big.mlir");
    std::fs::write(&big, "\"a.b\"() : () -> ()\n".repeat(20_000)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_rookery-opt"))
        .args(["--allow-unregistered-dialect", big.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn traces_in_json_are_an_object_for_each_line_of_the_text() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/attention_qk.mlir");
    let told = |more: &[&str]| {
        let assert = opt(&[example, "--dma", "-o", "/dev/null"])
            .args(more)
            .assert()
            .code(0);
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    let lines = told(&["--trace-patterns"]);
    let objects = told(&["--trace-patterns=steps", "--trace-format=json"]);
    let mut steps = 0;
    for (line, object) in lines.lines().zip(objects.lines()) {
        let o: serde_json::Value = serde_json::from_str(object).unwrap();
        let text = |key: &str| o[key].as_str().unwrap().to_string();
        let shown = format!(
            "{}: '{}': {} ({}:{})",
            text("location"),
            text("operation"),
            text("pattern"),
            text("file"),
            o["line"]
        );
        assert_eq!(line, shown);
        steps += o["steps"].as_array().unwrap().len();
    }
    assert_eq!(lines.lines().count(), objects.lines().count());
    assert!(steps > lines.lines().count());
}

#[test]
fn a_fault_of_the_program_leaves_a_file_that_repeats_it() {
    let toy = concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit/driver/Inputs/toy");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/attention_qk.mlir");
    let stderr = |args: &[&str], status: i32| {
        let assert = opt(args).assert().code(status).stdout("");
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    let mut seen = 0;
    for pass in [
        "kernels-from-functions",
        "penguin-to-bir",
        "bind-dma",
        "lower-dma",
    ] {
        for n in 0..5 {
            let folder = folder(&format!("crash-{pass}-{n}")).unwrap();
            let fault = format!("{pass}:{n}");
            let (dialect, patterns) = (format!("{toy}.dialect"), format!("{toy}.pat"));
            let args = [
                example,
                "--dma",
                "--inject-fault",
                &fault,
                "--crash-dir",
                folder.to_str().unwrap(),
                "--dialects",
                &dialect,
                "--patterns",
                &patterns,
                "--target=trn2{partitions=128}",
                "--threads=2",
            ];
            let assert = opt(&args).assert();
            if assert.get_output().status.success() {
                // Fewer applications than that.
                continue;
            }
            let said = String::from_utf8(assert.code(70).stdout("").get_output().stderr.clone()).unwrap();
            let first = said.lines().next().unwrap();
            assert!(
                first.contains(&format!("the fault that was asked for in {pass}")),
                "{said}"
            );
            let file = std::fs::read_dir(&folder)
                .unwrap()
                .next()
                .unwrap()
                .unwrap()
                .path();
            let file = file.to_str().unwrap();
            assert!(said.contains(&format!(
                "note: 'rookery-opt {file} --run-reproducer' repeats this"
            )));
            // It is an input like any other, and the pipeline begins with the pass that was at fault.
            opt(&[file]).assert().code(0).stderr("");
            let text = std::fs::read_to_string(file).unwrap();
            assert!(
                text.contains(&format!("pipeline: \"builtin.module({pass}")),
                "{text}"
            );
            for part in [
                "threads: 2",
                "version: \"",
                "--target=trn2{partitions=128}",
                "twice",
            ] {
                assert!(text.contains(part), "{part}: {text}");
            }
            // The files are in it, so those that were loaded are not needed.
            assert_eq!(
                stderr(&[file, "--run-reproducer"], 70).lines().next(),
                Some(first)
            );
            seen += 1;
        }
    }
    assert!(seen >= 16, "{seen}");
    // Without the fault the rest of the pipeline gives what the whole one gives.
    let folder = folder("crash-and-go-on").unwrap();
    let args = [
        example,
        "--dma",
        "--inject-fault=bind-dma:2",
        "--crash-dir",
        folder.to_str().unwrap(),
    ];
    opt(&args).assert().code(70);
    let file = std::fs::read_dir(&folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let rest = [
        "--pass-pipeline=builtin.module(bind-dma,lower-dma)",
        file.to_str().unwrap(),
    ];
    let rest = opt(&rest).assert().code(0).get_output().stdout.clone();
    let whole = opt(&[example, "--dma"])
        .assert()
        .code(0)
        .get_output()
        .stdout
        .clone();
    assert!(rest == whole);
}
