//! `--stop-after`: which stage or pass of the run a name means.

use crate::pass::{Engine, Step, Stop};
use crate::support::nearest::hint;
use clap::ArgMatches;

/// The flag.
pub(super) const FLAG: &str = "stop-after";

/// The flag that says the same on a command line with other passes, too.
pub(super) fn flag(stop: &Stop) -> String {
    match &stop.stage {
        Some(stage) => format!("--{FLAG}={}.{stage}", stop.pass),
        None => format!("--{FLAG}={}", stop.pass),
    }
}

/// Where the command line wants the run to end; the error says what there is.
pub(super) fn wanted(engine: &dyn Engine, steps: &[Step], m: &ArgMatches) -> Result<Option<Stop>, String> {
    let Some(text) = m.get_one::<String>(FLAG) else {
        return Ok(None);
    };
    // Each pass once, with its stages.
    let mut passes: Vec<(&str, &[String])> = Vec::new();
    for step in steps {
        if !passes.iter().any(|p| p.0 == step.pass) {
            let info = engine.passes().iter().find(|p| p.name == step.pass);
            passes.push((&step.pass, info.map_or(&[], |p| &p.stages)));
        }
    }
    find(text, &passes)
        .map(Some)
        .map_err(|why| format!("--{FLAG}: {why}"))
}

/// Both spellings of a name are in use: `last-writer` and `last_writer`.
fn find(text: &str, passes: &[(&str, &[String])]) -> Result<Stop, String> {
    if passes.is_empty() {
        return Err("no pass runs".to_string());
    }
    let stop = |pass: &str, stage: Option<&str>| Stop {
        pass: pass.to_string(),
        stage: stage.map(str::to_string),
    };
    let name = text.replace('_', "-");
    if let Some((pass, stage)) = name.split_once('.') {
        let Some((pass, stages)) = passes.iter().find(|p| p.0 == pass) else {
            let known = hint(pass, passes.iter().map(|p| p.0));
            return Err(format!("no pass '{pass}' runs{known}; {}", all(passes)));
        };
        return match stages.iter().any(|s| s == stage) {
            true => Ok(stop(pass, Some(stage))),
            false => {
                let known = hint(stage, stages.iter().map(String::as_str));
                let has = match stages {
                    [] => "it has none".to_string(),
                    stages => format!("it has {}", stages.join(", ")),
                };
                Err(format!("pass '{pass}' has no stage '{stage}'{known}; {has}"))
            }
        };
    }
    // A pass is meant before a stage of the same name, which can be written with its pass.
    if passes.iter().any(|p| p.0 == name) {
        return Ok(stop(&name, None));
    }
    let having: Vec<&str> = passes
        .iter()
        .filter(|p| p.1.contains(&name))
        .map(|p| p.0)
        .collect();
    match having.as_slice() {
        [pass] => Ok(stop(pass, Some(&name))),
        [] => {
            let stages = passes.iter().flat_map(|p| p.1).map(String::as_str);
            let known = hint(&name, passes.iter().map(|p| p.0).chain(stages));
            Err(format!("no pass or stage '{text}' runs{known}; {}", all(passes)))
        }
        several => {
            let whole: Vec<String> = several.iter().map(|p| format!("{p}.{name}")).collect();
            Err(format!(
                "'{text}' is a stage of several passes: {}",
                whole.join(", ")
            ))
        }
    }
}

/// The stages of passes, in words.
fn all(passes: &[(&str, &[String])]) -> String {
    let one = |(pass, stages): &(&str, &[String])| match stages {
        [] => format!("{pass} has no stages"),
        stages => format!("{pass} has {}", stages.join(", ")),
    };
    passes.iter().map(one).collect::<Vec<_>>().join("; ")
}
