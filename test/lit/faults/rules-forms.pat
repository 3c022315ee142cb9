// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: rules-forms.pat:89:30: error: 'order_free' asks about the transfer of a rule and stands in 'rules' only [unclear]
// CHECK: rules-forms.pat:46:46: error: 'm' is not bound; did you mean 's'? [unbound]
// CHECK: rules-forms.pat:47:44: error: 'rets' is not bound on the left side; did you mean 'rest'? [unbound]
// CHECK: rules-forms.pat:48:22: error: dma.Transfer has no case 'dimm'; did you mean 'dim'? [unknown-case]
// CHECK: rules-forms.pat:49:42: error: dma.Transfer has no case 'dimm'; did you mean 'dim'? [unknown-case]
// CHECK: rules-forms.pat:50:15: error: 'dim' is written dim(s, d, n, rest); 3 parts given [arity]
// CHECK: rules-forms.pat:51:40: error: 'dim' is written dim(s, d, n, rest); 3 parts given [arity]
// CHECK: rules-forms.pat:52:18: error: a rule that matches everything would fire everywhere; its left side is 'dim(..)', 'fdim(..)' or 'xfer(..)' [unclear]
// CHECK: rules-forms.pat:53:7: error: rule 'no_example' needs an example that fires: 'example TERM => TERM;' [example]
// CHECK: rules-forms.pat:54:7: error: rule 'no_example_at_all' needs an example that fires: 'example TERM => TERM;' [example]
// CHECK: rules-forms.pat:55:24: error: a rule that matches everything would fire everywhere; its left side is 'dim(..)', 'fdim(..)' or 'xfer(..)' [unclear]
// CHECK: rules-forms.pat:56:29: error: 'xfer' is the outermost part of a term; it holds dimensions and is in none [types]
// CHECK: rules-forms.pat:57:49: error: one side is a whole transfer and the other is dimensions only; either both are 'xfer(..)' or none [types]
// CHECK: rules-forms.pat:58:43: error: expected int, but this is string [types]
// CHECK: rules-forms.pat:59:23: error: a field on the left side of a rule is a name, a number or '_'; compute in 'where' [form]
// CHECK: rules-forms.pat:60:47: error: 'r' stands for dimensions and is no number [types]
// CHECK: rules-forms.pat:61:56: error: 'n' is a number and no dimensions [types]
// CHECK: rules-forms.pat:62:28: error: 's' is bound already [bound-twice]
// CHECK: rules-forms.pat:63:44: error: 's' is affine elsewhere and int here [types]
// CHECK: rules-forms.pat:63:47: error: 'd' is affine elsewhere and int here [types]
// CHECK: rules-forms.pat:63:78: error: expected int, but this is affine [types]
// CHECK: rules-forms.pat:63:81: error: expected int, but this is affine [types]
// CHECK: rules-forms.pat:65:49: error: '<=>' also fires from right to left, so nothing on its right side may be computed; write '=>' [form]
// CHECK: rules-forms.pat:68:39: error: '<=>' also fires from right to left, so the right side must name all that the left side does [unbound]
// CHECK: rules-forms.pat:69:34: error: a law may not grow a term, but this one makes 2 dimensions of 1; a 'choice' may [grows]
// CHECK: rules-forms.pat:70:54: error: a law may not grow a term, but from right to left this one makes 2 dimensions of 1; write '=>' [grows]
// CHECK: rules-forms.pat:71:40: error: 2 dimensions of 1 without a condition: this fires on its own result for ever; say 'for' or 'where' [grows]
// CHECK: rules-forms.pat:72:66: error: 'for' takes a list, but this is int [types]
// CHECK: rules-forms.pat:73:68: error: expected bool, but this is int [types]
// CHECK: rules-forms.pat:74:70: error: unknown function 'engine_factor'; did you mean 'engine_factors'? [unknown-function]
// CHECK: rules-forms.pat:76:7: error: rule 'name' is declared twice [duplicate]
// CHECK: rules-forms.pat:75:7: note: first declared here
// CHECK: rules-forms.pat:77:7: error: rule 'merge' is declared twice [duplicate]
// CHECK: canonicalize-ap/rules.pat:{{[0-9:]+}}: note: first declared here
// CHECK: rules-forms.pat:79:19: error: unknown datatype 'dma.Dtype'; rules are over 'dma.Transfer' [datatype]
// CHECK: rules-forms.pat:80:21: error: unknown datatype 'dma.Transfr'; did you mean 'dma.Transfer'? [datatype]
// CHECK: rules-forms.pat:85:9: error: a side of a rule has at most 16 dimensions [nesting]
// CHECK: rules-forms.pat:93:11: error: 'order_free' asks about the transfer of a rule and stands in 'rules' only [unclear]
// CHECK: rules-forms.pat:94:34: error: unknown rules 'ap_lows'; did you mean 'ap_laws'? [unknown-rules]
// CHECK: rules-forms.pat:95:33: error: the name of 'rules' stands here [unknown-rules]
// CHECK: rules-forms.pat:96:32: error: unknown rules 'nothing_like_it' [unknown-rules]
use dma, bir;
rules forms over dma.Transfer {
  law unbound { dim(s, d, n, r) => dim(s, d, m, r); example dim(1, 1, 2, .end) => dim(1, 1, 2, .end); }
  law unbound_rest { dim(s, d, 1, rest) => rets; example dim(1, 1, 1, .end) => .end; }
  law unknown_left { dimm(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; }
  law unknown_right { dim(s, d, 1, r) => dimm(s, d, 1, r); example dim(1, 1, 1, .end) => .end; }
  law parts { dim(s, d, r) => r; example dim(1, 1, 1, .end) => .end; }
  law parts_right { dim(s, d, 1, r) => dim(s, d, r); example dim(1, 1, 1, .end) => .end; }
  law anything { r => r; example dim(1, 1, 1, .end) => dim(1, 1, 1, .end); }
  law no_example { dim(_, _, 1, r) => r; no_match dim(1, 1, 2, .end); }
  law no_example_at_all { dim(_, _, 1, r) => r; }
  law end_of_nothing { .end => .end; example .end => .end; }
  law inside { dim(s, d, 1, xfer(a, b, e, r)) => r; example dim(1, 1, 1, .end) => .end; }
  law sides { xfer(_, _, _, dim(_, _, 1, r)) => r; example xfer(0, 0, 1, dim(1, 1, 1, .end)) => .end; }
  law text { dim(s, d, n, r) => dim(s, d, "n", r); example dim(1, 1, 2, .end) => dim(1, 1, 2, .end); }
  law text_left { dim("s", d, n, r) => dim(1, d, n, r); example dim(1, 1, 2, .end) => dim(1, 1, 2, .end); }
  law rest_as_number { dim(s, d, n, r) => dim(r, d, n, .end); example dim(1, 1, 2, .end) => dim(1, 1, 2, .end); }
  law number_as_rest { dim(s, d, n, r) => dim(s, d, 2, n); example dim(1, 1, 2, .end) => dim(1, 1, 2, .end); }
  law twice { dim(s, d, s, s) => .end; example dim(1, 1, 1, .end) => .end; }
  law offset_as_stride { xfer(s, d, e, dim(s, d, n, r)) => xfer(s, d, e, dim(s, d, n, r)); example xfer(0, 0, 1, .end) => xfer(0, 0, 1, .end); }
  law both_computed {
    dim(s, d, n, dim(0, 0, m, r)) <=> dim(s, d, n * m, dim(0, 0, 1, r));
    example dim(1, 1, 2, dim(0, 0, 3, .end)) => dim(1, 1, 6, dim(0, 0, 1, .end));
  }
  law both_lose { dim(s, _, 1, r) <=> dim(s, 0, 1, r); example dim(1, 1, 1, .end) => dim(1, 0, 1, .end); }
  law grows { dim(s, d, n, r) => dim(s, d, n, dim(0, 0, 1, r)); example dim(1, 1, 2, .end) => dim(1, 1, 2, dim(0, 0, 1, .end)); }
  law grows_back { dim(0, 0, 1, dim(s, d, n, r)) <=> dim(s, d, n, r); example dim(0, 0, 1, dim(1, 1, 2, .end)) => dim(1, 1, 2, .end); }
  choice for_ever { dim(s, d, n, r) => dim(0, 0, 1, dim(s, d, n, r)); example dim(1, 1, 2, .end) => dim(0, 0, 1, dim(1, 1, 2, .end)); }
  choice no_list { dim(s, d, n, r) => fdim(s, d, n, r); for f in n; example dim(1, 1, 2, .end) => fdim(1, 1, 2, .end); }
  choice no_condition { dim(s, d, n, r) => fdim(s, d, n, r); where n; example dim(1, 1, 2, .end) => fdim(1, 1, 2, .end); }
  choice no_function { dim(s, d, n, r) => fdim(s, d, n, r); for f in engine_factor(n); example dim(1, 1, 2, .end) => fdim(1, 1, 2, .end); }
  law name { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; }
  law name { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; }
  law merge { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; }
}
rules others over dma.Dtype { law other { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; } }
rules misspelt over dma.Transfr { law misspelt { dim(_, _, 1, r) => r; example dim(1, 1, 1, .end) => .end; } }
rules long over dma.Transfer {
  law seventeen {
    dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1,
      dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1, dim(_, _, 1,
        dim(_, _, 1, r))))))))))))))))) => r;
    example .end => .end;
  }
}
fn order_is_free() -> bool = order_free();
set s {
  pattern outside {
    match op = bir.dma_copy(bir.ap as s, bir.ap as d);
    where order_free() and not accumulates();
    let (a, b) = normalize(s, d, ap_lows);
    let forms = best_form(s, d, "ap_choice");
    let more = best_form(s, d, nothing_like_it);
    error op "{a} {b} {forms} {more}";
  }
}
pass p on builtin.module { stage a: walk { s } }
