use super::pipeline::{Reader, target};
use super::*;
use crate::support::diag::render;
use crate::support::limits::Limits;

struct Two {
    passes: Vec<PassInfo>,
    pipelines: Vec<PipelineInfo>,
}

impl Engine for Two {
    fn passes(&self) -> &[PassInfo] {
        &self.passes
    }
    fn pipelines(&self) -> &[PipelineInfo] {
        &self.pipelines
    }
    fn run(
        &self,
        _: &Session,
        _: &mut Body,
        step: &Step,
        _: &RunConfig,
        sink: &mut Sink,
        tell: &mut dyn Tell,
    ) -> Result<(), Reported> {
        tell.text(&format!("[{}]", step.pass));
        if step.options.is_empty() {
            Ok(())
        } else {
            Err(sink.error(Place::Unknown, "as asked"))
        }
    }
}

fn engine() -> Two {
    let option = |name: &str, ty: &str| OptionInfo {
        name: name.into(),
        ty: ty.into(),
        default: String::new(),
        doc: String::new(),
    };
    let pass = |name: &str, anchor: &str| PassInfo {
        name: name.into(),
        doc: String::new(),
        anchor: anchor.into(),
        options: vec![
            option("klr", "bool"),
            option("max-rounds", "int"),
            option("only", "string"),
        ],
        stages: Vec::new(),
        origin: "t.pat:1".into(),
    };
    let pipeline = |name: &str, passes: &[&str]| PipelineInfo {
        name: name.into(),
        doc: String::new(),
        passes: passes.iter().map(|p| p.to_string()).collect(),
    };
    Two {
        passes: vec![
            pass("penguin-to-bir", "builtin.module"),
            pass("bind-dma", "dma.kernel"),
        ],
        pipelines: vec![
            pipeline("both", &["penguin-to-bir{klr=true}", "bind-dma"]),
            pipeline("both-twice", &["both", "both"]),
            pipeline("loop", &["loop"]),
        ],
    }
}

/// The steps of a pipeline text or, with a name, of a flag; or the diagnostics.
fn steps(flag: Option<&str>, text: &str) -> Result<Vec<String>, String> {
    let mut sink = Sink::new();
    let (mut session, _) = Session::new(&[], Limits::default(), &mut sink);
    let file = session.map.add("opt", text);
    let engine = engine();
    let reader = Reader {
        engine: &engine,
        reg: &session.reg,
        map: &session.map,
        nesting: 20,
    };
    let steps = match flag {
        Some(name) => reader.flag(name, file, &mut sink),
        None => reader.pipeline(file, &mut sink),
    };
    match steps {
        Ok(steps) => Ok(steps
            .into_iter()
            .map(|s| {
                let options: Vec<String> = s.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
                format!(
                    "{}<{}>{}",
                    s.pass,
                    options.join(","),
                    s.anchor.unwrap_or_default()
                )
            })
            .collect()),
        Err(_) => Err(sink
            .items()
            .iter()
            .map(|d| render(&session.map, d, false))
            .collect()),
    }
}

#[test]
fn pipelines_flatten_to_steps() {
    let text = "builtin.module( penguin-to-bir{klr=true max_rounds=2}, dma.kernel(bind-dma{only=\"a b\"}) )";
    let expected = [
        "penguin-to-bir<klr=true,max-rounds=2>builtin.module",
        "bind-dma<only=a b>dma.kernel",
    ];
    assert_eq!(steps(None, text).unwrap(), expected);
    assert_eq!(steps(None, "").unwrap(), [""; 0]);
    assert_eq!(
        steps(None, "both").unwrap(),
        ["penguin-to-bir<klr=true>", "bind-dma<>"]
    );
    assert_eq!(steps(Some("both"), "twice").unwrap().len(), 4);
    for options in [
        "klr,only=(a b)::c",
        "{klr only=(a b)::c}",
        "klr=true only=(a b)::c",
        "{ klr , only=(a b)::c }",
    ] {
        let expected = ["penguin-to-bir<klr=true,only=(a b)::c>"];
        assert_eq!(
            steps(Some("penguin-to-bir"), options).unwrap(),
            expected,
            "{options}"
        );
    }
}

#[test]
fn steps_as_text_are_read_back() {
    let written =
        "builtin.module(penguin-to-bir{klr=true max-rounds=2 only=\"a \\\"b\\\\,{\"},dma.kernel(bind-dma))";
    let mut sink = Sink::new();
    let (mut session, _) = Session::new(&[], Limits::default(), &mut sink);
    let file = session.map.add("opt", written);
    let reader = Reader {
        engine: &engine(),
        reg: &session.reg,
        map: &session.map,
        nesting: 20,
    };
    let steps = reader.pipeline(file, &mut sink).unwrap();
    assert_eq!(pipeline::text(&steps), written);
}

#[test]
fn faults_have_a_place() {
    let cases = [
        (
            "builtin.module(bind-dma{only=(a})",
            "1:32: error: expected ')', but found '}'",
        ),
        (
            "builtin.module(bind-dma",
            "1:24: error: expected ')', but the text ends here",
        ),
        ("bind-dma)", "1:9: error: ')' closes nothing"),
        ("bind-dma{only=\"a}", "1:15: error: this string has no end"),
        (
            "bind-dam",
            "1:1: error: unknown pass 'bind-dam'; did you mean 'bind-dma'?",
        ),
        (
            "bind-dma{onyl=a}",
            "1:10: error: pass 'bind-dma' has no option 'onyl'; did you mean 'only'?",
        ),
        (
            "bind-dma{klr=maybe}",
            "1:14: error: 'maybe' is no bool for option 'klr'",
        ),
        ("bind-dma{max-rounds=x}", "1:21: error: 'x' is no int"),
        (
            "bind-dma{only}",
            "1:10: error: option 'only' of pass 'bind-dma' needs a value",
        ),
        (
            "bind-dma{klr klr}",
            "1:14: error: option 'klr' of pass 'bind-dma' is given twice",
        ),
        (
            "dma.kernle(bind-dma)",
            "1:1: error: unknown operation 'dma.kernle' to nest under; did you mean 'dma.kernel'?",
        ),
        (
            "dma.kernel(penguin-to-bir)",
            "1:12: error: pass 'penguin-to-bir' runs on 'builtin.module', not on 'dma.kernel'",
        ),
        (
            "dma.kernel(builtin.module(bind-dma))",
            "1:12: error: 'builtin.module' cannot be nested",
        ),
        (
            "bind-dma,,bind-dma",
            "1:10: error: expected a pass or operation name, but found ','",
        ),
        ("bind-dma{=}", "1:10: error: expected"),
        ("loop", "1:1: error: pipeline 'loop' holds itself"),
        ("both{klr}", "1:6: error: pipeline 'both' takes no options"),
    ];
    for (text, expected) in cases {
        let said = steps(None, text).unwrap_err();
        assert!(said.contains(expected), "{text}: {said}");
    }
    let deep = format!("{}{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(
        steps(None, &format!("a{deep}"))
            .unwrap_err()
            .contains("nested more than 20 deep")
    );
    for text in [
        "{{{{",
        "disable-patterns={{{{",
        "=",
        "a=",
        "a b=(",
        "\\",
        "\"",
        "é=ü",
        "a=é",
    ] {
        let _ = steps(Some("bind-dma"), text);
    }
}

#[test]
fn targets_have_settings() {
    let mut map = crate::support::source::SourceMap::new();
    let text = "tiny-nodge{partitions=2, data_path_engines=[.pool,.pe]}";
    let file = map.add("--target", text);
    let mut sink = Sink::new();
    let (name, _, given) = target(text, file, 20, &mut sink).unwrap();
    assert_eq!(name, "tiny-nodge");
    let given: Vec<(&str, Option<&str>)> = given
        .iter()
        .map(|s| (s.key.as_str(), s.value.as_deref()))
        .collect();
    assert_eq!(
        given,
        [
            ("partitions", Some("2")),
            ("data_path_engines", Some("[.pool,.pe]"))
        ]
    );
    assert!(target("{a=1}", file, 20, &mut sink).is_err());
}

#[test]
fn the_first_failing_pass_is_the_last() {
    let mut sink = Sink::new();
    let (session, _) = Session::new(&[], Limits::default(), &mut sink);
    let step = |pass: &str, options: &[(&str, &str)]| Step {
        pass: pass.into(),
        options: options
            .iter()
            .map(|(k, v)| (k.to_string(), v.to_string()))
            .collect(),
        anchor: None,
    };
    let mut session = session;
    let file = session.map.add("in", "module {}");
    let mut body = session.parse(file, false, &mut sink).unwrap();
    let steps = [step("a", &[]), step("b", &[("k", "v")]), step("c", &[])];
    let mut trace = Vec::new();
    let config = RunConfig::default();
    let ran = run_steps(
        &engine(),
        &session,
        &mut body,
        &steps,
        &config,
        &mut sink,
        &mut trace,
    );
    assert!(ran.is_err());
    assert_eq!(String::from_utf8(trace).unwrap(), "[a][b]");
}
