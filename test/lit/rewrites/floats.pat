// A float literal is a number, whatever format the attribute has: 0.0 matches zeros of all of them, and -0.0 too, since they are equal.
// RUN: rookery-opt %S/Inputs/floats.mlir --patterns %s --zeros | FileCheck %s
use arith, func;
// CHECK: return %arg0, %arg1, %arg1, %{{[0-9]}}, %{{[0-9]}} :
set zeros { pattern float_zero { match op = arith.addf(x, arith.constant { value = 0.0 }); rewrite { replace op with x; } } }
pass zeros on func.func { stage all: greedy { zeros } }
