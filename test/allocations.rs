//! A match that fails allocates nothing: the allocations of a pass do not grow with the operations that it looks at in
//! vain. Alone in its program, since the count is of the whole process.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::expect_used)]

use rookery::pass::{Engine, RunConfig, Step};
use rookery::rewrite::engine;
use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::fmt::Write as _;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Patterns that fail late: after operands, attributes, lists, comprehensions, functions, arithmetic and searches.
const PATTERNS: &str = r#"
use bir, dma, arith;
fn wide(pairs: [dma.Pair]) -> bool = any(p.num > 1000000 for p in pairs if p.stride != 0);
fn weight(pairs: [dma.Pair]) -> int {
  let [first, ..rest] = pairs;
  sum(p.num * p.stride for p in rest) + first.num
}
set vain {
  pattern guard unordered { match op = bir.ap { pairs }; where wide(pairs); rewrite { erase op; } }
  pattern sum_of_pairs unordered { match op = bir.ap { pairs }; where weight(pairs) < 0; rewrite { erase op; } }
  pattern search unordered { match op = bir.ap { pairs }; let [..pre, (_, 77), ..post] = pairs; where len(pre) < len(post); rewrite { erase op; } }
  pattern parallel unordered {
    match op = bir.ap { pairs };
    let (s, n) = unzip([(p.stride, p.num) for p in pairs]);
    let sorted = sort_by(n, s);
    where sorted ++ [1] == offsets(n);
    rewrite { erase op; }
  }
  pattern through unordered { match op = bir.dma_copy(bir.ap { dtype = .fp8e4 } as s, bir.ap as d); where s == d; rewrite { erase op; } }
  pattern users_of unordered { match op = bir.ap -> (r); match bir.dma_copy(x, x) in users(r); rewrite { erase op; } }
  pattern case_of unordered {
    match op = bir.dma_copy { name, dge_type };
    where case dge_type { .none => starts_with(name, "never"), _ => false };
    rewrite { erase op; }
  }
}
pass in_vain on dma.kernel { stage all: walk { vain } }
pass fixpoint_in_vain on dma.kernel { stage all: greedy { vain } }
"#;

fn kernel(copies: usize) -> String {
    let mut text = String::from("dma.kernel @k() {\n  %a = bir.memory @a hbm {bytes = 4096}\n");
    for n in 0..copies {
        let _ = writeln!(
            text,
            "  %s{n} = bir.ap %a pattern [[512, 4], [1, 64]] as bf16\n  %d{n} = bir.ap %a pattern [[256, 4], [1, 64]] as bf16\n  bir.dma_copy %s{n} -> %d{n} {{name = \"c{n}\"}}",
        );
    }
    text + "}\n"
}

/// Allocations of one run of a pass.
fn count(pass: &str, copies: usize) -> usize {
    let mut sink = Sink::new();
    let (mut session, ok) = Session::new(&[], Limits::default(), &mut sink);
    ok.expect("shipped dialects load");
    let file = session.map.add("vain.pat", PATTERNS);
    let input = session.map.add("k.mlir", kernel(copies));
    let engine = engine(&session, &[file], &mut sink);
    let body = session.parse(input, false, &mut sink);
    let said: String = sink
        .take()
        .iter()
        .map(|d| render(&session.map, d, false))
        .collect();
    let (Ok(engine), Some(mut body)) = (engine, body) else {
        panic!("{said}");
    };
    let step = Step {
        pass: pass.into(),
        options: Vec::new(),
        anchor: None,
    };
    let config = RunConfig {
        verify_each: false,
        ..RunConfig::default()
    };
    let region = Region::new(ALLOCATOR);
    let done = engine.run(&session, &mut body, &step, &config, &mut sink, &mut Vec::new());
    let stats = region.change();
    assert!(done.is_ok() && sink.take().is_empty());
    stats.allocations + stats.reallocations
}

#[test]
fn a_failed_match_allocates_nothing() {
    for pass in ["in-vain", "fixpoint-in-vain"] {
        let (few, many) = (count(pass, 1000), count(pass, 8000));
        // Each copy is tried by a dozen patterns; what grows is the arrays of the run, which double.
        assert!(
            many < few + 100,
            "{pass}: {few} allocations for 1,000 copies, {many} for 8,000"
        );
    }
}
