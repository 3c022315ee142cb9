// What reads well and means something else is refused when the file is loaded.
// RUN: not rookery-opt --check-patterns %s 2>&1 | FileCheck %s
use arith, func, memref, scf;

set refused {
  // CHECK: refused.pat:[[#@LINE+4]]:74: error: 'x' is bound already; give the elements another name
  // A name from outside would be a test that all elements must pass.
  pattern outer_name {
    match op = scf.if -> ([..xs]); let [x, ..] = xs;
    rewrite { replace op with scf.if(op.condition) -> types [type(x) for x in xs]; }
  }
  // CHECK: refused.pat:[[#@LINE+3]]:20: error: 'x' is bound already; give the elements another name
  pattern outer_name_in_a_loop {
    match op = arith.addi(x, y); let all = zip([x], [y]);
    rewrite { for (x, _) in all { remark op "{x}"; } }
  }
  // CHECK: refused.pat:[[#@LINE+3]]:20: error: 'move .. into' moves a region into a region, but this is arith.addi; write 'move x end of r' for an operation
  pattern into_a_region {
    match op = arith.addi; match l = scf.if of parent(op);
    rewrite { move op into l.elseRegion; }
  }
  // CHECK: refused.pat:[[#@LINE+4]]:68: error: 'i' is f32 here, but must be a signless integer
  // CHECK: refused.pat:[[#@LINE+3]]:{{[0-9]+}}: error: only one name may stand for a list of arguments
  pattern arguments {
    match op = scf.for(lo, hi, step, inits);
    rewrite { scf.for(lo, hi, step, inits) -> types [] with region(i: f32) { }; scf.for(lo, hi, step, inits) -> types [] with region(a: types [!f32], b: types [!f32]) { }; erase op; }
  }
}
