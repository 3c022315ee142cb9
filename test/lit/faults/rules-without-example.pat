// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
use dma;
rules mine over dma.Transfer {
  law lacks { dim(_, _, 1, r) => r; }
  law after { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; where true; }
  law no_arrow { dim(_, _, 1, r); example dim(1, 1, 1, .end) => .end; }
  low misspelt { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; }
  law fine { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; }
}
