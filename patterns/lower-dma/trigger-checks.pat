/// C10: each firing of a trigger runs the next block of its list, so the list is as long as the trigger is reached.
use bir, desc;

set trigger_checks {
  pattern list_of_other_length {
    match t = desc.trigger { blocks };
    let loops = [l for l in ancestors(t) if l is bir.loop];
    let firings = product(trips(l) for l in loops);
    where len(blocks) != firings;
    error t "this trigger is reached {firings} times, but lists {len(blocks)} blocks";
  }
}
