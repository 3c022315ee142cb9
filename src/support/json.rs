//! Writing JSON: strings, and objects on one line.

use std::fmt::Write as _;

/// Appends a string with its quotes.
pub fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() && (c as u32) < 0x10000 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Appends `, "key": `, or `"key": ` at the start of an object.
pub fn key(out: &mut String, key: &str) {
    if !out.ends_with('{') {
        out.push_str(", ");
    }
    string(out, key);
    out.push_str(": ");
}

/// Appends a key with a string.
pub fn field(out: &mut String, name: &str, value: &str) {
    key(out, name);
    string(out, value);
}

/// Appends a key with a number.
pub fn number(out: &mut String, name: &str, value: impl Into<i128>) {
    key(out, name);
    let _ = write!(out, "{}", value.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let odd = "a\"b\\c\n\t\u{1}\u{85}é\u{1F600}";
        let mut out = String::from("{");
        field(&mut out, odd, odd);
        number(&mut out, "n", -7i64);
        out.push('}');
        let read: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(read[odd], odd);
        assert_eq!(read["n"], -7);
    }
}
