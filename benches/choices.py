#!/usr/bin/env python3
"""How often the chosen form of a DMA beats plain code's, on the DMAs of IR files.

  choices.py ROOKERY_OPT FILE|DIR...

Runs --canonicalize-ap --ap-explain on each file and reads the costs from its remarks; a DMA counts once a place. Files that do not
pass are named. Costs are those of the default target.
"""
import math, os, re, subprocess, sys


def files(paths):
    for p in paths:
        if os.path.isdir(p):
            for folder, _, names in sorted(os.walk(p)):
                yield from (os.path.join(folder, n) for n in sorted(names) if n.endswith(".mlir"))
        else:
            yield p


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tool, paths = sys.argv[1], sys.argv[2:]
    costs, skipped = {}, []
    for path in files(paths):
        run = subprocess.run([tool, path, "--canonicalize-ap", "--ap-explain", "-o", os.devnull], capture_output=True, text=True)
        if run.returncode != 0:
            skipped.append(path)
            continue
        for place, plain, best in re.findall(r"^(\S+:\d+:\d+): remark: .*plain: cost (\d+),.*best: cost (\d+),", run.stderr, re.M):
            costs[place] = (int(plain), int(best))
    cheaper = sum(b < p for p, b in costs.values())
    ratio = math.exp(sum(math.log(p / b) for p, b in costs.values()) / len(costs)) if costs else 1.0
    print(f"{len(costs)} DMAs, {cheaper} cheaper than the plain form ({100 * cheaper / max(1, len(costs)):.1f} %), geometric mean {ratio:.2f}x")
    if skipped:
        print(f"{len(skipped)} files do not pass: " + ", ".join(os.path.basename(s) for s in skipped))


if __name__ == "__main__":
    main()
