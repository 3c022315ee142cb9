// Tests of one thing that leave no value: the pattern can never match.
// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: never-matches-tests.pat:20:24: error: pattern 'range' can never match: no value passes this test and an earlier one [never-matches]
// CHECK: never-matches-tests.pat:20:11: note: the earlier test
// CHECK: never-matches-tests.pat:25:11: error: pattern 'two_cases' can never match: no value passes this test and an earlier one [never-matches]
// CHECK: never-matches-tests.pat:24:38: note: the earlier test
// CHECK: never-matches-tests.pat:31:15: error: pattern 'not_that' can never match: no value passes this test and an earlier one [never-matches]
// CHECK: never-matches-tests.pat:30:11: note: the earlier test
// CHECK: never-matches-tests.pat:36:32: error: pattern 'through_an_operand' can never match: no value passes this test and an earlier one [never-matches]
// CHECK: never-matches-tests.pat:35:46: note: the earlier test
// CHECK: never-matches-tests.pat:36:11: note: the earlier test
// CHECK: never-matches-tests.pat:41:11: error: pattern 'absent' can never match: no value passes this test and an earlier one [never-matches]
// CHECK: never-matches-tests.pat:40:39: note: the earlier test
use bir, dma;

set s {
  pattern range unordered {
    match op = bir.memory { bytes = n };
    where n > 3; where 2 >= n;
    error op "never";
  }
  pattern two_cases unordered {
    match op = bir.dma_copy { mode = .copy };
    where op.mode == .transpose;
    error op "never";
  }
  pattern not_that unordered {
    match op = bir.noop { engine };
    where engine != .pool;
    where not (engine != .pool);
    error op "never";
  }
  pattern through_an_operand unordered {
    match op = bir.dma_copy(bir.ap { dtype = .bf16 } as s, _);
    where s.dtype == .bf16 and s.dtype == .fp32;
    error op "never";
  }
  pattern absent unordered {
    match op = bir.memory { address = none };
    where op.address != none;
    error op "never";
  }
}
