//! How two short texts differ, line by line.

/// Lines of one text times those of the other that are compared in full; of longer ones all lines are shown as changed.
const WORK: usize = 1 << 20;
/// Lines that are shown around a change.
const AROUND: usize = 1;
/// Most lines that are shown.
const SHOWN: usize = 40;

/// One line: its sign (`-` of the old text only, `+` of the new one only, a blank of both) and its text.
type Line<'t> = (char, &'t str);

/// What differs: lines of the old text with `-`, of the new one with `+`, and those around them; nothing if they are the same.
pub fn lines(old: &str, new: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let all = compared(&a, &b);
    let near = |n: usize| {
        let from = n.saturating_sub(AROUND);
        all.iter()
            .skip(from)
            .take(n - from + AROUND + 1)
            .any(|l| l.0 != ' ')
    };
    let mut out = String::new();
    let (mut shown, mut more, mut gap) = (0, 0, false);
    for (n, (sign, text)) in all.iter().enumerate() {
        if !near(n) {
            gap = shown > 0;
            continue;
        }
        if shown == SHOWN {
            more += 1;
            continue;
        }
        if std::mem::take(&mut gap) {
            out.push_str("  ...\n");
        }
        shown += 1;
        out.push(*sign);
        out.push(' ');
        out.push_str(text);
        out.push('\n');
    }
    if more > 0 {
        out.push_str(&format!("  ... {more} more lines\n"));
    }
    out
}

fn compared<'t>(a: &[&'t str], b: &[&'t str]) -> Vec<Line<'t>> {
    if a.len().saturating_mul(b.len()) > WORK {
        let gone = a.iter().map(|l| ('-', *l));
        return gone.chain(b.iter().map(|l| ('+', *l))).collect();
    }
    // The longest common part of what is left of both from here on.
    let width = b.len() + 1;
    let mut table = vec![0u32; (a.len() + 1) * width];
    let at = |table: &[u32], i: usize, j: usize| table.get(i * width + j).copied().unwrap_or(0);
    for (i, x) in a.iter().enumerate().rev() {
        for (j, y) in b.iter().enumerate().rev() {
            let best = if x == y {
                at(&table, i + 1, j + 1) + 1
            } else {
                at(&table, i + 1, j).max(at(&table, i, j + 1))
            };
            if let Some(slot) = table.get_mut(i * width + j) {
                *slot = best;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut out = Vec::new();
    loop {
        match (a.get(i), b.get(j)) {
            (Some(x), Some(y)) if x == y => {
                out.push((' ', *x));
                (i, j) = (i + 1, j + 1);
            }
            (Some(x), y) if y.is_none() || at(&table, i + 1, j) >= at(&table, i, j + 1) => {
                out.push(('-', *x));
                i += 1;
            }
            (_, Some(y)) => {
                out.push(('+', *y));
                j += 1;
            }
            _ => return out,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_near_a_change_is_shown() {
        assert_eq!(
            lines("a\nb\nc\nd\ne\nf", "a\nb\nx\nd\ne\nf"),
            "  b\n- c\n+ x\n  d\n"
        );
        assert_eq!(lines("a\nb", "a\nb"), "");
        assert_eq!(lines("", "a"), "+ a\n");
        assert_eq!(lines("x\n1\n2\n3\ny", "1\n2\n3\n"), "- x\n  1\n  ...\n  3\n- y\n");
    }
}
