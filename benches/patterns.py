#!/usr/bin/env python3
"""Pass time of run-time patterns, rookery-opt and mlir-opt-19 in turn on the same IR in one run.

  patterns.py ROOKERY_OPT [--sizes 10000,100000] [--runs 5]

`atan` and `pair` of gen.py; the patterns are benches/peers.pat here, and PDL run by --test-pdl-bytecode-pass there. Seconds are what
the tools' own reports say of the pass (--timing, --mlir-timing), medians, on one thread. A ratio above 1 means rookery-opt is faster.
Where the number of operations left differs, no ratio is printed. Growth is the time of one rewrite at the larger size over that
at the smaller.
"""
import argparse, os, re, shutil, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def seconds(text, pattern):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"no line {pattern!r} in:\n{text}")
    return float(found.group(1))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("rookery_opt")
    ap.add_argument("--sizes", default="10000,100000")
    ap.add_argument("--runs", type=int, default=5)
    a = ap.parse_args()
    mlir = shutil.which("mlir-opt-19") or sys.exit("mlir-opt-19 is not installed (Debian package mlir-19-tools)")
    work = tempfile.mkdtemp()
    sizes = [int(n) for n in a.sizes.split(",")]
    print(f"{'case':6} {'ops':>8} {'rookery pass':>13} {'mlir pass':>10} {'speed':>7} {'growth rookery':>15} {'growth mlir':>12}")
    for kind in ["atan", "pair"]:
        last = None
        for n in sizes:
            plain, pdl = os.path.join(work, f"{kind}.mlir"), os.path.join(work, f"{kind}-pdl.mlir")
            for k, f in [(kind, plain), (kind + "-pdl", pdl)]:
                subprocess.check_call([sys.executable, os.path.join(HERE, "gen.py"), k, str(n), f], stdout=subprocess.DEVNULL)
            rook = [a.rookery_opt, plain, "--dialects", os.path.join(HERE, "math.dialect"), "--patterns",
                    os.path.join(HERE, "peers.pat"), f"--{kind}", "--threads=1", "--timing", "--print-op-generic"]
            peer = [mlir, pdl, "--allow-unregistered-dialect", "--mlir-disable-threading", "--test-pdl-bytecode-pass", "--mlir-timing",
                    "--mlir-print-op-generic"]
            r, m, left = [], [], set()
            for _ in range(a.runs):
                p = subprocess.run(rook, capture_output=True, text=True, check=True)
                r.append(seconds(p.stderr, rf"([0-9.]+)\s+[0-9.]+%\s+pass {kind}"))
                left.add(len(re.findall(r'"math\.', p.stdout)))
                p = subprocess.run(peer, capture_output=True, text=True, check=True)
                m.append(seconds(p.stderr, r"([0-9.]+) \(\s*[0-9.]+%\)\s+.*TestPDLByteCodePass"))
                left.add(len(re.findall(r'"math\.', p.stdout)))
            if len(left) != 1:
                print(f"{kind:6} {n:8} results differ: {sorted(left)} operations of math are left")
                continue
            rs, ms = statistics.median(r), statistics.median(m)
            growth = ""
            if last:
                growth = f"{rs / n / (last[1] / last[0]):14.2f}x {ms / n / (last[2] / last[0]):11.2f}x"
            print(f"{kind:6} {n:8} {rs:13.4f} {ms:10.4f} {ms / max(rs, 1e-9):6.1f}x {growth}")
            last = (n, rs, ms)


main()
