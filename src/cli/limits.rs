//! `--limit NAME=VALUE`.

use crate::support::limits::Limits;
use crate::support::nearest::hint;
use std::fmt::Write as _;

/// A limit: its name, what it bounds, its largest value, and how to read and set it.
struct Limit {
    name: &'static str,
    doc: &'static str,
    most: u64,
    get: fn(&Limits) -> u64,
    set: fn(&mut Limits, u64),
}

macro_rules! limit {
    ($name:literal, $field:ident, $most:expr, $doc:literal) => {
        Limit {
            name: $name,
            doc: $doc,
            most: $most,
            get: |l| l.$field as u64,
            set: |l, v| l.$field = v as _,
        }
    };
}

/// Larger counts than this are never meant.
const MANY: u64 = 1 << 48;

/// Every field of [`Limits`].
const LIMITS: &[Limit] = &[
    // The worker's stack bounds this one.
    limit!(
        "nesting",
        nesting,
        2000,
        "nesting of regions, attributes, types and expressions"
    ),
    // Positions are 32 bits wide.
    limit!("file-bytes", file_bytes, 4 << 30, "bytes of one input file"),
    limit!(
        "diagnostics",
        diagnostics,
        MANY,
        "diagnostics printed before the rest are only counted"
    ),
    limit!(
        "op-fields",
        op_fields,
        u32::MAX as u64,
        "operands, results, attributes or successors of one operation"
    ),
    limit!("regions", regions, u32::MAX as u64, "regions of one operation"),
    limit!(
        "rewrites-per-op",
        rewrites_per_op,
        MANY,
        "rewrites of a greedy stage for each operation of its anchor"
    ),
    limit!(
        "rewrites-base",
        rewrites_base,
        MANY,
        "rewrites of a greedy stage whatever the size"
    ),
    limit!(
        "eval-steps",
        eval_steps,
        MANY,
        "steps of evaluation in one attempt to match, and in one rewrite"
    ),
    limit!(
        "created-ops",
        created_ops,
        MANY,
        "operations that one pass may create in one anchor"
    ),
    limit!(
        "built",
        built,
        MANY,
        "bytes of text and elements of lists that the rewrites of one pass may build in one anchor"
    ),
    limit!(
        "sim-steps",
        sim_steps,
        MANY,
        "operations and elements of one run of the simulator"
    ),
    limit!(
        "sim-bytes",
        sim_bytes,
        MANY,
        "bytes of the memories of one such run"
    ),
];

/// Applies one `NAME=VALUE`.
pub(super) fn set(limits: &mut Limits, text: &str) -> Result<(), String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("expected NAME=VALUE, but found '{text}'"));
    };
    let name = name.trim().replace('_', "-");
    let Some(limit) = LIMITS.iter().find(|l| l.name == name) else {
        return Err(format!(
            "unknown limit '{name}'{}",
            hint(&name, LIMITS.iter().map(|l| l.name))
        ));
    };
    match value.trim().parse::<u64>() {
        Ok(v) if v <= limit.most && (v > 0 || limit.name != "nesting") => {
            // One past the largest position would not fit.
            (limit.set)(
                limits,
                if limit.name == "file-bytes" {
                    v.min(u64::from(u32::MAX))
                } else {
                    v
                },
            );
            Ok(())
        }
        _ => Err(format!(
            "'{value}' is no number from 0 to {} for limit '{name}'",
            limit.most
        )),
    }
}

/// The part of `--help` on limits.
pub(super) fn help() -> String {
    let defaults = Limits::default();
    let mut out = String::from("Limits (crossing one is exit status 3):\n");
    for l in LIMITS {
        let _ = writeln!(
            out,
            "  --limit {:<28} {}",
            format!("{}={}", l.name, (l.get)(&defaults)),
            l.doc
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_set_by_name() {
        let mut l = Limits::default();
        set(&mut l, "nesting=7").unwrap();
        set(&mut l, "eval_steps=9").unwrap();
        assert_eq!((l.nesting, l.eval_steps), (7, 9));
        assert_eq!(
            set(&mut l, "nestin=7").unwrap_err(),
            "unknown limit 'nestin'; did you mean 'nesting'?"
        );
        for bad in [
            "nesting",
            "nesting=0",
            "nesting=-1",
            "nesting=1000000",
            "nesting=x",
        ] {
            assert!(set(&mut l, bad).is_err(), "{bad}");
        }
        assert_eq!(help().lines().count(), 13);
    }
}
