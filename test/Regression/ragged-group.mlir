// Groups of 4 along a sum of 10: the last one has 2 rows and a scale of its own.

// RUN: compression-opt %s --compress-apply --symbol-dce -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../Inputs/npy.py write %t.npy f32 10x10 1 0 0 0 0 0 0 0 0 0 0
// RUN: compression-run %t.mlir --input=%t.npy --output=%t.out.npy
// RUN: compression-run %t.mlir --target=generic --input=%t.npy --output=%t.generic.npy
// RUN: cmp %t.out.npy %t.generic.npy
// RUN: %python %S/../Inputs/npy.py print %t.out.npy | FileCheck %s --check-prefix=ROWS

ml_program.global private @w(dense<[[0.1, 1.0], [0.2, -1.0], [0.3, 0.5], [0.4, 0.25], [4.0, 8.0], [-4.0, 2.0], [1.0, 1.0], [2.0, -2.0], [0.01, 0.02], [-0.02, 0.01]]> : tensor<10x2xf32>) : tensor<10x2xf32>
  {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [4, 1]>}

// CHECK: compress.dequantize {{.*}} : tensor<10x2xi8>, tensor<3x2xf32> -> tensor<10x2xf32>
func.func @main(%x: tensor<10x10xf32>) -> tensor<10x2xf32> {
  %w = ml_program.global_load @w : tensor<10x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<10x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<10x2xf32>) -> tensor<10x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<10x10xf32>, tensor<10x2xf32>) outs(%i : tensor<10x2xf32>) -> tensor<10x2xf32>
  return %y : tensor<10x2xf32>
}

// 0.4 / 127, 1 / 127; 4 / 127, 8 / 127; 0.02 / 127 twice.
// CHECK-DAG: w.codes: "0x40000000207F40815F407F207F7F8120201040E03F7F813F"
// The rows of the weight, each within half a step.
// ROWS: f32 10x2
// ROWS-NEXT: {{^}}0.1007{{[0-9]*}} 1 0.2015{{[0-9]*}} -1 0.2992{{[0-9]*}} 0.5039{{[0-9]*}} 0.4{{[0-9]*}} 0.2519{{[0-9]*}} 4 8 -4 2.0157{{[0-9]*}} 1.0078{{[0-9]*}} 1.0078{{[0-9]*}} 2.0157{{[0-9]*}} -2.0157{{[0-9]*}} 0.0099{{[0-9]*}} 0.0{{199|2}}{{[0-9]*}} -0.0{{199|2}}{{[0-9]*}} 0.0099{{[0-9]*$}}
