// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: literals.pat:12:63: error: integer literal does not fit 64 bits [literal]
// CHECK: literals.pat:13:53: error: unknown escape; the escapes are \n, \t, \", \\ and \XX (two hex digits) [literal]
// CHECK: literals.pat:14:52: error: a '}' in a string is written '}}' [literal]
// CHECK: literals.pat:15:53: error: expected an expression [syntax]
// CHECK: literals.pat:16:64: error: expected an expression [syntax]
// CHECK: literals.pat:17:68: error: expected an expression [syntax]
// CHECK: literals.pat:18:50: error: the escapes of this string do not make valid UTF-8 [literal]
use bir;
set s {
  pattern large { match op = bir.dma_copy { id }; where id == 99999999999999999999; error op "large"; }
  pattern escape { match op = bir.noop; error op "a \q"; }
  pattern brace { match op = bir.noop; error op "a } b"; }
  pattern empty { match op = bir.noop; error op "a {} b"; }
  pattern suffix { match op = bir.dma_copy { id }; where id == 10k; error op "large"; }
  pattern quotes { match op = bir.dma_copy { name }; where name == 'a'; error op "a"; }
  pattern bytes { match op = bir.noop; error op "\FF"; }
}
