// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: rules-syntax.pat:9:24: error: expected ',' or ')' [syntax]
// CHECK: rules-syntax.pat:12:73: error: expected '}' or 'example' or 'no_match' [syntax]
// CHECK: rules-syntax.pat:15:3: error: expected '}' or 'law' or 'choice'; did you mean 'law'? [syntax]
// CHECK: rules-syntax.pat:18:33: error: expected '=>' or '<=>' [syntax]
use dma;
rules mine over dma.Transfer {
  law computed { dim(2 * s, d, n, r) => dim(2 * s, d, n, r); example dim(2, 1, 2, .end) => dim(2, 1, 2, .end); }
}
rules more over dma.Transfer {
  law after { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; where true; }
}
rules others over dma.Transfer {
  low misspelt { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; }
}
rules and_others over dma.Transfer {
  law no_arrow { dim(_, _, 1, r); example dim(1, 1, 1, .end) => .end; }
}
