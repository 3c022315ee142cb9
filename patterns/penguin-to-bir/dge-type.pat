/// A1: the DGE type follows from the mode by name. The ordinals of the two enums differ: a cast would swap none and unassigned.
use penguin, bir;

fn dge_type(m: penguin.DgeMode) -> bir.DgeType =
  case m { .unknown => .unassigned, .swdge => .swdge, .hwdge => .hwdge, .none => .none };

/// A1: QoS is bound here, class by class; a number without a class fails.
fn qos(n: int) -> bir.Qos = enum_case(n);
