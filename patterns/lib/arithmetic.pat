/// Arithmetic that several steps use.

/// Division rounding up, for a positive divisor.
fn ceil_div(a: int, b: int) -> int = (a + b - 1) / b;

/// n rounded up to a multiple of a.
fn align(n: int, a: int) -> int = ceil_div(n, a) * a;

/// All index tuples of a nest with these trip counts, in row-major order: [2, 3] gives [0, 0], [0, 1], ...
fn nest(nums: [int]) -> [[int]] = [digits(k, nums) for k in 0 .. product(nums)];

/// Where the first and the last element of these pairs lie, as offsets from the element that the walk starts at.
fn lowest(pairs: [dma.Pair]) -> int = sum(min(0, p.stride * (p.num - 1)) for p in pairs);
fn highest(pairs: [dma.Pair]) -> int = sum(max(0, p.stride * (p.num - 1)) for p in pairs);
