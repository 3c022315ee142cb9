//! Strings of the IR are bytes, not all of them UTF-8: `"\FF"` is one byte. They are kept as `str` all the same: a byte
//! that is no part of valid UTF-8 stands as one of the last 128 characters of the last private plane, which
//! themselves are taken apart in the same way, so that nothing is lost and no two strings meet.

const FIRST: u32 = 0x10_FF80;

fn stands_for(c: char) -> Option<u8> {
    (c as u32)
        .checked_sub(FIRST)
        .and_then(|n| u8::try_from(n + 0x80).ok())
}

/// Bytes as text.
pub fn to_text(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    let invalid = |out: &mut String, bytes: &[u8]| {
        out.extend(
            bytes
                .iter()
                .filter_map(|b| char::from_u32(FIRST + u32::from(b.wrapping_sub(0x80)))),
        );
    };
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match stands_for(c) {
                Some(_) => invalid(&mut out, c.encode_utf8(&mut [0; 4]).as_bytes()),
                None => out.push(c),
            }
        }
        invalid(&mut out, chunk.invalid());
    }
    out
}

/// Whether a text as it stands in a file is the same by [`to_text`].
pub fn is_plain(text: &str) -> bool {
    // All those characters begin with this byte, which is rare.
    !text.as_bytes().contains(&0xF4) || !text.chars().any(|c| stands_for(c).is_some())
}

/// The bytes of a text made by [`to_text`].
pub fn from_text(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        match stands_for(c) {
            Some(b) => out.push(b),
            None => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(from_text(&to_text(&all)), all);
        let private = "a\u{10ff85}é".as_bytes();
        assert_eq!(from_text(&to_text(private)), private);
        assert!(!is_plain("\u{10ff85}") && is_plain("é\u{10ff7f}"));
        assert_eq!(to_text("é".as_bytes()), "é");
    }
}
