//! What memories hold that are not given: the same bytes for the same seed, on every machine and at every level.

/// The finalizer of SplitMix64: a bijection of 64 bits.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A bijection of the low `bits`: an odd factor and a shift to the right are undone step by step.
#[inline]
fn mix_narrow(n: u64, bits: u32, seed: u64) -> u64 {
    let all = if bits >= 64 { u64::MAX } else { (1u64 << bits) - 1 };
    let half = (bits / 2).max(1);
    let mut z = n.wrapping_add(seed) & all;
    for factor in [0x9e37_79b9_7f4a_7c15u64, 0xbf58_476d_1ce4_e5b9] {
        z = z.wrapping_mul(factor) & all;
        z ^= z >> half;
    }
    z
}

/// Elements of `size` bytes that differ from each other, as far as so many bytes can: any 2^(8 size) elements in a row
/// do, and what follows them is in another order. `first` is the number of the first.
pub fn distinct(seed: u64, first: u64, size: usize, bytes: usize) -> Vec<u8> {
    let size = size.clamp(1, 8);
    let bits = 8 * size as u32;
    let all = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    let mut out = vec![0; bytes];
    let mut rest = &mut out[..];
    let mut n = first;
    while !rest.is_empty() {
        // The elements that are of one turn.
        let (low, high) = (n & all, if bits >= 64 { 0 } else { n >> bits });
        let turn = if high == 0 { 0 } else { mix(high) };
        let seed = seed.wrapping_add(turn);
        let left = usize::try_from((all - low).saturating_add(1)).unwrap_or(usize::MAX);
        let (now, later) = rest.split_at_mut(rest.len().min(left.saturating_mul(size)));
        let mut k = low;
        if size == 1 {
            for byte in now.iter_mut() {
                *byte = mix_narrow(k, 8, seed) as u8;
                k += 1;
            }
        } else {
            for element in now.chunks_mut(size) {
                let value = mix_narrow(k, bits, seed).to_le_bytes();
                for (to, from) in element.iter_mut().zip(value) {
                    *to = from;
                }
                k = k.wrapping_add(1);
            }
        }
        n = n.wrapping_add(now.len().div_ceil(size) as u64);
        rest = later;
    }
    out
}

/// Bytes that count up, from another one for each of the first four arguments and of the first four cores.
pub fn counting(argument: usize, bytes: usize, core: usize) -> Vec<u8> {
    let first = argument.wrapping_mul(0x40).wrapping_add(core.wrapping_mul(0x10));
    (0..bytes).map(|n| (first.wrapping_add(n) & 0xff) as u8).collect()
}

/// Bytes that a name stands for.
pub fn other(seed: u64, name: &str, bytes: usize) -> Vec<u8> {
    let mut state = checksum(name.as_bytes()) ^ mix(seed.wrapping_add(1));
    let mut out = Vec::with_capacity(bytes);
    while out.len() < bytes {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let value = mix(state).to_le_bytes();
        out.extend(value.iter().take(bytes - out.len()));
    }
    out
}

/// FNV-1a of 64 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| {
        (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn elements_are_distinct() {
        for (size, count) in [(1, 256), (2, 65536), (4, 100_000), (8, 1000)] {
            let all = distinct(7, 0, size, size * count);
            let seen: BTreeSet<&[u8]> = all.chunks(size).collect();
            assert_eq!(seen.len(), count, "{size}");
            assert_eq!(distinct(7, 10, size, size * 5)[..], all[10 * size..15 * size]);
            assert_ne!(distinct(8, 0, size, size * 64)[..], all[..size * 64]);
        }
        assert_eq!(checksum(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
