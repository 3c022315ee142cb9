/// Loops keep their bounds.
use penguin, bir;

set loops {
  pattern loop {
    match op = penguin.loop { lower, upper, step };
    rewrite {
      let l = bir.loop() { lower, upper, step };
      move op.body into l.body;
      replace op with l;
    }
  }
  pattern loop_end {
    match op = penguin.end;
    rewrite { replace op with bir.end(); }
  }
}
