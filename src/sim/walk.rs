//! What the walkers of the three levels have in common: what they walk, and what they give. How they do it they do not
//! share, since they check each other: [`super::index`], [`super::nest`] and [`super::digits`].

/// Elements one behind the other in a row. Where an access may leave its memory, these need not be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The row.
    pub row: i64,
    /// The byte in the row where the first element is.
    pub byte: i64,
    /// How many elements.
    pub elements: u64,
}

/// A place in memory that an access is about, and its form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// Stride and num of the partition pair, walked first.
    pub partition: Option<(i64, i64)>,
    /// Stride and num of the others, outermost first.
    pub pairs: Vec<(i64, i64)>,
    /// Where the first element is, in elements of the whole.
    pub offset: i64,
    /// Bytes of an element.
    pub size: i64,
    /// Rows of what is accessed.
    pub rows: i64,
    /// Bytes of each row.
    pub row: i64,
}

/// The rows and bytes that an access reaches, ends excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// First row and the one behind the last.
    pub rows: (i64, i64),
    /// First byte in a row and the one behind the last.
    pub bytes: (i64, i64),
}

impl Reach {
    /// Whether two have a byte in common, where they are in the same bank.
    pub fn meets(&self, other: &Reach) -> bool {
        let cross = |a: (i64, i64), b: (i64, i64)| a.0 < b.1 && b.0 < a.1;
        cross(self.rows, other.rows) && cross(self.bytes, other.bytes)
    }
}

/// Why an access cannot be walked, with its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bad {
    /// From this element to that, of so many.
    Elements(i64, i64, i64),
    /// From this byte to that (excluded), of so many in a row.
    Bytes(i64, i64, i64),
    /// From this byte to that (excluded), of so many, where there are no rows.
    Flat(i64, i64, i64),
    /// From this row to that (excluded), of so many.
    Rows(i64, i64, i64),
    /// The stride across rows, and the elements of a row that it must be a multiple of.
    Across(i64, i64),
    /// Numbers beyond 64 bits.
    Overflow,
    /// Elements of so many bytes do not fit a row of so many.
    Row(i64, i64),
}

impl Bad {
    /// What is wrong with an access to something of this name.
    pub fn text(&self, name: &str) -> String {
        let reaches = |what: &str, first: i64, last: i64| {
            format!("Access pattern out of bound: it reaches from {what} {first} to {last} of")
        };
        match *self {
            Bad::Elements(first, last, size) => {
                format!("{} '{name}', which has {size}", reaches("element", first, last))
            }
            Bad::Bytes(first, end, size) => {
                let reaches = reaches("byte", first, end.saturating_sub(1));
                format!("{reaches} a partition of '{name}', which has {size}")
            }
            Bad::Flat(first, end, size) => {
                let reaches = reaches("byte", first, end.saturating_sub(1));
                format!("{reaches} '{name}', which has {size}")
            }
            Bad::Rows(first, end, rows) => {
                let reaches = reaches("partition", first, end.saturating_sub(1));
                format!("{reaches} '{name}', which has {rows}")
            }
            Bad::Across(stride, row) => format!(
                "a stride across partitions of '{name}' is a multiple of their {row} elements, but this is {stride}"
            ),
            Bad::Overflow => format!("this access to '{name}' reaches further than 64 bits count"),
            Bad::Row(size, row) => {
                format!("elements of {size} bytes do not fit '{name}', which has rows of {row}")
            }
        }
    }
}
