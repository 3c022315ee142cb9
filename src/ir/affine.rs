//! Affine expressions and maps of the textual IR. Arithmetic is checked; overflow leaves the expression unfolded.

use super::context::Context;

crate::id_type!(
    /// An interned affine expression.
    AffineId
);

/// An affine expression over dimensions `d0..` and symbols `s0..`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineExpr {
    /// A constant.
    Const(i64),
    /// `dN`.
    Dim(u32),
    /// `sN`.
    Sym(u32),
    /// Sum.
    Add(AffineId, AffineId),
    /// Product; one side is symbolic or constant.
    Mul(AffineId, AffineId),
    /// Remainder of floor division.
    Mod(AffineId, AffineId),
    /// Floor division.
    FloorDiv(AffineId, AffineId),
    /// Ceiling division.
    CeilDiv(AffineId, AffineId),
}

/// `(d0, ..)[s0, ..] -> (results)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub syms: u32,
    /// Results.
    pub results: Box<[AffineId]>,
}

impl Context {
    /// A constant expression.
    pub fn affine_const(&self, n: i64) -> AffineId {
        self.affine(AffineExpr::Const(n))
    }

    /// The constant an expression is.
    pub fn affine_constant(&self, e: AffineId) -> Option<i64> {
        match self.affine_data(e) {
            AffineExpr::Const(n) => Some(n),
            _ => None,
        }
    }

    /// Whether an expression has no dimension in it.
    pub fn affine_is_symbolic(&self, e: AffineId) -> bool {
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            match self.affine_data(e) {
                AffineExpr::Dim(_) => return false,
                AffineExpr::Const(_) | AffineExpr::Sym(_) => {}
                AffineExpr::Add(a, b)
                | AffineExpr::Mul(a, b)
                | AffineExpr::Mod(a, b)
                | AffineExpr::FloorDiv(a, b)
                | AffineExpr::CeilDiv(a, b) => stack.extend([a, b]),
            }
        }
        true
    }

    /// An expression as a factor and what it multiplies.
    fn affine_factor(&self, e: AffineId) -> (AffineId, i64) {
        match self.affine_data(e) {
            AffineExpr::Mul(x, c) => self.affine_constant(c).map_or((e, 1), |c| (x, c)),
            _ => (e, 1),
        }
    }

    /// A sum, folded as MLIR does: symbols and constants to the right, constants and equal terms together.
    pub fn affine_add(&self, a: AffineId, b: AffineId) -> AffineId {
        match (self.affine_data(a), self.affine_data(b)) {
            (AffineExpr::Const(x), AffineExpr::Const(y)) => match x.checked_add(y) {
                Some(n) => self.affine_const(n),
                None => self.affine(AffineExpr::Add(a, b)),
            },
            (_, AffineExpr::Const(0)) => a,
            (AffineExpr::Const(_), _) => self.affine_add(b, a),
            _ if self.affine_is_symbolic(a) && !self.affine_is_symbolic(b) => self.affine_add(b, a),
            (AffineExpr::Add(x, c), AffineExpr::Const(y)) => {
                match self.affine_constant(c).and_then(|c| c.checked_add(y)) {
                    Some(n) => self.affine_add(x, self.affine_const(n)),
                    None => self.affine(AffineExpr::Add(a, b)),
                }
            }
            (AffineExpr::Add(x, c), _) if self.affine_constant(c).is_some() => {
                let sum = self.affine(AffineExpr::Add(x, b));
                self.affine_add(sum, c)
            }
            _ => {
                let ((x, m), (y, n)) = (self.affine_factor(a), self.affine_factor(b));
                match m.checked_add(n).filter(|_| x == y) {
                    Some(sum) => self.affine_mul(x, self.affine_const(sum)),
                    None => self.affine(AffineExpr::Add(a, b)),
                }
            }
        }
    }

    /// A product, folded as MLIR does.
    pub fn affine_mul(&self, a: AffineId, b: AffineId) -> AffineId {
        match (self.affine_data(a), self.affine_data(b)) {
            (AffineExpr::Const(x), AffineExpr::Const(y)) => match x.checked_mul(y) {
                Some(n) => self.affine_const(n),
                None => self.affine(AffineExpr::Mul(a, b)),
            },
            (_, AffineExpr::Const(1)) => a,
            (_, AffineExpr::Const(0)) => b,
            (AffineExpr::Const(_), _) => self.affine_mul(b, a),
            _ if self.affine_is_symbolic(a) && !self.affine_is_symbolic(b) => self.affine_mul(b, a),
            (AffineExpr::Mul(x, c), AffineExpr::Const(y)) => {
                match self.affine_constant(c).and_then(|c| c.checked_mul(y)) {
                    Some(n) => self.affine_mul(x, self.affine_const(n)),
                    None => self.affine(AffineExpr::Mul(a, b)),
                }
            }
            _ => self.affine(AffineExpr::Mul(a, b)),
        }
    }

    /// Floor division, ceiling division or remainder, folded for constants.
    pub fn affine_divide(
        &self,
        make: fn(AffineId, AffineId) -> AffineExpr,
        a: AffineId,
        b: AffineId,
    ) -> AffineId {
        let whole = make(a, b);
        if let (Some(x), Some(y)) = (self.affine_constant(a), self.affine_constant(b))
            && y > 0
        {
            let n = match whole {
                AffineExpr::Mod(..) => Some(x.rem_euclid(y)),
                AffineExpr::FloorDiv(..) => Some(x.div_euclid(y)),
                AffineExpr::CeilDiv(..) => x.checked_neg().map(|m| -m.div_euclid(y)),
                _ => None,
            };
            if let Some(n) = n {
                return self.affine_const(n);
            }
        }
        match (whole, self.affine_constant(b)) {
            (AffineExpr::Mod(..), Some(1)) => self.affine_const(0),
            (AffineExpr::FloorDiv(..) | AffineExpr::CeilDiv(..), Some(1)) => a,
            _ => self.affine(whole),
        }
    }

    /// The value of an expression, `None` on overflow, division by a non-positive number or a missing value.
    pub fn affine_eval(&self, e: AffineId, dims: &[i64], syms: &[i64]) -> Option<i64> {
        // Depth is bounded by the parser's nesting limit times its operator chains, which fold into bounded trees;
        // an explicit stack keeps even long sums off the call stack.
        enum Step {
            Visit(AffineId),
            Apply(AffineExpr),
        }
        let mut steps = vec![Step::Visit(e)];
        let mut values: Vec<i64> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Visit(e) => match self.affine_data(e) {
                    AffineExpr::Const(n) => values.push(n),
                    AffineExpr::Dim(n) => values.push(*dims.get(n as usize)?),
                    AffineExpr::Sym(n) => values.push(*syms.get(n as usize)?),
                    node @ (AffineExpr::Add(a, b)
                    | AffineExpr::Mul(a, b)
                    | AffineExpr::Mod(a, b)
                    | AffineExpr::FloorDiv(a, b)
                    | AffineExpr::CeilDiv(a, b)) => {
                        steps.push(Step::Apply(node));
                        steps.push(Step::Visit(b));
                        steps.push(Step::Visit(a));
                    }
                },
                Step::Apply(node) => {
                    let (b, a) = (values.pop()?, values.pop()?);
                    values.push(match node {
                        AffineExpr::Add(..) => a.checked_add(b)?,
                        AffineExpr::Mul(..) => a.checked_mul(b)?,
                        AffineExpr::Mod(..) if b > 0 => a.rem_euclid(b),
                        AffineExpr::FloorDiv(..) if b > 0 => a.div_euclid(b),
                        AffineExpr::CeilDiv(..) if b > 0 => a.checked_neg()?.div_euclid(b).checked_neg()?,
                        _ => return None,
                    });
                }
            }
        }
        values.pop()
    }
}
