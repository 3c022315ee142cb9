#!/usr/bin/env python3
"""Checks lowered DMAs byte by byte, with NumPy and without any of the project's code.

It draws random copies, and DMAs of every other kind of descriptor, so it knows what each denotes: index expressions on
tensors. `rookery-opt` lowers them; of its output only `bir.memory` (where tensors lie) and `desc` operations are read, and
executed on byte arrays (`bytes_machine.py`). All of memory must then hold what NumPy says. A DMA may be refused, but only
for a reason of REASONS.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import subprocess
import sys

import numpy as np

from bytes_draw import DTYPES, TARGETS, draw
from bytes_examples import EXAMPLES
from bytes_kinds import COMES_TO, KINDS, Case
from bytes_machine import Tensor, Wrong, check
from bytes_self import self_test

# What a refusal may say; anything else counts as wrong.
REASONS = ["complicated access pattern", "Cannot legalize strided load!", "Cannot legalize strided store!",
           "it cannot be split: it is one batch of a transpose"]
# How many of 1000 copies must lower, and of 1000 DMAs of another kind.
LEAST = {"trn2": 600, "trn3": 600, "tiny": 250}
LEAST_OF_KIND = 900


# ---- Examples --------------------------------------------------------------------------------------------------------

BY_NAME = {function.__name__: (function, *row) for function, row in EXAMPLES.items()}


def tensors(shapes, types, space):
    known = {d[0]: d for d in DTYPES}
    # One type stands for all.
    types = (types * len(shapes))[:len(shapes)] if len(types) == 1 else types
    return [Tensor(f"{space}{n}", list(s), known[t], space) for n, (s, t) in enumerate(zip(shapes, types))]


def example(tool, path, target):
    function, types, arguments, allocated = BY_NAME[path.stem]
    arguments, allocated = (tensors(t, types.split(), space) for t, space in ((arguments, "hbm"), (allocated, "sbuf")))

    def meaning():
        function(*(t.data.reshape(t.shape) for t in arguments + allocated))

    return judge(run(tool, path.read_text(), target), arguments, allocated, meaning, 1)


# ---- The whole -------------------------------------------------------------------------------------------------------


def run(tool, text, target, passes=("--dma",)):
    command = [tool, *passes, "--print-op-generic", "--threads=1", "--target", target]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)


def judge(done, arguments, allocated, meaning, seed, kind=None):
    """`lowered`, the reason of a refusal, or `wrong: ...`."""
    if done.returncode == 1:
        said = [r for r in REASONS if r in done.stderr]
        return said[0] if said else f"wrong: refused without a known reason: {done.stderr.strip()}"
    if done.returncode != 0:
        return f"wrong: exit status {done.returncode}: {done.stderr.strip()}"
    try:
        found = check(done.stdout, arguments, allocated, meaning, seed)
        wanted = COMES_TO.get(kind, f"desc.{kind}") if kind else "desc.copy"
        if set(found) - {wanted}:
            raise Wrong(f"descriptors {dict(found)} instead of {wanted}")
        DESCRIPTORS.update({kind or "copy": sum(found.values())})
    except (Wrong, KeyError, ValueError, TypeError, IndexError) as e:
        return f"wrong: {e!r}"
    return "lowered"


# How many were executed, by kind.
DESCRIPTORS = collections.Counter()


def case(tool, name, n, seed):
    text, arguments, allocated, meaning, simple = draw([seed, sorted(TARGETS).index(name), n], TARGETS[name])
    return text, judge(run(tool, text, name), arguments, allocated, meaning, n), simple


def case_of_kind(tool, name, kind, n, seed):
    c = Case(kind, np.random.default_rng([seed, sorted(TARGETS).index(name), KINDS.index(kind), n]), TARGETS[name])
    text = c.text()
    return text, judge(run(tool, text, name, c.flags()), c.arguments, c.allocated, c.meaning, n, kind)


def report(name, results, least, extra, again):
    """Says what became of cases; whether something is wrong."""
    tally = collections.Counter("wrong" if o.startswith("wrong") else o for o in results)
    print(f"{name}: {', '.join(f'{k} {v}' for k, v in sorted(tally.items()))}; {extra}")
    wrong = [(n, o) for n, o in enumerate(results) if o.startswith("wrong")]
    for n, o in wrong[:3]:
        print(f"  {again(n)}: {o}")
    if tally["lowered"] < least:
        print(f"  only {tally['lowered']} lowered; at least {least} should")
    return bool(wrong) or tally["lowered"] < least


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--count", type=int, default=1000, help="random copies a target, and a fifth as many DMAs of each other kind")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--tool", default="target/debug/rookery-opt")
    p.add_argument("--target", action="append", choices=sorted(TARGETS), help="only these targets")
    p.add_argument("--kind", action="append", choices=["copy"] + KINDS, help="only these kinds")
    p.add_argument("--show", metavar="TARGET[:KIND]:N", help="print one case and its outcome")
    p.add_argument("--self-test", action="store_true")
    args = p.parse_args()
    if args.self_test:
        return self_test()
    if args.show:
        name, *kind, n = args.show.split(":")
        if kind:
            text, outcome = case_of_kind(args.tool, name, kind[0], int(n), args.seed)
            print(f"{text}// {outcome}")
        else:
            text, outcome, simple = case(args.tool, name, int(n), args.seed)
            print(f"{text}// {outcome}; {'simple' if simple else 'not simple'}")
        return None
    failed = False
    kinds = args.kind or ["copy"] + KINDS
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name in args.target or TARGETS:
            for kind in kinds:
                DESCRIPTORS.clear()
                if kind == "copy":
                    found = list(pool.map(lambda n: case(args.tool, name, n, args.seed), range(args.count)))
                    surprises = sum(s and o in REASONS for _, o, s in found)
                    extra = f"{sum(s for *_, s in found)} are simple, of which {surprises} were refused; "
                    least = LEAST.get(name, 0) * args.count // 1000
                else:
                    count = -(-args.count // 5)
                    found = list(pool.map(lambda n: case_of_kind(args.tool, name, kind, n, args.seed), range(count)))
                    extra, least = "", LEAST_OF_KIND * count // 1000
                what = "" if kind == "copy" else f":{kind}"
                failed |= report(f"{name}, {kind}", [f[1] for f in found], least, f"{extra}{DESCRIPTORS[kind]} descriptors",
                                 lambda n: f"--show {name}{what}:{n} --seed {args.seed}")
    for path in sorted(pathlib.Path(__file__).parent.parent.joinpath("examples").glob("*.mlir")) if "copy" in kinds else []:
        if path.stem not in BY_NAME:
            print(f"examples/{path.name}: not in the table of bytes_examples.py")
            failed = True
            continue
        outcome = example(args.tool, path, "trn2")
        print(f"examples/{path.name}: {outcome}")
        failed |= outcome != "lowered"
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
