/// C2: an id is a position in the queue; the first block of a queue starts its section.
use desc;

fn starts_section(i: int) -> bool = i == 0;

set number_blocks {
  pattern number {
    match q = desc.queue;
    rewrite { for (i, b) in enumerate(ops(q.blocks)) { update b { id = i, section_start = starts_section(i) }; } }
    example { """
      desc.queue @q engine pool qos p0 {
        desc.block @a id 0 { }
        desc.block @b id 0 { }
      }
    """ => """
      desc.queue @q engine pool qos p0 {
        desc.block @a id 0 attributes {section_start} { }
        desc.block @b id 1 { }
      }
    """ }
  }
}
