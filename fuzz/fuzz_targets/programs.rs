//! Generated programs of every level, run before and after each pass: `cargo fuzz run programs`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery::ap::random::Random;
use std::cell::RefCell;

#[path = "../../test/programs/mod.rs"]
mod programs;

thread_local! {
    static LOADED: RefCell<Vec<programs::Loaded>> =
        RefCell::new(vec![programs::Loaded::new("trn2"), programs::Loaded::new("tiny")]);
}

fuzz_target!(|choice: (u64, u8)| {
    LOADED.with_borrow_mut(|all| {
        let (seed, which) = choice;
        let n = usize::from(which) % all.len();
        let loaded = &mut all[n];
        let levels = loaded.levels();
        let level = &levels[usize::from(which / 2) % levels.len()];
        let mut r = Random::new(seed);
        let plan = loaded.plan(&mut r, level);
        let (text, body) = loaded
            .program(&mut r, level, &plan)
            .unwrap_or_else(|e| panic!("{e}"));
        let outcome = loaded.lowered(&text, body);
        assert!(outcome.wrong.is_none(), "{}", outcome.wrong.unwrap());
    });
});
