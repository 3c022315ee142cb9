"""Random DMAs for `bytes.py`, with what each of them means as index expressions on its tensors."""

import collections

import numpy as np

from bytes_machine import Tensor

# Partitions, SBUF bytes a partition and HBM bytes that a case may use, and the budget of strides.
Target = collections.namedtuple("Target", "partitions sbuf hbm strides")
TARGETS = {
    "trn1": Target(128, 4096, 1 << 16, 3),
    "trn2": Target(128, 4096, 1 << 16, 4),
    "trn3": Target(128, 4096, 1 << 16, 4),
    "tiny": Target(4, 64, 256, 2),
    "tiny-nodge": Target(4, 64, 256, 2),
}

# Element types: the memref's, the hardware's, bytes.
DTYPES = [("i8", "int8", 1), ("bf16", "bf16", 2), ("f16", "fp16", 2), ("f32", "fp32", 4), ("i32", "int32", 4), ("i64", "int64", 8)]


# ---- Random copies ---------------------------------------------------------------------------------------------------


class Side:
    """One side of a copy: a stride for each joint dimension, one for each loop, and on chip the partition's apart."""

    def __init__(self, rng, name, space, nums, trips, dtype, target, writes, once=False, tensors=2):
        """`once`: no two places within an iteration are the same. `tensors` share the memory of the target."""
        self.space, self.name = space, name
        chip = space != "hbm"
        self.on_partition = [chip and n == 0 for n in range(len(nums))]
        # Loops may walk over partitions too.
        self.loop_on_partition = [chip and rng.random() < 0.2 for _ in trips]
        free = [n for n in range(len(nums)) if not self.on_partition[n]]
        loops = [n for n in range(len(trips)) if not self.loop_on_partition[n]]
        order = [("dim", n, nums[n]) for n in free]
        if rng.random() < 0.4:
            rng.shuffle(order)
        else:
            order.reverse()
        order += [("loop", n, trips[n]) for n in loops]
        self.strides, self.loops, self.offset = [0] * len(nums), [0] * len(trips), 0
        extent = 1
        for kind, n, num in order:
            stride = extent if rng.random() < 0.6 else extent + int(rng.integers(1, 4))
            if rng.random() < (0.04 if writes else 0.12) and not (once and kind == "dim" and num > 1):
                stride = 0
            extent = max(extent, stride * num)
            if rng.random() < 0.15:
                stride = -stride
                self.offset -= stride * (num - 1)
            (self.strides if kind == "dim" else self.loops)[n] = stride
        self.offset += int(rng.integers(0, 3)) if rng.random() < 0.3 else 0
        span = self.offset + sum(max(s, 0) * (nums[n] - 1) for n, s in enumerate(self.strides)) \
            + sum(max(s, 0) * (trips[n] - 1) for n, s in enumerate(self.loops)) + 1
        inner = [int(rng.integers(1, 5)) for _ in range(int(rng.integers(0, 3)))]
        shape = [-(-span // int(np.prod(inner, dtype=np.int64)))] + inner
        if chip:
            self.row = int(np.prod(shape))
            start, step = (int(rng.integers(0, 2)), 1 + int(rng.random() < 0.1))
            rows = start + step * (nums[0] - 1) + 1
            self.strides[0], self.offset = step * self.row, self.offset + start * self.row
            for n, on in enumerate(self.loop_on_partition):
                if on:
                    self.loops[n] = rows * self.row
                    rows *= trips[n]
            shape = [rows] + shape
        self.tensor = Tensor(name, shape, dtype, space)
        size = dtype[2] * (self.row if chip else self.tensor.elements())
        self.fits = size <= (target.sbuf if chip else target.hbm) // tensors and (not chip or shape[0] <= target.partitions)

    def text(self, kept, rng):
        partition = [list(kept[0])] if self.space != "hbm" else []
        pairs = [list(p) for p in kept[len(partition):]]
        pairs = [p for p in pairs if p[1] > 1] or [[1, 1]]
        if rng.random() < 0.1:
            pairs.insert(int(rng.integers(0, len(pairs) + 1)), [int(rng.integers(0, 4)), 1])
        words = [f"%{name} * {c}" for name, c in zip("ij", self.loops) if c != 0]
        words += [str(self.offset)] if self.offset or not words else []
        return f"penguin.access %{self.name} pattern {pairs}" + "".join(f" partition {p}" for p in partition) \
            + f" offset {' + '.join(words)} as {self.tensor.dtype[1]} : {self.tensor.type()}"

    def indices(self, nums, at):
        total = np.array(self.offset + sum(c * i for c, i in zip(self.loops, at)))
        for stride, num in zip(self.strides, nums):
            total = total[..., None] + stride * np.arange(num)
        return total.reshape(-1)


def joined(sides, nums):
    """Merges neighbouring dimensions that are one on both sides: their joint normal form, a pair list a side."""
    kept = []
    for n, num in enumerate(nums):
        if num == 1 and not any(s.on_partition[n] for s in sides):
            continue
        strides = [s.strides[n] for s in sides]
        fixed = any(s.on_partition[n] for s in sides)
        if kept and not fixed and not kept[-1][2] and all(o == i * num for o, i in zip(kept[-1][0], strides)):
            kept[-1] = (strides, kept[-1][1] * num, False)
        else:
            kept.append((strides, num, fixed))
    return [[(strides[n], num) for strides, num, _ in kept] for n in range(len(sides))]


def draw(seed, target):
    """A random case: the text, its tensors, what it means, and whether it should lower."""
    rng = np.random.default_rng(seed)
    while True:
        dtype = DTYPES[int(rng.integers(0, len(DTYPES)))]
        spaces = [("hbm", "sbuf")[int(rng.random() < 0.5)] for _ in range(2)]
        chip = "sbuf" in spaces
        most = target.strides if rng.random() < 0.9 else target.strides + 1
        rank = int(rng.integers(1, most + 1))
        top = 4 if target.partitions < 8 else 9
        nums = [int(rng.integers(1, top)) for _ in range(rank)]
        if chip:
            nums[:0] = [int(rng.integers(1, min(target.partitions, 64) + 1))]
            nums = nums[:1] + nums[2:] if "hbm" in spaces and len(nums) > target.strides and rng.random() < 0.9 else nums
        trips = [int(rng.integers(1, 4)) for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2])))]
        sides = [Side(rng, name, space, nums, trips, dtype, target, name == "d") for name, space in zip("sd", spaces)]
        if all(s.fits for s in sides):
            break
    joint = joined(sides, nums)
    pairs = joint if rng.random() < 0.9 else [list(zip(s.strides, nums)) for s in sides]
    if rng.random() < 0.12:
        # One side in more pairs than the other needs.
        n = int(rng.integers(0, 2))
        for at, (stride, num) in enumerate(pairs[n]):
            if num in (4, 6, 8) and not (at == 0 and sides[n].space != "hbm"):
                pairs[n] = pairs[n][:at] + [(stride * 2, num // 2), (stride, 2)] + pairs[n][at + 1:]
                break
    # Dimensions were merged behind the partition's, which stays first.
    own = [[num for _, num in p if num > 1] for p in pairs]
    counts = [sum(num > 1 for _, num in p[s.space != "hbm":]) for s, p in zip(sides, pairs)]
    simple = own == [[num for _, num in p if num > 1] for p in joint] and max(counts) <= target.strides
    arguments = [s.tensor for s in sides if s.space == "hbm"]
    allocated = [s.tensor for s in sides if s.space != "hbm"]
    lines = [f"func.func @case({', '.join(f'%{t.name}: {t.type()}' for t in arguments)}) {{"]
    lines += [f"  %{t.name} = memref.alloc() : {t.type()}" for t in allocated]
    lines += [f"  penguin.loop from 0 to {trip} (%{name}) {{" for name, trip in zip("ij", trips)]
    lines += [f"  %{s.name}a = {s.text(p, rng)}" for s, p in zip(sides, pairs)]
    mode = rng.choice(["", "dge_mode = swdge, ", "dge_mode = none, "], p=[0.7, 0.15, 0.15])
    lines += ["  penguin.dma_copy %sa -> %da {" + mode + 'name = "c"}'] + ["  }"] * len(trips) + ["  return", "}"]

    def meaning():
        source, destination = (s.tensor for s in sides)
        for at in np.ndindex(*trips):
            # Of an element that is written twice NumPy keeps the last, too.
            destination.data[sides[1].indices(nums, at)] = source.data[sides[0].indices(nums, at)]

    return "\n".join(lines) + "\n", arguments, allocated, meaning, simple
