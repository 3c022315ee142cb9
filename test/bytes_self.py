"""What `bytes.py --self-test` does: its reader and its executor on programs whose descriptors are written here."""

import re

import numpy as np

from bytes_draw import TARGETS, draw
from bytes_kinds import KINDS, Case
from bytes_machine import SIZES, Tensor, Wrong, check, numbers, rounded


def naive(text, arguments, allocated):
    """A case lowered the plainest way: one descriptor an iteration, on made-up memories."""
    out, ends = ['"dma.kernel"() ({'], {"hbm": 8, "sbuf": 16}
    places = {}
    for n, t in enumerate(arguments + allocated):
        rows = t.shape[0] if t.space != "hbm" else 1
        row = t.elements() // rows * t.dtype[2]
        which = f"argument = {n} : i64, " if t in arguments else ""
        out.append(f'%{n} = "bir.memory"() <{{address = {ends[t.space]} : i64, {which}bytes = {row} : i64, partitions = {rows} : i64, '
                   f'space = #dma.space<{t.space}>}}> : () -> !bir.memory')
        places[t.name], ends[t.space] = (t, ends[t.space], row), ends[t.space] + row + 3
    trips = [int(n) for n in re.findall(r"from 0 to (\d+)", text)]
    out.append('"desc.queue"() <{sym_name = "q"}> ({')
    names = []
    for number, at in enumerate(np.ndindex(*trips)):
        sides = []
        for name, pairs, partition, offset in re.findall(r"access %(\w) pattern (\[.*?\]\]) ?(?:partition (\[.*?\]))? ?offset (.*?) as", text):
            t, base, row = places[name]
            row //= t.dtype[2]
            offset = eval(offset.replace("%", ""), dict(zip("ij", at)))
            p, e = divmod(offset, row) if t.space != "hbm" else (0, offset)
            part = ""
            if partition:
                step, num = map(int, partition.strip("[]").split(","))
                part = f"partition = [{step // row}, {num}], "
            sides.append(f"{{address = {{byte = {base + e * t.dtype[2]} : i64, partition = {p} : i64}}, dtype = #dma.dtype<{t.dtype[1]}>, "
                         f"pairs = {pairs}, {part}space = #dma.space<{t.space}>}}")
        names.append(f"@q::@b{number}")
        out.append(f'"desc.block"() <{{sym_name = "b{number}"}}> ({{\n"desc.copy"() <{{dst = {sides[1]}, src = {sides[0]}}}> : () -> ()\n}}) : () -> ()')
    out.append("}) : () -> ()")
    out.append(f'"bir.loop"() <{{upper = {len(names)} : i64}}> ({{\n"desc.trigger"() <{{blocks = [{", ".join(names)}]}}> : () -> ()\n}}) : () -> ()')
    return "\n".join(out + ["}) : () -> ()"])


# For each kind a descriptor on a, b and c, which are at 4, 60 and 156, what it means by hand, and changes
# that must be noticed.
A, B, C = (f"{{address = {{byte = %s : i64}}, dtype = #dma.dtype<{d}>, pairs = %s, space = #dma.space<hbm>}}" for d in ("bf16", "fp32", "bf16"))
BY_HAND = {
    "cast": (
        "desc.copy", f"src = {B % (64, [[3, 4]])}, dst = {C % (162, [[-1, 4]])}",
        lambda a, b, c: c.__setitem__([3, 2, 1, 0], b[[1, 4, 7, 10]]),
        {"bf16": "fp16", "[3, 4]": "[2, 4]", "byte = 64": "byte = 68", "[-1, 4]": "[1, 4]"}),
    "cce": (
        "desc.cce", f"accumulate = true, constants = [3.0 : f64, -2.5e-01 : f64], src = {A % (4, [[1, 4]])}, "
        f"others = [{B % (60, [[1, 2], [4, 2]])}], dst = {C % (156, [[2, 4]])}",
        lambda a, b, c: c.__setitem__([0, 2, 4, 6], c[[0, 2, 4, 6]] + 3 * a[:4] - b[[0, 4, 1, 5]] / 4),
        {"accumulate = true": "accumulate = false", "3.0": "2.0", "-2.5e-01": "2.5e-01", "[[1, 2], [4, 2]]": "[[4, 2], [1, 2]]",
         "byte = 60": "byte = 64", "byte = 4 ": "byte = 6 ", "[[2, 4]]": "[[1, 4]]", "fp32": "bf16", "3.0 : f64, ": ""}),
    "transpose": (
        "desc.transpose", f"src = {A % (4, [[12, 2], [6, 2], [2, 3], [1, 2]])}, "
        f"dst = {C % (156, [[12, 2], [6, 2], [2, 3], [1, 2]])}, transpose_op = #bir.transpose_op<xzyw>",
        lambda a, b, c: c.__setitem__(slice(None), np.swapaxes(a.reshape(2, 2, 3, 2), 0, 3).reshape(-1)),
        {"xzyw": "xyzw", "[[12, 2], [6, 2], [2, 3]": "[[6, 2], [12, 2], [2, 3]", "byte = 156": "byte = 158",
         "[6, 2], [2, 3]": "[2, 3], [6, 2]"}),
    "replicate": (
        "desc.replicate", f"copies = 3 : i64, src = {A % (8, [[2, 2], [1, 3]])}, dst = {C % (156, [[1, 18]])}",
        lambda a, b, c: c.__setitem__(slice(18), a[[2, 3, 4, 4, 5, 6] * 3]),
        {"copies = 3": "copies = 2", "[[2, 2], [1, 3]]": "[[1, 3], [2, 2]]", "byte = 8": "byte = 6", "[[1, 18]]": "[[1, 17]]",
         "desc.replicate": "desc.copy"}),
}


def by_hand(name, words):
    places = [(4, 48), (60, 96), (156, 48)]
    memories = "\n".join(f'%{n} = "bir.memory"() <{{address = {at} : i64, argument = {n} : i64, bytes = {size} : i64, '
                         f'space = #dma.space<hbm>}}> : () -> !bir.memory' for n, (at, size) in enumerate(places))
    return (f'"dma.kernel"() ({{\n{memories}\n"desc.queue"() <{{sym_name = "q"}}> ({{\n"desc.block"() <{{sym_name = "b"}}> ({{\n'
            f'"{name}"() <{{{words}}}> : () -> ()\n}}) : () -> ()\n}}) : () -> ()\n'
            f'"desc.trigger"() <{{blocks = [@q::@b]}}> : () -> ()\n}}) : () -> ()')


def self_test_of_kinds():
    """Descriptors by hand and their faults, and drawn cases that are lowered plainly."""
    for kind, (name, words, means, faults) in BY_HAND.items():
        abc = [Tensor(n, [24], (None, d, SIZES[d]), "hbm") for n, d in (("a", "bf16"), ("b", "fp32"), ("c", "bf16"))]
        values = np.random.default_rng(7).integers(-999, 1000, (3, 24)).astype(np.float32) / 64
        for t, v in zip(abc, values):
            t.held = rounded(v, t.dtype[1])

        def meaning():
            held = [numbers(t.held, t.dtype[1]) for t in abc]
            means(*held)
            abc[2].data = rounded(held[2], "bf16").reshape(-1).view("V2")

        text = by_hand(name, words)
        check(text, abc, [], meaning, 0)
        for old, new in faults.items():
            assert old in text, old
            try:
                check(text.replace(old, new, 1), abc, [], meaning, 0)
            except Wrong:
                continue
            raise SystemExit(f"the executor of {name} does not see '{new}' for '{old}'")
        print(f"{kind}: {len(faults)} changed descriptors are noticed")
    for target in TARGETS:
        for kind in KINDS:
            for n in range(100):
                c = Case(kind, np.random.default_rng([0, n]), TARGETS[target])
                check(c.plain(), c.arguments, c.allocated, c.meaning, n)


def self_test():
    """The reader and the executor on a program written by hand, and drawn cases that are lowered plainly."""
    text = '''"builtin.module"() ({
  "dma.kernel"() <{function_type = (memref<8xf16>) -> (), sym_name = "k"}> ({
  ^bb0(%arg0: memref<8xf16>):
    %0 = "bir.memory"() <{address = 4 : i64, argument = 0 : i64, bytes = 16 : i64, space = #dma.space<hbm>, sym_name = "a"}> : () -> !bir.memory
    %1 = "bir.memory"() <{address = 2 : i64, bytes = 4 : i64, partitions = 2 : i64, space = #dma.space<sbuf>, sym_name = "b"}> : () -> !bir.memory
    "desc.queue"() <{engine = #bir.engine<pool>, qos = #bir.qos<default>, sym_name = "q"}> ({
      "desc.block"() <{id = 0 : i64, sym_name = "b0"}> ({
        "desc.copy"() <{dst = {address = {byte = 2 : i64}, dtype = #dma.dtype<fp16>, pairs = [[1, 2]], partition = [1, 2], space = #dma.space<sbuf>}, src = {address = {byte = 18 : i64}, dtype = #dma.dtype<fp16>, pairs = [[-4, 2], [-1, 2]], space = #dma.space<hbm>}}> : () -> ()
      }) : () -> ()
      "desc.block"() <{id = 1 : i64, sym_name = "b1"}> ({
        "desc.copy"() <{dst = {address = {byte = 4 : i64, partition = 1 : i64}, dtype = #dma.dtype<fp16>, pairs = [[1, 1]], space = #dma.space<sbuf>}, src = {address = {byte = 4 : i64}, dtype = #dma.dtype<fp16>, pairs = [[1, 1]], space = #dma.space<hbm>}}> : () -> ()
      }) : () -> ()
    }) : () -> ()
    "bir.loop"() <{upper = 2 : i64}> ({
    ^bb0(%arg1: index):
      "desc.trigger"() <{blocks = [@q::@b0, @q::@b1], engine = #bir.engine<pool>, queue = @q}> : () -> ()
      "bir.end"() : () -> ()
    }) : () -> ()
    "dma.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
'''
    a, b = Tensor("a", [8], ("f16", "fp16", 2), "hbm"), Tensor("b", [2, 2], ("f16", "fp16", 2), "sbuf")

    def meaning():
        b.data[:] = a.data[[7, 6, 3, 2]]
        b.data[3] = a.data[0]

    check(text, [a], [b], meaning, 0)
    faults = {"upper = 2": "upper = 1", "[-4, 2]": "[-3, 2]", "byte = 18": "byte = 2", "@q::@b0, @q::@b1": "@q::@b0, @q::@b0",
              "partition = 1": "partition = 2", "[[1, 1]], space = #dma.space<sbuf>": "[[1, 2]], space = #dma.space<sbuf>"}
    for old, new in faults.items():
        assert old in text
        try:
            check(text.replace(old, new), [a], [b], meaning, 0)
        except Wrong:
            continue
        raise SystemExit(f"the executor does not see '{new}'")
    for name, target in TARGETS.items():
        cases = [draw([0, n], target) for n in range(300)]
        for n, (text, arguments, allocated, meaning, _) in enumerate(cases):
            check(naive(text, arguments, allocated), arguments, allocated, meaning, n)
        print(f"{name}: {sum(c[4] for c in cases)} of 300 drawn cases should lower")
    self_test_of_kinds()
    print("self-test: fine")
