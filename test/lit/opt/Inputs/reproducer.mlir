func.func @f(%x: i32) {
  %0 = "toy.a"(%x) : (i32) -> i32
  return
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(mine)",
      disable_threading: true,
      verify_each: true,
      dialects: [{name: "toy.dialect", text: "dialect toy {\n  op a { operands x: i32; results r: i32; }\n  op b { operands x: i32; results r: i32; }\n}\n"}],
      patterns: [{name: "mine.pat", hash: "0", text: "use toy, func;\nset mine { pattern b { match op = toy.a(x); rewrite { replace op with toy.b(x); } } }\npass mine on func.func { stage once: walk { mine } }\n"}]
    }
  }
#-}
