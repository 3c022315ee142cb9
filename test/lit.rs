//! Every file below `test/lit` is one test: it runs through the built `rookery-lit`.

use assert_cmd::Command;
use libtest_mimic::{Arguments, Failed, Trial};
use predicates::prelude::*;
use std::path::{Path, PathBuf};

/// The test files below a directory, as the runner itself finds them.
fn files(root: &Path) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let output = Command::new(env!("CARGO_BIN_EXE_rookery-lit"))
        .arg("--show-tests")
        .arg(root)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?
        .lines()
        .map(str::to_string)
        .collect())
}

fn run(path: &Path) -> Result<(), Failed> {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lit");
    let assert = Command::new(env!("CARGO_BIN_EXE_rookery-lit"))
        .args(["-v", "-j1", "--output"])
        .arg(output)
        .arg(path)
        .env_remove("FILECHECK_OPTS")
        .assert();
    let output = assert.get_output();
    let text = String::from_utf8_lossy(&output.stdout);
    // The count guards against a runner that finds nothing and so has nothing to fail.
    let ran = predicate::str::contains("Total Discovered Tests: 1\n").eval(&text);
    if output.status.success() && ran {
        Ok(())
    } else {
        Err(text.into_owned().into())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Arguments::from_args();
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("test").join("lit");
    let trial = |name: String| {
        let path = root.join(&name);
        Trial::test(name, move || run(&path))
    };
    let trials = files(&root)?.into_iter().map(trial).collect();
    libtest_mimic::run(&args, trials).exit();
}
