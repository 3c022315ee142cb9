#!/usr/bin/env python3
"""Checks lowered copies byte by byte, with NumPy and without any of the project's code.

It draws random copies, so it knows what each denotes: index expressions on tensors. `rookery-opt --dma` lowers them;
of its output only `bir.memory` (where tensors lie) and `desc` operations are read, and executed here on byte arrays.
All of memory must then hold what NumPy says. A copy may be refused, but only for a reason of REASONS.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys

import numpy as np

from bytes_examples import EXAMPLES

# What a refusal may say; anything else counts as wrong.
REASONS = ["complicated access pattern", "Cannot legalize strided load!", "Cannot legalize strided store!"]

# Partitions, SBUF bytes a partition and HBM bytes that a case may use, and the budget of strides.
Target = collections.namedtuple("Target", "partitions sbuf hbm strides")
TARGETS = {
    "trn1": Target(128, 4096, 1 << 16, 3),
    "trn2": Target(128, 4096, 1 << 16, 4),
    "trn3": Target(128, 4096, 1 << 16, 4),
    "tiny": Target(4, 64, 256, 2),
    "tiny-nodge": Target(4, 64, 256, 2),
}
# How many of 1000 cases must lower.
LEAST = {"trn2": 600, "trn3": 600, "tiny": 250}

# Element types: the memref's, the hardware's, bytes.
DTYPES = [("i8", "int8", 1), ("bf16", "bf16", 2), ("f16", "fp16", 2), ("f32", "fp32", 4), ("i32", "int32", 4), ("i64", "int64", 8)]
SIZES = {"uint8": 1, "int8": 1, "fp8e3": 1, "fp8e4": 1, "fp8_e4m3fn": 1, "e8m0": 1, "fp8e5": 1, "fp4x4": 2, "uint16": 2,
         "int16": 2, "bf16": 2, "fp16": 2, "fp8e4m3x4": 4, "fp8e5m2x4": 4, "uint32": 4, "int32": 4, "fp32": 4, "fp32r": 4,
         "uint64": 8, "int64": 8}


class Wrong(Exception):
    """The lowering is at fault."""


# ---- Reading the generic form ----------------------------------------------------------------------------------------

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|@[\w$.]+(?:::@[\w$.]+)*|#[\w.]+<[^<>]*>|-?\d+|->|[A-Za-z_][\w.$]*|.)', re.S)


class Attributes:
    """A reader of attributes that keeps integers, strings, symbols, arrays and dictionaries, and skips the rest."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def entries(self, end):
        out = {}
        while self.peek() != end:
            key = self.take().strip('"')
            out[key] = True
            if self.peek() == "=":
                self.take()
                out[key] = self.value()
            if self.peek() == ",":
                self.take()
        self.take()
        return out

    def value(self):
        token = self.take()
        if token == "{":
            value = self.entries("}")
        elif token == "[":
            value = []
            while self.peek() != "]":
                value.append(self.value())
                if self.peek() == ",":
                    self.take()
            self.take()
        elif re.fullmatch(r"-?\d+", token):
            value = int(token)
        elif token.startswith('"'):
            value = token[1:-1]
        elif token.startswith("#"):
            value = re.search("<(.*)>", token).group(1)
        else:
            value = {"true": True, "false": False}.get(token, token)
        # A type after a colon, or what else an attribute of no interest may hold.
        depth = 0
        while self.peek() and (depth > 0 or self.peek() not in ",]}"):
            token = self.take()
            depth += (token in "([{<") - (token in ")]}>")
        return value


class Node:
    """An operation: name, attributes, operations of its regions."""

    def __init__(self, name, attributes):
        self.name, self.attributes, self.inside, self.fired = name, attributes, [], 0


def read(text):
    """The operations of a generic-form text."""
    root = Node("", {})
    stack = [root]
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("})"):
            if not line.endswith("({"):
                stack.pop()
            continue
        match = re.match(r'(?:%[^=]+= )?"([\w.]+)"\([^)]*\)(?:\[[^\]]*\])?(?: <\{(.*)\}>)?', line)
        if not match:
            continue
        node = Node(match.group(1), Attributes((match.group(2) or "") + "}").entries("}"))
        stack[-1].inside.append(node)
        if line.endswith("({"):
            stack.append(node)
    return root


def nodes(node, name):
    for n in node.inside:
        if n.name == name:
            yield n
        yield from nodes(n, name)


# ---- Executing descriptors -------------------------------------------------------------------------------------------


def addresses(side, memory):
    """The flat byte addresses of a side's elements, in order, and its array."""
    where, size = side["address"], SIZES[side["dtype"]]
    if not isinstance(where, dict) or "reference" in where:
        raise Wrong(f"address {where} is not known before the run")
    array = memory[side["space"]]
    dims = [(stride * size, num, 0) for stride, num in side["pairs"]]
    if "partition" in side:
        step, num = side["partition"]
        dims.insert(0, (0, num, step))
    k = np.arange(int(np.prod([d[1] for d in dims], dtype=np.int64)))
    byte = np.full(len(k), where["byte"])
    partition = np.full(len(k), where.get("partition", 0))
    for stride, num, step in reversed(dims):
        digit = k % num
        k = k // num
        byte, partition = byte + digit * stride, partition + digit * step
    if len(byte) and (byte.min() < 0 or byte.max() + size > array.shape[1] or partition.min() < 0 or partition.max() >= array.shape[0]):
        raise Wrong(f"a descriptor leaves its memory: {side}")
    flat = partition * array.shape[1] + byte
    return array.reshape(-1), (flat[:, None] + np.arange(size)).reshape(-1)


def copy(node, memory):
    (src, at), (dst, to) = (addresses(node.attributes[s], memory) for s in ("src", "dst"))
    if len(at) != len(to):
        raise Wrong("the sides of a descriptor have different numbers of bytes")
    dst[to] = src[at]


def execute(kernel, memory):
    """Runs the program of a kernel; every block must run exactly once."""
    blocks = {}
    for queue in nodes(kernel, "desc.queue"):
        for block in nodes(queue, "desc.block"):
            blocks[f"@{queue.attributes['sym_name']}::@{block.attributes['sym_name']}"] = block

    def stream(inside):
        for op in inside:
            if op.name == "bir.loop":
                a = op.attributes
                for _ in range(a.get("lower", 0), a["upper"], a.get("step", 1)):
                    stream(op.inside)
            elif op.name == "desc.trigger":
                names = op.attributes["blocks"]
                if op.fired >= len(names):
                    raise Wrong(f"a trigger fires more often than it has blocks: {names}")
                block = blocks[names[op.fired]]
                op.fired += 1
                block.fired += 1
                for c in block.inside:
                    if c.name != "desc.copy":
                        raise Wrong(f"'{c.name}' in the block of a copy")
                    copy(c, memory)
            elif op.name.startswith("penguin.") or op.name in ("bir.dma_copy", "bir.load", "bir.save"):
                raise Wrong(f"'{op.name}' is left")

    stream(kernel.inside)
    odd = [name for name, b in blocks.items() if b.fired != 1]
    if odd:
        raise Wrong(f"blocks that do not run exactly once: {odd}")


# ---- Tensors in memory -----------------------------------------------------------------------------------------------


class Tensor:
    """A tensor of the kernel: its shape, bytes an element, and space."""

    def __init__(self, name, shape, dtype, space):
        self.name, self.shape, self.dtype, self.space = name, shape, dtype, space
        self.data = None

    def type(self):
        space = f", #dma.space<{self.space}>" if self.space != "hbm" else ""
        return f"memref<{'x'.join(map(str, self.shape))}x{self.dtype[0]}{space}>"

    def elements(self):
        return int(np.prod(self.shape, dtype=np.int64))


def view(memory, node, tensor):
    """The bytes of a tensor in memory: one row a partition."""
    a = node.attributes
    rows = tensor.shape[0] if tensor.space != "hbm" else 1
    row = tensor.elements() // rows * tensor.dtype[2]
    if a["space"] != tensor.space or a["bytes"] < row or a.get("partitions", 1) < rows:
        raise Wrong(f"memory {a} does not hold {tensor.type()}")
    return memory[tensor.space][:rows, a["address"]:a["address"] + row]


def check(output, arguments, allocated, meaning, seed):
    """Executes a lowered kernel on random bytes and compares all of memory with what `meaning` makes of the tensors."""
    root = read(output)
    kernel = next(nodes(root, "dma.kernel"), None)
    if kernel is None:
        raise Wrong("no kernel in the output")
    memories = list(nodes(kernel, "bir.memory"))
    places = {m.attributes["argument"]: m for m in memories if "argument" in m.attributes}
    # References are locations that the run time patches, not pieces of memory.
    rest = [m for m in memories if "argument" not in m.attributes and "reference" not in m.attributes]
    used = [(places[n], t) for n, t in enumerate(arguments) if n in places] + list(zip(rest, allocated))
    if len(rest) != len(allocated):
        raise Wrong(f"{len(allocated)} tensors are allocated, but there are {len(rest)} memories")
    random = np.random.default_rng(seed)
    memory = {}
    for space in ("hbm", "sbuf", "psum"):
        ends = [m.attributes["address"] + m.attributes["bytes"] for m in memories if m.attributes["space"] == space]
        rows = [m.attributes.get("partitions", 1) for m in memories if m.attributes["space"] == space]
        memory[space] = random.integers(0, 256, (max(rows, default=1), max(ends, default=0) + 64), dtype=np.uint8)
    expected = {space: array.copy() for space, array in memory.items()}
    for node, t in used:
        t.data = np.ascontiguousarray(view(expected, node, t)).reshape(-1).view(f"V{t.dtype[2]}")
    for n, t in enumerate(arguments):
        if n not in places:
            t.data = np.zeros(t.elements() * t.dtype[2], dtype=np.uint8).view(f"V{t.dtype[2]}")
    meaning()
    for node, t in used:
        place = view(expected, node, t)
        place[:] = t.data.view(np.uint8).reshape(place.shape)
    execute(kernel, memory)
    for space in memory:
        bad = np.argwhere(memory[space] != expected[space])
        if len(bad):
            raise Wrong(f"{len(bad)} bytes of {space} differ, first partition {bad[0][0]} byte {bad[0][1]}")


# ---- Random copies ---------------------------------------------------------------------------------------------------


class Side:
    """One side of a copy: a stride for each joint dimension, one for each loop, and on chip the partition's apart."""

    def __init__(self, rng, name, space, nums, trips, dtype, target, writes):
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
            if rng.random() < (0.04 if writes else 0.12):
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
        self.fits = size <= (target.sbuf if chip else target.hbm) // 2 and (not chip or shape[0] <= target.partitions)

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


def run(tool, text, target):
    command = [tool, "--dma", "--print-op-generic", "--threads=1", "--target", target]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)


def judge(done, arguments, allocated, meaning, seed):
    """`lowered`, the reason of a refusal, or `wrong: ...`."""
    if done.returncode == 1:
        said = [r for r in REASONS if r in done.stderr]
        return said[0] if said else f"wrong: refused without a known reason: {done.stderr.strip()}"
    if done.returncode != 0:
        return f"wrong: exit status {done.returncode}: {done.stderr.strip()}"
    try:
        check(done.stdout, arguments, allocated, meaning, seed)
    except (Wrong, KeyError, ValueError, TypeError, IndexError) as e:
        return f"wrong: {e!r}"
    return "lowered"


def case(tool, name, n, seed):
    text, arguments, allocated, meaning, simple = draw([seed, sorted(TARGETS).index(name), n], TARGETS[name])
    return text, judge(run(tool, text, name), arguments, allocated, meaning, n), simple


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
    print("self-test: fine")


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--count", type=int, default=1000, help="random cases a target")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--tool", default="target/debug/rookery-opt")
    p.add_argument("--target", action="append", choices=sorted(TARGETS), help="only these targets")
    p.add_argument("--show", metavar="TARGET:N", help="print one case and its outcome")
    p.add_argument("--self-test", action="store_true")
    args = p.parse_args()
    if args.self_test:
        return self_test()
    if args.show:
        name, n = args.show.rsplit(":", 1)
        text, outcome, simple = case(args.tool, name, int(n), args.seed)
        print(f"{text}// {outcome}; {'simple' if simple else 'not simple'}")
        return None
    failed = False
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name in args.target or TARGETS:
            results = list(pool.map(lambda n: case(args.tool, name, n, args.seed), range(args.count)))
            tally = collections.Counter("wrong" if o.startswith("wrong") else o for _, o, _ in results)
            simple = sum(s for *_, s in results)
            surprises = sum(s and o in REASONS for _, o, s in results)
            counts = ", ".join(f"{k} {v}" for k, v in sorted(tally.items()))
            print(f"{name}: {counts}; {simple} are simple, of which {surprises} were refused")
            wrong = [(n, o) for n, (_, o, _) in enumerate(results) if o.startswith("wrong")]
            for n, o in wrong[:3]:
                print(f"  --show {name}:{n} --seed {args.seed}: {o}")
            least = LEAST.get(name, 0) * args.count // 1000
            if tally["lowered"] < least:
                print(f"  only {tally['lowered']} lowered; at least {least} should")
            failed |= bool(wrong) or tally["lowered"] < least
    for path in sorted(pathlib.Path(__file__).parent.parent.joinpath("examples").glob("*.mlir")):
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
