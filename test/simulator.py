"""The walkers of the simulator against NumPy's as_strided: random accesses at the three levels.

    python test/simulator.py --count 300 --tool target/release/rookery-sim [--seed 1]

Prints how many kernels of each level were compared, and how many differ. Development only: nothing in the project needs
NumPy to build or to run.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np
from numpy.lib.stride_tricks import as_strided

TYPES = {"uint8": ("i8", np.uint8), "uint16": ("i16", np.uint16), "uint32": ("i32", np.uint32), "uint64": ("i64", np.uint64)}


def strides(rng, nums, repeat):
    """Strides for these nums: any order of dimensions, gaps, some negative, some 0 where that may be."""
    order = list(range(len(nums)))
    rng.shuffle(order)
    out, low, high = [0] * len(nums), 0, 0
    for at in order:
        stride = high - low + 1 + rng.choice([0, 0, 1, 3])
        if repeat and rng.random() < 0.2:
            stride = rng.choice([0, 1])
        elif rng.random() < 0.25:
            stride = -stride
        out[at] = stride
        far = stride * (nums[at] - 1)
        low, high = low + min(far, 0), high + max(far, 0)
    return out, low, high


class Side:
    """One side of a transfer: a memory of rows of elements, and where the elements are in it."""

    def __init__(self, rng, nums, chip, repeat):
        free = nums[1:] if chip else nums
        self.steps, low, high = strides(rng, free, repeat)
        self.chip, self.free = chip, free
        self.first = rng.randrange(3) - low
        self.row = self.first + high + 1 + rng.randrange(3)
        self.p0 = rng.randrange(2) if chip else 0
        self.pstep = rng.choice([1, 1, 2, -1]) if chip else 0
        self.parts = nums[0] if chip else 1
        if chip:
            far = self.pstep * (self.parts - 1)
            self.p0 -= min(far, 0)
            self.rows = self.p0 + max(far, 0) + 1 + rng.randrange(2)
        else:
            self.rows = 1

    def view(self, array):
        """The elements of an array of rows and elements, in order."""
        start = array.reshape(-1)[self.p0 * self.row + self.first :]
        size = array.itemsize
        shape = ([self.parts] if self.chip else []) + self.free
        steps = ([self.pstep * self.row * size] if self.chip else []) + [s * size for s in self.steps]
        return as_strided(start, shape=shape, strides=steps)

    def type(self, element):
        if self.chip:
            return f"memref<{self.rows}x{self.row}x{element}, #dma.space<sbuf>>"
        return f"memref<{self.row}x{element}>"

    def pattern(self):
        pairs = ", ".join(f"[{s}, {n}]" for s, n in zip(self.steps, self.free)) or "[1, 1]"
        part = f" partition [{self.pstep * self.row}, {self.parts}]" if self.chip else ""
        return f"pattern [{pairs}]{part} offset {self.p0 * self.row + self.first}"

    def memory(self, name, argument, size, address):
        at = "" if address is None else f", address = {address}"
        if self.chip:
            return f"bir.memory @{name} sbuf {{partitions = {self.rows}, bytes = {self.row * size}, argument = {argument}{at}}}"
        return f"bir.memory @{name} hbm {{bytes = {self.row * size}, argument = {argument}{at}}}"

    def desc(self, size, address, dtype):
        pairs = ", ".join(f"[{s}, {n}]" for s, n in zip(self.steps, self.free)) or "[1, 1]"
        space = "sbuf" if self.chip else "hbm"
        where = f"byte = {address + self.first * size}" + (f", partition = {self.p0}" if self.chip else "")
        part = f", partition = [{self.pstep}, {self.parts}]" if self.chip else ""
        return f"{{space = {space}, address = {{{where}}}{part}, pairs = [{pairs}], dtype = {dtype}}}"


def kernel(level, name, src, dst, dtype):
    element, np_type = TYPES[dtype]
    size = np.dtype(np_type).itemsize
    args = f"%a: {src.type(element)} {{dma.input = {{step = 1}}}}, %b: {dst.type(element)} {{dma.input = {{start = 100, step = 3}}}}"
    if level == "penguin":
        return (
            f"func.func @{name}({args}) {{\n"
            f"  %0 = penguin.access %a {src.pattern()} as {dtype} : {src.type(element)}\n"
            f"  %1 = penguin.access %b {dst.pattern()} as {dtype} : {dst.type(element)}\n"
            "  penguin.dma_copy %0 -> %1\n  return\n}\n"
        )
    # Both may be in one space: one behind the other.
    places = (64, 64 + src.row * size + 64)
    addresses = places if level == "desc" else (None, None)
    head = (
        f"dma.kernel @{name}({args}) {{\n"
        f"  %m = {src.memory('m', 0, size, addresses[0])}\n  %n = {dst.memory('n', 1, size, addresses[1])}\n"
    )
    if level == "bir":
        return (
            head + f"  %0 = bir.ap %m {src.pattern()} as {dtype}\n  %1 = bir.ap %n {dst.pattern()} as {dtype}\n"
            '  bir.dma_copy %0 -> %1 {name = "c"}\n  dma.return\n}\n'
        )
    return (
        head + "  desc.trigger @q fires [@q::@b0] on pool\n  desc.queue @q engine pool qos default {\n    desc.block @b0 id 0 {\n"
        f"      desc.copy {src.desc(size, places[0], dtype)} -> {dst.desc(size, places[1], dtype)}\n    }}\n  }}\n  dma.return\n}}\n"
    )


def filled(side, np_type, start, step):
    count = side.rows * side.row
    values = (start + step * np.arange(count, dtype=np.uint64)) & np.uint64(np.iinfo(np_type).max)
    return values.astype(np_type).reshape(side.rows, side.row)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tool", default="target/release/rookery-sim")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    differ = 0
    compared = {"penguin": 0, "bir": 0, "desc": 0}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for first in range(0, options.count, 50):
            text, outputs, wanted = "", [], []
            for n in range(first, min(first + 50, options.count)):
                level = list(compared)[n % 3]
                dtype = rng.choice(list(TYPES))
                np_type = TYPES[dtype][1]
                nums = [rng.randint(1, 5) for _ in range(rng.randint(1, 4))]
                src = Side(rng, nums, rng.random() < 0.4, True)
                dst = Side(rng, nums, rng.random() < 0.4, False)
                a, b = filled(src, np_type, 0, 1), filled(dst, np_type, 100, 3)
                dst.view(b)[...] = src.view(a)
                text += kernel(level, f"k{n}", src, dst, dtype)
                outputs += ["--output", f"k{n}:arg1={folder}/k{n}.npy"]
                wanted.append((n, level, b))
            (folder / "all.mlir").write_text(text)
            run = subprocess.run([options.tool, folder / "all.mlir", "--checksums", *outputs], capture_output=True, text=True)
            if run.returncode != 0:
                sys.exit(run.stderr)
            for n, level, b in wanted:
                compared[level] += 1
                got = np.load(folder / f"k{n}.npy").view(b.dtype).reshape(b.shape)
                if not np.array_equal(got, b):
                    differ += 1
                    print(f"kernel {n} at level {level} differs", file=sys.stderr)
    counts = ", ".join(f"{n} {level}" for level, n in compared.items())
    print(f"{options.count} kernels ({counts}), {differ} differ from as_strided, seed {options.seed}")
    sys.exit(1 if differ else 0)


main()
