// --print-pattern-sources: each pattern and function with the file that won.
// RUN: rookery-opt --print-pattern-sources --patterns %s 2> %t.err > %t.1
// RUN: rookery-opt --print-pattern-sources --patterns %s 2> %t.err > %t.2
// RUN: diff %t.1 %t.2
// RUN: FileCheck %s < %t.1
// RUN: rookery-opt --print-pattern-sources | FileCheck %s --check-prefix=SHIPPED
use bir, desc, dma;

// CHECK: {{^}}pass bind-dma on dma.kernel  <rookery>/patterns/bind-dma/memories.pat:{{[0-9]+$}}
// CHECK-NEXT: {{^}}  stage engines: walk  <rookery>/patterns/bind-dma/memories.pat:
// CHECK-NEXT: {{^}}    pattern mine  {{.*}}pattern-sources.pat:[[# @LINE + 13]]{{$}}
// CHECK-NEXT: {{^}}    pattern hwdge_engine  <rookery>/patterns/bind-dma/engines.pat:{{[0-9]+$}}
// CHECK-NEXT: {{^}}    pattern default_engine  {{.*}}pattern-sources.pat:[[# @LINE + 16]]  instead of <rookery>/patterns/bind-dma/engines.pat:{{[0-9]+$}}
// CHECK-NEXT: {{^}}  stage queues: walk  {{.*}}pattern-sources.pat:[[# @LINE + 20]]  instead of <rookery>/patterns/bind-dma/memories.pat:{{[0-9]+$}}
// CHECK: {{^}}    function queue_name  <rookery>/patterns/bind-dma/queues.pat:{{[0-9]+$}}
// CHECK: {{^}}    function joins  {{.*}}pattern-sources.pat:[[# @LINE + 19]]  instead of <rookery>/patterns/lower-dma/reuse-block.pat:{{[0-9]+$}}
// CHECK: {{^}}in no pass{{$}}
// CHECK-NEXT: {{^}}  pattern lonely  {{.*}}pattern-sources.pat:[[# @LINE + 19]]{{$}}
// CHECK-NEXT: {{^}}  function is_noop  {{.*}}pattern-sources.pat:[[# @LINE + 20]]{{$}}
// CHECK-NEXT: {{^}}disabled{{$}}
// CHECK-NEXT: {{^}}  pattern io_on_sp  <rookery>/patterns/bind-dma/engines.pat:{{[0-9]+}}  by {{.*}}pattern-sources.pat:[[# @LINE + 12]]{{$}}
// CHECK-NOT:{{.}}
extend set bind_engines {
  pattern mine {
    match op = bir.noop { engine = .unassigned };
    rewrite { update op { engine = .pool }; }
  }
}
override pattern default_engine {
  match op = bir.Dma { engine = .unassigned };
  rewrite { update op { engine = .dve }; }
}
disable pattern io_on_sp;
override stage bind_dma.queues: walk { bind_queues }
override fn joins(_: bir.Dma, _: bir.ap, _: bir.ap, _: desc.block) -> bool = false;
set alone {
  pattern lonely { match op = bir.noop; where is_noop(op); rewrite { erase op; } }
}
fn is_noop(op: bir.noop) -> bool = op.engine == .pool;
// SHIPPED: pass bind-dma
// SHIPPED-NOT: instead of
// SHIPPED-NOT: in no pass
// SHIPPED-NOT: disabled
