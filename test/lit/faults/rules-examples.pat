// RUN: not rookery-opt --show-diagnostic-kinds --check-patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: rules-examples.pat:14:45: error: rule 'does_not_fire' does not fire on its example dim(1, 1, 2, .end) [example]
// CHECK: rules-examples.pat:15:46: error: rule 'something_else' makes dim(2, 2, 2, .end) of its example, not dim(2, 2, 3, .end) [example]
// CHECK: rules-examples.pat:16:75: error: rule 'matches' matches what its 'no_match' says it does not, and makes dim(1, 1, 2, .end) of it [example]
// CHECK: rules-examples.pat:17:46: error: a term of an example is made of numbers, with counts that are not negative [example]
// CHECK: rules-examples.pat:18:41: error: a term of an example is made of numbers, with counts that are not negative [example]
// CHECK: rules-examples.pat:19:61: error: rule 'by_zero' does not fire on its example dim(0, 1, 2, .end) [example]
// CHECK: rules-examples.pat:20:62: error: a term of an example is made of numbers, with counts that are not negative [example]
// CHECK: rules-examples.pat:21:64: error: rule 'no_element' does not fire on its example dim(1, 1, 2, .end) [example]
// CHECK: rules-examples.pat:25:5: error: rule 'odd_size' does not fire on its example xfer(0, 0, 1, dim(1, 1, 6, .end)) [example]
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
