// RUN: compression-opt %s --compress-plan=preset=W8A8 | FileCheck %s --check-prefixes=CHECK,STATIC
// RUN: compression-opt %s --compress-plan=preset=W8A8_DYNAMIC | FileCheck %s --check-prefixes=CHECK,DYNAMIC
// The case of a preset's name does not matter, and a plan may be made again.
// RUN: compression-opt %s --compress-plan=preset=w8a8 --compress-plan=preset=w8a8 | FileCheck %s --check-prefixes=CHECK,STATIC

//===----------------------------------------------------------------------===//
// Weights: a scale per output channel, wherever the layout has it
//===----------------------------------------------------------------------===//

// CHECK: ml_program.global private @kn{{.*}} {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [*, 1]>}
ml_program.global private @kn(dense<1.0> : tensor<3x2xf32>) : tensor<3x2xf32>
// CHECK: ml_program.global private @nk{{.*}} {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
ml_program.global private @nk(dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32>
// CHECK: ml_program.global private @batched{{.*}} {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *, 1]>}
ml_program.global private @batched(dense<1.0> : tensor<5x3x2xf32>) : tensor<5x3x2xf32>
// CHECK: ml_program.global private @half_weight{{.*}} {compress.scheme = #compress.affine<s8 [-127, 127], f16, block [*, 1]>}
ml_program.global private @half_weight(dense<1.0> : tensor<3x2xf16>) : tensor<3x2xf16>

// CHECK-LABEL: func @matrix
func.func @matrix(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // STATIC: compress.observe %{{.*}} {name = "x", scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
  // DYNAMIC: compress.observe %{{.*}} {dynamic, name = "x", scheme = #compress.affine<u8, f32, block [1, *], zero_point>}
  %seen = compress.observe %x {name = "x"} : tensor<4x3xf32>
  %w = ml_program.global_load @kn : tensor<3x2xf32>
  // Nothing is rewritten.
  // CHECK: %[[W:.*]] = ml_program.global_load @kn
  // CHECK: linalg.matmul ins(%{{.*}}, %[[W]] :
  %y = linalg.matmul ins(%seen, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// Statistics stay beside the scheme.
// CHECK-LABEL: func @transposed
func.func @transposed(%x: tensor<4x5x3xf32>, %i: tensor<4x5x2xf32>) -> tensor<4x5x2xf32> {
  // STATIC: compress.observe %{{.*}} {name = "y", scheme = #compress.affine<u8, f32, block [*, *, *], zero_point>, statistics = #compress.statistics<min = -1.000000e+00 : f32, max = 2.000000e+00 : f32, count = 60>}
  // DYNAMIC: compress.observe %{{.*}} {dynamic, name = "y", scheme = #compress.affine<u8, f32, block [1, 1, *], zero_point>, statistics = #compress.statistics<
  %seen = compress.observe %x {name = "y", statistics = #compress.statistics<min = -1.0 : f32, max = 2.0 : f32, count = 60>} : tensor<4x5x3xf32>
  %w = ml_program.global_load @nk : tensor<2x3xf32>
  %y = linalg.contract indexing_maps = [affine_map<(a, b, n, k) -> (a, b, k)>, affine_map<(a, b, n, k) -> (n, k)>, affine_map<(a, b, n, k) -> (a, b, n)>]
         ins(%seen, %w : tensor<4x5x3xf32>, tensor<2x3xf32>) outs(%i : tensor<4x5x2xf32>) -> tensor<4x5x2xf32>
  return %y : tensor<4x5x2xf32>
}

// A row is what the sum runs over, wherever it lies.
// CHECK-LABEL: func @columns
func.func @columns(%x: tensor<3x4xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // DYNAMIC: compress.observe %{{.*}} {dynamic, name = "z", scheme = #compress.affine<u8, f32, block [*, 1], zero_point>}
  %seen = compress.observe %x {name = "z"} : tensor<3x4xf32>
  %w = ml_program.global_load @kn : tensor<3x2xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%seen, %w : tensor<3x4xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @batch
func.func @batch(%x: tensor<5x4x3xf32>, %i: tensor<5x4x2xf32>) -> tensor<5x4x2xf32> {
  %seen = compress.observe %x {name = "b"} : tensor<5x4x3xf32>
  %w = ml_program.global_load @batched : tensor<5x3x2xf32>
  %y = linalg.batch_matmul ins(%seen, %w : tensor<5x4x3xf32>, tensor<5x3x2xf32>) outs(%i : tensor<5x4x2xf32>) -> tensor<5x4x2xf32>
  return %y : tensor<5x4x2xf32>
}

// CHECK-LABEL: func @half
func.func @half(%x: tensor<4x3xf16>, %i: tensor<4x2xf16>) -> tensor<4x2xf16> {
  // STATIC: compress.observe %{{.*}} {name = "h", scheme = #compress.affine<u8, f16, block [*, *], zero_point>}
  %seen = compress.observe %x {name = "h"} : tensor<4x3xf16>
  %w = ml_program.global_load @half_weight : tensor<3x2xf16>
  %y = linalg.matmul ins(%seen, %w : tensor<4x3xf16>, tensor<3x2xf16>) outs(%i : tensor<4x2xf16>) -> tensor<4x2xf16>
  return %y : tensor<4x2xf16>
}

//===----------------------------------------------------------------------===//
// Tables: a scale per row
//===----------------------------------------------------------------------===//

// CHECK: ml_program.global private @table{{.*}} {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
ml_program.global private @table(dense<1.0> : tensor<9x3xf32>) : tensor<9x3xf32>

// A table that is also a weight, with rows for output channels, has one scheme.
// CHECK-LABEL: func @tied
func.func @tied(%ids: tensor<4xi64>, %i: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %t = ml_program.global_load @table : tensor<9x3xf32>
  %x = compress.gather %t[%ids] : tensor<9x3xf32>, tensor<4xi64> -> tensor<4x3xf32>
  // CHECK: compress.observe %{{.*}} {{{.*}}name = "t", scheme
  %seen = compress.observe %x {name = "t"} : tensor<4x3xf32>
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%seen, %t : tensor<4x3xf32>, tensor<9x3xf32>) outs(%i : tensor<4x9xf32>) -> tensor<4x9xf32>
  return %y : tensor<4x9xf32>
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// CHECK: ml_program.global private @unobserved(dense<1.000000e+00> : tensor<3x2xf32>) : tensor<3x2xf32>{{$}}
ml_program.global private @unobserved(dense<1.0> : tensor<3x2xf32>) : tensor<3x2xf32>
// CHECK: ml_program.global private @bias(dense<1.000000e+00> : tensor<4x2xf32>) : tensor<4x2xf32>{{$}}
ml_program.global private @bias(dense<1.0> : tensor<4x2xf32>) : tensor<4x2xf32>

// CHECK-LABEL: func @left_alone
func.func @left_alone(%x: tensor<4x3xf32>, %v: tensor<3x2xf32>) -> tensor<4x2xf32> {
  // An observed value that no contraction with a weight reads.
  // CHECK: compress.observe %{{.*}} {name = "o"}
  %seen = compress.observe %x {name = "o"} : tensor<4x3xf32>
  %b = ml_program.global_load @bias : tensor<4x2xf32>
  %0 = linalg.matmul ins(%seen, %v : tensor<4x3xf32>, tensor<3x2xf32>) outs(%b : tensor<4x2xf32>) -> tensor<4x2xf32>
  %w = ml_program.global_load @unobserved : tensor<3x2xf32>
  %1 = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%0 : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
