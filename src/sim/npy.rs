//! NumPy's `.npy` files, versions 1.0 and 2.0: dense, little-endian numbers in row-major order.

use super::decode::Shape;
use crate::ir::types::{FloatKind, Signedness};
use crate::ir::{Context, TypeData};

const MAGIC: &[u8] = b"\x93NUMPY";
/// A header is never longer in earnest.
const HEADER: usize = 1 << 16;
/// NumPy's own bound.
const RANK: usize = 64;

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// Its type, as NumPy writes it: `<f4`.
    pub descr: String,
    /// Bytes of an element.
    pub size: usize,
    /// Sizes.
    pub shape: Vec<u64>,
    /// Its elements.
    pub bytes: Vec<u8>,
}

/// What a type is called in files; types that NumPy does not have go as unsigned integers of their size.
pub fn descr(ctx: &Context, shape: &Shape) -> String {
    let letter = match ctx.type_data(shape.element) {
        TypeData::Float(FloatKind::F16 | FloatKind::F32 | FloatKind::F64) => 'f',
        TypeData::Integer {
            sign: Signedness::Unsigned,
            ..
        } => 'u',
        TypeData::Integer { .. } | TypeData::Index => 'i',
        _ => 'u',
    };
    let order = if shape.size == 1 { '|' } else { '<' };
    format!("{order}{letter}{}", shape.size)
}

/// A file of version 1.0.
pub fn write(descr: &str, shape: &[i64], bytes: &[u8]) -> Vec<u8> {
    let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
    let shape = match sizes.as_slice() {
        [one] => format!("({one},)"),
        all => format!("({})", all.join(", ")),
    };
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    // What comes before the elements is a multiple of 64 bytes, and ends with a line.
    while !(MAGIC.len() + 4 + header.len() + 1).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    let mut out = MAGIC.to_vec();
    out.extend([1, 0]);
    out.extend(u16::try_from(header.len()).unwrap_or(u16::MAX).to_le_bytes());
    out.extend(header.as_bytes());
    out.extend(bytes);
    out
}

/// Reads a file. The error says what is wrong with it.
pub fn read(file: &[u8]) -> Result<Array, String> {
    let rest = file
        .strip_prefix(MAGIC)
        .ok_or("does not begin like a .npy file")?;
    let (version, rest) = rest.split_at_checked(2).ok_or("ends in its version")?;
    let (length, rest) = match version {
        [1, 0] => {
            let (n, rest) = rest
                .split_first_chunk::<2>()
                .ok_or("ends in the length of its header")?;
            (usize::from(u16::from_le_bytes(*n)), rest)
        }
        [2, 0] => {
            let (n, rest) = rest
                .split_first_chunk::<4>()
                .ok_or("ends in the length of its header")?;
            (
                usize::try_from(u32::from_le_bytes(*n)).unwrap_or(usize::MAX),
                rest,
            )
        }
        [major, minor] => return Err(format!("has version {major}.{minor}; 1.0 and 2.0 are known")),
        _ => return Err("ends in its version".into()),
    };
    if length > HEADER {
        return Err(format!(
            "has a header of {length} bytes, over the limit of {HEADER}"
        ));
    }
    let (header, bytes) = rest.split_at_checked(length).ok_or_else(|| {
        format!(
            "ends in its header: {length} bytes are announced, {} there",
            rest.len()
        )
    })?;
    let header = std::str::from_utf8(header).map_err(|_| "has a header that is no text")?;
    let (descr, fortran, shape) = Header(header.trim()).dict()?;
    if fortran {
        return Err("is in column-major order ('fortran_order': True), which is not read".into());
    }
    let size = element(&descr)?;
    let count = shape.iter().try_fold(size as u64, |n, s| n.checked_mul(*s));
    if count != Some(bytes.len() as u64) {
        let count = count.map_or_else(|| "more than 64 bits count".to_string(), |c| c.to_string());
        return Err(format!(
            "announces {count} bytes of elements, but has {}",
            bytes.len()
        ));
    }
    Ok(Array {
        descr,
        size,
        shape,
        bytes: bytes.to_vec(),
    })
}

/// Bytes of an element.
fn element(descr: &str) -> Result<usize, String> {
    let mut chars = descr.chars();
    let (order, kind) = (chars.next(), chars.next());
    let size: usize = chars.as_str().parse().unwrap_or(0);
    let known = matches!(kind, Some('f' | 'i' | 'u' | 'b' | 'V')) && [1, 2, 4, 8].contains(&size);
    match (known, order) {
        (true, Some('<')) => Ok(size),
        (true, Some('|')) if size == 1 || kind == Some('V') => Ok(size),
        (true, Some('>')) => Err(format!("has elements '{descr}' of the other byte order")),
        _ => Err(format!("has elements '{descr}', which are not known")),
    }
}

/// The dictionary of a header: Python literals of just this form.
struct Header<'t>(&'t str);

impl<'t> Header<'t> {
    fn skip(&mut self) {
        self.0 = self.0.trim_start();
    }
    fn eat(&mut self, text: &str) -> bool {
        self.skip();
        match self.0.strip_prefix(text) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }
    fn need(&mut self, text: &str) -> Result<(), String> {
        if self.eat(text) {
            return Ok(());
        }
        let found: String = self.0.chars().take(12).collect();
        Err(format!("has a header with '{found}' where '{text}' must stand"))
    }
    fn string(&mut self) -> Result<&'t str, String> {
        self.skip();
        let quote = if self.0.starts_with('"') { '"' } else { '\'' };
        self.need(quote.encode_utf8(&mut [0; 4]))?;
        let (text, rest) = self
            .0
            .split_once(quote)
            .ok_or("has a header with a string that does not end")?;
        self.0 = rest;
        Ok(text)
    }
    fn shape(&mut self) -> Result<Vec<u64>, String> {
        self.need("(")?;
        let mut out = Vec::new();
        while !self.eat(")") {
            self.skip();
            let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
            let (digits, rest) = self.0.split_at(end);
            self.0 = rest;
            out.push(
                digits
                    .parse()
                    .map_err(|_| "has a shape that is no list of sizes")?,
            );
            if out.len() > RANK {
                return Err(format!("has more than {RANK} dimensions"));
            }
            if !self.eat(",") {
                self.need(")")?;
                break;
            }
        }
        Ok(out)
    }
    fn dict(mut self) -> Result<(String, bool, Vec<u64>), String> {
        let (mut descr, mut fortran, mut shape) = (None, None, None);
        self.need("{")?;
        while !self.eat("}") {
            let key = self.string()?;
            self.need(":")?;
            match key {
                "descr" => descr = Some(self.string()?.to_string()),
                "fortran_order" => {
                    let yes = self.eat("True");
                    if !yes {
                        self.need("False")?;
                    }
                    fortran = Some(yes);
                }
                "shape" => shape = Some(self.shape()?),
                other => return Err(format!("has a header with the unknown key '{other}'")),
            }
            if !self.eat(",") {
                self.need("}")?;
                break;
            }
        }
        self.skip();
        if !self.0.is_empty() {
            return Err("has a header that goes on behind its dictionary".into());
        }
        match (descr, fortran, shape) {
            (Some(d), Some(f), Some(s)) => Ok((d, f, s)),
            _ => Err("has a header without 'descr', 'fortran_order' or 'shape'".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for shape in [&[][..], &[3], &[2, 3], &[0, 4]] {
            let count = shape.iter().product::<i64>() as usize;
            let bytes: Vec<u8> = (0..count * 2).map(|b| b as u8).collect();
            let file = write("<f2", shape, &bytes);
            assert_eq!((file.len() - bytes.len()) % 64, 0);
            let a = read(&file).unwrap();
            assert_eq!(a.bytes, bytes);
            assert_eq!(a.shape, shape.iter().map(|s| *s as u64).collect::<Vec<_>>());
            // Every file that is cut short, and every changed byte, is refused or read, without harm.
            for n in 0..file.len() {
                assert!(read(&file[..n]).is_err(), "{n}");
                let mut other = file.clone();
                other[n] ^= 0x15;
                let _ = read(&other);
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let file = |header: &str, bytes: usize| {
            let mut out = MAGIC.to_vec();
            out.extend([2, 0]);
            out.extend((header.len() as u32).to_le_bytes());
            out.extend(header.as_bytes());
            out.extend(vec![0; bytes]);
            read(&out).unwrap_err()
        };
        assert_eq!(read(b"PK").unwrap_err(), "does not begin like a .npy file");
        assert_eq!(
            read(b"\x93NUMPY\x03\x00").unwrap_err(),
            "has version 3.0; 1.0 and 2.0 are known"
        );
        for (header, bytes, text) in [
            (
                "{'descr': '<f4', 'fortran_order': True, 'shape': (1,)}",
                4,
                "column-major",
            ),
            (
                "{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}",
                4,
                "other byte order",
            ),
            (
                "{'descr': 'O', 'fortran_order': False, 'shape': (1,)}",
                4,
                "not known",
            ),
            (
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
                4,
                "announces 8 bytes of elements, but has 4",
            ),
            (
                "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 9)}",
                4,
                "more than 64 bits",
            ),
            ("{'descr': '<f4', 'shape': (2,)}", 4, "without"),
            (
                "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
                4,
                "no list of sizes",
            ),
            ("{'descr': '<f4}", 4, "does not end"),
            ("[]", 0, "where '{' must stand"),
        ] {
            assert!(
                file(header, bytes).contains(text),
                "{header}: {}",
                file(header, bytes)
            );
        }
    }
}
