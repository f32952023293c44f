// REQUIRES: x86_64
// Values that are computed from an argument in its place don't go there: it is
// the caller's.

// RUN: compression-opt %s --compress-to-llvm="weights=inline symbol=model" | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: clang -O2 -Wno-override-module %S/Inputs/read_only.c %t.ll -lm -o %t
// RUN: %t | FileCheck %s
// CHECK: 2 1
// CHECK-NEXT: 4 7
// CHECK-NEXT: 6 3
// CHECK-NEXT: 8 4

func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
         ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %seven = arith.constant 7.0 : f32
  %c1 = arith.constant 1 : index
  %1 = tensor.insert %seven into %x[%c1] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
