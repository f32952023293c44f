// A weight of the model that has the name which a parameter of an activation would
// get keeps its value, also while the model is judged: what the report says is
// what the model gives.

// RUN: %python %S/../Inputs/npy.py write %t.x.npy f32 8x4 1 2 3 4 1 2 3 4 3 3 -2 0 3 3 -2 0 2 2 2 2 2 2 2 2 4 -4 3 2 4 -4 3 2
// RUN: compression-run %s --input=%t.x.npy --output=%t.y.npy
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.x.npy" -o %t.mlir 2> %t.log
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.log
// RUN: sed -e 's/fc\.input\.scale/gain/' %s > %t.gain.mlir
// RUN: compression-opt %t.gain.mlir --compress="preset=W8A8 calibration=%t.x.npy" -o /dev/null 2> %t.gain.log
// RUN: cmp %t.log %t.gain.log

// CHECK-DAG: ml_program.global private @fc.input.scale(dense{{.*}}) : tensor<4xf32>
// CHECK-DAG: ml_program.global private @fc.input.scale_{{[0-9]+}}({{.*}}) : tensor<1x1xf32> {compress.activation = "fc.input"}
// CHECK-DAG: ml_program.global private @fc.input.zero_point({{.*}}) : tensor<1x1xi8> {compress.activation = "fc.input"}
// REPORT: compress: result 0 against float: {{[345][0-9]}}.

ml_program.global private @fc.weight(dense<[[1.0, 2.0, 0.3], [4.0, -5.0, 6.0], [7.0, 8.0, 9.0], [1.0, 1.1, -12.0]]> : tensor<4x3xf32>) : tensor<4x3xf32>
ml_program.global private @fc.input.scale(dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>) : tensor<1x4xf32>
func.func @main(%x: tensor<1x4xf32>) -> tensor<1x3xf32> {
  %w = ml_program.global_load @fc.weight : tensor<4x3xf32>
  %gain = ml_program.global_load @fc.input.scale : tensor<1x4xf32>
  %scaled = arith.mulf %x, %gain : tensor<1x4xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3xf32>) -> tensor<1x3xf32>
  %y = linalg.matmul ins(%scaled, %w : tensor<1x4xf32>, tensor<4x3xf32>)
         outs(%init : tensor<1x3xf32>) -> tensor<1x3xf32> loc("fc")
  return %y : tensor<1x3xf32>
}
