"""Random DMAs of each kind of descriptor for `bytes.py`: casts, masks, sums, transposes and replicas, in loops, as
instructions of `bir` or, where it has them, operations of `penguin`."""

import numpy as np

from bytes_draw import DTYPES, Side
from bytes_machine import AXES, FLOATS, INTEGERS, numbers, rounded

KINDS = ["cast", "mask", "cce", "transpose", "replicate"]
# The descriptor that each comes to.
COMES_TO = {"cast": "desc.copy", "mask": "desc.copy"}
# Constants with which sums of small binary fractions are exact in fp32, so that their order does not matter.
CONSTANTS = [1.0, 2.0, 0.5, -1.0, 3.0, -0.25]


class Case:
    """A DMA: its sides, each with how many elements its dimensions have, the destination second, and loops around it."""

    def __init__(self, kind, rng, target):
        self.kind, self.rng = kind, rng
        # Whether it is an operation of penguin; the rest depends on the kind.
        self.high = kind in ("cast", "cce", "transpose") and rng.random() < 0.4
        while True:
            self.trips = [int(rng.integers(1, 4)) for _ in range(int(rng.choice([0, 0, 1, 1, 2])))]
            self.sides, self.words = [], ""
            getattr(self, kind)(target)
            if all(s.fits for s, _ in self.sides):
                break
        self.tensors = [s.tensor for s, _ in self.sides]
        self.arguments = [t for t in self.tensors if t.space == "hbm"]
        self.allocated = [t for t in self.tensors if t.space != "hbm"]
        for t in self.tensors:
            if t.dtype[1] in FLOATS:
                values = rng.integers(-1023, 1024, t.elements()).astype(np.float32) / np.float32(64)
                t.held = rounded(values, t.dtype[1])

    # How each kind is drawn.

    def nums(self, target, rank=None):
        top = 4 if target.partitions < 8 else 6
        rank = rank or int(self.rng.integers(1, 4))
        return [int(n) for n in self.rng.integers(1, top, rank)]

    def space(self):
        return ("hbm", "sbuf")[int(self.rng.random() < 0.5)]

    def side(self, name, nums, dtype, target, space=None, tensors=2):
        space, nums = space or self.space(), list(nums)
        self.sides.append((Side(self.rng, name, space, nums, self.trips, dtype, target, name == "d", name == "d", tensors), nums))

    def shuffled(self, nums):
        """Another shape of as many elements."""
        return [int(n) for n in self.rng.permutation(nums)] if self.rng.random() < 0.3 else nums

    def dtype(self, names):
        known = {d[1]: d for d in DTYPES}
        return known[str(self.rng.choice(list(names)))]

    def any_dtype(self):
        return DTYPES[int(self.rng.integers(0, len(DTYPES)))]

    def cast(self, target):
        nums = self.nums(target, int(self.rng.integers(1, target.strides + 1)))
        self.side("s", nums, self.dtype(FLOATS), target)
        self.side("d", nums, self.dtype(FLOATS), target)

    def mask(self, target):
        # Both sides must have the same dimensions; one on chip has two at least.
        nums, dtype = self.nums(target, int(self.rng.integers(2, 4))), self.any_dtype()
        self.side("s", nums, dtype, target)
        self.side("d", nums, dtype, target)
        self.masks = []
        for _ in range(int(self.rng.integers(1, 4))):
            dims = [0] * len(nums)
            if self.rng.random() < 0.85:
                dims[int(self.rng.integers(0, len(nums)))] = int(self.rng.choice([-3, -2, -1, 1, 2, 3]))
            loops = [int(self.rng.integers(-2, 3)) for _ in self.trips]
            self.masks.append((dims, loops, int(self.rng.integers(-3, 6))))

    def cce(self, target):
        nums, wraps = self.nums(target), not self.high and self.rng.random() < 0.2
        more = 0 if wraps else int(self.rng.choice([0, 1, 1, 2, 3]))
        names = INTEGERS if wraps else FLOATS
        self.accumulate = not self.high and (wraps or self.rng.random() < 0.6)
        self.mode = self.accumulate and more == 0 and self.rng.random() < 0.3
        scaled = not (wraps or self.mode) and self.rng.random() < 0.6
        self.constants = [float(c) for c in self.rng.choice(CONSTANTS, 1 + more)] if scaled else []
        dtype = self.dtype(names)
        same = wraps or self.rng.random() < 0.5
        self.side("s", self.shuffled(nums), dtype, target, tensors=2 + more)
        self.side("d", nums, dtype if same else self.dtype(names), target, tensors=2 + more)
        for n in range(more):
            self.side(f"o{n}", self.shuffled(nums), dtype if same else self.dtype(names), target, tensors=2 + more)

    def transpose(self, target):
        self.op = "xzyw" if self.high or self.rng.random() < 0.5 else "xyzw"
        nums = self.nums(target, 4)
        dtype = self.dtype(["bf16", "fp16", "fp32", "int32"]) if self.high else self.any_dtype()
        self.words = f"y_size = {nums[2]}, batch_size = {nums[1]}"
        self.side("s", nums, dtype, target, "hbm" if self.high else None)
        self.side("d", [nums[a] for a in AXES[self.op]], dtype, target, "sbuf" if self.high else None)

    def replicate(self, target):
        nums, dtype, self.copies = self.nums(target), self.any_dtype(), int(self.rng.integers(1, 4))
        self.mode = self.rng.random() < 0.4
        self.side("s", nums, dtype, target)
        self.side("d", self.shuffled([self.copies] + nums), dtype, target)

    # What it means, element by element.

    def moved(self, at):
        """Positions that are moved in an iteration."""
        nums = self.sides[0][1]
        place = np.indices(nums).reshape(len(nums), -1)
        keep = np.full(place.shape[1], True)
        for dims, loops, bound in self.masks:
            keep &= np.dot(dims, place) + np.dot(loops, at) + bound >= 0
        return np.flatnonzero(keep)

    def meaning(self):
        source, destination = self.tensors[:2]
        for at in np.ndindex(*self.trips):
            places = [s.indices(nums, at) for s, nums in self.sides]
            src, dst = places[:2]
            if self.kind == "mask":
                k = self.moved(at)
                destination.data[dst[k]] = source.data[src[k]]
            elif self.kind == "cast":
                raw = source.data[src].view(np.uint8)
                to = destination.dtype[1]
                raw = raw if source.dtype[1] == to else rounded(numbers(raw, source.dtype[1]), to)
                destination.data[dst] = raw.reshape(-1).view(destination.data.dtype)
            elif self.kind == "transpose":
                tile = source.data[src].reshape(self.sides[0][1])
                y_first = self.op == "xyzw"
                destination.data[dst] = (tile.T if y_first else np.swapaxes(tile, 0, 3)).reshape(-1)
            elif self.kind == "replicate":
                for n in range(self.copies):
                    destination.data[dst[n * len(src):(n + 1) * len(src)]] = source.data[src]
            else:
                self.sum(places)

    def sum(self, places):
        d, to = self.tensors[1], self.tensors[1].dtype[1]
        if to in INTEGERS:
            whole = d.data.view(INTEGERS[to])
            whole[places[1]] += self.tensors[0].data.view(INTEGERS[to])[places[0]]
            return
        # The exact sum, which has room in fp32; the type it is rounded to has less.
        total = np.zeros(len(places[1]))
        terms = [(1.0, 1)] if self.accumulate else []
        sources = [0] + list(range(2, len(self.sides)))
        terms += list(zip(self.constants or [1.0] * len(sources), sources))
        for constant, n in terms:
            t = self.tensors[n]
            total += constant * numbers(t.data[places[n]].view(np.uint8), t.dtype[1]).astype(np.float64)
        d.data[places[1]] = rounded(total.astype(np.float32), to).reshape(-1).view(d.data.dtype)

    # How it is written.

    def flags(self):
        return ["--dma"] if self.high else ["--bind-dma", "--lower-dma"]

    def access(self, side, nums):
        chip = side.space != "hbm"
        dims = [[stride, num] for stride, num in zip(side.strides, nums)]
        partition = f" partition {dims[0]}" if chip else ""
        words = [f"%{name} * {c}" for name, c in zip("ij", side.loops) if c != 0] + [str(side.offset)]
        text = f"pattern {dims[chip:] or [[1, 1]]}{partition} offset {' + '.join(words)} as {side.tensor.dtype[1]}"
        if self.high:
            return f"penguin.access %{side.name} {text} : {side.tensor.type()}"
        return f"bir.ap %{side.name}m {text}"

    def operation(self):
        others = "".join(f"{' + ' if n == 0 else ', '}%{s.name}a" for n, (s, _) in enumerate(self.sides[2:]))
        constants = f"[{', '.join(map(str, self.constants))}]" if self.kind == "cce" and self.constants else ""
        if self.kind == "cast":
            return ("penguin" if self.high else "bir") + '.dma_copy %sa -> %da {name = "c"}'
        if self.kind == "mask":
            return f'bir.dma_copy %sa -> %da if {", ".join(f"%p{n}" for n in range(len(self.masks)))} {{name = "c"}}'
        if self.kind == "transpose":
            if self.high:
                return f'penguin.dma_transpose %sa -> %da {{{self.words}, name = "c"}}'
            if self.rng.random() < 0.5:
                return f'bir.dma_copy %sa -> %da {{name = "c", mode = transpose, transpose_op = {self.op}}}'
            return f'bir.dma_transpose %sa -> %da {{name = "c", transpose_op = {self.op}}}'
        if self.kind == "replicate":
            return 'bir.dma_copy %sa -> %da {name = "c", mode = replicate}' if self.mode else 'bir.dma_replicate %sa -> %da {name = "c"}'
        if self.high:
            return f'penguin.dma_compute %sa{others} -> %da {{name = "c"{", scales = " + constants if constants else ""}}}'
        if self.mode:
            return 'bir.dma_copy %sa -> %da {name = "c", mode = cce, cce_op = add}'
        words = (f", constants = {constants}" if constants else "") + ("" if self.accumulate else ", accumulate = false")
        return f'bir.dma_cce %sa{others} -> %da {{name = "c"{words}}}'

    def text(self):
        args = ", ".join(f"%{t.name}: {t.type()}" for t in self.arguments)
        lines = [f"{'func.func' if self.high else 'dma.kernel'} @case({args}) {{"]
        for t in self.arguments + self.allocated:
            if self.high:
                lines += [f"  %{t.name} = memref.alloc() : {t.type()}"] if t.space != "hbm" else []
                continue
            rows, row = shape(t)
            what = f"argument = {self.arguments.index(t)}" if t.space == "hbm" else f"partitions = {rows}"
            lines.append(f"  %{t.name}m = bir.memory @{t.name} {t.space} {{{what}, bytes = {row}}}")
        level = "penguin" if self.high else "bir"
        lines += [f"  {level}.loop from 0 to {trip} (%{name}) {{" for name, trip in zip("ij", self.trips)]
        lines += [f"  %{s.name}a = {self.access(s, nums)}" for s, nums in self.sides]
        for n, (dims, loops, bound) in enumerate(self.masks if self.kind == "mask" else []):
            words = [f"%{name} * {c}" for name, c in zip("ij", loops) if c != 0] + [str(bound)]
            positions = f" dims {dims}" if any(dims) else ""
            lines.append(f"  %p{n} = bir.predicate {' + '.join(words)}{positions}")
        lines += ["  " + self.operation()] + ["  }"] * len(self.trips) + (["  return"] if self.high else []) + ["}"]
        return "\n".join(lines) + "\n"

    # Lowered the plainest way, to test the executor.

    def descriptor(self, at, bases):
        """The descriptors of an iteration, on memories at `bases`."""
        texts, whole = [], []
        for s, nums in self.sides:
            rows, row = shape(s.tensor)
            row //= s.tensor.dtype[2]
            offset = s.offset + sum(c * i for c, i in zip(s.loops, at))
            p, e = divmod(offset, row) if s.space != "hbm" else (0, offset)
            dims = [[stride, num] for stride, num in zip(s.strides, nums)]
            lead = f"partition = [{dims[0][0] // row}, {dims[0][1]}], " if s.space != "hbm" else ""
            dims = dims[s.space != "hbm":] or [[1, 1]]
            texts.append(side_text(s.tensor, bases[s.tensor.name], p, e, lead, dims))
            # Element by element, as a mask may leave any of them out.
            flat = [divmod(int(o), row) if s.space != "hbm" else (0, int(o)) for o in s.indices(nums, at)]
            whole.append([side_text(s.tensor, bases[s.tensor.name], p, e, "", [[1, 1]]) for p, e in flat])
        name, more = COMES_TO.get(self.kind, f"desc.{self.kind}"), ""
        if self.kind == "mask":
            return [f'"{name}"() <{{dst = {whole[1][k]}, src = {whole[0][k]}}}> : () -> ()' for k in self.moved(at)]
        if self.kind == "transpose":
            more = f", transpose_op = #bir.transpose_op<{self.op}>"
        elif self.kind == "replicate":
            more = f", copies = {self.copies} : i64"
        elif self.kind == "cce":
            more = ", constants = [" + ", ".join(f"{c:e} : f64" for c in self.constants) + "]"
            more += f", others = [{', '.join(texts[2:])}], accumulate = {str(self.accumulate).lower()}"
        return [f'"{name}"() <{{dst = {texts[1]}, src = {texts[0]}{more}}}> : () -> ()']

    def plain(self):
        """The whole as one block an iteration."""
        out, ends, bases = ['"dma.kernel"() ({'], {"hbm": 8, "sbuf": 16}, {}
        for n, t in enumerate(self.arguments + self.allocated):
            which = f"argument = {n} : i64, " if t.space == "hbm" else ""
            bases[t.name] = ends[t.space]
            rows, row = shape(t)
            out.append(f'%{n} = "bir.memory"() <{{address = {ends[t.space]} : i64, {which}bytes = {row} : i64, '
                       f'partitions = {rows} : i64, space = #dma.space<{t.space}>}}> : () -> !bir.memory')
            ends[t.space] += row + 3
        blocks = [self.descriptor(at, bases) for at in np.ndindex(*self.trips)]
        names = ", ".join(f"@q::@b{n}" for n in range(len(blocks)))
        out.append('"desc.queue"() <{sym_name = "q"}> ({')
        for n, block in enumerate(blocks):
            out += [f'"desc.block"() <{{sym_name = "b{n}"}}> ({{'] + block + ["}) : () -> ()"]
        out += ["}) : () -> ()", f'"bir.loop"() <{{upper = {len(blocks)} : i64}}> ({{']
        return "\n".join(out + [f'"desc.trigger"() <{{blocks = [{names}]}}> : () -> ()', "}) : () -> ()", "}) : () -> ()"])


def shape(t):
    """Partitions of a tensor, and bytes in each."""
    rows = t.shape[0] if t.space != "hbm" else 1
    return rows, t.elements() // rows * t.dtype[2]


def side_text(t, base, partition, element, lead, pairs):
    return (f"{{address = {{byte = {base + element * t.dtype[2]} : i64, partition = {partition} : i64}}, "
            f"dtype = #dma.dtype<{t.dtype[1]}>, pairs = {pairs}, {lead}space = #dma.space<{t.space}>}}")
