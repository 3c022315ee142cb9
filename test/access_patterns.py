#!/usr/bin/env python3
"""Compares access patterns with two that know nothing of this code.

normal: the normal form of single accesses with `coalesce` of CuTe's Python reference (`pycute`, which the package
    nvidia-cutlass 4.2.0.0 contains; the package that is called pycute is another thing).
walk: the elements of transfers, by both walkers of `--ap-elements`, with NumPy's `as_strided`.

Run by hand, in an environment with `pip install --no-deps numpy nvidia-cutlass==4.2.0.0`.
"""

import argparse
import random
import re
import subprocess
import sys

# Accesses a process.
BATCH = 500
SHOWN = 10


def single(rng):
    """A list of (stride, num), outermost first: some stride 0, some num 1, many that merge."""
    dims, reach = [], 1
    for _ in range(rng.randint(0, 6)):
        num = rng.choice([1, 1, 2, 2, 3, 4, 5, 8])
        kind = rng.random()
        if kind < 0.2:
            stride = 0
        elif kind < 0.7:
            stride = reach
        else:
            stride = rng.randint(0, 64)
        dims.append((stride, num))
        reach = max(1, stride * num)
    dims.reverse()
    if rng.random() < 0.2:
        rng.shuffle(dims)
    return dims


def spelled(dims):
    return "[" + ",".join(f"[{s},{n}]" for s, n in dims) + "]"


def reports(tool, texts, flags=()):
    """What the tool says of each text."""
    out = []
    for at in range(0, len(texts), BATCH):
        part = texts[at:at + BATCH]
        args = [tool, *flags]
        for t in part:
            args += ["--ap", t]
        done = subprocess.run(args, capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            sys.exit(f"the tool fails: {done.stderr[:2000]}")
        found = re.split(r"^(?=access  |transfer  )", done.stdout, flags=re.M)[1:]
        if len(found) != len(part):
            sys.exit(f"{len(part)} asked, {len(found)} answered")
        out += found
    return out


def cute(layout_of, coalesce, dims):
    """CuTe's answer in our spelling: it writes the innermost mode first, and 1:0 for one element."""
    shape = tuple(n for _, n in reversed(dims)) or 1
    stride = tuple(s for s, _ in reversed(dims)) if dims else 0
    got = coalesce(layout_of(shape, stride))
    flat = lambda x: list(x) if isinstance(x, tuple) else [x]
    shape, stride = flat(got.shape), flat(got.stride)
    if shape == [1]:
        return [], True
    return list(zip(reversed(stride), reversed(shape))), False


def normal(args):
    from pycute import Layout, coalesce
    rng = random.Random(args.seed)
    cases = [single(rng) for _ in range(args.count)]
    answers = reports(args.tool, [f"{spelled(c)} x uint8" for c in cases])
    failed, ones, merged, zeros = 0, 0, 0, 0
    for dims, said in zip(cases, answers):
        want, one = cute(Layout, coalesce, dims)
        ones += one
        merged += len(want) < len(dims)
        zeros += any(s == 0 and n > 1 for s, n in want)
        text = re.search(r"^normal form  (\S+) x uint8$", said, flags=re.M)
        got = text and text[1]
        if got != spelled(want):
            failed += 1
            if failed <= SHOWN:
                print(f"{spelled(dims)}: {got}, CuTe {spelled(want)}")
    print(f"normal: {len(cases)} accesses, seed {args.seed}: {failed} differ from CuTe's coalesce; {merged} are shorter "
          f"in normal form, {zeros} keep a stride of 0, {ones} are one element, which CuTe writes 1:0 and we []")
    return failed == 0 and merged > len(cases) // 3 and zeros > 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", nargs="*", default="normal")
    p.add_argument("--tool", default="target/debug/rookery-opt")
    p.add_argument("--count", type=int, default=20_000)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    checks = {"normal": normal}
    good = [checks[w](args) for w in args.what]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
