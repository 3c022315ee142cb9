//! Which tokens stand close together.

use super::tokens::Token;
use crate::lang::parse::Rule;

/// Whether a token stands close to the one before it, wherever it is.
pub(super) fn close_before(t: &Token<'_>) -> bool {
    match t.rule {
        Some(r) => matches!(
            r,
            Rule::comma
                | Rule::semi
                | Rule::rpar
                | Rule::rbrack
                | Rule::rangle
                | Rule::opt
                | Rule::asm_repeat
                | Rule::field
        ),
        None => t.text == "<",
    }
}

/// Whether the token after this one stands close to it, wherever it is.
pub(super) fn close_after(t: &Token<'_>) -> bool {
    match t.rule {
        Some(r) => matches!(r, Rule::lpar | Rule::lbrack | Rule::bang | Rule::neg),
        None => t.text == "<",
    }
}

/// Whether a node stands close to what is before it: lists of arguments, and what is written like them.
pub(super) fn node_close_before(rule: Rule, parent: Rule) -> bool {
    match rule {
        Rule::args => matches!(parent, Rule::ctor | Rule::call | Rule::semantics_c),
        Rule::params | Rule::region_args | Rule::fields_par | Rule::index => true,
        Rule::lpar => matches!(
            parent,
            Rule::term_pat | Rule::cs_apply | Rule::trait_u | Rule::asm_call
        ),
        Rule::colon => !matches!(parent, Rule::enum_d | Rule::target | Rule::slot | Rule::asm_else),
        _ => false,
    }
}

/// Whether two tokens without a blank between them could be read as something else.
pub(super) fn merge(before: &Token<'_>, after: &Token<'_>) -> bool {
    let (Some(a), Some(b)) = (before.text.chars().next_back(), after.text.chars().next()) else {
        return false;
    };
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (word(a) && word(b))
        || (a == '-' && (b.is_ascii_digit() || b == '>'))
        || (a == b && matches!(a, '?' | '.' | '"'))
}
