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
        # An empty line stands between two answers.
        found = done.stdout.split("\n\n")
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


# Partitions lie this far apart in the memory that transfers are walked in here, in elements.
APART = 4096
MIDDLE = 1 << 22
MEMORY = []
SIZES = {"uint8": 1, "bf16": 2, "fp32": 4, "uint16": 2, "uint32": 4, "uint64": 8}


def walked(np, at, dims):
    """Addresses of elements in order, as NumPy's strided view of a memory that holds addresses finds them."""
    if not dims:
        return [at]
    low = at + sum(min(0, s * (n - 1)) for s, n in dims)
    high = at + sum(max(0, s * (n - 1)) for s, n in dims)
    assert -MIDDLE <= low and high < MIDDLE, (at, dims)
    if not MEMORY:
        MEMORY.append(np.arange(-MIDDLE, MIDDLE, dtype=np.int64))
    memory = MEMORY[0]
    view = np.lib.stride_tricks.as_strided(
        memory[MIDDLE + at:], [n for _, n in dims], [s * memory.itemsize for s, _ in dims])
    return view.flatten().tolist()


def side(rng, nums, chip):
    """A side with these counts: partition or none, pairs, offset."""
    dims, reach = [], 1
    for n in reversed(nums):
        kind = rng.random()
        stride = 0 if kind < 0.05 else reach if kind < 0.6 else reach + rng.randint(0, 3) if kind < 0.8 else rng.randint(1, 40)
        stride = -stride if rng.random() < 0.15 else stride
        dims.insert(0, (stride, n))
        reach = max(1, abs(stride) * n)
    low = sum(min(0, s * (n - 1)) for s, n in dims)
    partition = (rng.choice([1, 1, 2, -1]), dims.pop(0)[1]) if chip and dims else None
    return partition, dims, rng.choice([0, 0, 4, 8, rng.randint(0, 20)]) - low


def transfer(rng):
    """Two sides that move as many elements each."""
    primes = [rng.choice([2, 2, 2, 3]) for _ in range(rng.randint(1, 5))]

    def grouped():
        nums = []
        for q in primes:
            if nums and rng.random() < 0.4:
                nums[-1] *= q
            else:
                nums.append(q)
            if rng.random() < 0.1:
                nums.append(1)
        return nums
    nums = grouped()
    if rng.random() < 0.3:
        rng.shuffle(primes)
    other = nums if rng.random() < 0.5 else grouped()
    if rng.random() < 0.1:
        other = list(reversed(other))
    order = rng.choices(["", "aliased", "accumulate"], [8, 1, 1])[0]
    chip = rng.random() < 0.2
    return side(rng, nums, chip and rng.random() < 0.5), side(rng, other, chip), rng.choice(["uint8", "bf16", "fp32"]), order


def side_text(s):
    partition, dims, offset = s
    at = f" offset {offset}" if offset else ""
    return spelled(dims) + (f" partition [{partition[0]},{partition[1]}]" if partition else "") + at


def all_dims(s):
    partition, dims, _ = s
    return ([(partition[0] * APART, partition[1])] if partition else []) + dims


def number(text, size):
    """`3`, `2p` or `2p+3`: elements of this size, in a memory whose partitions are APART elements of it apart."""
    m = re.fullmatch(r"(?:(-?\d+)p)?([+-]?\d+)?", text)
    return int(m[1] or 0) * APART // size + int(m[2] or 0)


def read_side(text, per):
    """A side as the tool prints it. `per`: elements of the transfer in one of its elements."""
    m = re.fullmatch(r"\[(.*?)\](?: partition \[(-?\d+),(\d+)\])?(?: offset (\S+))?", text)
    dims = [(number(a, per), int(n)) for a, n in re.findall(r"\[([^\[,]+),(\d+)\]", m[1])]
    if m[2]:
        dims.insert(0, (int(m[2]) * APART // per, int(m[3])))
    return number(m[4] or "0", per), dims


def joint(text, per):
    return [(number(a, per), number(b, per), int(n)) for a, b, n in re.findall(r"\(([^(),]+),([^(),]+),(\d+)\)", text)]


def bytes_of(pairs, size):
    return [(s * size + b, d * size + b) for s, d in pairs for b in range(size)]


def said_of(np, text, size):
    """Each form that the tool gives of a transfer, as byte pairs in order; and its elements as its walkers give them."""
    found = {}
    elements = re.search(r"^elements    (.*)$", text, flags=re.M)
    pairs = [e.split("->") for e in elements[1].split()]
    found["walkers"] = bytes_of([(number(a, 1), number(b, 1)) for a, b in pairs], size)
    for label, name in (("normal form", "normal form"), ("widest     ", "widest")):
        m = re.search(rf"^{label}  (.*) -> (.*) x (\w+)$", text, flags=re.M)
        if m:
            wide = SIZES[m[3]]
            src, dst = read_side(m[1], wide // size), read_side(m[2], wide // size)
            found[name] = bytes_of(zip(walked(np, *src), walked(np, *dst)), wide)
    forms = re.findall(r"^(plain|best|alternative) +cost.*\n +(?:(.*) \| )?(.*) x (\d) bytes?(?: from (\S+) to (\S+))?$", text,
                       flags=re.M)
    for n, (name, outer, inner, wide, a, b) in enumerate(forms):
        per = int(wide) // size
        dims = joint(outer, per) + joint(inner, per)
        src = walked(np, number(a or "0", per), [(s, k) for s, _, k in dims])
        dst = walked(np, number(b or "0", per), [(d, k) for _, d, k in dims])
        found[f"{name} {n}"] = bytes_of(zip(src, dst), int(wide))
    return found


def walk(args):
    import numpy as np
    rng = random.Random(args.seed)
    cases = [transfer(rng) for _ in range(args.count)]
    texts = [f"{side_text(s)} -> {side_text(d)} x {dtype} {order}".strip() for s, d, dtype, order in cases]
    answers = reports(args.tool, texts, ["--ap-elements=256"])
    failed, forms, cut, again = 0, 0, 0, 0
    for (s, d, dtype, order), text, said in zip(cases, texts, answers):
        size = SIZES[dtype]
        src, dst = walked(np, s[2], all_dims(s)), walked(np, d[2], all_dims(d))
        want = bytes_of(zip(src, dst), size)
        again += len(set(dst)) < len(dst)
        parts = [said_of(np, part, size) for part in re.split(r"^(?=transfer  )", said, flags=re.M) if "elements  " in part]
        cut += len(parts) > 1
        names = set(parts[0]) if len(parts) == 1 else {"walkers", "normal form"}
        for name in sorted(names):
            got = [p for part in parts for p in part[name]]
            if order or name == "walkers" and len(parts) == 1:
                good = got == want
            else:
                # A copy: what is written last counts, and every order is good that ends with the same.
                good = {y: x for x, y in got} == {y: x for x, y in want}
            forms += 1
            if not good:
                failed += 1
                if failed <= SHOWN:
                    print(f"{text}: {name} gives {got[:8]}.., NumPy {want[:8]}..")
    print(f"walk: {len(cases)} transfers, {forms} forms, seed {args.seed}: {failed} differ from NumPy's as_strided; {cut} transfers "
          f"are cut because boundaries do not nest, {again} write a destination more than once")
    return failed == 0 and cut > 0 and again > 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", nargs="?", default="all", choices=["all", "normal", "walk"])
    p.add_argument("--tool", default="target/debug/rookery-opt")
    p.add_argument("--count", type=int, default=20_000)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    checks = {"normal": normal, "walk": walk}
    good = [check(args) for name, check in checks.items() if args.what in ("all", name)]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
