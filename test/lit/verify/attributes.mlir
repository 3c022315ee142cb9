// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
dma.kernel @k(%s: !bir.access) {
  "bir.dma_copy"(%s, %s) : (!bir.access, !bir.access) -> ()
  "bir.dma_copy"(%s, %s) <{name = 1, mode = #bir.cce_op<add>}> : (!bir.access, !bir.access) -> ()
  "bir.indirect_copy"(%s, %s, %s) <{name = "a", num_valid_indices = 65536}> : (!bir.access, !bir.access, !bir.access) -> ()
  %c = "arith.constant"() <{value = 1 : i32}> : () -> i64
}
// CHECK: attributes.mlir:3:3: error: 'bir.dma_copy' op requires attribute 'name'
// CHECK: attributes.mlir:4:3: error: 'bir.dma_copy' op attribute 'name' must be a string, but is 1 : i64
// CHECK: attributes.mlir:4:3: error: 'bir.dma_copy' op attribute 'mode' must be a bir.CopyMode, but is #bir.cce_op<add>
// CHECK: attributes.mlir:5:3: error: 'bir.indirect_copy' op attribute 'num_valid_indices' must be in 0 .. 65536 (end excluded), but is 65536
// CHECK: attributes.mlir:6:3: error: 'arith.constant' op attribute 'value' is 1 : i32, but result 'result' has type i64
