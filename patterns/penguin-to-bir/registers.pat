/// A11: registers come before what depends on them, so that offsets, counts and predicates follow.
use penguin, bir;

set registers {
  pattern read_tensor_ptr {
    match op = penguin.read_tensor_ptr(penguin.access as p);
    rewrite { replace op with bir.read_var_addr(attach(p)) { name = fresh("read_var_addr") }; }
  }
}
