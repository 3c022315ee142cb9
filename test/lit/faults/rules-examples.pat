// RUN: not rookery-opt --show-diagnostic-kinds --check-patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
use dma;
rules mine over dma.Transfer {
  law does_not_fire { dim(_, _, 1, r) => r; example dim(1, 1, 2, .end) => .end; }
  law something_else { dim(_, _, 1, r) => r; example dim(1, 1, 1, dim(2, 2, 2, .end)) => dim(2, 2, 3, .end); }
  law matches { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; no_match dim(4, 5, 1, dim(1, 1, 2, .end)); }
  law negative_count { dim(_, _, 1, r) => r; example dim(1, 1, -1, .end) => .end; }
  law overflows { dim(_, _, 1, r) => r; example dim(9223372036854775807 + 1, 1, 1, .end) => .end; }
  choice by_zero { dim(s, d, n, r) => fdim(s, d, n / s, r); example dim(0, 1, 2, .end) => fdim(0, 1, 2, .end); }
  choice by_minus { dim(s, d, n, r) => fdim(s, d, n / s, r); example dim(-1, 1, 2, .end) => fdim(-1, 1, -2, .end); }
  choice no_element { dim(s, d, n, r) => fdim(s, d, n - n, r); example dim(1, 1, 2, .end) => fdim(1, 1, 0, .end); }
  choice odd_size {
    xfer(s, d, e, dim(1, 1, n, .end)) => xfer(s, d, e * 3, dim(1, 1, n / 3, .end));
    where n % 3 == 0;
    example xfer(0, 0, 1, dim(1, 1, 6, .end)) => xfer(0, 0, 3, dim(1, 1, 2, .end));
  }
}
