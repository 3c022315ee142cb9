// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-parameter.pat:9:73: error: target family 'neuron' has no parameter 'max_free_dim'; did you mean 'max_free_dims'? [unknown-parameter]
// CHECK: misspelt-parameter.pat:10:37: error: target family 'neuron' has no parameter 'engine'; did you mean 'engines'? [unknown-parameter]
// CHECK: misspelt-parameter.pat:11:54: error: expected int, but this is bool [types]
// CHECK: misspelt-parameter.pat:13:47: error: target family 'neuron' has no parameter 'has_hwdg'; did you mean 'has_hwdge'? [unknown-parameter]
use bir;
set s {
  pattern read { match op = bir.ap { pairs }; where len(pairs) > target.max_free_dim; error op "long"; }
  pattern benefit_of benefit target.engine { match op = bir.noop; rewrite { erase op; } }
  pattern types { match op = bir.ap { pairs }; where target.has_hwdge > 3; error op "long"; }
}
pass p on func.func { stage a: walk if target.has_hwdg { s } }
