//! What a run prints.

use super::args::Show;
use super::flags::Account;
use super::{Outcome, Test, Verdict};
use std::time::Duration;

const LINE: &str = "********************";

/// One test's line, and its details where they are asked for.
pub(super) fn result(test: &Test, outcome: &Outcome, n: usize, of: usize, show: Show) -> String {
    let mut out = String::new();
    let failed = outcome.verdict.is_failure();
    if failed || show != Show::Quiet {
        out.push_str(&format!(
            "{}: {} ({n} of {of})\n",
            outcome.verdict.word(),
            test.name
        ));
    }
    if show == Show::All || (failed && show == Show::Verbose) {
        out.push_str(&format!(
            "{LINE} TEST '{}' {LINE}\n{}{LINE}\n",
            test.name, outcome.details
        ));
    }
    out
}

/// The end of a run.
pub(super) fn summary(results: &[(&Test, &Outcome)], excluded: usize, time: Duration) -> String {
    let mut out = String::new();
    let groups = [
        (Verdict::Unresolved, "Unresolved Tests"),
        (Verdict::Fail, "Failed Tests"),
        (Verdict::UnexpectedPass, "Unexpectedly Passed Tests"),
    ];
    for (verdict, title) in groups {
        let names: Vec<&str> = results
            .iter()
            .filter(|(_, o)| o.verdict == verdict)
            .map(|(t, _)| t.name.as_str())
            .collect();
        if !names.is_empty() {
            out.push_str(&format!("{LINE}\n{title} ({}):\n", names.len()));
            names.iter().for_each(|n| out.push_str(&format!("  {n}\n")));
            out.push('\n');
        }
    }
    let total = results.len() + excluded;
    out.push_str(&format!(
        "\nTesting Time: {:.2}s\n\nTotal Discovered Tests: {total}\n",
        time.as_secs_f64()
    ));
    if excluded > 0 {
        out.push_str(&line("Excluded", excluded, total));
    }
    let rows = [
        (Verdict::Unsupported, "Unsupported"),
        (Verdict::Pass, "Passed"),
        (Verdict::ExpectedFail, "Expectedly Failed"),
        (Verdict::Unresolved, "Unresolved"),
        (Verdict::Fail, "Failed"),
        (Verdict::UnexpectedPass, "Unexpectedly Passed"),
    ];
    for (verdict, title) in rows {
        let count = results.iter().filter(|(_, o)| o.verdict == verdict).count();
        if count > 0 {
            out.push_str(&line(title, count, total));
        }
    }
    let mut account = Account::default();
    results.iter().for_each(|(_, o)| account.add(&o.account));
    out.push_str(&account.report());
    out
}

fn line(title: &str, count: usize, total: usize) -> String {
    format!(
        "  {title}: {count} ({:.2}%)\n",
        count as f64 * 100.0 / total.max(1) as f64
    )
}
