//! What facts of a case say about how an element type keeps numbers.

use super::{Format, Kept};
use crate::ir::{AttrData, AttrId, Context};
use crate::lang::defs::Registry;
use crate::support::float::{self, Special};

/// The facts of one case.
struct Facts<'a> {
    ctx: &'a Context,
    reg: &'a Registry,
    dtype: AttrId,
    case: &'a str,
}

impl<'a> Facts<'a> {
    fn attr(&self, name: &str) -> Option<AttrId> {
        let AttrData::Enum { name: of, case } = self.ctx.attr_data(self.dtype) else {
            return None;
        };
        let def = &self.reg.enums[self.reg.enum_of_mnemonic(*of)?];
        let at = def.cases.iter().position(|c| c.0 == *case)?;
        def.facts.iter().find(|f| &*f.0 == name)?.2.get(at).copied()?
    }
    fn text(&self, name: &str) -> Option<&'a str> {
        let a = self.attr(name)?;
        match self.ctx.attr_data(a) {
            AttrData::String { value, .. } => Some(self.ctx.text(*value)),
            _ => None,
        }
    }
    fn flag(&self, name: &str, otherwise: bool) -> bool {
        self.attr(name).map_or(otherwise, |a| a == self.ctx.known.yes)
    }
    /// An integer in a range; the error names the fact.
    fn int(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Result<Option<i64>, String> {
        let Some(a) = self.attr(name) else { return Ok(None) };
        match self.ctx.int_value(a) {
            Some(n) if range.contains(&n) => Ok(Some(n)),
            _ => Err(format!(
                "the fact '{name}' of the element type {} is not in {} .. {}",
                self.case,
                range.start(),
                range.end()
            )),
        }
    }
    fn needed(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Result<i64, String> {
        self.int(name, range)?
            .ok_or_else(|| format!("the element type {} has no fact '{name}'", self.case))
    }
}

impl Format {
    /// How an element type keeps numbers, by the facts of its case:
    ///
    /// * `bytes`, of an element, and `lanes`, how many numbers it is (1);
    /// * `kind`: `"signed"`, `"unsigned"` or `"float"`;
    /// * of a float `exponent` and `mantissa`, their bits; `bias` (half of the exponents); `sign` (true); and `special`,
    ///   which patterns are no finite numbers: `"ieee"` (the default), `"nan_only"` for the pattern of all ones,
    ///   `"nan_is_negative_zero"`, or `"finite"`;
    /// * `accumulates` (false).
    ///
    /// # Errors
    ///
    /// A fact is missing, or says nothing that is a format.
    pub fn of(ctx: &Context, reg: &Registry, dtype: AttrId) -> Result<Format, String> {
        let case = match ctx.attr_data(dtype) {
            AttrData::Enum { case, .. } => ctx.text(*case),
            _ => return Err("this element type is no case of an enum".to_string()),
        };
        let facts = Facts {
            ctx,
            reg,
            dtype,
            case,
        };
        let bytes = facts.needed("bytes", 1..=8)?;
        let lanes = facts.int("lanes", 1..=64)?.unwrap_or(1);
        let bits = bytes * 8 / lanes;
        if bits * lanes != bytes * 8 {
            return Err(format!(
                "{lanes} lanes do not divide the {bytes} bytes of the element type {case}"
            ));
        }
        let kept = match facts.text("kind") {
            Some("unsigned") => Kept::Unsigned,
            Some("signed") => Kept::Signed,
            Some("float") => Kept::Float(float_format(&facts, bits)?),
            Some(other) => {
                return Err(format!(
                    "'{other}' is no kind of an element type; {case} may be signed, unsigned or float"
                ));
            }
            None => return Err(format!("the element type {case} has no fact 'kind'")),
        };
        Ok(Format {
            bytes: bytes as usize,
            lanes: lanes as u32,
            bits: bits as u32,
            kept,
            accumulates: facts.flag("accumulates", false),
        })
    }
}

fn float_format(facts: &Facts<'_>, bits: i64) -> Result<float::Format, String> {
    let case = facts.case;
    // What fits an f64, which holds any of them exactly.
    let exponent = facts.needed("exponent", 1..=11)?;
    let mantissa = facts.needed("mantissa", 0..=52)?;
    let bias = facts.int("bias", -1023..=1074)?;
    let bias = bias.unwrap_or((1 << (exponent - 1)) - 1);
    let signed = facts.flag("sign", true);
    let special = match facts.text("special") {
        None | Some("ieee") => Special::Ieee,
        Some("nan_only") => Special::NanOnly,
        Some("nan_is_negative_zero") => Special::NanIsNegativeZero,
        Some("finite") => Special::Finite,
        Some(other) => {
            return Err(format!(
                "'{other}' is no set of special values; {case} may have ieee, nan_only, nan_is_negative_zero or finite"
            ));
        }
    };
    if exponent + mantissa + i64::from(signed) != bits {
        return Err(format!(
            "sign, exponent and mantissa of the element type {case} are not its {bits} bits"
        ));
    }
    // Infinity and NaN need a bit that tells them apart, and NaN as negative zero needs a sign.
    let told = match special {
        Special::Ieee => mantissa > 0,
        Special::NanIsNegativeZero => signed && mantissa > 0,
        _ => true,
    };
    let last = (1 << exponent) - 1 - i64::from(special == Special::Ieee);
    if !told || last - bias > 1023 || 1 - bias - mantissa < -1074 {
        return Err(format!(
            "the facts of the element type {case} are no format of floats"
        ));
    }
    Ok(float::Format {
        exponent: exponent as u32,
        mantissa: mantissa as u32,
        bias: bias as i32,
        special,
        signed,
    })
}
