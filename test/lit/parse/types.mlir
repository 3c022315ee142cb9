// RUN: rookery-opt %s --allow-unregistered-dialect | rookery-filecheck %s
"t.t"() {a = memref<4x?xf32, strided<[?, 1], offset: ?>, 3>, b = tensor<*xi8>, c = vector<2x[4]xbf16>, d = complex<f32>} : () -> ()
// CHECK: a = memref<4x?xf32, strided<[?, 1], offset: ?>, 3>, b = tensor<*xi8>, c = vector<2x[4]xbf16>, d = complex<f32>
"t.t"() {a = (i1, index) -> (), b = () -> (i8, none), c = tuple<i3, tuple<>>, d = () -> (() -> i1), e = si7, f = ui16} : () -> ()
// CHECK: a = (i1, index) -> (), b = () -> (i8, none), c = tuple<i3, tuple<>>, d = () -> (() -> i1), e = si7, f = ui16
"t.t"() {a = !other.thing<"any [text", 1 -> 2>, b = #other<x<y>>, c = memref<0x5xi8>, d = memref<*xi8, #dma.space<psum>>} : () -> ()
// CHECK: a = !other.thing<"any [text", 1 -> 2>, b = #other.x<y>, c = memref<0x5xi8>, d = memref<*xi8, #dma.space<psum>>
