//! What the rules of the grammar are to the layout: blocks, clauses, operators.

use crate::lang::parse::{P, Rule};

/// Of what stands in braces, what begins a statement.
pub(super) fn starts<'a, 't>(inside: &'a [P<'t>]) -> Vec<&'a P<'t>> {
    let mut list = Vec::new();
    let mut at_start = true;
    for k in inside {
        if at_start {
            list.push(k);
        }
        // Only these are less than a statement.
        at_start = !matches!(
            k.as_rule(),
            Rule::dpat | Rule::both | Rule::implies | Rule::expr | Rule::data_case
        );
    }
    list
}

/// The length of the longest word of a clause.
pub(super) fn clause_words(inside: &[P<'_>]) -> usize {
    let word = |p: &P<'_>| {
        let mut p = p.clone();
        if p.as_rule() == Rule::clause {
            p = p.into_inner().find(|k| k.as_rule() != Rule::doc)?;
        }
        if !is_clause(p.as_rule()) {
            return None;
        }
        let word = p.into_inner().find(|k| k.as_rule() != Rule::doc)?;
        Some(word.as_str().len())
    };
    inside.iter().filter_map(word).max().unwrap_or(0)
}

/// Whether a rule is a block of statements, if it has braces.
pub(super) fn is_block(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::set_decl
            | Rule::pattern
            | Rule::block
            | Rule::expr_block
            | Rule::rules
            | Rule::rule_d
            | Rule::pass
            | Rule::dialect
            | Rule::record_d
            | Rule::interface_d
            | Rule::datatype_d
            | Rule::op_d
            | Rule::target_family
    )
}

/// Whether a rule is a clause of a dialect: a word, its fields, a semicolon.
pub(super) fn is_clause(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::operands_c
            | Rule::results_c
            | Rule::attributes_c
            | Rule::successors_c
            | Rule::regions_c
            | Rule::traits_c
            | Rule::const_c
            | Rule::infer_c
            | Rule::effects_c
            | Rule::semantics_c
            | Rule::assembly
            | Rule::verify
    )
}

/// How loosely an operator binds, from the loosest.
pub(super) fn level(rule: Rule) -> Option<u8> {
    Some(match rule {
        Rule::coalesce_op => 0,
        Rule::k_or => 1,
        Rule::k_and => 2,
        Rule::cmp_op | Rule::k_is | Rule::k_in => 3,
        Rule::dots => 4,
        Rule::concat_op => 5,
        Rule::add_op => 6,
        Rule::mul_op => 7,
        _ => return None,
    })
}
