// Attributes that say what an argument holds, and do not.
// RUN: not rookery-sim %s 2>&1 | FileCheck %s

// CHECK: inputs-errors.mlir:[[@LINE+1]]:1: error: dma.input of argument 0 is 'ones', which is none of counting, zeros, and a file that ends in .npy
func.func @word(%a: memref<4xi16> {dma.input = "ones"}) { return }
// CHECK: error: dma.input of argument 1 has no elements
func.func @empty(%a: memref<4xi16>, %b: memref<4xi16> {dma.input = []}) { return }
// CHECK: error: dma.input of argument 0 has a modulo that is not positive
func.func @modulo(%a: memref<4xi16> {dma.input = {modulo = 0}}) { return }
// CHECK: error: dma.input of argument 0 has elements that are no integers
func.func @elements(%a: memref<4xi16> {dma.input = ["x"]}) { return }
// CHECK: error: dma.input of argument 0 is no value that says what an argument holds
func.func @kind(%a: memref<4xi16> {dma.input = i32}) { return }
// CHECK: error: dma.input of argument 0 names '../up.npy', which is not in the program's folder
func.func @folder(%a: memref<4xi16> {dma.input = "../up.npy"}) { return }
// CHECK: error: dma.input of argument 0 cannot be read from 'missing.npy': {{[Nn]o such file}}
func.func @missing(%a: memref<4xi16> {dma.input = "missing.npy"}) { return }
