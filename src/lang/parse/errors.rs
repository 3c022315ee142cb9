//! What the grammar expected, in words.

use super::build::Builder;
use super::grammar::Rule;
use super::scan::{Scan, Tok, TokKind};
use crate::support::diag::{Diagnostic, Place};
use crate::support::kinds::Kind;
use crate::support::nearest::hint;
use crate::support::source::Span;
use pest::error::{Error, ErrorVariant, InputLocation};

/// Words that may not be variables; the same as `kw` in the grammar.
const KEYWORDS: &[&str] = &[
    "match", "where", "let", "rewrite", "replace", "erase", "update", "clone", "move", "inline", "rename",
    "for", "in", "of", "as", "if", "else", "case", "at", "with", "and", "or", "not", "is", "none", "true",
    "false", "fn", "pattern", "set", "rules", "rule", "pass", "stage", "fail", "error", "warning", "remark",
    "note", "example", "no_match", "commutes", "return",
];

/// Statements of rewrites that begin with a word that no condition begins with.
const EFFECTS: &[&str] = &[
    "replace", "erase", "update", "move", "inline", "rename", "clone", "at", "for", "return",
];

/// Words that begin an item or a member.
const ITEMS: &[&str] = &[
    "pattern",
    "set",
    "rules",
    "pass",
    "fn",
    "pipeline",
    "op",
    "enum",
    "struct",
    "interface",
    "dialect",
];

/// What the items of a pattern file begin with.
const PAT_ITEMS: [&str; 12] = [
    "use", "import", "fn", "rewrite", "pattern", "set", "extend", "override", "disable", "rules", "pass",
    "pipeline",
];

/// What the members of a dialect begin with.
const MEMBERS: [&str; 9] = [
    "enum",
    "struct",
    "type",
    "attr",
    "constraint",
    "interface",
    "datatype",
    "op",
    "fn",
];

/// What statements of rewrites begin with.
const STATEMENTS: [&str; 16] = [
    "let", "match", "where", "replace", "erase", "update", "move", "inline", "rename", "for", "if", "at",
    "error", "warning", "remark", "return",
];

/// The words that a rule can begin with.
fn beginnings(r: Rule) -> &'static [&'static str] {
    match r {
        Rule::stmt | Rule::expr_stmt => &STATEMENTS,
        Rule::pattern_stmt => &[
            "match", "where", "let", "rewrite", "error", "warning", "remark", "example", "no_match",
        ],
        Rule::pat_item => &PAT_ITEMS,
        Rule::member => &MEMBERS,
        Rule::dialect_item => &["dialect", "target"],
        Rule::clause => &[
            "operands",
            "results",
            "attributes",
            "regions",
            "successors",
            "traits",
            "const",
            "infer",
            "effects",
            "semantics",
            "verify",
            "assembly",
        ],
        Rule::pass_item => &["option", "requires", "stage", "ensures"],
        Rule::driver => &["walk", "greedy"],
        Rule::pattern_opt => &["benefit", "unordered", "decreases"],
        Rule::rule_d => &["law", "choice"],
        Rule::rule_example => &["for", "where", "let", "example", "no_match"],
        Rule::effect => &["read", "write", "allocate", "view"],
        Rule::asm_word | Rule::asm_fn | Rule::asm_call => &[
            "attr-dict",
            "attr-dict-with-keyword",
            "functional-type",
            "type",
            "operands",
            "regions",
            "successors",
        ],
        Rule::k_with => &["with"],
        Rule::k_else => &["else"],
        _ => &[],
    }
}

/// `; did you mean 'match'?` for a misspelt keyword: the word itself, or the one before it, which was read as a name.
fn slip(scan: &Scan<'_>, rules: &[Rule], word: &str, start: usize) -> String {
    if word.is_empty() || KEYWORDS.contains(&word) {
        return String::new();
    }
    let here = hint(word, rules.iter().flat_map(|r| beginnings(*r)).copied());
    if !here.is_empty() {
        return here;
    }
    let before = scan.token_before(start).filter(|t| t.kind == TokKind::Word);
    match before.map(|t| scan.word(t)).filter(|w| w.len() > 2) {
        Some(w) if !STATEMENTS.contains(&w) && rules.contains(&Rule::semi) => hint(w, STATEMENTS),
        _ => String::new(),
    }
}

/// How this language writes what other languages write like this.
fn habit(text: &str, at: usize, inside: bool) -> Option<&'static str> {
    let rest = text.get(at..).unwrap_or("");
    if inside {
        return rest
            .starts_with('}')
            .then_some("braces in text are written '{{' and '}}'");
    }
    Some(match rest.as_bytes() {
        [b'&', b'&', ..] => "conditions are joined with 'and'",
        [b'|', b'|', ..] => "conditions are joined with 'or'",
        [b'?', ..] => "a choice is 'if c { a } else { b }'",
        [b'\'', ..] => "strings stand in double quotes",
        [b'0'..=b'9', ..] if text.get(..at).is_some_and(|t| t.ends_with('<')) => {
            "a type is built from its parts: memref<shape = s, element = e>"
        }
        [b'0'..=b'9', ..] => "no letters follow a number",
        [b'(', ..] if text.get(..at).is_some_and(|t| t.ends_with('!')) => "negation is 'not'",
        _ => return None,
    })
}

/// Most that a message lists.
const LISTED: usize = 5;

/// Reports a syntax error; gives the byte of the file where it is.
pub fn report(b: &mut Builder<'_, '_>, scan: &Scan<'_>, e: &Error<Rule>, base: usize) -> usize {
    let at = base
        + match e.location {
            InputLocation::Pos(n) => n,
            InputLocation::Span((n, _)) => n,
        };
    let rules: &[Rule] = match &e.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        // The parser generator's guard of the stack.
        ErrorVariant::CustomError { .. } => {
            b.too_deep(Span::new(b.file, at, at));
            return at;
        }
    };
    let words = expected(rules);
    // Of a string there is only one token, so a fault in an interpolation has the place that the grammar gives.
    let inside = scan.inside(at);
    let found = scan.token_at(at).filter(|_| !inside);
    let place = found.map_or_else(
        || Span::new(b.file, at, at),
        |t| Span::new(b.file, t.start, t.end),
    );
    let found_start = found.map_or(b.text.len(), |t| t.start);
    let word = found
        .filter(|t| t.kind == TokKind::Word)
        .map_or("", |t| scan.word(t));
    let named = rules
        .iter()
        .any(|&r| describe(r).is_some_and(|(w, _)| w == "a name"));
    let operand = rules
        .iter()
        .any(|&r| describe(r).is_some_and(|(_, c)| c == Class::Start));
    if rules.contains(&Rule::pattern_stmt) && EFFECTS.contains(&word) {
        let text = format!("'{word}' stands in 'rewrite {{ .. }}' only: the match part has no effects");
        b.sink.fault(Kind::EffectInMatch, place, text);
        return at;
    }
    let meant = slip(scan, rules, word, found_start);
    // What begins an item where a '}' might stand: the block above is open.
    let open = ITEMS.contains(&word) && rules.contains(&Rule::rbrace);
    let mut d = if !inside
        && rules.contains(&Rule::semi)
        && scan
            .token_before(found_start)
            .is_some_and(|t| breaks(b.text, t, found_start))
    {
        // The line before was forgotten to be ended: say so there, not at the innocent next line.
        let end = scan.token_before(found_start).map_or(at, |t| t.end);
        Diagnostic::error(Span::new(b.file, end, end), "expected ';'").kind(Kind::Syntax)
    } else if words.is_empty() {
        Diagnostic::error(place, "this is not understood").kind(Kind::Syntax)
    } else {
        let text = format!("expected {}{meant}", list(&words));
        Diagnostic::error(place, text).kind(Kind::Syntax)
    };
    if let Some(text) = habit(b.text, at, inside) {
        d = d.note(Place::Unknown, text);
    } else if open {
        d = d.note(Place::Unknown, "what stands above may lack its '}'");
    } else if rules.contains(&Rule::eq)
        && let Some(t) = scan.token_before(found_start)
        && KEYWORDS.contains(&scan.word(t))
    {
        let text = format!("'{}' is a keyword and cannot be a variable", scan.word(t));
        d = d.note(Span::new(b.file, t.start, t.end), text);
    } else if (named || operand) && KEYWORDS.contains(&word) {
        d = d.note(place, format!("'{word}' is a keyword and cannot be a variable"));
    } else if found.is_some_and(|t| t.kind == TokKind::Doc) {
        d = d.note(
            Place::Unknown,
            "a doc comment ('///') stands before what it describes; other comments begin with '//'",
        );
    } else if word.is_empty()
        && found.is_some_and(|t| scan.word(t) == "=")
        && !b.text.get(at..).is_some_and(|t| t.starts_with("=="))
        && rules.contains(&Rule::cmp_op)
    {
        d = d.note(Place::Unknown, "equality is '=='");
    } else if rules.contains(&Rule::rpar)
        && !rules.iter().any(|r| matches!(r, Rule::add_op | Rule::mul_op))
        && found.is_some_and(|t| ["+", "-", "*", "/", "%"].contains(&scan.word(t)))
    {
        d = d.note(
            Place::Unknown,
            "a pattern computes nothing: give what stands there a name, and compare it in 'where'",
        );
    }
    b.sink.push(d);
    at
}

/// Where an item belongs that stands in the wrong sort of file.
fn elsewhere(rule: Rule, word: &str) -> Option<&'static str> {
    match (rule, word) {
        (Rule::set_member, _) => None,
        (Rule::member | Rule::dialect_item, "pattern" | "set" | "pass" | "pipeline" | "use" | "rewrite") => {
            Some("patterns stand in '.pat' files")
        }
        (Rule::member | Rule::dialect_item, _) => None,
        (_, "dialect" | "target") => Some("dialects and targets stand in '.dialect' files"),
        _ => None,
    }
}

/// Reports what follows an item in its chunk.
pub fn left_over(b: &mut Builder<'_, '_>, scan: &Scan<'_>, t: &Tok, rule: Rule) {
    let what = match rule {
        Rule::set_member => "a pattern or '}'",
        Rule::member => {
            "'enum', 'struct', 'type', 'attr', 'constraint', 'interface', 'datatype', 'op', 'fn' or '}'"
        }
        Rule::dialect_item => "'dialect' or 'target'",
        _ => "an item: 'use', 'import', 'fn', 'rewrite', 'pattern', 'set', 'rules', 'pass' or 'pipeline'",
    };
    let word = if t.kind == TokKind::Word { scan.word(t) } else { "" };
    let begins: &[&str] = match rule {
        Rule::set_member => &["pattern"],
        Rule::member => &MEMBERS,
        Rule::dialect_item => &["dialect", "target"],
        _ => &PAT_ITEMS,
    };
    let kind = match t.kind {
        TokKind::Close => Kind::Unclosed,
        _ => Kind::Syntax,
    };
    let place = Span::new(b.file, t.start, t.end);
    let meant = if begins.contains(&word) {
        String::new()
    } else {
        hint(word, begins.iter().copied())
    };
    let mut d = Diagnostic::error(place, format!("expected {what}{meant}")).kind(kind);
    if t.kind == TokKind::Close {
        d = d.note(Place::Unknown, format!("this '{}' closes nothing", scan.word(t)));
    } else if t.kind == TokKind::Doc {
        d = d.note(
            Place::Unknown,
            "a doc comment ('///') stands before what it describes",
        );
    } else if let Some(text) = elsewhere(rule, word) {
        d = d.note(Place::Unknown, text);
    } else if begins.contains(&word)
        && let Some(p) = scan.token_before(t.start).filter(|p| p.kind == TokKind::Close)
    {
        let brace = Span::new(b.file, p.start, p.end);
        d = d.note(brace, "this ends what stands above; there may be one too many");
    }
    b.sink.push(d);
}

/// Whether a line ends between a token and a later byte.
fn breaks(text: &str, t: &Tok, to: usize) -> bool {
    text.get(t.end..to)
        .is_some_and(|between| between.contains(['\n', '\r']))
        || to >= text.len()
}

/// `a`, `a or b`, `a, b or c`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// How much a word tells a reader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// What must come somewhere: `;`, `)`, a name.
    Firm,
    /// The beginning of an expression or pattern.
    Start,
    /// What might have followed, but need not: an operator, arguments.
    Loose,
}

/// The words for what the rules stand for.
fn expected(rules: &[Rule]) -> Vec<String> {
    let mut found: Vec<(Class, String)> = Vec::new();
    for &r in rules {
        if let Some((word, class)) = describe(r)
            && !found.iter().any(|(_, w)| *w == word)
        {
            found.push((class, word));
        }
    }
    let firm = found.iter().any(|(c, _)| *c != Class::Loose);
    found.retain(|(c, _)| !firm || *c != Class::Loose);
    if found.len() > LISTED {
        // Too many to be of help; what closes is the likeliest.
        let closing: Vec<_> = found
            .iter()
            .filter(|(_, w)| matches!(w.as_str(), "';'" | "')'" | "']'" | "'}'" | "','"))
            .cloned()
            .collect();
        if !closing.is_empty() {
            found = closing;
        }
    }
    found.into_iter().map(|(_, w)| w).collect()
}

fn describe(r: Rule) -> Option<(String, Class)> {
    use Class::{Firm, Loose, Start};
    let (word, class) = match r {
        Rule::WHITESPACE | Rule::COMMENT | Rule::EOI | Rule::idchar | Rule::kw | Rule::doc => return None,
        Rule::semi => ("';'", Firm),
        Rule::comma => ("','", Firm),
        Rule::lpar | Rule::params | Rule::region_args => ("'('", Firm),
        Rule::rpar => ("')'", Firm),
        Rule::lbrack => ("'['", Loose),
        Rule::rbrack => ("']'", Firm),
        Rule::lbrace | Rule::block | Rule::expr_block | Rule::stage_sets => ("'{'", Firm),
        Rule::rbrace => ("'}'", Firm),
        Rule::rangle => ("'>'", Firm),
        Rule::colon => ("':'", Firm),
        Rule::bar => ("'|'", Loose),
        Rule::eq => ("'='", Firm),
        Rule::arrow => ("'->'", Firm),
        Rule::implies => ("'=>'", Firm),
        Rule::both => ("'<=>'", Firm),
        Rule::opt => ("'?'", Loose),
        Rule::name
        | Rule::ident
        | Rule::op_ident
        | Rule::param
        | Rule::region_arg
        | Rule::data_case
        | Rule::enum_c
        | Rule::fact
        | Rule::region_f => ("a name", Firm),
        Rule::op_name | Rule::op_glob | Rule::op_ref | Rule::any_op | Rule::node_pat | Rule::is_node => {
            ("an operation's name (dialect.name)", Firm)
        }
        Rule::ltype | Rule::ltype_list | Rule::ltype_tuple => ("a type", Firm),
        Rule::itype | Rule::type_open | Rule::itype_arg | Rule::type_lit => ("an IR type", Firm),
        Rule::cslot
        | Rule::cslot_1
        | Rule::cs_list
        | Rule::cs_tuple
        | Rule::cs_variadic
        | Rule::cs_symbol
        | Rule::cs_int
        | Rule::cs_apply => ("a type or constraint", Firm),
        Rule::string | Rule::asm_lit => ("a string", Firm),
        Rule::ir_text => ("IR text (\"\"\"...\"\"\")", Firm),
        Rule::int => ("an integer", Start),
        Rule::expr
        | Rule::unary
        | Rule::range_e
        | Rule::arg
        | Rule::list_e
        | Rule::tuple_e
        | Rule::if_e
        | Rule::case_e
        | Rule::fail_e
        | Rule::clone_e
        | Rule::at_e
        | Rule::ctor
        | Rule::call
        | Rule::neg
        | Rule::float
        | Rule::boolean
        | Rule::enum_case
        | Rule::place
        | Rule::k_not
        | Rule::k_none => ("an expression", Start),
        Rule::slot
        | Rule::dpat
        | Rule::is_pat
        | Rule::bind_pat
        | Rule::term_pat
        | Rule::tuple_pat
        | Rule::list_pat
        | Rule::elem_pat
        | Rule::rest_pat
        | Rule::operand_pat
        | Rule::case_arm => ("a pattern", Start),
        Rule::attr_pat | Rule::attr => ("an attribute", Start),
        Rule::fields | Rule::field_d | Rule::tparam => ("a field (name: type)", Firm),
        Rule::stmt | Rule::expr_stmt | Rule::pattern_stmt => ("a statement", Start),
        Rule::pat_item => (
            "an item: 'use', 'import', 'fn', 'rewrite', 'pattern', 'set', 'rules', 'pass' or 'pipeline'",
            Firm,
        ),
        Rule::dialect_item => ("'dialect' or 'target'", Firm),
        Rule::member => (
            "'enum', 'struct', 'type', 'attr', 'constraint', 'interface', 'datatype', 'op' or 'fn'",
            Firm,
        ),
        Rule::clause => (
            "a clause ('operands', 'results', 'attributes', 'regions', 'traits', ...)",
            Firm,
        ),
        Rule::pass_item => ("'option', 'requires', 'stage' or 'ensures'", Firm),
        Rule::pattern | Rule::set_member => ("a pattern", Firm),
        Rule::rule_d => ("'law' or 'choice'", Firm),
        Rule::rule_for => ("'for'", Firm),
        Rule::rule_example => ("'example' or 'no_match'", Firm),
        Rule::trait_u => ("a trait", Firm),
        Rule::driver => ("'walk', 'greedy' or 'egraph'", Firm),
        Rule::point => ("'before', 'after', 'start of' or 'end of'", Firm),
        Rule::legality => ("'no'", Firm),
        Rule::severity => ("'error', 'warning' or 'remark'", Firm),
        Rule::asm_var | Rule::asm_call | Rule::asm_word | Rule::asm_group | Rule::asm_fn => {
            ("a directive of an assembly format", Firm)
        }
        Rule::effect => ("'read', 'write', 'allocate' or 'view'", Firm),
        Rule::k_and
        | Rule::k_or
        | Rule::k_is
        | Rule::cmp_op
        | Rule::add_op
        | Rule::mul_op
        | Rule::concat_op
        | Rule::coalesce_op
        | Rule::set_op => ("an operator", Loose),
        Rule::dots => ("'..'", Loose),
        Rule::text | Rule::interp => ("text", Loose),
        Rule::field | Rule::index => ("'.' or '['", Loose),
        Rule::args => ("'('", Loose),
        Rule::attrs
        | Rule::attrs_pat
        | Rule::operands_pat
        | Rule::results_pat
        | Rule::created
        | Rule::region_e
        | Rule::comp_for
        | Rule::as_name
        | Rule::match_name
        | Rule::arg_key
        | Rule::pat_key
        | Rule::note_at
        | Rule::asm_repeat
        | Rule::asm_else
        | Rule::anchor
        | Rule::enum_facts
        | Rule::fields_par
        | Rule::bang
        | Rule::region_ends
        | Rule::note
        | Rule::pattern_opt => return None,
        other => return Some(by_name(other)),
    };
    Some((word.to_string(), class))
}

/// A keyword, or a rule that is named after the keyword it begins with.
fn by_name(r: Rule) -> (String, Class) {
    let name = format!("{r:?}");
    let loose = matches!(
        r,
        Rule::k_for | Rule::k_if | Rule::k_in | Rule::k_of | Rule::k_as | Rule::k_over | Rule::k_else
    );
    if let Some(word) = name.strip_prefix("k_") {
        return (
            format!("'{word}'"),
            if loose { Class::Loose } else { Class::Firm },
        );
    }
    let word = name
        .trim_end_matches("_stmt")
        .trim_end_matches("_decl")
        .trim_end_matches("_d")
        .trim_end_matches("_c");
    (format!("'{word}'"), Class::Firm)
}
