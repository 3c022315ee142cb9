// Enums and structs in the spelling of their declared type; the generic spelling is accepted too.
// RUN: rookery-opt %s | rookery-filecheck %s
// RUN: rookery-opt %s --print-op-generic | rookery-filecheck %s --check-prefix=GENERIC
dma.kernel @k() {
  %m = bir.memory @hbm hbm {bytes = 4096}
  %a = bir.ap %m pattern [[64, 4], [1, 64]] as fp32
  bir.dma_copy %a -> %a {name = "c", mode = #bir.copy_mode<copy>, dge_type = hwdge, engine = pool}
}
// CHECK: %[[M:.*]] = bir.memory @hbm hbm {bytes = 4096}
// CHECK-NEXT: %[[A:.*]] = bir.ap %[[M]] pattern {{\[\[}}64, 4], [1, 64]] as fp32
// CHECK-NEXT: bir.dma_copy %[[A]] -> %[[A]] {name = "c", dge_type = hwdge, engine = pool}
// GENERIC: "bir.memory"() <{bytes = 4096 : i64, space = #dma.space<hbm>, sym_name = "hbm"}>
// GENERIC: "bir.dma_copy"(%{{.*}}, %{{.*}}) <{dge_type = #bir.dge_type<hwdge>, engine = #bir.engine<pool>, name = "c"}>
