// What doubles with each application ends: text, a list, an attribute in itself, and copies of everything.
// DEFINE: %{run} = rookery-opt %S/Inputs/one.mlir --allow-cycles --dialects %S/Inputs/growing.dialect --patterns %s
// RUN: not %{run} --text --limit built=100000 2>&1 | FileCheck %s --check-prefix=BUILT
// RUN: not %{run} --list --limit built=100000 2>&1 | FileCheck %s --check-prefix=BUILT
// RUN: %{run} --text -o %t
// RUN: %{run} --list -o %t
// RUN: %{run} --nested -o %t
// RUN: not %{run} --copies --limit created-ops=1000 2>&1 | FileCheck %s --check-prefix=CREATED
// RUN: not %{run} --many 2>&1 | FileCheck %s --check-prefix=STEPS
// BUILT: error: rewrites build more than 100000 bytes of text and elements of lists (limit 'built')
// CREATED: limit 'created_ops'
// STEPS: error: pattern 'many' takes more than {{[0-9]+}} steps here (limit 'eval_steps')
use builtin, func, growing;
set start { pattern start { match f = func.func; where not any(o is growing.bag for o in ops(f.body)); rewrite { at start of f.body { growing.bag() { text = "a", list = [1], any = f.sym_name }; } } } }
set text { pattern text { match op = growing.bag { text = x }; rewrite { update op { text = "{x}{x}" }; } } }
set list { pattern list { match op = growing.bag { list = x }; rewrite { update op { list = x ++ x }; } } }
set nested { pattern nested { match op = growing.bag { any = x }; rewrite { update op { any = [x, x] }; } } }
set copy_all { pattern copy_all { match op = func.func { sym_name }; rewrite { for _ in 0 .. 100000 { clone op { sym_name = fresh(sym_name) }; } } } }
set many { pattern many { match op = func.func; rewrite { at start of op.body { for n in 0 .. 40000000 { growing.bag() { text = "", list = [n], any = n }; } } } } }
pass text on func.func { stage first: walk { start } stage all: greedy { text } }
pass list on func.func { stage first: walk { start } stage all: greedy { list } }
pass nested on func.func { stage first: walk { start } stage all: greedy { nested } }
pass copies on builtin.module { stage all: greedy { copy_all } }
pass many on builtin.module { stage all: walk { many } }
