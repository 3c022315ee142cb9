"""Executes descriptors as `desc.dialect` says them, for `bytes.py`: of the output of `rookery-opt` in the generic form only
`bir.memory` (where tensors lie), `bir.loop` and `desc` operations are read."""

import collections
import re

import numpy as np

# Bytes of an element.
SIZES = {"uint8": 1, "int8": 1, "fp8e3": 1, "fp8e4": 1, "fp8_e4m3fn": 1, "e8m0": 1, "fp8e5": 1, "fp4x4": 2, "uint16": 2,
         "int16": 2, "bf16": 2, "fp16": 2, "fp8e4m3x4": 4, "fp8e5m2x4": 4, "uint32": 4, "int32": 4, "fp32": 4, "fp32r": 4,
         "uint64": 8, "int64": 8}
# Floats that are computed with, and integers that accumulate, which wrap.
FLOATS = ("bf16", "fp16", "fp32")
INTEGERS = {"int32": "<i4", "int64": "<i8"}
# What a lowering may not leave.
LOWERED = ("bir.dma_copy", "bir.load", "bir.save", "bir.tensor_copy", "bir.dma_cce", "bir.dma_transpose", "bir.dma_replicate")
# The dimensions of the source in the order in which a transpose walks them.
AXES = {"xzyw": [3, 1, 2, 0], "xyzw": [3, 2, 1, 0]}


class Wrong(Exception):
    """The lowering is at fault."""


# ---- Numbers ---------------------------------------------------------------------------------------------------------


def numbers(raw, dtype):
    """Rows of bytes as fp32."""
    raw = np.ascontiguousarray(raw)
    if dtype == "bf16":
        return (raw.view("<u2").reshape(-1).astype(np.uint32) << 16).view(np.float32)
    return raw.view({"fp16": "<f2", "fp32": "<f4"}[dtype]).reshape(-1).astype(np.float32)


def rounded(values, dtype):
    """Finite fp32 rounded to a type, ties to even, as rows of bytes."""
    if dtype == "bf16":
        bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
        out = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")
    else:
        out = values.astype({"fp16": "<f2", "fp32": "<f4"}[dtype])
    return out.view(np.uint8).reshape(len(values), SIZES[dtype])


# ---- Reading the generic form ----------------------------------------------------------------------------------------

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|@[\w$.]+(?:::@[\w$.]+)*|#[\w.]+<[^<>]*>|-?\d+\.\d+(?:[eE][-+]?\d+)?|-?\d+|->|[A-Za-z_][\w.$]*|.)', re.S)


class Attributes:
    """A reader of attributes that keeps numbers, strings, symbols, arrays and dictionaries, and skips the rest."""

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
        elif re.fullmatch(r"-?\d+\.\d.*", token):
            value = float(token)
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


def walk(side, memory):
    """The array of a side's space, the flat addresses of its elements' bytes, a row an element, in order, and how many
    elements each dimension has."""
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
    return array.reshape(-1), flat[:, None] + np.arange(size), [d[1] for d in dims]


def cast(raw, source, to):
    """Rows of bytes of one type as those of another, by way of fp32."""
    if source == to:
        return raw
    if source not in FLOATS or to not in FLOATS:
        raise Wrong(f"a cast of {source} to {to}")
    return rounded(numbers(raw, source), to)


def put(a, memory, order):
    """Moves the elements of the source that `order` gives, of its addresses and dimensions, to the destination."""
    (src, at, nums), (dst, to, _) = walk(a["src"], memory), walk(a["dst"], memory)
    at = order(at, nums)
    if len(at) != len(to):
        raise Wrong("the sides of a descriptor have different numbers of elements")
    dst[to] = cast(src[at], a["src"]["dtype"], a["dst"]["dtype"])


def copy(a, memory):
    put(a, memory, lambda at, nums: at)


def replicate(a, memory):
    put(a, memory, lambda at, nums: np.tile(at, (a["copies"], 1)))


def transpose(a, memory):
    def order(at, nums):
        if len(nums) != 4:
            raise Wrong(f"a transpose of a source with {len(nums)} dimensions")
        return at.reshape(*nums, -1).transpose(*AXES[a["transpose_op"]], 4).reshape(at.shape)

    put(a, memory, order)


def cce(a, memory):
    """The sum in fp32, rounded once; integers wrap and have no constants."""
    if a.get("op", "add") != "add":
        raise Wrong(f"a CCE op '{a['op']}'")
    to, (dst, at, _) = a["dst"]["dtype"], walk(a["dst"], memory)
    sources = [a["src"]] + a.get("others", [])
    constants = a.get("constants", []) or [1.0] * len(sources)
    if len(constants) != len(sources):
        raise Wrong(f"{len(sources)} sources but {len(constants)} constants")
    moved = []
    for side in sources:
        array, places, _ = walk(side, memory)
        if len(places) != len(at):
            raise Wrong("the sides of a descriptor have different numbers of elements")
        moved.append(array[places])
    if to in INTEGERS:
        if any(s["dtype"] != to for s in sources) or any(c != 1.0 for c in constants):
            raise Wrong("a sum of integers of several types, or scaled ones")
        parts = [m.view(INTEGERS[to]).reshape(-1) for m in moved]
        parts += [dst[at].view(INTEGERS[to]).reshape(-1)] if a.get("accumulate", True) else []
        total = np.sum(parts, axis=0, dtype=INTEGERS[to])
        dst[at] = total.view(np.uint8).reshape(at.shape)
        return
    if any(d not in FLOATS for d in [to] + [s["dtype"] for s in sources]):
        raise Wrong("a sum of what does not accumulate")
    total = numbers(dst[at], to) if a.get("accumulate", True) else np.zeros(len(at), np.float32)
    for side, raw, constant in zip(sources, moved, constants):
        total = total + np.float32(constant) * numbers(raw, side["dtype"])
    dst[at] = rounded(total, to)


DESCRIPTORS = {"desc.copy": copy, "desc.replicate": replicate, "desc.transpose": transpose, "desc.cce": cce}


def execute(kernel, memory):
    """Runs the program of a kernel, in which every block must run exactly once; counts its descriptors."""
    blocks, done = {}, collections.Counter()
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
                    if c.name not in DESCRIPTORS:
                        raise Wrong(f"'{c.name}' in a block")
                    DESCRIPTORS[c.name](c.attributes, memory)
                    done[c.name] += 1
            elif op.name.startswith("penguin.") or op.name in LOWERED:
                raise Wrong(f"'{op.name}' is left")

    stream(kernel.inside)
    odd = [name for name, b in blocks.items() if b.fired != 1]
    if odd:
        raise Wrong(f"blocks that do not run exactly once: {odd}")
    return done


# ---- Tensors in memory -----------------------------------------------------------------------------------------------


class Tensor:
    """A tensor of the kernel: its shape, bytes an element, and space."""

    def __init__(self, name, shape, dtype, space):
        self.name, self.shape, self.dtype, self.space = name, shape, dtype, space
        self.data = None
        # The bytes that it holds before the run, if not any.
        self.held = None

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
    """Executes a lowered kernel on random bytes and compares all of memory with what `meaning` makes of the tensors.
    Gives how many descriptors of each kind it has."""
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
    for node, t in used:
        if t.held is not None:
            place = view(memory, node, t)
            place[:] = t.held.reshape(place.shape)
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
    done = execute(kernel, memory)
    for space in memory:
        bad = np.argwhere(memory[space] != expected[space])
        if len(bad):
            raise Wrong(f"{len(bad)} bytes of {space} differ, first partition {bad[0][0]} byte {bad[0][1]}")
    return done
