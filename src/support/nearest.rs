//! "Did you mean": the known name nearest to a misspelt one.

/// Edit distance with transpositions (optimal string alignment), at most `limit + 1`.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit || a.len() > 128 || b.len() > 128 {
        return limit + 1;
    }
    let at = |row: &[usize], n: usize| row.get(n).copied().unwrap_or(usize::MAX / 2);
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut cost = (at(&last, j) + usize::from(x != y))
                .min(at(&last, j + 1) + 1)
                .min(at(&row, j) + 1);
            if i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x) {
                cost = cost.min(at(&before, j - 1) + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
    }
    at(&last, b.len())
}

/// The nearest of `known` to `name`, if one is near enough to be a slip; ties go to the first.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let contains = candidate.len() <= name.len() + 8
            && candidate
                .strip_suffix(name)
                .is_some_and(|start| name.len() >= 4 || (name.len() == 3 && start.ends_with('_')));
        let d = if contains {
            1
        } else {
            distance(name, candidate, limit)
        };
        if d <= limit && best.is_none_or(|(b, _)| d < b) {
            best = Some((d, candidate));
        }
    }
    best.map(|(_, c)| c)
}

/// `; did you mean 'x'?` or nothing.
pub fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known)
        .map(|n| format!("; did you mean '{n}'?"))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let known = [
            "bir.dma_copy",
            "bir.load",
            "dma_qos",
            "strides",
            "neuron_max_strides",
        ];
        assert_eq!(nearest("bir.dma_cpoy", known), Some("bir.dma_copy"));
        assert_eq!(nearest("stirdes", known), Some("strides"));
        assert_eq!(nearest("max_strides", known), Some("neuron_max_strides"));
        assert_eq!(nearest("zebra", known), None);
    }
}
