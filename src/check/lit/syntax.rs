//! From a command line to commands, pipelines and lists; what is not supported is an error that names it.

use super::substitute::Marked;

/// Where a redirection goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Read(String),
    Write(String),
    Append(String),
    /// `2>&1` and `1>&2`: where that stream goes at this point.
    Stream(u8),
}

/// A redirection of stream 0, 1 or 2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Redirect {
    pub(super) stream: u8,
    pub(super) target: Target,
}

/// A command with its redirections, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Command {
    pub(super) words: Vec<String>,
    pub(super) redirects: Vec<Redirect>,
}

/// Commands joined by `|`, the whole perhaps negated by `!`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pipeline {
    pub(super) negated: bool,
    pub(super) commands: Vec<Command>,
}

/// How a pipeline depends on the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Join {
    Then,
    And,
    Or,
}

/// Pipelines joined by `;`, `&&`, `||`.
pub(super) type List = Vec<(Join, Pipeline)>;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    Pipe,
    And,
    Or,
    Then,
    /// `>` and its like: the stream (none for `&>`), whether it appends.
    Write(Option<u8>, bool),
    Read,
    /// `2>&1`.
    Copy(u8, u8),
}

impl Token {
    fn shown(&self) -> &str {
        match self {
            Token::Word(w) => w,
            Token::Pipe => "|",
            Token::And => "&&",
            Token::Or => "||",
            Token::Then => ";",
            Token::Write(_, false) => ">",
            Token::Write(_, true) => ">>",
            Token::Read => "<",
            Token::Copy(..) => ">&",
        }
    }
}

/// Words that would begin a compound command elsewhere.
const RESERVED: [&str; 14] = [
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "{", "}",
];

/// Parses a command line.
pub(super) fn parse(text: &Marked) -> Result<List, String> {
    let mut tokens = tokens(text)?.into_iter().peekable();
    let mut list = List::new();
    let mut join = Join::Then;
    loop {
        let mut pipeline = Pipeline {
            negated: false,
            commands: Vec::new(),
        };
        while tokens
            .next_if(|t| matches!(t, Token::Word(w) if w == "!"))
            .is_some()
        {
            pipeline.negated = !pipeline.negated;
        }
        loop {
            pipeline.commands.push(command(&mut tokens)?);
            if tokens.next_if_eq(&Token::Pipe).is_none() {
                break;
            }
        }
        list.push((join, pipeline));
        join = match tokens.next() {
            None => return Ok(list),
            Some(Token::And) => Join::And,
            Some(Token::Or) => Join::Or,
            Some(Token::Then) if tokens.peek().is_none() => return Ok(list),
            Some(Token::Then) => Join::Then,
            Some(other) => return Err(format!("unexpected '{}'", other.shown())),
        };
    }
}

fn command(tokens: &mut std::iter::Peekable<std::vec::IntoIter<Token>>) -> Result<Command, String> {
    let mut command = Command::default();
    loop {
        let ends = |t: &Token| matches!(t, Token::Pipe | Token::And | Token::Or | Token::Then);
        let Some(token) = tokens.next_if(|t| !ends(t)) else {
            break;
        };
        let mut file = || match tokens.next_if(|t| matches!(t, Token::Word(_))) {
            Some(Token::Word(w)) => Ok(w),
            _ => Err(format!("a file name is missing after '{}'", token.shown())),
        };
        match &token {
            Token::Word(w) if command.words.is_empty() && RESERVED.contains(&w.as_str()) => {
                return Err(format!(
                    "unsupported: the compound command '{w}'; this shell has simple commands only"
                ));
            }
            Token::Word(w) => command.words.push(w.clone()),
            Token::Read => command.redirects.push(Redirect {
                stream: 0,
                target: Target::Read(file()?),
            }),
            Token::Write(stream, append) => {
                let file = file()?;
                let target = if *append {
                    Target::Append(file)
                } else {
                    Target::Write(file)
                };
                command.redirects.push(Redirect {
                    stream: stream.unwrap_or(1),
                    target,
                });
                if stream.is_none() {
                    command.redirects.push(Redirect {
                        stream: 2,
                        target: Target::Stream(1),
                    });
                }
            }
            Token::Copy(stream, from) => {
                command.redirects.push(Redirect {
                    stream: *stream,
                    target: Target::Stream(*from),
                });
            }
            _ => {}
        }
    }
    if command.words.is_empty() {
        return match tokens.peek() {
            Some(t) => Err(format!("a command is missing before '{}'", t.shown())),
            None => Err("a command is missing at the end of the line".to_string()),
        };
    }
    Ok(command)
}

fn unsupported<T>(what: &str, why: &str) -> Result<T, String> {
    Err(format!("unsupported: {what}; {why}"))
}

fn tokens(text: &Marked) -> Result<Vec<Token>, String> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut at = 0;
    // A character that may mean something to the shell.
    let active = |n: usize| text.get(n).filter(|c| !c.1).map(|c| c.0);
    while let Some(&(c, literal)) = text.get(at) {
        at += 1;
        if literal {
            word.get_or_insert_default().push(c);
            continue;
        }
        let next = active(at);
        match c {
            ' ' | '\t' => out.extend(word.take().map(Token::Word)),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match text.get(at) {
                        None => return Err("a closing ' is missing".to_string()),
                        Some(&('\'', false)) => break,
                        Some(&(c, _)) => word.push(c),
                    }
                    at += 1;
                }
                at += 1;
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    let following = active(at + 1);
                    match text.get(at) {
                        None => return Err("a closing \" is missing".to_string()),
                        Some(&('"', false)) => break,
                        Some(&('\\', false)) if following.is_some_and(|c| "\"\\$`".contains(c)) => {
                            at += 1;
                        }
                        Some(&('$', false)) => expansion(following)?,
                        Some(&('`', false)) => {
                            return unsupported("command substitution '`'", "quote it with single quotes");
                        }
                        _ => {}
                    }
                    word.extend(text.get(at).map(|c| c.0));
                    at += 1;
                }
                at += 1;
            }
            '\\' => {
                let Some(&(c, _)) = text.get(at) else {
                    return Err("nothing follows the last '\\'".to_string());
                };
                word.get_or_insert_default().push(c);
                at += 1;
            }
            '$' => {
                expansion(next)?;
                word.get_or_insert_default().push('$');
            }
            '`' => return unsupported("command substitution '`'", "write a RUN: line of its own"),
            '(' | ')' => {
                let why =
                    "this shell has no subshells and functions; quote it where it is meant as a character";
                return unsupported(&format!("'{c}'"), why);
            }
            '#' if word.is_none() => {
                return unsupported("a comment '#'", "quote it where it is meant as a character");
            }
            '|' | '&' | ';' | '<' | '>' => {
                // Digits directly before `>` name a stream.
                let mut stream = None;
                if matches!(c, '<' | '>') && word.as_deref().is_some_and(|w| w == "0" || w == "1" || w == "2")
                {
                    stream = word.take().and_then(|w| w.parse::<u8>().ok());
                }
                out.extend(word.take().map(Token::Word));
                let (token, used) = operator(c, next, active(at + 1), stream)?;
                out.push(token);
                at += used;
            }
            _ => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word.map(Token::Word));
    Ok(out)
}

/// A `$` that another shell would expand.
fn expansion(next: Option<char>) -> Result<(), String> {
    match next {
        Some('(') => unsupported("command substitution '$('", "write a RUN: line of its own"),
        Some('{') => unsupported("variable expansion '${'", "use %{name}, DEFINE: and --param"),
        Some(c) if c.is_ascii_alphanumeric() || "_?@*#!$-".contains(c) => unsupported(
            &format!("variable expansion '${c}'"),
            "use %{name}, or quote it with single quotes",
        ),
        _ => Ok(()),
    }
}

/// The operator that begins with `c`, and how many characters more it takes.
fn operator(
    c: char,
    second: Option<char>,
    third: Option<char>,
    stream: Option<u8>,
) -> Result<(Token, usize), String> {
    Ok(match (c, second) {
        ('|', Some('|')) => (Token::Or, 1),
        ('|', Some('&')) => return unsupported("'|&'", "write 2>&1 |"),
        ('|', _) => (Token::Pipe, 0),
        ('&', Some('&')) => (Token::And, 1),
        ('&', Some('>')) if third == Some('>') => (Token::Write(None, true), 2),
        ('&', Some('>')) => (Token::Write(None, false), 1),
        ('&', _) => return unsupported("'&'", "commands do not run in the background"),
        (';', Some(';')) => return unsupported("';;'", "this shell has simple commands only"),
        (';', _) => (Token::Then, 0),
        ('<', Some('<')) => return unsupported("'<<'", "put the text into a file below Inputs, or use echo"),
        ('<', Some('(')) => return unsupported("'<('", "this shell has no process substitution"),
        ('<', Some('>' | '&')) => return unsupported("'<>' and '<&'", "this shell has < only"),
        ('<', _) if stream.unwrap_or(0) != 0 => return unsupported("a '<' of a numbered stream", "write <"),
        ('<', _) => (Token::Read, 0),
        (_, Some('>')) => (Token::Write(Some(stream.unwrap_or(1)), true), 1),
        (_, Some('&')) => match third {
            Some('1') => (Token::Copy(stream.unwrap_or(1), 1), 2),
            Some('2') => (Token::Copy(stream.unwrap_or(1), 2), 2),
            _ => return unsupported("'>&' to anything but 1 and 2", "write &> for both streams"),
        },
        (_, Some('(')) => return unsupported("'>('", "this shell has no process substitution"),
        (_, Some('|')) => return unsupported("'>|'", "write >"),
        _ => (Token::Write(Some(stream.unwrap_or(1)), false), 0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<List, String> {
        parse(&text.chars().map(|c| (c, false)).collect())
    }

    #[test]
    fn commands_are_read_as_written() {
        let list = of(r#"a 'b c' "d\"e\f" g\ h 2>&1 | x && y>o 2>>e ; ! z &> f"#).unwrap();
        let words: Vec<_> = list
            .iter()
            .flat_map(|(_, p)| p.commands.iter().map(|c| c.words.clone()))
            .collect();
        assert_eq!(
            words,
            [
                vec!["a", "b c", r#"d"e\f"#, "g h"],
                vec!["x"],
                vec!["y"],
                vec!["z"]
            ]
        );
        assert_eq!(
            list.iter().map(|(j, p)| (*j, p.negated)).collect::<Vec<_>>(),
            [(Join::Then, false), (Join::And, false), (Join::Then, true)]
        );
        assert_eq!(
            list[1].1.commands[0].redirects,
            [
                Redirect {
                    stream: 1,
                    target: Target::Write("o".into())
                },
                Redirect {
                    stream: 2,
                    target: Target::Append("e".into())
                }
            ]
        );
    }

    #[test]
    fn what_is_not_supported_is_named() {
        for (text, what) in [
            ("a $(b)", "$("),
            ("(a)", "'('"),
            ("a |& b", "|&"),
            ("a `b`", "`"),
            ("a $X", "$X"),
            ("a \"${X}\"", "${"),
            ("a & b", "'&'"),
            ("a << b", "<<"),
            ("if a", "'if'"),
            ("a |", "missing"),
            ("| a", "missing"),
            ("a >", "missing"),
            ("a 'b", "closing '"),
        ] {
            let error = of(text).unwrap_err();
            assert!(error.contains(what), "{text}: {error}");
        }
    }
}
