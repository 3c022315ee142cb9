#!/usr/bin/env python3
"""Times rookery-opt and mlir-opt-19 on the same files in one run, in turn (A B A B ...), and prints ratios.

  side_by_side.py ROOKERY_OPT [--sizes 1000,10000,100000] [--runs 5] [--case TEXT] [--work DIR]

Inputs come from gen.py beside this file. Both tools run on one thread. Figures are whole-process: user+system seconds (median) and
peak resident memory. A ratio above 1 means rookery-opt is faster or smaller. Outputs are compared first: where the round trip
differs, no ratio is printed.
"""
import argparse, os, shutil, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
#        name                      input    rookery-opt                              mlir-opt-19                  outputs must be equal
CASES = [
    ("start-up",                   "empty", ["--print-op-generic"],                  ["--mlir-print-op-generic"], True),
    ("generic round trip",         "mix",   ["--print-op-generic"],                  ["--mlir-print-op-generic"], True),
    ("generic round trip 1 block", "addi",  ["--print-op-generic"],                  ["--mlir-print-op-generic"], True),
    # Reported as not available until these passes exist.
    ("canonicalize add chain",     "addi",  ["--canonicalize", "--print-op-generic"], ["--canonicalize", "--mlir-print-op-generic"], True),
    ("cse",                        "mix",   ["--cse", "--print-op-generic"],         ["--cse", "--mlir-print-op-generic"], False),
]


def run(cmd, out=subprocess.DEVNULL):
    p = subprocess.Popen(cmd, stdout=out, stderr=subprocess.PIPE)
    err = p.stderr.read()
    _, status, ru = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode:
        raise RuntimeError(f"{os.path.basename(cmd[0])} exits {p.returncode}: {err[:160].decode(errors='replace')}")
    return ru.ru_utime + ru.ru_stime, ru.ru_maxrss / 1024


def output(cmd, path):
    with open(path, "wb") as f:
        run(cmd, f)
    with open(path, "rb") as f:
        return f.read().strip()


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("rookery_opt")
    ap.add_argument("--sizes", default="1000,10000,100000")
    ap.add_argument("--runs", type=int, default=5)
    ap.add_argument("--case", default="", help="only cases whose name holds this text")
    ap.add_argument("--work", default=None)
    a = ap.parse_args()
    mlir = shutil.which("mlir-opt-19") or sys.exit("mlir-opt-19 is not installed (Debian package mlir-19-tools)")
    work = a.work or tempfile.mkdtemp()
    print(f"{'case':27} {'ops':>8} {'rookery cpu':>12} {'mlir cpu':>10} {'speed':>8} {'rookery MiB':>12} {'mlir MiB':>9} {'memory':>8}")
    for name, kind, r_opts, m_opts, equal in CASES:
        if a.case not in name:
            continue
        for n in [0] if kind == "empty" else map(int, a.sizes.split(",")):
            f = os.path.join(work, f"{kind}-{n}.mlir")
            if not os.path.exists(f):
                subprocess.check_call([sys.executable, os.path.join(HERE, "gen.py"), kind, str(n), f], stdout=subprocess.DEVNULL)
            rook = [a.rookery_opt, f, "--allow-unregistered-dialect", "--threads=1", *r_opts]
            peer = [mlir, f, "--allow-unregistered-dialect", "--mlir-disable-threading", *m_opts]
            try:
                if output(rook, f + ".r") != output(peer, f + ".m") and equal:
                    print(f"{name:27} {n:8} outputs differ: {f}.r {f}.m")
                    continue
                r, m = [], []
                for _ in range(a.runs):
                    r.append(run(rook))
                    m.append(run(peer))
            except RuntimeError as e:
                print(f"{name:27} {n:8} not available: {e}")
                continue
            rc, mc = statistics.median(x[0] for x in r), statistics.median(x[0] for x in m)
            rm, mm = max(x[1] for x in r), max(x[1] for x in m)
            print(f"{name:27} {n:8} {rc:12.4f} {mc:10.4f} {mc / max(rc, 1e-6):7.1f}x {rm:12.1f} {mm:9.1f} {mm / rm:7.1f}x")


main()
