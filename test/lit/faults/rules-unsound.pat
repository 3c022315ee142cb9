// RUN: not rookery-opt --show-diagnostic-kinds --check-patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
use dma;
rules mine over dma.Transfer {
  law wrong_example { dim(s, d, n, r) => dim(d, s, n, r); example dim(8, 4, 4, .end) => dim(4, 8, 4, .end); }
  law right_example { dim(s, d, 2, r) => dim(s, s, 2, r); example dim(4, 4, 2, .end) => dim(4, 4, 2, .end); }
  law order_seen {
    dim(s1, d1, n1, dim(s2, d2, n2, r)) => dim(s2, d2, n2, dim(s1, d1, n1, r));
    example dim(1, 1, 4, dim(4, 4, 8, .end)) => dim(4, 4, 8, dim(1, 1, 4, .end));
  }
  law count_lost { dim(_, _, n, r) => r; where n <= 2; example dim(1, 1, 1, .end) => .end; }
  law backward_only { dim(s, 0, 2, r) <=> dim(s, 0, 2, r); example dim(4, 0, 2, .end) => dim(4, 0, 2, .end); }
}
