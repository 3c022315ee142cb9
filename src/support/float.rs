//! Reading and writing floats of all of MLIR's formats, by their bits.
//!
//! Decimal text is rounded once, straight into the target format. Writing follows LLVM: six significant digits when
//! they read back as the same value, else the digits that the format needs, else hexadecimal bits.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round};

/// A format: how its bits are laid out and which special values it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Exponent bits.
    pub exponent: u32,
    /// Stored mantissa bits.
    pub mantissa: u32,
    /// Exponent bias.
    pub bias: i32,
    /// Which special values there are.
    pub special: Special,
    /// Whether there is a sign bit.
    pub signed: bool,
}

/// Which bit patterns of a format are not finite numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// Infinities and NaNs as in IEEE 754.
    Ieee,
    /// No infinities; only the all-ones exponent and mantissa are NaN.
    NanOnly,
    /// No infinities; the pattern of negative zero is the one NaN.
    NanIsNegativeZero,
    /// Finite numbers only.
    Finite,
}

const fn format(exponent: u32, mantissa: u32, bias: i32, special: Special) -> Format {
    Format {
        exponent,
        mantissa,
        bias,
        special,
        signed: true,
    }
}

impl Format {
    /// The format of MLIR's spelling of a float type.
    pub fn of(name: &str) -> Option<Format> {
        Some(match name {
            "f4E2M1FN" => format(2, 1, 1, Special::Finite),
            "f6E2M3FN" => format(2, 3, 1, Special::Finite),
            "f6E3M2FN" => format(3, 2, 3, Special::Finite),
            "f8E3M4" => format(3, 4, 3, Special::Ieee),
            "f8E4M3" => format(4, 3, 7, Special::Ieee),
            "f8E4M3B11FNUZ" => format(4, 3, 11, Special::NanIsNegativeZero),
            "f8E4M3FN" => format(4, 3, 7, Special::NanOnly),
            "f8E4M3FNUZ" => format(4, 3, 8, Special::NanIsNegativeZero),
            "f8E5M2" => format(5, 2, 15, Special::Ieee),
            "f8E5M2FNUZ" => format(5, 2, 16, Special::NanIsNegativeZero),
            "f8E8M0FNU" => Format {
                signed: false,
                ..format(8, 0, 127, Special::NanOnly)
            },
            "bf16" => format(8, 7, 127, Special::Ieee),
            "f16" => format(5, 10, 15, Special::Ieee),
            "tf32" => format(8, 10, 127, Special::Ieee),
            "f32" => format(8, 23, 127, Special::Ieee),
            "f64" => format(11, 52, 1023, Special::Ieee),
            "f80" => format(15, 63, 16383, Special::Ieee),
            "f128" => format(15, 112, 16383, Special::Ieee),
            _ => return None,
        })
    }
    /// Total bits.
    pub fn bits(self) -> u32 {
        let explicit_one = u32::from(self.mantissa == 63);
        self.exponent + self.mantissa + u32::from(self.signed) + explicit_one
    }
    /// Significant digits that tell any two values apart, as LLVM computes them.
    fn digits(self) -> usize {
        2 + (self.mantissa as usize + 1) * 59 / 196
    }
    /// Whether [`to_f64`] is exact.
    fn fits_f64(self) -> bool {
        self.mantissa <= 52 && self.exponent <= 11
    }
}

/// The value as `f64`; exact for formats up to 64 bits, rounded for wider ones. NaN and infinities come out as such.
pub fn to_f64(f: Format, bits: u128) -> f64 {
    match (f.exponent, f.mantissa) {
        (11, 52) => f64::from_bits(bits as u64),
        (8, 23) => f64::from(f32::from_bits(bits as u32)),
        (15, 63) => {
            let x = X87DoubleExtended::from_bits(bits);
            let mut lost = false;
            f64::from_bits(
                rustc_apfloat::FloatConvert::<Double>::convert(x, &mut lost)
                    .value
                    .to_bits() as u64,
            )
        }
        (15, 112) => {
            let mut lost = false;
            let x = Quad::from_bits(bits);
            f64::from_bits(
                rustc_apfloat::FloatConvert::<Double>::convert(x, &mut lost)
                    .value
                    .to_bits() as u64,
            )
        }
        _ => {
            let bits = bits as u64;
            let mantissa = bits & ((1 << f.mantissa) - 1);
            let exponent = (bits >> f.mantissa) & ((1 << f.exponent) - 1);
            let top = (1u64 << f.exponent) - 1;
            let negative = f.signed && bits >> (f.mantissa + f.exponent) & 1 == 1;
            let sign = if negative { -1.0 } else { 1.0 };
            match f.special {
                Special::Ieee if exponent == top && mantissa == 0 => return sign * f64::INFINITY,
                Special::Ieee if exponent == top => return f64::NAN,
                Special::NanOnly if exponent == top && mantissa == (1 << f.mantissa) - 1 => return f64::NAN,
                Special::NanIsNegativeZero if negative && exponent == 0 && mantissa == 0 => return f64::NAN,
                _ => {}
            }
            let scale = |e: i32| 2f64.powi(e);
            if exponent == 0 && f.mantissa > 0 {
                sign * mantissa as f64 * scale(1 - f.bias - f.mantissa as i32)
            } else {
                let one = (1u64 << f.mantissa) | mantissa;
                sign * one as f64 * scale(exponent as i32 - f.bias - f.mantissa as i32)
            }
        }
    }
}

/// The bits of the finite value nearest to a decimal literal, ties to even; `None` if the text is no number.
pub fn parse(f: Format, text: &str) -> Option<u128> {
    fn ap<F: Float>(text: &str) -> Option<u128> {
        F::from_str_r(text, Round::NearestTiesToEven)
            .ok()
            .map(|v| v.value.to_bits())
    }
    match (f.exponent, f.mantissa) {
        (11, 52) => text.parse::<f64>().ok().map(|v| u128::from(v.to_bits())),
        (8, 23) => text.parse::<f32>().ok().map(|v| u128::from(v.to_bits())),
        (5, 10) => ap::<Half>(text),
        (8, 7) => ap::<BFloat>(text),
        (15, 63) => ap::<X87DoubleExtended>(text),
        (15, 112) => ap::<Quad>(text),
        (8, 10) => ap::<Single>(text).and_then(|b| nearest(f, to_f64(Format::of("f32")?, b))),
        _ => nearest(f, text.parse::<f64>().ok()?),
    }
}

/// The bits of the finite value nearest to a value; `None` where the format cannot say even its sign.
fn nearest(f: Format, value: f64) -> Option<u128> {
    let beyond = value.is_nan() || (!f.signed && value < 0.0);
    (!beyond).then(|| from_f64(f, value))
}

/// The bits of the value nearest to another one, of two equally near ones those that are even; for formats of at most
/// 64 bits. What is too large is infinite, NaN in a format without infinities, and the largest value in one without
/// either. NaN has one pattern, the quiet one without a sign; it is 0 in a format that has none. A negative value of a
/// format without sign is NaN, and 0 of one without zero is its least value.
pub fn from_f64(f: Format, value: f64) -> u128 {
    let fraction = (1u128 << f.mantissa) - 1;
    let exponents = ((1u128 << f.exponent) - 1) << f.mantissa;
    let sign_bit = if f.signed { exponents + fraction + 1 } else { 0 };
    let (nan, top) = match f.special {
        Special::Ieee => (exponents | (fraction + 1) >> 1, exponents - 1),
        Special::NanOnly => (exponents | fraction, (exponents | fraction) - 1),
        Special::NanIsNegativeZero => (sign_bit, exponents | fraction),
        Special::Finite => (0, exponents | fraction),
    };
    if value.is_nan() || (!f.signed && value < 0.0) {
        return nan;
    }
    let magnitude = code(f, value.abs());
    let magnitude = match f.special {
        _ if magnitude <= top => magnitude,
        Special::Ieee => exponents,
        Special::NanOnly => nan,
        Special::NanIsNegativeZero => return nan,
        Special::Finite => top,
    };
    match f.special {
        Special::NanIsNegativeZero if magnitude == 0 => 0,
        _ if value.is_sign_negative() => magnitude | sign_bit,
        _ => magnitude,
    }
}

/// The bits of a magnitude, as if there were no largest exponent. Patterns of magnitudes are in the order of their
/// values, so that rounding up is adding one, over exponents too.
fn code(f: Format, value: f64) -> u128 {
    let (fraction, exponent) = (value.to_bits() & ((1 << 52) - 1), (value.to_bits() >> 52) as i32);
    // Infinity comes out as a power of two that no format reaches.
    let (n, power) = match exponent {
        0 => (fraction, -1074),
        e => (fraction | 1 << 52, e - 1075),
    };
    // Without a mantissa there are no subnormals, and no zero.
    let bare = f.mantissa == 0;
    let least = if bare { -f.bias } else { 1 - f.bias };
    let log = match n.checked_ilog2().map(|l| l as i32 + power) {
        None => return 0,
        Some(log) if bare && log < least => return 0,
        Some(log) => log.max(least),
    };
    // The leading bit adds one to the exponent, which a format without a mantissa does not count from.
    let base = ((log - least) as u128) << f.mantissa;
    let cut = log - f.mantissa as i32 - power;
    let n = u128::from(n);
    if cut <= 0 {
        return base + (n << cut.unsigned_abs()) - u128::from(bare);
    }
    let cut = cut.unsigned_abs().min(100);
    let (whole, rest) = (n >> cut, n & ((1 << cut) - 1));
    let half = 1u128 << (cut - 1);
    let down = base + whole - u128::from(bare);
    down + u128::from(rest > half || (rest == half && down & 1 == 1))
}

/// A decimal number as digits and the power of ten of its last digit.
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i32,
}

/// About `count` significant digits of a finite value, as LLVM finds them: digits far beyond are cut off by a count of
/// bits, which may leave just as many as wanted, unrounded; only what is left over is rounded, half up.
fn decimal(value: f64, count: usize) -> Decimal {
    let bits = value.abs().to_bits();
    let stored = bits & ((1 << 52) - 1);
    let (mut n, mut power) = match (bits >> 52) as i32 {
        0 => (stored, -1074),
        e => (stored | 1 << 52, e - 1075),
    };
    let zeros = if n == 0 { 0 } else { n.trailing_zeros() };
    n >>= zeros;
    power = if n == 0 { 0 } else { power + zeros as i32 };
    // n * 2^-e is n * 5^e * 10^-e.
    let mut exponent = power.min(0);
    let wanted = (count as u64 * 196).div_ceil(59);
    let excess = |bits: u64| bits.saturating_sub(wanted) as u32 * 59 / 196;
    let scaled = if power >= 0 {
        u128::from(n).checked_mul(1u128.checked_shl(power as u32).unwrap_or(u128::MAX))
    } else {
        5u128
            .checked_pow(power.unsigned_abs())
            .and_then(|p| p.checked_mul(u128::from(n)))
    };
    let text = match scaled {
        Some(m) => {
            let cut = excess(u64::from(u128::BITS - m.leading_zeros()));
            exponent += cut as i32;
            10u128.checked_pow(cut).map_or(m, |d| m / d).to_string()
        }
        None => {
            let big = num_bigint::BigUint::from(n);
            let m = if power >= 0 {
                big << power
            } else {
                big * num_bigint::BigUint::from(5u32).pow(power.unsigned_abs())
            };
            let cut = excess(m.bits());
            exponent += cut as i32;
            (m / num_bigint::BigUint::from(10u32).pow(cut)).to_string()
        }
    };
    let mut digits: Vec<u8> = text.into_bytes();
    if digits.len() > count {
        let up = digits.get(count).is_some_and(|&d| d >= b'5');
        exponent += (digits.len() - count) as i32;
        digits.truncate(count);
        if up {
            // Nines carry into the digit before them.
            while digits.last() == Some(&b'9') {
                digits.pop();
                exponent += 1;
            }
            match digits.last_mut() {
                Some(d) => *d += 1,
                None => digits.push(b'1'),
            }
        }
    }
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
        exponent += 1;
    }
    Decimal {
        negative: value.is_sign_negative(),
        digits: digits.into_iter().map(char::from).collect(),
        exponent,
    }
}

/// LLVM's short form: `d.dddddde+XX` with at least six digits after the point.
fn scientific(d: &Decimal) -> String {
    let (first, rest) = d.digits.split_at(1.min(d.digits.len()));
    let exponent = if d.digits == "0" {
        0
    } else {
        d.exponent + d.digits.len() as i32 - 1
    };
    let sign = if d.negative { "-" } else { "" };
    let mark = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{first}.{rest:0<6}e{mark}{:02}", exponent.abs())
}

/// LLVM's default form with `precision` digits available.
fn plain(d: &Decimal, precision: usize) -> String {
    let sign = if d.negative { "-" } else { "" };
    let n = d.digits.len() as i32;
    let top = d.exponent + n - 1;
    let scientific = if d.exponent >= 0 {
        d.exponent > 3 || n + d.exponent > precision as i32
    } else {
        top < 0 && -top > 3
    };
    if scientific {
        let (first, rest) = d.digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        let mark = if top < 0 { '-' } else { '+' };
        return format!("{sign}{first}.{rest}E{mark}{}", top.abs());
    }
    if d.exponent >= 0 {
        return format!("{sign}{}{}", d.digits, "0".repeat(d.exponent as usize));
    }
    if top >= 0 {
        let (whole, part) = d.digits.split_at((top + 1) as usize);
        format!("{sign}{whole}.{part}")
    } else {
        format!("{sign}0.{}{}", "0".repeat((-top - 1) as usize), d.digits)
    }
}

/// A literal that reads back as the same bits, in MLIR's spelling; true when it is hexadecimal.
pub fn print(f: Format, bits: u128) -> (String, bool) {
    let hex = || (format!("0x{:0width$X}", bits, width = 1), true);
    let value = to_f64(f, bits);
    if !value.is_finite() {
        return hex();
    }
    if !f.fits_f64() {
        // The two wide formats: rustc_apfloat writes what LLVM writes.
        let (short, long) = match f.mantissa {
            63 => wide(X87DoubleExtended::from_bits(bits)),
            _ => wide(Quad::from_bits(bits)),
        };
        return if parse(f, &short) == Some(bits) {
            (short, false)
        } else if long.contains('.') {
            (long, false)
        } else {
            hex()
        };
    }
    let short = scientific(&decimal(value, 6));
    if parse(f, &short) == Some(bits) {
        return (short, false);
    }
    let long = plain(&decimal(value, f.digits()), f.digits());
    if long.contains('.') && parse(f, &long) == Some(bits) {
        (long, false)
    } else {
        hex()
    }
}

fn wide<F: Float + std::fmt::Display>(x: F) -> (String, String) {
    (format!("{x:#0$.6}", 0), format!("{x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(name: &str, text: &str) -> String {
        let f = Format::of(name).unwrap();
        print(f, parse(f, text).unwrap()).0
    }

    #[test]
    fn writes_as_llvm_does() {
        assert_eq!(round("f32", "1.0"), "1.000000e+00");
        assert_eq!(round("f32", "0.1"), "1.000000e-01");
        assert_eq!(round("f32", "3.14159274"), "3.14159274");
        assert_eq!(round("f64", "-0.0"), "-0.000000e+00");
        assert_eq!(round("f64", "3.1415926535897931"), "3.1415926535897931");
        assert_eq!(round("f16", "1.00048828125000000000001"), "1.000980e+00");
        assert_eq!(round("bf16", "2.5"), "2.500000e+00");
        assert_eq!(round("f128", "1.0"), "1.000000e+00");
    }

    #[test]
    fn digits_are_cut_as_llvm_cuts_them() {
        // As mlir-opt prints them; rounded, the last digits would be 9, 8 and 6.
        assert_eq!(round("f32", "-0.81450832"), "-0.814508318");
        assert_eq!(round("f32", "0.694988728"), "0.694988727");
        assert_eq!(round("f32", "-0.681604326"), "-0.681604325");
        assert_eq!(round("f64", "1.0e-300"), "1.000000e-300");
    }

    #[test]
    fn literals_too_large_overflow() {
        assert_eq!(round("f8E5M2", "123456.0"), "0x7C");
        assert_eq!(round("f8E4M3FN", "-500.0"), "0xFF");
        assert_eq!(round("f8E4M3FN", "460.0"), "4.480000e+02");
        assert_eq!(round("f8E4M3FNUZ", "500.0"), "0x80");
        assert_eq!(round("f4E2M1FN", "100.0"), "6.000000e+00");
    }

    #[test]
    fn every_small_float_reads_back() {
        for name in [
            "f4E2M1FN",
            "f6E2M3FN",
            "f6E3M2FN",
            "f8E3M4",
            "f8E4M3",
            "f8E4M3B11FNUZ",
            "f8E4M3FN",
            "f8E4M3FNUZ",
            "f8E5M2",
            "f8E5M2FNUZ",
            "f8E8M0FNU",
            "f16",
            "bf16",
        ] {
            let f = Format::of(name).unwrap();
            for bits in 0..1u128 << f.bits() {
                let (text, hex) = print(f, bits);
                if to_f64(f, bits).is_finite() && !hex {
                    assert_eq!(parse(f, &text), Some(bits), "{name} {bits:#x} {text}");
                }
            }
        }
    }
}
