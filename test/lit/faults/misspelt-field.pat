// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-field.pat:10:66: error: dma.Pair has no field 'nm'; did you mean 'num'? [unknown-field]
// CHECK: misspelt-field.pat:11:64: error: dma.Pair has no field 'nm'; did you mean 'num'? [unknown-field]
// CHECK: misspelt-field.pat:12:98: error: dma.Pair has no field 'strid'; did you mean 'stride'? [unknown-field]
// CHECK: misspelt-field.pat:13:72: error: cases of bir.TransposeOp have no fact 'axs'; did you mean 'axes'? [unknown-field]
// CHECK: misspelt-field.pat:14:69: error: int has no field 'num' [unknown-field]
use bir, dma;
set s {
  pattern of_a_struct { match op = bir.ap { pairs }; where any(p.nm == 0 for p in pairs); error op "zero"; }
  pattern in_a_pattern { match op = bir.ap { pairs = [dma.Pair(nm = n), ..] }; where n == 0; error op "zero"; }
  pattern created { match op = bir.ap { pairs }; rewrite { update op { pairs = [dma.Pair(1, 2) { strid = 1 }] }; } }
  pattern fact { match op = bir.dma_copy { transpose_op = t }; where t.axs == [1]; error op "axes"; }
  pattern of_an_int { match op = bir.ap { pairs }; where len(pairs).num == 0; error op "zero"; }
}
