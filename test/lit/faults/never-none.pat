// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: never-none.pat:6:59: error: the left side of '??' is never none: it is int [never-none]
use bir;
set s {
  pattern chosen { match op = bir.dma_copy { id }; where (id ?? 3) == 3; error op "three"; }
  pattern compared { match op = bir.dma_copy { id }; where id == none; error op "none"; }
  pattern option_used { match op = bir.dma_copy { cce_op = c? }; where c == .add; error op "add"; }
  pattern arithmetic { match op = bir.ap { max_index = m? }; where m + 1 > 3; error op "large"; }
}
