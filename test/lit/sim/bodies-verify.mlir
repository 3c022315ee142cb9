// Patterns over operations whose meaning is a body are checked by running them, as all are.
// RUN: rookery-opt %s --dialects %S/Inputs/bodies.dialect --patterns %S/Inputs/bodies-right.pat --add-at-once \
// RUN:   --verify-by-execution 2>%t.err | FileCheck %s --check-prefix=IR
// RUN: FileCheck %s --input-file=%t.err --check-prefix=RIGHT
// RUN: not rookery-opt %s --dialects %S/Inputs/bodies.dialect --patterns %S/Inputs/bodies-wrong.pat --add-at-once \
// RUN:   --verify-by-execution 2>&1 | FileCheck %s --check-prefix=WRONG

// IR:      user.add {{.*}} by 7
// IR-NOT:  user.add
// RIGHT:   verify-by-execution: add-at-once: kernel 'adds': 0 transfers before, 0 after, 8 bytes compared, 4 changed
// RIGHT-NOT: {{.}}
// WRONG:   error: pass 'add-at-once' changed what kernel 'adds' does: byte 2 of 'arg0' was 0x{{..}} and is 0x{{..}} (4 of 8 bytes differ)
// WRONG:   note: before the pass it was written by this 'user.add'
// WRONG:   note: after the pass it was written by this 'user.add'
dma.kernel @adds(%x: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 8, argument = 0}
  %0 = bir.ap %a pattern [[1, 4]] offset 2 as uint8
  user.add %0 by 3
  user.add %0 by 4
  dma.return
}
