//! The memories of a program: where they are, what they hold before it runs, and what they hold after it.

use super::bank::Banks;
use super::decode::{FLAT, Shape};
use super::fill;
use crate::ir::Context;
use crate::lang::defs::{Registry, TargetDef};
use crate::support::diag::{Diagnostic, Place};

/// What a memory is, at every level: the same thing has the same key.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Key {
    /// An argument of the kernel.
    Argument(usize),
    /// What was allocated at this place of the text, and the how manieth that is.
    Allocated(String, usize),
}

/// A memory.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Which.
    pub key: Key,
    /// As it is called where it is declared.
    pub name: String,
    /// Where it is declared.
    pub place: Place,
    /// The space that it is in; empty for a tensor, which has a bank of its own.
    pub space: String,
    /// Its bank.
    pub bank: usize,
    /// The byte of each row where it begins.
    pub base: u64,
    /// Rows.
    pub rows: u64,
    /// Bytes of each.
    pub row: u64,
    /// What it holds, if that is a tensor of known type.
    pub shape: Option<Shape>,
}

/// What a memory held when a program ended.
#[derive(Clone, Debug)]
pub struct Image {
    /// The core that has it, where there are several.
    pub core: Option<usize>,
    /// The memory.
    pub memory: Memory,
    /// Its rows one behind the other.
    pub bytes: Vec<u8>,
    /// Which of them something has written; none if all.
    pub known: Option<Vec<bool>>,
    /// How many bytes differ from what it held at first.
    pub changed: u64,
}

impl Image {
    /// How many bytes nothing has written.
    pub fn unknown(&self) -> usize {
        self.known.iter().flatten().filter(|k| !**k).count()
    }
    /// Row and byte in it of a byte of the image.
    pub fn position(&self, at: usize) -> (u64, u64) {
        let row = self.memory.row.max(1);
        (at as u64 / row, at as u64 % row)
    }
}

/// What memories hold before a program runs.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The seed of what is filled in.
    pub seed: u64,
    /// Bytes of argument n count up from 0x40 n instead, so that a person can follow them.
    pub counting: bool,
    /// Bytes of arguments that are given: kernel, if one is named, argument, bytes.
    pub inputs: Vec<(Option<String>, usize, Vec<u8>)>,
    /// Allocated memories are filled, too, so that reading them is no fault.
    pub filled: bool,
}

impl Start {
    /// The bytes that an argument of a kernel is given.
    pub fn given(&self, kernel: &str, key: &Key) -> Option<&[u8]> {
        let Key::Argument(n) = key else { return None };
        let fits =
            |i: &&(Option<String>, usize, Vec<u8>)| i.1 == *n && i.0.as_deref().is_none_or(|k| k == kernel);
        Some(&self.inputs.iter().rev().find(fits)?.2)
    }
    /// What a memory holds on a core that is given nothing; none if nothing. Cores hold other elements. `first` is the number
    /// of the argument's first element among the elements of all arguments.
    pub fn of(&self, core: usize, key: &Key, (size, first): (usize, u64), bytes: usize) -> Option<Vec<u8>> {
        let seed = self.seed.wrapping_add((core as u64).wrapping_mul(0x1_0001));
        match key {
            Key::Argument(n) if self.counting => Some(fill::counting(*n, bytes, core)),
            Key::Argument(_) => Some(fill::distinct(seed, first, size, bytes)),
            Key::Allocated(place, n) if self.filled => {
                // Not the file's name, which is another on every machine.
                let place = place
                    .match_indices(':')
                    .rev()
                    .nth(1)
                    .map_or("", |(at, _)| place.get(at..).unwrap_or(""));
                Some(fill::other(seed, &format!("{place}#{n}"), bytes))
            }
            Key::Allocated(..) => None,
        }
    }
}

/// So many bytes are compared at once.
const BLOCK: usize = 4096;

/// How many bytes differ.
fn different((a, b): (&[u8], &[u8])) -> usize {
    if a == b {
        return 0;
    }
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

/// The memories of a core, and the physical spaces that have come into being.
#[derive(Default)]
pub struct Memories {
    /// All, in the order of declaration.
    pub list: Vec<Memory>,
    /// What each held at first, if anything.
    pub starts: Vec<Option<Vec<u8>>>,
    /// Name and bank of each physical space.
    pub spaces: Vec<(String, usize)>,
}

impl Memories {
    /// The bank of a physical space, of the size that the target gives it.
    pub fn space(
        &mut self,
        banks: &mut Banks,
        (ctx, reg): (&Context, &Registry),
        target: Option<&TargetDef>,
        name: &str,
    ) -> usize {
        if let Some(s) = self.spaces.iter().find(|s| s.0 == name) {
            return s.1;
        }
        let param = |p: &str| parameter(ctx, reg, target, p);
        let row = param(&format!("{name}_bytes")).unwrap_or(i64::MAX);
        let rows = if name == FLAT {
            1
        } else {
            param("partitions").unwrap_or(i64::MAX)
        };
        let bank = banks.add(
            name.to_string(),
            u64::try_from(rows).unwrap_or(0),
            u64::try_from(row).unwrap_or(0),
        );
        self.spaces.push((name.to_string(), bank));
        bank
    }

    /// The key of what is allocated at a place.
    pub fn key_at(&self, place: &str) -> Key {
        let same = |m: &&Memory| matches!(&m.key, Key::Allocated(p, _) if p == place);
        Key::Allocated(place.to_string(), self.list.iter().filter(same).count())
    }

    /// Writes what a memory holds at first.
    ///
    /// # Errors
    ///
    /// It is of another size, or a limit is reached.
    pub fn set(&self, banks: &mut Banks, memory: &Memory, bytes: &[u8]) -> Result<(), Diagnostic> {
        let size = memory.rows.saturating_mul(memory.row);
        if size != bytes.len() as u64 {
            let text = format!(
                "memory '{}' has {size} bytes, but is given {}",
                memory.name,
                bytes.len()
            );
            return Err(Diagnostic::error(memory.place.clone(), text));
        }
        let Ok(row) = usize::try_from(memory.row.max(1)) else {
            return Ok(());
        };
        for (n, part) in bytes.chunks(row).enumerate() {
            banks.write(memory.bank, n as u64, memory.base, part, true)?;
        }
        Ok(())
    }

    /// What a memory holds, beside what it held at first.
    pub fn image(&self, core: Option<usize>, banks: &Banks, memory: &Memory, start: Option<&[u8]>) -> Image {
        let size = memory.rows.saturating_mul(memory.row);
        let mut bytes = vec![0; usize::try_from(size).unwrap_or(0)];
        let mut known: Option<Vec<bool>> = None;
        let row = usize::try_from(memory.row.max(1)).unwrap_or(usize::MAX);
        for (n, part) in bytes.chunks_mut(row).enumerate() {
            if banks.read(memory.bank, n as u64, memory.base, part).is_some() {
                let length = usize::try_from(size).unwrap_or(0);
                let all = known.get_or_insert_with(|| vec![true; length]);
                for (i, k) in all
                    .iter_mut()
                    .skip(n.saturating_mul(row))
                    .take(part.len())
                    .enumerate()
                {
                    *k = banks.known(memory.bank, n as u64, memory.base.saturating_add(i as u64));
                }
            }
        }
        let changed = match start {
            Some(s) => s.chunks(BLOCK).zip(bytes.chunks(BLOCK)).map(different).sum(),
            None => bytes
                .len()
                .saturating_sub(known.iter().flatten().filter(|k| !**k).count()),
        };
        Image {
            core,
            memory: memory.clone(),
            bytes,
            known,
            changed: changed as u64,
        }
    }
}

/// An integer parameter of a target.
pub fn parameter(ctx: &Context, reg: &Registry, target: Option<&TargetDef>, name: &str) -> Option<i64> {
    let t = target?;
    let at = reg.families[t.family]
        .params
        .iter()
        .position(|p| ctx.text(p.name) == name)?;
    ctx.int_value(*t.values.get(at)?)
}
