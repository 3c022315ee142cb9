#!/usr/bin/env python3
"""Measures the DMA lowering: processor time and peak memory per DMA operation, start-up subtracted.

  dma.py ROOKERY_OPT [--sizes 1000,10000,100000] [--kernels 10] [--threads 1,2] [--kind line|loop|one] [--runs 3] [--work DIR]
  dma.py --generate KIND N KERNELS OUT

  line   kernels in a straight line: every copy is an operation of its own
  loop   the same with eight copies in each loop
  one    a single kernel of N copies in a straight line: growth within one block

For each size a line: elapsed and processor seconds (medians), operations per second of processor time, MiB at the peak, bytes an
operation. The read, verified and printed program without any pass is measured too, so that the cost of the passes alone can be told.
"""
import argparse, os, statistics, subprocess, sys, tempfile, time

ROWS = 128
KIB = 1024


def copies(w, ind, count, first, loop):
    """`count` copies into SBUF and back, each with its own offsets."""
    for n in range(first, first + count):
        at = f'%i * {ROWS * 2048} + {n % 512 * 4}' if loop else str(n % 16384 * 4)
        tile = n % 16 * KIB
        w(f'{ind}%s{n} = penguin.access %x pattern [[2048, {ROWS}], [1, 512]] offset {at} as bf16 : memref<65536x2048xbf16>\n')
        w(f'{ind}%d{n} = penguin.access %t pattern [[1, 512]] partition [16384, {ROWS}] offset {tile} as bf16 : '
          f'memref<128x16384xbf16, #dma.space<sbuf>>\n')
        w(f'{ind}penguin.dma_copy %s{n} -> %d{n} {{dge_mode = none, name = "c{n}"}}\n')


def generate(kind, n, kernels, out):
    w = out.write
    kernels = 1 if kind == 'one' else min(kernels, n)
    done = 0
    for k in range(kernels):
        per = n // kernels + (k < n % kernels)
        w(f'func.func @kernel_{k}(%x: memref<65536x2048xbf16>) {{\n')
        w('  %t = memref.alloc() : memref<128x16384xbf16, #dma.space<sbuf>>\n')
        if kind == 'loop':
            for at in range(0, per, 8):
                w('  penguin.loop from 0 to 4 (%i) {\n')
                copies(w, '    ', min(8, per - at), at, True)
                w('  }\n')
        else:
            copies(w, '  ', per, 0, False)
        w('  return\n}\n')
        done += per
    return done


def run(cmd):
    start = time.monotonic()
    p = subprocess.Popen(cmd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    err = p.stderr.read()
    _, status, ru = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode:
        raise RuntimeError(f"{os.path.basename(cmd[0])} exits {p.returncode}: {err[:400].decode(errors='replace')}")
    return time.monotonic() - start, ru.ru_utime + ru.ru_stime, ru.ru_maxrss / KIB


def measure(cmd, runs):
    got = [run(cmd) for _ in range(runs)]
    return tuple(statistics.median(g[k] for g in got) for k in range(3))


def main():
    if len(sys.argv) == 6 and sys.argv[1] == '--generate':
        with open(sys.argv[5], 'w') as f:
            print(generate(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), f))
        return
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('rookery_opt')
    ap.add_argument('--sizes', default='1000,10000,100000')
    ap.add_argument('--kernels', type=int, default=10)
    ap.add_argument('--threads', default='1,2')
    ap.add_argument('--kind', choices=['line', 'loop', 'one'], action='append')
    ap.add_argument('--runs', type=int, default=3)
    ap.add_argument('--work', default=None)
    a = ap.parse_args()
    work = a.work or tempfile.mkdtemp()
    empty = os.path.join(work, 'dma-empty.mlir')
    with open(empty, 'w'):
        pass
    print(f"{'kind':5} {'ops':>7} {'what':12} {'elapsed':>8} {'cpu':>8} {'ops/s cpu':>10} {'MiB':>7} {'B/op':>7}")
    for kind in a.kind or ['line', 'loop']:
        for n in map(int, a.sizes.split(',')):
            path = os.path.join(work, f'dma-{kind}-{n}.mlir')
            with open(path, 'w') as f:
                generate(kind, n, a.kernels, f)
            cases = [('read, print', ['--threads=1'])]
            cases += [(f'--dma, {t} thr', [f'--threads={t}', '--dma']) for t in a.threads.split(',')]
            for what, flags in cases:
                _, cpu0, mem0 = measure([a.rookery_opt, empty, *flags], a.runs)
                try:
                    wall, cpu, mem = measure([a.rookery_opt, path, *flags], a.runs)
                except RuntimeError as e:
                    print(f'{kind:5} {n:7} {what:12} not available: {e}')
                    continue
                work_cpu = max(cpu - cpu0, 1e-6)
                print(f'{kind:5} {n:7} {what:12} {wall:8.3f} {cpu:8.3f} {n / work_cpu:10.0f} {mem:7.1f} {(mem - mem0) * KIB * KIB / n:7.0f}')


main()
