/// The kernels of the DMA lowering are functions that move data. What comes after this works on kernels, one a thread.
use builtin, func, penguin, dma;

set func_to_kernel {
  /// A function that moves data becomes a kernel of the same name.
  pattern func_to_kernel {
    match f = func.func { sym_name, function_type };
    where any(x is penguin.access | penguin.Dma for x in walk(f)) else "moves no data";
    rewrite {
      let k = dma.kernel() { sym_name, function_type, arg_attrs = f.arg_attrs };
      move f.body into k.body;
      replace f with k;
    }
    example { """
      func.func @f(%a: memref<4xbf16>) {
        %s = penguin.access %a pattern [[1, 4]] as bf16 : memref<4xbf16>
        penguin.print %s
        return
      }
    """ => """
      dma.kernel @f(%a: memref<4xbf16>) {
        %s = penguin.access %a pattern [[1, 4]] as bf16 : memref<4xbf16>
        penguin.print %s
        func.return
      }
    """ }
    no_match "moves nothing" """func.func @f(%a: i32) -> i32 { return %a : i32 }""";
  }
  /// The end of such a function.
  pattern kernel_end {
    match op = func.return(values);
    match dma.kernel of parent(op);
    rewrite { replace op with dma.return(values); }
    example { """dma.kernel @k() { func.return }""" => """dma.kernel @k() { dma.return }""" }
    no_match "of a function that stays one" """func.func @f() { return }""";
  }
}

/// Makes a dma.kernel of each function that moves data.
pass kernels_from_functions on builtin.module {
  stage kernels: walk { func_to_kernel }
}
