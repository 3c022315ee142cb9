#!/usr/bin/env python3
"""Measures the DMA lowering: processor time and peak memory per DMA operation, start-up subtracted.

  dma.py ROOKERY_OPT [--sizes 10000,100000,1000000] [--kernels 10] [--threads 1,2] [--kind line|loop|one|many] [--runs 3] [--work DIR]
                     [--no-peer]
  dma.py --generate KIND N KERNELS OUT

  line   kernels in a straight line: every copy is an operation of its own
  loop   the same with eight copies in each loop
  one    a single kernel of N copies in a straight line: growth within one block
  many   kernels of one copy each: growth with their number

For each size a line: elapsed and processor seconds (medians), operations per second of processor time, MiB at the peak, bytes an
operation, and how much more time and memory an operation takes than with the first size. The read, verified and printed program
without any pass is measured too, so that the cost of the passes alone can be told, and so is the same in the generic form, by
rookery-opt and by mlir-opt-19, which can do no more with it; only the memory space is another there, since mlir-opt takes none of
a dialect that it does not know. `--no-peer` leaves these out.
"""
import argparse, os, shutil, statistics, subprocess, sys, tempfile, time

ROWS = 128
KIB = 1024
# A million operations are more text than the tool takes unasked.
LARGE = '--limit=file-bytes=4294967296'


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
    kernels = {'one': 1, 'many': n}.get(kind, min(kernels, n))
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


def generic(tool, path, work):
    """The program in the generic form, for mlir-opt."""
    out = os.path.join(work, 'dma-generic.mlir')
    subprocess.check_call([tool, path, LARGE, '--threads=1', '--print-op-generic', '-o', out + '.own'])
    with open(out + '.own') as own, open(out, 'w') as f:
        for line in own:
            f.write(line.replace(', #dma.space<sbuf>>', ', "sbuf">'))
    os.remove(out + '.own')
    return out


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
    ap.add_argument('--sizes', default='10000,100000')
    ap.add_argument('--kernels', type=int, default=10)
    ap.add_argument('--threads', default='1,2')
    ap.add_argument('--kind', choices=['line', 'loop', 'one', 'many'], action='append')
    ap.add_argument('--runs', type=int, default=3)
    ap.add_argument('--work', default=None)
    ap.add_argument('--no-peer', action='store_true')
    a = ap.parse_args()
    work = a.work or tempfile.mkdtemp()
    empty = os.path.join(work, 'dma-empty.mlir')
    with open(empty, 'w'):
        pass
    ours = [a.rookery_opt, LARGE]
    peer = shutil.which('mlir-opt-19')
    print(f"{'kind':5} {'ops':>7} {'what':18} {'elapsed':>8} {'cpu':>8} {'ops/s cpu':>10} {'MiB':>7} {'B/op':>7} {'time/op':>8} {'mem/op':>7}")
    for kind in a.kind or ['line', 'loop', 'one', 'many']:
        first = {}
        for n in map(int, a.sizes.split(',')):
            path = os.path.join(work, f'dma-{kind}-{n}.mlir')
            with open(path, 'w') as f:
                generate(kind, n, a.kernels, f)
            cases = [('read, print', path, [*ours, '--threads=1'])]
            cases += [(f'--dma, {t} thr', path, [*ours, f'--threads={t}', '--dma']) for t in a.threads.split(',')]
            if not a.no_peer:
                g = generic(a.rookery_opt, path, work)
                unknown = '--allow-unregistered-dialect'
                cases += [('generic, rookery', g, [*ours, '--threads=1', unknown]),
                          ('generic, mlir-opt', g, [peer, unknown, '--mlir-disable-threading'])]
            for what, text, cmd in cases:
                if cmd[0] is None:
                    print(f'{kind:5} {n:7} {what:18} not available: mlir-opt-19 is not installed (Debian package mlir-19-tools)')
                    continue
                try:
                    _, cpu0, mem0 = measure([*cmd, empty], a.runs)
                    wall, cpu, mem = measure([*cmd, text], a.runs)
                except RuntimeError as e:
                    print(f'{kind:5} {n:7} {what:18} not available: {e}')
                    continue
                time_op, mem_op = max(cpu - cpu0, 1e-6) / n, max(mem - mem0, 0) * KIB * KIB / n
                was = first.setdefault(what, (time_op, mem_op))
                # Less memory than this script has cannot be told apart.
                grown = f'{mem_op / was[1]:6.2f}x' if was[1] > 100 else f"{'-':>7}"
                print(f'{kind:5} {n:7} {what:18} {wall:8.3f} {cpu:8.3f} {1 / time_op:10.0f} {mem:7.1f} {mem_op:7.0f} '
                      f'{time_op / was[0]:7.2f}x {grown}', flush=True)


main()
