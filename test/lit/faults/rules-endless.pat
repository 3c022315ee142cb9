// A rule that fires without end on one term, or never comes to say that it does not.
// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: rules-endless.pat:11:5: error: rule 'often' fires more than 1024 times on dim(1, 1, 8, .end), or takes too many steps to say so; 'take(n, ..)' keeps the first [grows]
// CHECK: rules-endless.pat:17:5: error: rule 'long' fires more than 1024 times on dim(1, 1, 8, .end)
use dma;
rules mine over dma.Transfer {
  choice often {
    dim(s, d, n, r) => fdim(s + f - f, d, n, r);
    for f in 0 .. 1000000000;
    example dim(1, 1, 8, .end) => fdim(1, 1, 8, .end);
  }
  choice long {
    dim(s, d, n, r) => fdim(s, d, n, r);
    for f in 0 .. 1000000000;
    where f < 0;
    example dim(1, 1, 8, .end) => fdim(1, 1, 8, .end);
  }
  choice few {
    dim(s, d, n, r) => fdim(s + f - f, d, n, r);
    for f in take(3, [k for k in 0 .. n]);
    example dim(1, 1, 8, .end) => fdim(1, 1, 8, .end);
  }
}
