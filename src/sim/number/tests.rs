use super::{Format, Number};
use crate::session::Session;
use crate::support::limits::Limits;
use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// The element types of the shipped dialect.
struct Types(Vec<(String, Format)>);

impl Types {
    fn new() -> Types {
        let mut sink = crate::support::diag::Sink::new();
        let (session, _) = Session::new(&[], Limits::default(), &mut sink);
        let (ctx, reg) = (&session.ctx, &session.reg);
        let id = reg.enum_of_mnemonic(ctx.find_str("dma.dtype").unwrap()).unwrap();
        let all = reg.enums[id].cases.iter().enumerate().map(|(n, case)| {
            let dtype = reg.case_attr(ctx, id, n).unwrap();
            (ctx.text(case.0).to_string(), Format::of(ctx, reg, dtype).unwrap())
        });
        Types(all.collect())
    }
    fn of(&self, name: &str) -> Format {
        self.0.iter().find(|t| t.0 == name).unwrap().1
    }
}

fn cast(from: &Format, to: &Format, bits: u64) -> u64 {
    let mut out = Vec::new();
    from.convert(to, &bits.to_le_bytes()[..from.bytes()], &mut out)
        .unwrap();
    assert_eq!(out.len(), to.bytes());
    super::word(&out)
}

fn added(f: &Format, a: u64, b: u64) -> u64 {
    let mut out = Vec::new();
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    f.add(&a[..f.bytes()], &b[..f.bytes()], &mut out).unwrap();
    super::word(&out)
}

/// Numbers that do not repeat soon.
fn noise(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// A cast to a float type as another implementation does it; none for NaN, of which the pattern is ours to choose.
fn by_apfloat<T: Float>(x: Single) -> Option<u64>
where
    Single: FloatConvert<T>,
{
    let r: T = x.convert(&mut false).value;
    (!r.is_nan()).then(|| r.to_bits() as u64)
}

fn expected(x: Single, to: &str) -> Option<u64> {
    let integer = |width: usize, signed: bool| {
        let round = Round::NearestTiesToEven;
        let mask = u64::MAX >> (64 - width);
        Some(match signed {
            true => x.to_i128_r(width, round, &mut false).value as u64 & mask,
            false => x.to_u128_r(width, round, &mut false).value as u64 & mask,
        })
    };
    match to {
        "fp16" => by_apfloat::<Half>(x),
        "bf16" => by_apfloat::<BFloat>(x),
        "fp8e5" => by_apfloat::<Float8E5M2>(x),
        "fp8_e4m3fn" => by_apfloat::<Float8E4M3FN>(x),
        "fp32" | "fp32r" => (!x.is_nan()).then(|| x.to_bits() as u64),
        "uint8" => integer(8, false),
        "int8" => integer(8, true),
        "uint16" => integer(16, false),
        "int16" => integer(16, true),
        "uint32" => integer(32, false),
        "int32" => integer(32, true),
        "uint64" => integer(64, false),
        "int64" => integer(64, true),
        _ => panic!("{to}"),
    }
}

const KNOWN: [&str; 14] = [
    "fp16",
    "bf16",
    "fp8e5",
    "fp8_e4m3fn",
    "fp32",
    "fp32r",
    "uint8",
    "int8",
    "uint16",
    "int16",
    "uint32",
    "int32",
    "uint64",
    "int64",
];

fn nan_of(name: &str) -> u64 {
    match name {
        "fp16" => 0x7E00,
        "bf16" => 0x7FC0,
        "fp8e5" => 0x7E,
        "fp8_e4m3fn" => 0x7F,
        _ => 0x7FC0_0000,
    }
}

/// All patterns of a type against the other implementation, to every type that it has.
fn all_patterns(types: &Types, from: &str, value: impl Fn(u64) -> Single) {
    let f = types.of(from);
    for bits in 0..1u64 << (8 * f.bytes()) {
        let x = value(bits);
        if f.is_float() && !x.is_nan() {
            let mut inexact = false;
            let exact: Double = x.convert(&mut inexact).value;
            let got = f.to_f64(&bits.to_le_bytes()[..f.bytes()]).unwrap();
            assert_eq!(got.to_bits(), exact.to_bits() as u64, "{from} {bits:#x}");
        }
        for to in KNOWN.iter().filter(|t| **t != from) {
            let t = types.of(to);
            let got = cast(&f, &t, bits);
            match expected(x, to) {
                Some(want) => assert_eq!(got, want, "{from} {bits:#x} to {to}"),
                // Too large for a format without infinities: NaN with the sign of the value.
                None if !x.is_nan() => {
                    let sign = if x.is_negative() { 0x80 } else { 0 };
                    assert_eq!((*to, got), ("fp8_e4m3fn", 0x7F | sign), "{from} {bits:#x}");
                }
                None => assert_eq!(got, nan_of(to), "{from} {bits:#x} to {to}"),
            }
        }
    }
}

fn widen<T: Float + FloatConvert<Single>>(bits: u64) -> Single {
    T::from_bits(u128::from(bits)).convert(&mut false).value
}

#[test]
fn every_pattern_of_16_bits_is_cast_as_another_implementation_does_it() {
    let types = Types::new();
    all_patterns(&types, "fp16", widen::<Half>);
    all_patterns(&types, "bf16", widen::<BFloat>);
    all_patterns(&types, "int16", |b| {
        Single::from_i128(i128::from(b as u16 as i16)).value
    });
    all_patterns(&types, "uint16", |b| Single::from_u128(u128::from(b)).value);
}

#[test]
fn every_pattern_of_8_bits_is_cast_as_another_implementation_does_it() {
    let types = Types::new();
    all_patterns(&types, "fp8e5", widen::<Float8E5M2>);
    all_patterns(&types, "fp8_e4m3fn", widen::<Float8E4M3FN>);
    all_patterns(&types, "int8", |b| {
        Single::from_i128(i128::from(b as u8 as i8)).value
    });
    all_patterns(&types, "uint8", |b| Single::from_u128(u128::from(b)).value);
}

#[test]
fn fp32_and_wide_integers_agree_with_another_implementation() {
    let types = Types::new();
    let mut seed = 0x9E37_79B9_7F4A_7C15;
    for round in 0..60_000u64 {
        let r = noise(&mut seed);
        // Every other one is near a tie of a narrower type: few low bits that are set.
        let bits = if round % 2 == 0 {
            r
        } else {
            r & !0xFFF & !(r >> 40 << 12) | (r & 3)
        } & 0xFFFF_FFFF;
        let sources = [
            ("fp32", bits, Single::from_bits(u128::from(bits))),
            (
                "int32",
                bits,
                Single::from_i128(i128::from(bits as u32 as i32)).value,
            ),
            ("uint32", bits, Single::from_u128(u128::from(bits)).value),
            ("int64", r, Single::from_i128(i128::from(r as i64)).value),
            ("uint64", r, Single::from_u128(u128::from(r)).value),
        ];
        for (from, bits, x) in sources {
            let f = types.of(from);
            for to in KNOWN.iter().filter(|t| !f.same(&types.of(t))) {
                if let Some(want) = expected(x, to) {
                    assert_eq!(cast(&f, &types.of(to), bits), want, "{from} {bits:#x} to {to}");
                }
            }
        }
    }
}

/// Formats that the other implementation lacks: bits of an fp32 value, and what they are cast to. In brackets the reason.
#[test]
fn values_by_hand() {
    let types = Types::new();
    let rows: &[(&str, f32, u64)] = &[
        // e3m4 with infinities: bias 3, least normal 2^-2, least value 2^-6, largest 2^3 * 31/16.
        ("fp8e3", 1.0, 0x30),           // exponent 0 + 3
        ("fp8e3", -1.0625, 0xB1),       // one more in the last place, 1/16
        ("fp8e3", 15.5, 0x6F),          // the largest
        ("fp8e3", 15.75, 0x70),         // half a step above it, and 0x6F is odd: infinity
        ("fp8e3", 15.749, 0x6F),        // less than half a step
        ("fp8e3", -1e30, 0xF0),         // far too large
        ("fp8e3", f32::INFINITY, 0x70), // exponent 7, mantissa 0
        ("fp8e3", 0.25, 0x10),          // least normal
        ("fp8e3", 0.015625, 0x01),      // 2^-6
        ("fp8e3", 0.0078125, 0x00),     // half of that: to even
        ("fp8e3", 0.0234375, 0x02),     // 1.5 * 2^-6: to even, which is up
        ("fp8e3", 1.03125, 0x30),       // between 1 and 1.0625: to even
        ("fp8e3", 1.09375, 0x32),       // between 1.0625 and 1.125: to even
        // e4m3 with infinities: bias 7, least value 2^-9, largest 2^7 * 15/8.
        ("fp8e4", 1.0, 0x38),
        ("fp8e4", 240.0, 0x77),        // the largest
        ("fp8e4", 248.0, 0x78),        // half a step above an odd one: infinity
        ("fp8e4", 247.9, 0x77),        // less than half a step
        ("fp8e4", -448.0, 0xF8),       // what the other e4m3 still has
        ("fp8e4", 0.001953125, 0x01),  // 2^-9
        ("fp8e4", 0.0009765625, 0x00), // half of it
        ("fp8e4", 0.0009765626, 0x01), // a little more than half of it
        ("fp8e4", 0.015625, 0x08),     // least normal, 2^-6
        ("fp8e4", 0.0146484375, 0x08), // 7.5 * 2^-9: to even, over into the normal ones
        ("fp8e4", -0.0, 0x80),         // keeps its sign
        ("fp8_e4m3fn", 448.0, 0x7E),   // the largest
        ("fp8_e4m3fn", 464.0, 0x7E),   // half a step above an even one
        ("fp8_e4m3fn", 465.0, 0x7F),   // no infinity: NaN
        // One exponent, no sign, no mantissa, no zero.
        ("e8m0", 1.0, 127),
        ("e8m0", 2.0, 128),
        ("e8m0", 1.5, 128), // between 127 and 128: to even
        ("e8m0", 3.0, 128), // between 128 and 129: to even
        ("e8m0", 3.01, 129),
        ("e8m0", 0.0, 0),              // the least, 2^-127
        ("e8m0", 5.877_472e-39, 0),    // 2^-127, subnormal in fp32
        ("e8m0", 1.175_494_4e-38, 1),  // 2^-126
        ("e8m0", 1.701_411_8e38, 254), // 2^127
        ("e8m0", 3.4e38, 255),         // nearly 2^128: NaN
        ("e8m0", -1.0, 255),           // no sign: NaN
        ("e8m0", f32::INFINITY, 255),
    ];
    for (to, x, want) in rows {
        let bits = u64::from(x.to_bits());
        assert_eq!(cast(&types.of("fp32"), &types.of(to), bits), *want, "{x} to {to}");
    }
    for (to, want) in [
        ("fp8e3", 0x78),
        ("fp8e4", 0x7C),
        ("e8m0", 0xFF),
        ("int32", 0),
        ("uint8", 0),
    ] {
        let nan = 0xFFC0_0001;
        assert_eq!(cast(&types.of("fp32"), &types.of(to), nan), want, "NaN to {to}");
    }
}

#[test]
fn packed_elements_are_cast_number_by_number() {
    let types = Types::new();
    let (fp4, e4, e5) = (types.of("fp4x4"), types.of("fp8e4m3x4"), types.of("fp8e5m2x4"));
    // e2m1: 0 0.5 1 1.5 2 3 4 6. Lanes from the lowest: 0.5, -1.5, 6, -0.
    let element = 0b1000_0111_1011_0001;
    assert_eq!(cast(&fp4, &e4, element), 0x80_4C_BC_30);
    assert_eq!(cast(&fp4, &e5, element), 0x80_46_BE_38);
    assert_eq!(cast(&e4, &fp4, 0x80_4C_BC_30), element);
    // 5 is between 4 and 6, 2.5 between 2 and 3: to even. 448 is too large, NaN has no pattern.
    assert_eq!(cast(&e4, &fp4, 0x7F_7E_42_4A), 0b0000_0111_0100_0110);
    assert_eq!(cast(&e5, &fp4, 0x7C_FC_01_C5), 0b0111_1111_0000_1110);
    let mut out = Vec::new();
    let text = fp4.convert(&types.of("fp8e5"), &[0, 0], &mut out).unwrap_err();
    assert_eq!(
        text,
        "elements of 4 and of 1 numbers cannot be cast to one another"
    );
    assert!(fp4.number(&[0, 0]).is_none());
}

#[test]
fn types_that_keep_numbers_alike_keep_bytes() {
    let types = Types::new();
    let nan = 0x7F80_0001;
    assert_eq!(cast(&types.of("fp32"), &types.of("fp32r"), nan), nan);
    assert_eq!(
        cast(&types.of("fp32r"), &types.of("fp32"), 0xFFFF_FFFF),
        0xFFFF_FFFF
    );
    for (name, f) in &types.0 {
        let bytes: Vec<u8> = (0..=255).chain(0..=255).collect();
        let mut out = Vec::new();
        f.convert(f, &bytes, &mut out).unwrap();
        assert_eq!(out, bytes, "{name}");
        let others = types.0.iter().filter(|o| o.1.same(f)).count();
        assert_eq!(others, if name.starts_with("fp32") { 2 } else { 1 }, "{name}");
    }
}

#[test]
fn every_value_of_a_narrow_type_comes_back_from_fp32() {
    let types = Types::new();
    let fp32 = types.of("fp32");
    let narrow = types.0.iter().filter(|(_, f)| f.lanes() == 1 && f.bytes() <= 2);
    for (name, f) in narrow {
        for bits in 0..1u64 << (8 * f.bytes()) {
            let element = &bits.to_le_bytes()[..f.bytes()];
            let back = cast(&fp32, f, cast(f, &fp32, bits));
            match f.number(element).unwrap() {
                Number::Float(x) if x.is_nan() => {
                    assert!(f.to_f64(&back.to_le_bytes()[..f.bytes()]).unwrap().is_nan())
                }
                n => {
                    assert_eq!(back, bits, "{name}");
                    let mut out = Vec::new();
                    f.element(n, &mut out);
                    assert_eq!(out, element, "{name}");
                }
            }
        }
    }
}

/// What is nearest among all values of a type, found by looking at all of them.
#[test]
fn casts_to_8_bits_are_nearest() {
    let types = Types::new();
    let bf16 = types.of("bf16");
    for to in ["fp8e3", "fp8e4", "fp8_e4m3fn", "fp8e5", "e8m0"] {
        let f = types.of(to);
        let value = |code: u8| f.to_f64(&[code]).unwrap();
        let positive: Vec<u8> = (0..=255)
            .filter(|c| value(*c).is_finite() && value(*c).is_sign_positive())
            .collect();
        let top = value(*positive.last().unwrap());
        for bits in 0..0x7F80u64 {
            let x = bf16.to_f64(&bits.to_le_bytes()[..2]).unwrap();
            if x > top {
                continue;
            }
            let distance = |c: u8| (value(c) - x).abs();
            let least = positive
                .iter()
                .map(|c| distance(*c))
                .fold(f64::INFINITY, f64::min);
            let mut near = positive.iter().copied().filter(|c| distance(*c) == least);
            let (first, second) = (near.next().unwrap(), near.next());
            let want = second.map_or(first, |s| if first & 1 == 0 { first } else { s });
            assert_eq!(cast(&bf16, &f, bits), u64::from(want), "{x} to {to}");
        }
    }
}

#[test]
fn integers_saturate_and_round_to_even() {
    let types = Types::new();
    let to = |name: &str, x: f32| cast(&types.of("fp32"), &types.of(name), u64::from(x.to_bits()));
    assert_eq!(to("int8", 2.5), 2);
    assert_eq!(to("int8", 3.5), 4);
    assert_eq!(to("int8", -2.5), 0xFE);
    assert_eq!(to("int8", 127.5), 127);
    assert_eq!(to("int8", -1e9), 0x80);
    assert_eq!(to("uint8", -0.5), 0);
    assert_eq!(to("uint8", -1.0), 0);
    assert_eq!(to("int64", f32::INFINITY), i64::MAX as u64);
    assert_eq!(to("uint64", f32::INFINITY), u64::MAX);
    // Through fp32: 2^24 + 1 is none, and 2^63 - 1 becomes 2^63, which saturates.
    assert_eq!(
        cast(&types.of("int32"), &types.of("int64"), 16_777_217),
        16_777_216
    );
    assert_eq!(
        cast(&types.of("uint64"), &types.of("int64"), i64::MAX as u64),
        i64::MAX as u64
    );
    // The nearest element of an integer is exact.
    let mut out = Vec::new();
    types.of("int64").element(Number::Int(16_777_217), &mut out);
    types.of("uint8").element(Number::Int(-3), &mut out);
    assert_eq!(out, [1, 0, 0, 1, 0, 0, 0, 0, 0]);
}

#[test]
fn eight_types_accumulate() {
    let types = Types::new();
    let names: Vec<&str> = types
        .0
        .iter()
        .filter(|t| t.1.accumulates())
        .map(|t| t.0.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "fp8e3", "fp8e4", "fp8e5", "bf16", "fp16", "int32", "fp32", "int64"
        ]
    );
    let mut out = Vec::new();
    assert!(types.of("fp32r").add(&[0; 4], &[0; 4], &mut out).is_err());
    let of = |name: &str| types.of(name);
    // Integers wrap.
    assert_eq!(added(&of("int32"), 0x7FFF_FFFF, 1), 0x8000_0000);
    assert_eq!(added(&of("int64"), u64::MAX, 2), 1);
    // fp8 overflows to infinity: 240 + 240, 15.5 + 0.25.
    assert_eq!(added(&of("fp8e4"), 0x77, 0x77), 0x78);
    assert_eq!(added(&of("fp8e3"), 0x6F, 0x10), 0x70);
    // fp16: 2048 + 1 is a tie and stays; 2050 + 1 goes up to even.
    assert_eq!(added(&of("fp16"), 0x6800, 0x3C00), 0x6800);
    assert_eq!(added(&of("fp16"), 0x6801, 0x3C00), 0x6802);
    // Infinity less infinity is NaN; -0 and 0 are 0.
    assert_eq!(added(&of("bf16"), 0x7F80, 0xFF80), 0x7FC0);
    assert_eq!(added(&of("bf16"), 0x8000, 0), 0);
    assert_eq!(added(&of("bf16"), 0x8000, 0x8000), 0x8000);
}

#[test]
fn sums_are_in_fp32_and_in_order() {
    let types = Types::new();
    let (fp32, fp16, int8) = (types.of("fp32"), types.of("fp16"), types.of("int8"));
    let list = |all: &[f32]| all.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let sum = |old: Option<&[u8]>, terms: &[(f32, Format, &[u8])]| {
        let mut out = Vec::new();
        fp32.sum(old, terms, &mut out).map(|()| out)
    };
    let (a, b) = (list(&[1.0, 2.0]), list(&[10.0, 0.5]));
    let terms = [(1.0, fp32, &a[..]), (-2.0, fp32, &b[..])];
    assert_eq!(sum(None, &terms).unwrap(), list(&[-19.0, 1.0]));
    assert_eq!(
        sum(Some(&list(&[100.0, 200.0])), &terms).unwrap(),
        list(&[81.0, 201.0])
    );
    // What is there comes first: 2^24 + 1 + 1 stays 2^24.
    let ones = list(&[1.0]);
    let terms = [(1.0, fp32, &ones[..]), (1.0, fp32, &ones[..])];
    assert_eq!(
        sum(Some(&list(&[16_777_216.0])), &terms).unwrap(),
        list(&[16_777_216.0])
    );
    // One rounding at the end: 2048 + 1 + 1 is 2050 of fp16, while two sums would both stay at 2048.
    let (big, one) = (0x6800u16.to_le_bytes(), [1u8]);
    let mut out = Vec::new();
    fp16.sum(Some(&big), &[(1.0, int8, &one), (1.0, int8, &one)], &mut out)
        .unwrap();
    assert_eq!(out, 0x6801u16.to_le_bytes());
    assert!(sum(None, &[]).is_err());
    assert!(sum(None, &[(1.0, types.of("fp4x4"), &a[..])]).is_err());
}
