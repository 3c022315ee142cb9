//! What an argument's attribute `dma.input` says that it holds.
//!
//! | value | the argument holds |
//! | --- | --- |
//! | `7` | elements that all differ, of seed 7 |
//! | `"counting"` | bytes that count up |
//! | `"zeros"` | zeros |
//! | `"file.npy"` | what is in that file, beside the program's |
//! | `[0, 5, 2]`, `dense<..>` | these elements, again and again |
//! | `{start = 0, step = 2, modulo = 128}` | elements that count up, where `modulo` is given from 0 again |

use super::decode::Shape;
use super::memory::{Key, Memory};
use super::run::{Done, Machine, place_text};
use super::{fill, npy};
use crate::ir::{AttrData, AttrId};
use std::path::{Component, Path};

/// The attribute of an argument.
const INPUT: &str = "dma.input";

impl Machine<'_> {
    /// What the attribute of an argument gives it; none if it has none.
    pub(super) fn given(&self, memory: &Memory) -> Done<Option<Vec<u8>>> {
        let Key::Argument(n) = memory.key else {
            return Ok(None);
        };
        let (ctx, body) = (self.ctx, self.body);
        let all = ctx
            .find_str("arg_attrs")
            .and_then(|name| body.attr(ctx, self.kernel, name));
        let own = all.and_then(|a| ctx.items(a)?.get(n).copied());
        let value = own.and_then(|a| ctx.entry(a, ctx.find_str(INPUT)?));
        let (Some(value), Some(shape)) = (value, &memory.shape) else {
            return Ok(None);
        };
        self.bytes_of_input(value, n, shape).map(Some).map_err(|why| {
            let text = format!("{INPUT} of argument {n} {why}");
            self.fail(self.kernel, text)
        })
    }

    fn bytes_of_input(&self, value: AttrId, argument: usize, shape: &Shape) -> Result<Vec<u8>, String> {
        let ctx = self.ctx;
        let bytes = shape.rows.checked_mul(shape.row);
        let bytes = bytes.and_then(|b| usize::try_from(b).ok()).unwrap_or(0);
        let size = usize::try_from(shape.size).unwrap_or(1).clamp(1, 8);
        match ctx.attr_data(value) {
            AttrData::Integer { value, .. } => Ok(fill::distinct(value.cast_unsigned(), 0, size, bytes)),
            AttrData::String { value, .. } => match ctx.text(*value) {
                "counting" => Ok(fill::counting(argument, bytes, 0)),
                "zeros" => Ok(vec![0; bytes]),
                path if path.ends_with(".npy") => self.file(path, shape),
                other => Err(format!(
                    "is '{other}', which is none of counting, zeros, and a file that ends in .npy"
                )),
            },
            AttrData::Dict(_) => {
                let at = |name: &str| {
                    ctx.entry(value, ctx.find_str(name)?)
                        .and_then(|v| ctx.int_value(v))
                };
                let (start, step, modulo) = (at("start").unwrap_or(0), at("step").unwrap_or(1), at("modulo"));
                if modulo.is_some_and(|m| m <= 0) {
                    return Err("has a modulo that is not positive".to_string());
                }
                let count = bytes / size;
                let mut next = start;
                let elements = std::iter::repeat_with(move || {
                    let now = modulo.map_or(next, |m| next.rem_euclid(m));
                    next = next.wrapping_add(step);
                    now
                });
                Ok(little(elements.take(count), size))
            }
            AttrData::Dense { values, .. } => {
                let low = |v: &i128| (*v & i128::from(u64::MAX)) as i64;
                repeated(values.iter().map(low).collect(), size, bytes)
            }
            AttrData::Array(items) => {
                let all: Option<Vec<i64>> = items.iter().map(|i| ctx.int_value(*i)).collect();
                repeated(all.ok_or("has elements that are no integers")?, size, bytes)
            }
            AttrData::DenseArray { values, .. } => repeated(values.to_vec(), size, bytes),
            _ => Err("is no value that says what an argument holds".to_string()),
        }
    }

    /// What a file beside the program's holds.
    fn file(&self, path: &str, shape: &Shape) -> Result<Vec<u8>, String> {
        let path = Path::new(path);
        if !path.components().all(|c| matches!(c, Component::Normal(_))) {
            return Err(format!(
                "names '{}', which is not in the program's folder",
                path.display()
            ));
        }
        let place = place_text(self.session, &self.place(self.kernel));
        let program = place.rsplitn(3, ':').nth(2).unwrap_or("");
        let full = Path::new(program)
            .parent()
            .map_or_else(|| path.to_path_buf(), |p| p.join(path));
        let most = self.session.limits.file_bytes as u64;
        let read = std::fs::metadata(&full).and_then(|m| match m.len() > most {
            true => Err(std::io::Error::other(format!("over the limit of {most} bytes"))),
            false => std::fs::read(&full),
        });
        let read = read.map_err(|e| format!("cannot be read from '{}': {e}", path.display()))?;
        let array = npy::read(&read).map_err(|e| format!("names '{}', which {e}", path.display()))?;
        let same = shape.sizes.len() == array.shape.len()
            && shape
                .sizes
                .iter()
                .zip(&array.shape)
                .all(|(a, b)| u64::try_from(*a) == Ok(*b));
        if !same || usize::try_from(shape.size) != Ok(array.size) {
            return Err(format!(
                "names '{}', which holds another shape or another size of elements",
                path.display()
            ));
        }
        Ok(array.bytes)
    }
}

/// Elements in little-endian order.
fn little(elements: impl Iterator<Item = i64>, size: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for e in elements {
        out.extend(e.to_le_bytes().iter().take(size));
    }
    out
}

fn repeated(elements: Vec<i64>, size: usize, bytes: usize) -> Result<Vec<u8>, String> {
    if elements.is_empty() && bytes > 0 {
        return Err("has no elements".to_string());
    }
    Ok(little(elements.into_iter().cycle().take(bytes / size), size))
}
