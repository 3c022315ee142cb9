// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
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
