// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f(%c: i1) {
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }) : (i1) -> ()
  "penguin.loop"() <{upper = 4 : i64}> ({
  }) : () -> ()
  "penguin.loop"() <{upper = 4 : i64}> ({
  ^bb0(%i: i32):
    "bir.end"() : () -> ()
  }) : () -> ()
  return
}
// CHECK: regions.mlir:3:3: error: 'scf.if' op requires 2 regions, but has 1
// CHECK: regions.mlir:6:3: error: 'penguin.loop' op region #0 ('body') must not be empty
// CHECK: regions.mlir:8:3: error: 'penguin.loop' op region #0 ('body') argument #0 ('i') must be index, but got i32
// CHECK: regions.mlir:8:3: error: 'penguin.loop' op region #0 ('body') must end with 'penguin.end', but ends with 'bir.end'
// CHECK: regions.mlir:10:5: note: the region ends here
