//! Random programs of `penguin`, as text: all families of transfers, with loops, registers, counts of run time, masks, indices
//! that come again, casts, and sides whose dimensions do not nest. What is refused by a verifier is for the caller to skip.

use rookery::ap::random::Random;
use std::fmt::Write as _;

/// Element types by their bytes; the packed ones apart.
const DTYPES: [(i64, &[&str]); 4] = [
    (
        1,
        &["uint8", "int8", "fp8e3", "fp8e4", "fp8_e4m3fn", "e8m0", "fp8e5"],
    ),
    (2, &["uint16", "int16", "bf16", "fp16"]),
    (4, &["uint32", "int32", "fp32", "fp32r"]),
    (8, &["uint64", "int64"]),
];
/// Those that accumulate.
const SUMS: [&str; 8] = [
    "fp8e3", "fp8e4", "fp8e5", "bf16", "fp16", "int32", "fp32", "int64",
];

pub fn bytes(dtype: &str) -> i64 {
    DTYPES.iter().find(|d| d.1.contains(&dtype)).map_or(4, |d| d.0)
}

/// What families there are.
pub const KINDS: [&str; 9] = [
    "copy",
    "collective",
    "transpose",
    "gather_transpose",
    "load",
    "save",
    "rmw",
    "compute",
    "local",
];

/// One side, before it has a tensor. Numbers are in elements.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The first partition, the step to the next, and how many; on chip only.
    pub chip: Option<(i64, i64, i64)>,
    /// Without a partition pair of its own, although on chip.
    pub bare: bool,
    pub pairs: Vec<(i64, i64)>,
    /// Where the first element is in its row.
    pub first: i64,
    /// Elements of a row.
    pub row: i64,
}

impl Side {
    fn rows(&self) -> i64 {
        self.chip
            .map_or(1, |(from, step, n)| from + step * (n - 1).max(0) + 1)
    }
    pub fn offset(&self) -> i64 {
        self.first + self.chip.map_or(0, |c| c.0 * self.row)
    }
    /// Where elements are, in their order, behind the offset.
    pub fn places(&self) -> Vec<i64> {
        let mut all = vec![0];
        let rows = self
            .chip
            .filter(|_| !self.bare)
            .map(|(_, step, n)| (step * self.row, n));
        for (stride, num) in rows.into_iter().chain(self.pairs.iter().copied()) {
            all = all
                .iter()
                .flat_map(|at| (0..num).map(move |i| at + stride * i))
                .collect();
        }
        all
    }
}

/// A program that is being written.
pub struct Program<'r> {
    r: &'r mut Random,
    args: Vec<String>,
    body: String,
    values: usize,
    tensors: usize,
}

/// What an accumulating scatter comes to.
pub struct Sums {
    /// The argument, and its elements.
    pub argument: usize,
    pub sums: Vec<i64>,
    pub float: bool,
    /// Some place is added to more than once.
    pub again: bool,
    /// It asks for run-time offsets.
    pub dynamic: bool,
}

/// A tensor: its name and its type.
#[derive(Clone)]
pub struct Tensor(pub String, pub String);

/// What an offset, a count or a bound may depend on: a value, and the least and the greatest that it is.
#[derive(Clone)]
pub struct Known {
    value: String,
    most: i64,
}

impl<'r> Program<'r> {
    pub fn new(r: &'r mut Random) -> Self {
        Program {
            r,
            args: Vec::new(),
            body: String::new(),
            values: 0,
            tensors: 0,
        }
    }
    pub fn text(self) -> String {
        format!(
            "func.func @case({}) {{\n{}  return\n}}\n",
            self.args.join(", "),
            self.body
        )
    }
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "  {text}");
    }
    fn value(&mut self) -> String {
        self.values += 1;
        format!("%{}", self.values)
    }
    fn argument(&mut self, ty: &str, input: Option<String>) -> Tensor {
        let name = format!("%t{}", self.tensors);
        self.tensors += 1;
        let input = input.map_or(String::new(), |i| format!(" {{dma.input = {i}}}"));
        self.args.push(format!("{name}: {ty}{input}"));
        Tensor(name, ty.to_string())
    }
    /// What two sides are in.
    fn tensor(&mut self, sides: &mut [&mut Side], bytes: i64, input: Option<String>) -> Tensor {
        let row = sides.iter().map(|s| s.row).max().unwrap_or(1);
        let rows = sides.iter().map(|s| s.rows()).max().unwrap_or(1);
        let chip = sides.iter().any(|s| s.chip.is_some());
        for s in sides.iter_mut() {
            s.row = row;
        }
        // The same bytes as another type.
        let (row, bits) = if input.is_none() && self.r.one_in(6) {
            (row * bytes, 8)
        } else {
            (row, bytes * 8)
        };
        let ty = match (chip, self.r.one_in(6)) {
            (true, true) if row % 2 == 0 => format!("memref<{rows}x2x{}xi{bits}, #dma.space<sbuf>>", row / 2),
            (true, _) => format!("memref<{rows}x{row}xi{bits}, #dma.space<sbuf>>"),
            _ => format!("memref<{row}xi{bits}>"),
        };
        if chip && input.is_none() && self.r.one_in(2) {
            let name = format!("%t{}", self.tensors);
            self.tensors += 1;
            self.line(&format!("{name} = memref.alloc() : {ty}"));
            return Tensor(name, ty);
        }
        self.argument(&ty, input)
    }
    /// A register with a number from 0 to `most`.
    fn register(&mut self, most: i64) -> Known {
        let is = self.r.between(0, most);
        let t = self.argument("memref<1xi32>", Some(format!("[{is}]")));
        let (p, value) = (self.value(), self.value());
        self.line(&format!(
            "{p} = penguin.access {} pattern [[1, 1]] as int32 : {}",
            t.0, t.1
        ));
        self.line(&format!("{value} = penguin.read_tensor_ptr {p}"));
        Known { value, most }
    }
    pub fn access(
        &mut self,
        t: &Tensor,
        s: &Side,
        dtype: &str,
        more: &str,
        moves: &[(Known, i64)],
        attrs: &str,
    ) -> String {
        let pairs: Vec<String> = s.pairs.iter().map(|(s, n)| format!("[{s}, {n}]")).collect();
        let partition = match s.chip {
            Some((_, step, n)) if !s.bare => format!(" partition [{}, {n}]", step * s.row),
            _ => String::new(),
        };
        let mut offset = format!("{}", s.offset());
        for (k, by) in moves {
            let _ = write!(offset, " + {} * {by}", k.value);
        }
        let name = self.value();
        let pairs = pairs.join(", ");
        // As many partitions as it spans, or as it has.
        let attrs = match s.chip {
            Some((_, step, n)) if !s.bare && attrs.is_empty() && self.r.one_in(6) => {
                format!(" {{hull = {}}}", if self.r.one_in(2) { n } else { step * n })
            }
            _ => attrs.to_string(),
        };
        self.line(&format!(
            "{name} = penguin.access {} pattern [{pairs}]{partition} offset {offset}{more} as {dtype}{attrs} : {}",
            t.0, t.1
        ));
        name
    }

    fn dtype(&mut self) -> &'static str {
        let (_, list) = DTYPES[self.r.index(DTYPES.len())];
        list[self.r.index(list.len())]
    }
    /// A number as a product.
    fn factors(&mut self, total: i64, most: usize) -> Vec<i64> {
        if total == 0 {
            return [vec![0], vec![2, 0], vec![0, 3]][self.r.index(3)].clone();
        }
        let mut out = vec![total];
        while out.len() < most && !self.r.one_in(3) {
            let at = self.r.index(out.len());
            let n = out[at];
            let d: Vec<i64> = (1..=n).filter(|d| n % d == 0).collect();
            let d = d[self.r.index(d.len())];
            out.splice(at..=at, [d, n / d]);
        }
        out
    }
    /// Where dimensions of these nums lie. `zero` allows strides of 0; `reach` is how far a run-time offset goes.
    fn side(&mut self, nums: &[i64], chip: bool, zero: bool, reach: i64) -> Side {
        let mut out = Side::default();
        let mut free = nums;
        if chip {
            let from = if self.r.one_in(3) { self.r.between(1, 2) } else { 0 };
            let step = if self.r.one_in(4) { 2 } else { 1 };
            if self.r.one_in(6) {
                (out.bare, out.chip) = (true, Some((from, 1, 1)));
            } else {
                out.chip = Some((from, step, nums[0]));
                free = &nums[1..];
            }
        }
        let mut order: Vec<usize> = (0..free.len()).collect();
        if self.r.one_in(3) {
            for n in (1..order.len()).rev() {
                order.swap(n, self.r.index(n + 1));
            }
        }
        let mut strides = vec![0; free.len()];
        let (mut extent, mut down, mut up) = (1, 0, 0);
        for at in order.into_iter().rev() {
            let gap = if self.r.one_in(3) { self.r.between(1, 3) } else { 0 };
            let mut stride: i64 = extent + gap;
            if zero && self.r.one_in(8) {
                stride = 0;
            } else if zero && self.r.one_in(12) {
                stride = self.r.between(1, stride);
            } else if self.r.one_in(8) {
                stride = -stride;
            }
            let far = stride * (free[at] - 1).max(0);
            (down, up) = (down + far.min(0), up + far.max(0));
            strides[at] = stride;
            extent = up - down + 1;
        }
        out.pairs = strides.into_iter().zip(free.iter().copied()).collect();
        if out.pairs.is_empty() {
            out.pairs.push((1, 1));
        }
        out.first = self.r.between(0, 2) - down;
        out.row = out.first + up + 1 + reach + self.r.between(0, 2);
        out
    }
    /// A predicate on positions in so many dimensions, for about half of the elements.
    fn mask(&mut self, nums: &[i64], known: &[Known]) -> (String, Vec<i64>, i64) {
        let dims: Vec<i64> = nums.iter().map(|_| self.r.between(-1, 1)).collect();
        let sum: i64 = dims.iter().zip(nums).map(|(d, n)| d * (n - 1)).sum();
        let bound = self.r.between(-2, 2) - sum / 2;
        let mut text = format!("{bound}");
        if let Some(k) = known.first() {
            let _ = write!(text, " + {} * {}", k.value, self.r.between(-1, 1));
        }
        let name = self.value();
        let list: Vec<String> = dims.iter().map(i64::to_string).collect();
        let list = if self.r.one_in(6) {
            String::new()
        } else {
            format!(" dims [{}]", list.join(", "))
        };
        let dims = if list.is_empty() { Vec::new() } else { dims };
        self.line(&format!("{name} = penguin.predicate {text}{list}"));
        (name, dims, bound)
    }
    /// What every DMA may have.
    fn common(&mut self, qos: bool) -> String {
        let mut out = String::new();
        if self.r.one_in(3) {
            let mode = ["unknown", "swdge", "hwdge", "none"][self.r.index(4)];
            let _ = write!(out, ", dge_mode = {mode}");
        }
        if qos && self.r.one_in(3) {
            let _ = write!(out, ", dma_qos = {}", self.r.between(0, 16));
        }
        if self.r.one_in(4) {
            out.push_str(", strip_fp32r");
        }
        out
    }
    /// One transfer of a kind.
    pub fn transfer(&mut self, kind: &str, most: i64) {
        let loops = if self.r.one_in(3) { self.r.between(1, 2) } else { 0 };
        let mut known = Vec::new();
        for _ in 0..loops {
            let (value, trips, low) = (self.value(), self.r.between(1, 3), self.r.between(0, 1));
            let step = self.r.between(1, 2);
            let upper = low + trips * step;
            self.line(&format!(
                "penguin.loop from {low} to {upper} step {step} ({value}: index) {{"
            ));
            known.push(Known {
                value,
                most: upper - 1,
            });
        }
        if loops == 0 && self.r.one_in(3) && kind != "rmw" {
            let k = self.register(2);
            known.push(k);
        }
        match kind {
            "copy" => self.copy(most, &known, None),
            "collective" => self.copy(most, &known, Some(2)),
            "transpose" => self.transpose(false),
            "gather_transpose" => self.transpose(true),
            "load" => self.by_index(kind, most, &known),
            "save" => self.by_index(kind, most, &known),
            "rmw" => self.by_index(kind, most, &known),
            "compute" => self.compute(most, &known),
            _ => self.local(),
        }
        for _ in 0..loops {
            self.line("penguin.end");
            self.line("}");
        }
    }
    fn total(&mut self, most: i64) -> i64 {
        // Nothing at all, too.
        if self.r.one_in(40) {
            return 0;
        }
        let all = [1, 2, 3, 4, 6, 8, 12, 16, 24, 30, 36, 48, 60, 64, 72, 96];
        let fit: Vec<i64> = all.into_iter().filter(|n| *n <= most).collect();
        fit[self.r.index(fit.len())]
    }
    fn moves(&mut self, known: &[Known]) -> (Vec<(Known, i64)>, i64) {
        let all: Vec<(Known, i64)> = known.iter().map(|k| (k.clone(), self.r.between(0, 5))).collect();
        let reach = all.iter().map(|(k, by)| k.most * by).sum();
        (all, reach)
    }
    fn copy(&mut self, most: i64, known: &[Known], cores: Option<i64>) {
        let total = self.total(most);
        let nums = self.factors(total, 6);
        let same = self.r.one_in(2);
        let others = if same {
            nums.clone()
        } else {
            self.factors(total, 6)
        };
        let chips = [self.r.one_in(2), self.r.one_in(2)];
        let ((m1, r1), (m2, r2)) = (self.moves(known), self.moves(known));
        let mut s = self.side(&nums, chips[0], true, r1);
        let repeat = self.r.one_in(3);
        let mut d = self.side(&others, chips[1], repeat, r2);
        // A side without its partition pair has lost a dimension.
        for (side, nums) in [(&mut s, &nums), (&mut d, &others)] {
            if side.bare && side.pairs.iter().map(|p| p.1).product::<i64>() != nums.iter().product::<i64>() {
                side.bare = false;
            }
        }
        let from = self.dtype();
        let to = if self.r.one_in(5) { self.dtype() } else { from };
        let overlap = chips[0] == chips[1] && bytes(from) == bytes(to) && self.r.one_in(5);
        let (t, u) = if overlap {
            let t = self.tensor(&mut [&mut s, &mut d], bytes(from), None);
            (t.clone(), t)
        } else {
            (
                self.tensor(&mut [&mut s], bytes(from), None),
                self.tensor(&mut [&mut d], bytes(to), None),
            )
        };
        let mut more = String::new();
        let mut attrs = String::new();
        if cores.is_none() && same && self.r.one_in(6) {
            let at = self.r.index(nums.len());
            let k = self.register(nums[at]);
            more = format!(" extent {}", k.value);
            attrs = format!(" {{extent_dim = {at}}}");
        }
        let (mut more_s, mut more_d) = (more.clone(), more);
        if let Some(n) = cores {
            let channel = match known.first() {
                Some(k) if k.most < n => k.value.clone(),
                _ => self.r.between(0, n - 1).to_string(),
            };
            let side = if self.r.one_in(4) {
                &mut more_d
            } else {
                &mut more_s
            };
            let _ = write!(side, " channel {channel}");
        }
        let a = self.access(&t, &s, from, &more_s, &m1, &attrs);
        let b = self.access(&u, &d, to, &more_d, &m2, &attrs);
        let mask = if self.r.one_in(4) {
            let dims: Vec<i64> = s
                .chip
                .filter(|_| !s.bare)
                .map(|c| c.2)
                .into_iter()
                .chain(s.pairs.iter().map(|p| p.1))
                .collect();
            format!(" if {}", self.mask(&dims, known).0)
        } else {
            String::new()
        };
        let mut common = self.common(true);
        if cores.is_some() {
            common.push_str(", replica_groups = [[0, 1]]");
        }
        self.line(&format!(
            "penguin.dma_copy {a} -> {b}{mask} {{name = \"c\"{common}}}"
        ));
    }
    fn transpose(&mut self, gather: bool) {
        let r = &mut *self.r;
        let (rows, columns) = (r.between(1, 5), r.between(1, 4));
        let (batch, y) = (r.between(1, 2), r.between(1, 3));
        let middle = match r.index(3) {
            0 => vec![batch, y],
            1 => vec![batch * y],
            _ => Vec::new(),
        };
        let (batch, y) = if middle.is_empty() { (1, 1) } else { (batch, y) };
        let mut from = middle.clone();
        from.push(columns);
        if !gather {
            from.insert(0, rows);
        }
        let mut to = vec![columns];
        to.extend(&middle);
        to.push(rows);
        let dtype = ["bf16", "fp32", "int32", "uint16"][r.index(4)];
        let mut s = self.side(&from, false, true, if gather { 12 } else { 0 });
        let mut d = self.side(&to, true, false, 0);
        if d.bare {
            // Its partition pair is one of the dimensions.
            d.bare = false;
            d.chip = Some((0, 1, columns));
            d.pairs.remove(0);
            if d.pairs.is_empty() {
                d.pairs.push((1, 1));
            }
        }
        let t = self.tensor(&mut [&mut s], bytes(dtype), None);
        let u = self.tensor(&mut [&mut d], bytes(dtype), None);
        let a = self.access(&t, &s, dtype, "", &[], "");
        let b = self.access(&u, &d, dtype, "", &[], "");
        let common = self.common(true);
        if gather {
            let list: Vec<String> = (0..rows).map(|_| self.r.between(-1, 4).to_string()).collect();
            let i = self.argument(
                &format!("memref<{rows}xi32>"),
                Some(format!("[{}]", list.join(", "))),
            );
            let at = self.value();
            self.line(&format!(
                "{at} = penguin.access {} pattern [[1, {rows}]] as int32 : {}",
                i.0, i.1
            ));
            let by = self.r.between(1, 3);
            self.line(&format!(
                "penguin.dma_indirect_transpose {a} -> {b} at {at} {{generic_dims = [{by}], y_size = {y}, batch_size = {batch}{common}}}"
            ));
        } else {
            self.line(&format!(
                "penguin.dma_transpose {a} -> {b} {{y_size = {y}, batch_size = {batch}{common}}}"
            ));
        }
    }
    /// Gathers and scatters.
    fn by_index(&mut self, kind: &str, most: i64, known: &[Known]) {
        let rmw = kind == "rmw";
        let dtype = if rmw {
            SUMS[self.r.index(SUMS.len())]
        } else {
            self.dtype()
        };
        let to = if !rmw && self.r.one_in(6) {
            self.dtype()
        } else {
            dtype
        };
        let one = self.total(most.min(8));
        let one_nums = self.factors(one, 5);
        let indices = self.r.between(1, 6);
        let mut all_nums = vec![indices];
        all_nums.extend(self.factors(one, 5));
        let unique = rmw && self.r.one_in(3);
        let skip = self.r.one_in(3);
        let by = self.r.between(1, 6);
        let two = self.r.one_in(6);
        let highest = 5;
        let reach = if two { 2 * highest * by } else { highest * by };
        let ((m1, r1), (m2, r2)) = (self.moves(known), self.moves(known));
        let zero = self.r.one_in(4);
        let mut x = self.side(&one_nums, false, zero, reach + r1);
        let chip = self.r.one_in(2);
        let mut o = self.side(&all_nums, chip, kind != "load" || zero, r2);
        if o.bare {
            (o.bare, o.chip) = (false, None);
        }
        let (xd, od) = if kind == "load" { (dtype, to) } else { (to, dtype) };
        let t = self.tensor(&mut [&mut x], bytes(xd), None);
        let u = self.tensor(&mut [&mut o], bytes(od), None);
        let mut list: Vec<i64> = (0..indices)
            .map(|_| {
                let low = if self.r.one_in(3) { -1 } else { 0 };
                self.r.between(low, highest)
            })
            .collect();
        if unique {
            list = (0..indices).map(|i| (i * 5) % 6).collect();
        }
        if skip && self.r.one_in(2) {
            list[0] = 100;
        }
        let accesses: Vec<String> = (0..if two { 2 } else { 1 })
            .map(|n| {
                let numbers: Vec<String> = list
                    .iter()
                    .map(|i| if n == 0 { *i } else { (*i).min(highest) })
                    .map(|i| i.to_string())
                    .collect();
                let i = self.argument(
                    &format!("memref<{indices}xi32>"),
                    Some(format!("[{}]", numbers.join(", "))),
                );
                let at = self.value();
                self.line(&format!(
                    "{at} = penguin.access {} pattern [[1, {indices}]] as int32 : {}",
                    i.0, i.1
                ));
                at
            })
            .collect();
        let a = self.access(&t, &x, xd, "", &m1, "");
        let b = self.access(&u, &o, od, "", &m2, "");
        let mask = if self.r.one_in(4) {
            let dims: Vec<i64> = o
                .chip
                .map(|c| c.2)
                .into_iter()
                .chain(o.pairs.iter().map(|p| p.1))
                .collect();
            format!(" if {}", self.mask(&dims, known).0)
        } else {
            String::new()
        };
        let mut attrs = format!(
            "generic_dims = [{}]",
            if two {
                format!("{by}, {by}")
            } else {
                by.to_string()
            }
        );
        attrs.push_str(&self.common(false));
        if self.r.one_in(if rmw { 8 } else { 3 }) {
            attrs.push_str(", is_offset_dma");
        }
        if unique && by >= x.places().len() as i64 {
            attrs.push_str(", unique_indices");
        }
        let mode = if skip { "skip" } else { "error" };
        let _ = write!(attrs, ", oob = {mode}");
        let at = accesses.join(", ");
        let (op, src, dst) = match kind {
            "load" => ("indirect_load", a, b),
            "save" => ("indirect_save", b, a),
            _ => ("indirect_rmw", b, a),
        };
        self.line(&format!("penguin.{op} {src} -> {dst} at {at}{mask} {{{attrs}}}"));
    }
    /// An accumulating scatter of small whole numbers onto zeros: the number of the argument that it adds to, and what it
    /// must hold. Nothing of the simulator or of the lowering is asked.
    pub fn known_sums(&mut self) -> Sums {
        let dtype = ["int32", "fp32"][self.r.index(2)];
        let one = self.total(8).max(1);
        let (indices, by, highest) = (self.r.between(1, 6), self.r.between(1, 6), 5);
        let two = self.r.one_in(5);
        let one_nums = self.factors(one, 4);
        let mut all_nums = vec![indices];
        all_nums.extend(self.factors(one, 4));
        let zero = self.r.one_in(4);
        let mut x = self.side(
            &one_nums,
            false,
            zero,
            if two { 2 * highest * by } else { highest * by },
        );
        let chip = self.r.one_in(2);
        let mut o = self.side(&all_nums, chip, true, 0);
        if o.bare {
            (o.bare, o.chip) = (false, None);
        }
        let skip = self.r.one_in(2);
        let mut list: Vec<i64> = (0..indices).map(|_| self.r.between(0, highest)).collect();
        if self.r.one_in(2) {
            // The same again.
            let (from, to) = (self.r.index(list.len()), self.r.index(list.len()));
            list[to] = list[from];
        }
        for i in &mut list {
            if self.r.one_in(8) {
                *i = -1;
            } else if skip && self.r.one_in(8) {
                *i = self.r.between(6, 40);
            }
        }
        let argument = self.args.len();
        let t = self.tensor(&mut [&mut x], 4, Some("\"zeros\"".to_string()));
        let numbers: Vec<String> = (1..=7)
            .map(|n| {
                if dtype == "fp32" {
                    format!("{n}.0")
                } else {
                    n.to_string()
                }
            })
            .collect();
        let numbers = format!(
            "dense<[{}]> : tensor<7x{}>",
            numbers.join(", "),
            if dtype == "fp32" { "f32" } else { "i32" }
        );
        let u = self.tensor(&mut [&mut o], 4, Some(numbers));
        let shown: Vec<String> = list.iter().map(i64::to_string).collect();
        let mut at = Vec::new();
        for _ in 0..if two { 2 } else { 1 } {
            let i = self.argument(
                &format!("memref<{indices}xi32>"),
                Some(format!("[{}]", shown.join(", "))),
            );
            at.push(self.value());
            self.line(&format!(
                "{} = penguin.access {} pattern [[1, {indices}]] as int32 : {}",
                at[at.len() - 1],
                i.0,
                i.1
            ));
        }
        let by = if two { by * 2 } else { by };
        let a = self.access(&t, &x, dtype, "", &[], "");
        let b = self.access(&u, &o, dtype, "", &[], "");
        let dims: Vec<i64> = o
            .chip
            .map(|c| c.2)
            .into_iter()
            .chain(o.pairs.iter().map(|p| p.1))
            .collect();
        let mask = self.r.one_in(3).then(|| self.mask(&dims, &[]));
        let taken = |n: usize| {
            let Some((_, by, bound)) = &mask else { return true };
            let mut rest = n as i64;
            let mut sum = *bound;
            for (d, num) in dims.iter().enumerate().rev() {
                sum += by.get(d).copied().unwrap_or(0) * (rest % num);
                rest /= num;
            }
            sum >= 0
        };
        let mut sums = vec![0; usize::try_from(x.row).unwrap_or(0)];
        let (to, from) = (x.places(), o.places());
        let mut touched = vec![0; sums.len()];
        for (k, i) in list.iter().enumerate().filter(|(_, i)| **i != -1) {
            for (e, place) in to.iter().enumerate() {
                let n = k * to.len() + e;
                let place = usize::try_from(x.offset() + i * by + place).unwrap_or(usize::MAX);
                if place < sums.len() && taken(n) {
                    sums[place] += (o.offset() + from[n]).rem_euclid(7) + 1;
                    touched[place] += 1;
                }
            }
        }
        let again = touched.iter().any(|n| *n > 1);
        let dynamic = self.r.one_in(6);
        let mut attrs = format!(
            "generic_dims = [{}]",
            if two {
                format!("{0}, {0}", by / 2)
            } else {
                by.to_string()
            }
        );
        attrs.push_str(&self.common(false));
        if dynamic {
            attrs.push_str(", is_offset_dma");
        }
        let mut named: Vec<i64> = list.iter().copied().filter(|i| *i != -1).collect();
        named.sort_unstable();
        if named.windows(2).all(|w| w[0] < w[1]) && self.r.one_in(2) {
            attrs.push_str(", unique_indices");
        }
        if !skip {
            attrs.push_str(", oob = error");
        }
        let if_mask = mask.as_ref().map_or(String::new(), |m| format!(" if {}", m.0));
        self.line(&format!(
            "penguin.indirect_rmw {b} -> {a} at {}{if_mask} {{{attrs}}}",
            at.join(", ")
        ));
        Sums {
            argument,
            sums,
            float: dtype == "fp32",
            again,
            dynamic,
        }
    }
    fn compute(&mut self, most: i64, known: &[Known]) {
        let total = self.total(most);
        let dtype = SUMS[self.r.index(SUMS.len())];
        let sources = 1 + self.r.index(3);
        let mut accesses = Vec::new();
        for n in 0..=sources {
            let nums = self.factors(total, 4);
            let chip = self.r.one_in(3);
            let (m, reach) = self.moves(known);
            let mut s = self.side(&nums, chip, n < sources, reach);
            if s.bare {
                s.bare = false;
                s.chip = None;
                s.pairs = vec![(1, total)];
                s.row = s.first + total + reach;
            }
            let t = self.tensor(&mut [&mut s], bytes(dtype), None);
            accesses.push(self.access(&t, &s, dtype, "", &m, ""));
        }
        let dst = accesses.pop().unwrap_or_default();
        let scales: Vec<String> = (0..sources)
            .map(|_| ["1.0", "0.5", "-2.0"][self.r.index(3)].to_string())
            .collect();
        let mut attrs = format!("name = \"s\"{}", self.common(true));
        if self.r.one_in(2) {
            let _ = write!(attrs, ", scales = [{}]", scales.join(", "));
        }
        let sum = accesses.join(", ").replacen(", ", " + ", 1);
        self.line(&format!("penguin.dma_compute {} -> {dst} {{{attrs}}}", sum));
    }
    fn local(&mut self) {
        let r = &mut *self.r;
        let (rows, width, n) = (r.between(1, 3), r.between(4, 8), r.between(1, 5));
        let each = [1, 2, 4][r.index(3)];
        let pool = r.one_in(3);
        let each = if pool { 1 } else { each };
        let most = width / each - 1;
        let list: Vec<String> = (0..n).map(|_| r.between(0, most).to_string()).collect();
        let total = n * each;
        let a = self.argument(&format!("memref<{rows}x{width}xi8, #dma.space<sbuf>>"), None);
        let i = self.argument(
            &format!("memref<1x{n}xi16, #dma.space<sbuf>>"),
            Some(format!("[{}]", list.join(", "))),
        );
        let b = self.argument(&format!("memref<{rows}x{total}xi8, #dma.space<sbuf>>"), None);
        let (x, y, z) = (self.value(), self.value(), self.value());
        self.line(&format!(
            "{x} = penguin.access {} pattern [[1, {width}]] partition [{width}, {rows}] as uint8 : {}",
            a.0, a.1
        ));
        self.line(&format!(
            "{y} = penguin.access {} pattern [[1, {n}]] as uint16 : {}",
            i.0, i.1
        ));
        self.line(&format!(
            "{z} = penguin.access {} pattern [[1, {total}]] partition [{total}, {rows}] as uint8 : {}",
            b.0, b.1
        ));
        if pool {
            self.line(&format!("penguin.pool_gather {x} -> {z} at {y}"));
        } else {
            self.line(&format!(
                "penguin.indirect_copy {x} -> {z} at {y} {{accumulated_tripcount = 1, free_indices = [{n}], num_elem_per_idx = {each}}}"
            ));
        }
    }
}
