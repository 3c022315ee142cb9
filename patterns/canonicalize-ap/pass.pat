/// Access patterns in their normal form, and dealt out where that is cheaper.
import "penguin.pat";
import "bir.pat";

/// Brings access patterns of copies into their unique normal form, and issues DMAs in their cheapest form when asked.
pass canonicalize_ap on builtin.module {
  /// What finds normal forms.
  option engine: dma.ApEngine = .plain;
  /// Also choose the cheapest form of each DMA of `bir` under the costs of the target.
  option choose: bool = false;
  stage penguin: walk { penguin_offsets, penguin_normal_ap }
  stage bir: walk { bir_offsets, bir_normal_ap }
  stage choice: walk if options.choose { bir_best_ap }
}
