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
    example { """
      penguin.loop from 0 to 8 step 2 (%i: index) { penguin.end }
    """ => """
      bir.loop from 0 to 8 step 2 (%i: index) { penguin.end }
    """ }
  }
  pattern loop_end {
    match op = penguin.end;
    rewrite { replace op with bir.end(); }
    example { """
      bir.loop from 0 to 8 (%i: index) { penguin.end }
    """ => """
      bir.loop from 0 to 8 (%i: index) { bir.end }
    """ }
  }
}
