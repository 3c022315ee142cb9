/// One addition in place of two, which forgets the second.
use user;

set additions {
  pattern at_once {
    match a = user.add(x) { by = n };
    match b = user.add(x) { by = m } of next(a);
    rewrite { update b { by = n }; erase a; }
  }
}
pass add_at_once on dma.kernel { stage all: walk { additions } }
