// RUN: not rookery-opt --show-diagnostic-kinds --check-patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: rules-unsound.pat:11:30: warning: 'd' is bound and never used; write '_' [unused]
// CHECK: rules-unsound.pat:10:7: error: rule 'wrong_example' is unsound: it makes dim(1, 0, 2, .end) of dim(0, 1, 2, .end), which does not move the same elements: byte 0 to 1 becomes byte 1 to 0 [unsound]
// CHECK: rules-unsound.pat:11:7: error: rule 'right_example' is unsound: it makes dim(0, 0, 2, .end) of dim(0, 1, 2, .end), which does not move the same elements: byte 0 to 1 becomes byte 0 to 0 [unsound]
// CHECK: rules-unsound.pat:12:7: error: rule 'order_seen' is unsound: it makes dim(0, 1, 2, dim(0, 0, 2, .end)) of dim(0, 0, 2, dim(0, 1, 2, .end)), which does not move the same elements: the order is another [unsound]
// CHECK: rules-unsound.pat:16:7: error: rule 'count_lost' is unsound: it makes .end of dim(0, 0, 2, .end), which does not move the same elements: byte 0 to 0 becomes nothing [unsound]
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
