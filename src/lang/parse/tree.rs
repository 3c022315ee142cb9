//! What the grammar found, flat: each node with its rule, its place and where its next sibling is.
//!
//! The built-in files are parsed when this program is built, since the generated parser takes far longer than all the
//! rest of loading. A stretch of text that is found there, byte for byte, is not parsed again; any other is.

use super::grammar::{Grammar, Rule};
use crate::shipped::{DIALECTS, NODES, PATTERNS, TREES};
use pest::Parser;
use pest::iterators::Pair;
use std::rc::Rc;

/// A node of a parsed stretch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    rule: Rule,
    start: u32,
    end: u32,
    /// The node after this one and all inside it.
    next: u32,
}

/// A place in a tree, with all inside it.
#[derive(Clone, Debug)]
pub struct P<'t> {
    nodes: Rc<[Node]>,
    at: usize,
    text: &'t str,
}

/// What `P::children` gives.
#[derive(Clone, Debug)]
pub struct Children<'t> {
    nodes: Rc<[Node]>,
    at: usize,
    end: usize,
    text: &'t str,
}

impl<'t> Iterator for Children<'t> {
    type Item = P<'t>;
    fn next(&mut self) -> Option<P<'t>> {
        if self.at >= self.end {
            return None;
        }
        let p = P {
            nodes: self.nodes.clone(),
            at: self.at,
            text: self.text,
        };
        self.at = self.nodes.get(self.at)?.next as usize;
        Some(p)
    }
}

impl<'t> P<'t> {
    fn node(&self) -> Option<&Node> {
        self.nodes.get(self.at)
    }
    /// The rule.
    pub fn as_rule(&self) -> Rule {
        self.node().map_or(Rule::EOI, |n| n.rule)
    }
    /// First byte in the stretch.
    pub fn start(&self) -> usize {
        self.node().map_or(0, |n| n.start as usize)
    }
    /// One past the last byte in the stretch.
    pub fn end(&self) -> usize {
        self.node().map_or(0, |n| n.end as usize)
    }
    /// The text.
    pub fn as_str(&self) -> &'t str {
        self.text.get(self.start()..self.end()).unwrap_or("")
    }
    /// The nodes directly inside.
    pub fn into_inner(self) -> Children<'t> {
        let end = self.node().map_or(0, |n| n.next as usize);
        Children {
            at: self.at + 1,
            end,
            nodes: self.nodes,
            text: self.text,
        }
    }
}

/// Parses a stretch of text, which may go on after what the rule takes. The tree is small enough to nest by recursion:
/// the grammar has recursed as deep.
pub fn parse(rule: Rule, text: &str) -> Result<P<'_>, Box<pest::error::Error<Rule>>> {
    if let Some(nodes) = ready(rule, text) {
        return Ok(P { nodes, at: 0, text });
    }
    parse_anew(rule, text)
}

fn parse_anew(rule: Rule, text: &str) -> Result<P<'_>, Box<pest::error::Error<Rule>>> {
    let pairs = Grammar::parse(rule, text).map_err(Box::new)?;
    let mut nodes = Vec::new();
    for p in pairs {
        flatten(p, &mut nodes);
    }
    Ok(P {
        nodes: nodes.into(),
        at: 0,
        text,
    })
}

fn flatten(p: Pair<'_, Rule>, out: &mut Vec<Node>) {
    let (at, span) = (out.len(), p.as_span());
    out.push(Node {
        rule: p.as_rule(),
        start: span.start() as u32,
        end: span.end() as u32,
        next: 0,
    });
    for p in p.into_inner() {
        flatten(p, out);
    }
    let next = out.len() as u32;
    if let Some(n) = out.get_mut(at) {
        n.next = next;
    }
}

/// The hash that the build script uses.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The tree of a stretch of a built-in file.
fn ready(rule: Rule, text: &str) -> Option<Rc<[Node]>> {
    let h = hash(text);
    let rules = Rule::all_rules();
    let from = TREES.partition_point(|t| t.hash < h);
    let tree = TREES
        .get(from..)?
        .iter()
        .take_while(|t| t.hash == h)
        .find(|t| rules.get(t.rule as usize) == Some(&rule) && same(t, text))?;
    let bytes = NODES.get(tree.first as usize * 8..(tree.first + tree.count) as usize * 8)?;
    bytes
        .chunks_exact(8)
        .map(|b| {
            let &[r0, r1, s0, s1, e0, e1, n0, n1] = b else {
                return None;
            };
            let half = |a, b| u32::from(u16::from_le_bytes([a, b]));
            Some(Node {
                rule: *rules.get(half(r0, r1) as usize)?,
                start: half(s0, s1),
                end: half(e0, e1),
                next: half(n0, n1),
            })
        })
        .collect()
}

fn same(t: &crate::shipped::Tree, text: &str) -> bool {
    let files = if t.pattern { PATTERNS } else { DIALECTS };
    files
        .get(t.file as usize)
        .and_then(|f| f.1.get(t.start as usize..t.start as usize + text.len()))
        == Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_of_the_build_are_what_the_grammar_gives() {
        for t in TREES {
            let rule = Rule::all_rules()[t.rule as usize];
            let files = if t.pattern { PATTERNS } else { DIALECTS };
            let text = &files[t.file as usize].1[t.start as usize..t.end as usize];
            let ready = ready(rule, text).unwrap();
            assert_eq!(ready, parse_anew(rule, text).unwrap().nodes, "{text}");
        }
    }

    #[test]
    fn no_built_in_item_is_parsed_at_run_time() {
        assert!(TREES.len() > 300, "{}", TREES.len());
        assert!(ready(Rule::dialect_head, "dialect no_such {").is_none());
    }
}
