//! Any bytes as a program: what can be read is printed, and read again as the same: `cargo fuzz run text`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery::session::Session;
use rookery::support::diag::Sink;
use rookery::support::limits::Limits;

fuzz_target!(|text: &str| {
    let mut sink = Sink::new();
    let (mut session, ok) = Session::new(&[], Limits::default(), &mut sink);
    assert!(ok.is_ok());
    let file = session.map.add("input.mlir", text);
    let Some(body) = session.parse(file, true, &mut Sink::new()) else {
        return;
    };
    let printed = session.show(&body);
    let file = session.map.add("printed.mlir", printed.as_str());
    let again = session.parse(file, true, &mut sink);
    assert!(again.is_some_and(|b| session.show(&b) == printed), "{printed}");
});
