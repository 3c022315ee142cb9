// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: never-equal.pat:9:66: error: int and string are never equal [never-equal]
// CHECK: never-equal.pat:10:75: error: bir.Engine and bir.CopyMode are never equal [never-equal]
// CHECK: never-equal.pat:11:54: error: value and int are never equal [never-equal]
// CHECK: never-equal.pat:12:46: error: value is never equal to this int [never-equal]
use bir, arith;
set s {
  pattern compared { match op = bir.dma_copy { id, name }; where id == name; error op "same"; }
  pattern enums { match op = bir.dma_copy { engine = e, mode = m }; where e == m; error op "same"; }
  pattern value { match op = arith.addi(x, _); where x == 0; rewrite { replace op with x; } }
  pattern literal { match op = arith.addi(x, 0); rewrite { replace op with x; } }
}
