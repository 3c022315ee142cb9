//! The regular expressions of `{{...}}`: POSIX extended syntax over bytes, leftmost-longest.
//!
//! * `.` and `[^x]` never match a line break; `^` and `$` match at every line and at both ends of the text.
//! * `\` before anything but a digit from 1 to 9 makes that byte literal; there are no Perl classes.
//! * Without back-references the time of a search is bounded by the length of the text times the size of the
//!   expression. With them there is a budget of steps, and [`Fault::Budget`] when it is used up.
//!
//! A general-purpose engine would be wrong on most of these points, which is why this one exists.

mod backtrack;
mod parse;
mod program;
mod search;
mod submatch;

pub use parse::{Assert, ByteSet, Groups, Node, literal, parse};
use program::Program;

/// A range of bytes of the searched text.
pub type Range = (usize, usize);

/// Where each group matched; entry 0 is the whole match.
pub type Captures = Vec<Option<Range>>;

/// Why an expression cannot be compiled or a search cannot be finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The syntax is wrong; the text says how.
    Syntax(&'static str),
    /// A search with back-references took too many steps.
    Budget,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Syntax(text) => f.write_str(text),
            Fault::Budget => f.write_str("the search for a back-reference takes too many steps"),
        }
    }
}

/// A compiled expression.
pub struct Regex {
    program: Program,
}

impl Regex {
    /// Parses and compiles a whole expression.
    pub fn new(source: &[u8], ignore_case: bool) -> Result<Regex, Fault> {
        Self::from_node(&parse(source, ignore_case, &mut Groups::default())?)
    }

    /// Compiles an expression that was put together from pieces.
    pub fn from_node(node: &Node) -> Result<Regex, Fault> {
        Ok(Regex {
            program: Program::compile(node)?,
        })
    }

    /// The leftmost match, and of those with its start the longest.
    pub fn find(&self, text: &[u8]) -> Result<Option<Range>, Fault> {
        if self.program.has_backrefs {
            return Ok(backtrack::find(&self.program, text)?.and_then(|c| c.first().copied().flatten()));
        }
        Ok(search::find(&self.program, text))
    }

    /// The same match with its groups.
    pub fn captures(&self, text: &[u8]) -> Result<Option<Captures>, Fault> {
        if self.program.has_backrefs {
            return backtrack::find(&self.program, text);
        }
        Ok(search::find(&self.program, text).map(|range| submatch::captures(&self.program, text, range)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(re: &str, text: &str) -> Option<Vec<Option<Range>>> {
        Regex::new(re.as_bytes(), false)
            .unwrap()
            .captures(text.as_bytes())
            .unwrap()
    }

    fn span(re: &str, text: &str) -> Option<Range> {
        Regex::new(re.as_bytes(), false)
            .unwrap()
            .find(text.as_bytes())
            .unwrap()
    }

    #[test]
    fn the_longest_of_the_leftmost_wins() {
        assert_eq!(span("a|ab|abc", "xabcd"), Some((1, 4)));
        assert_eq!(
            groups("(a|ab)(c|bcd)(d*)", "abcd"),
            Some(vec![Some((0, 4)), Some((0, 2)), Some((2, 3)), Some((3, 4))])
        );
        assert_eq!(span("b+|aXXXXc|a", "aXXXXbbb"), Some((0, 1)));
        assert_eq!(span("x*", "aax"), Some((0, 0)));
        assert_eq!(span("c|abcd", "abce abcd"), Some((2, 3)));
    }

    #[test]
    fn groups_of_loops_hold_the_last_pass() {
        assert_eq!(groups("(a|b)*", "abba"), Some(vec![Some((0, 4)), Some((3, 4))]));
        assert_eq!(
            groups("(ab?)(b?)", "ab"),
            Some(vec![Some((0, 2)), Some((0, 2)), Some((2, 2))])
        );
        assert_eq!(
            groups("(a){2,3}b", "aaab"),
            Some(vec![Some((0, 4)), Some((2, 3))])
        );
        assert_eq!(
            groups("(.*), (.*)", "a, b, c"),
            Some(vec![Some((0, 7)), Some((0, 4)), Some((6, 7))])
        );
    }

    #[test]
    fn line_breaks_bound_dots_and_anchors() {
        assert_eq!(span("a.b", "a\nb"), None);
        assert_eq!(span("a[^x]b", "a\nb"), None);
        assert_eq!(span("a[[:space:]]b", "a\nb"), Some((0, 3)));
        assert_eq!(span("^b$", "a\nb\nc"), Some((2, 3)));
        assert_eq!(span("^c", "a\nb\nc"), Some((4, 5)));
    }

    #[test]
    fn back_references_repeat_the_group() {
        assert_eq!(
            groups("(a*)b\\1$", "aabaab aaba"),
            Some(vec![Some((8, 11)), Some((8, 9))])
        );
        assert_eq!(span("(.+)-\\1", "xyz-yz"), Some((1, 6)));
        assert_eq!(span("(a)(b)\\2\\1", "abba"), Some((0, 4)));
        assert_eq!(span("(a|ab)\\1", "abab"), Some((0, 4)));
    }

    #[test]
    fn hard_searches_end() {
        let text = vec![b'a'; 4000];
        for re in [
            "(a*)*b",
            "(a|aa)+$x",
            "(((a*)*)*)*b",
            "(a?){100}a{100}b",
            "(.*)(.*)(.*)(.*)z",
        ] {
            assert_eq!(
                Regex::new(re.as_bytes(), false).unwrap().find(&text).unwrap(),
                None,
                "{re}"
            );
        }
        let hard = Regex::new(b"(a*)*(a*)*(a*)*\\1b\\2", false).unwrap();
        assert!(matches!(hard.find(&text), Err(Fault::Budget) | Ok(None)));
        assert!(Regex::new(b"(((a{255}){255}){255}){255}", false).is_err());
        let copies: String = (1..9)
            .map(|n| format!("({})", format!("\\{n}").repeat(50)))
            .collect();
        assert!(Regex::new(format!("(a){copies}").as_bytes(), false).is_err());
        assert!(Regex::new("(".repeat(100_000).as_bytes(), false).is_err());
    }

    #[test]
    fn wrong_expressions_are_refused() {
        for re in [
            "a{2",
            "(",
            ")",
            "a**",
            "*",
            "a|",
            "(|a)",
            "[a",
            "[[:nope:]]",
            "\\",
            "\\1",
            "{1}",
            "^*",
            "[b-a]",
            "a{3,2}",
        ] {
            assert!(Regex::new(re.as_bytes(), false).is_err(), "{re}");
        }
        for re in [
            "()", "[]]", "[^]]", "a{", "{a", "[a-]", "[[.-.]]", "[[=a=]]", "a{0}", "$*",
        ] {
            assert!(Regex::new(re.as_bytes(), false).is_ok(), "{re}");
        }
    }
}
