// RUN: compression-opt %s --compress-narrow-floats --canonicalize --cse --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
// The statistics of a layer norm as torch writes them.
// CHECK-LABEL: func.func @layer_norm
// CHECK-NOT: f64
// CHECK: return
func.func @layer_norm(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 4.0 : f64
  %eps = arith.constant 1.0e-5 : f64
  %e64 = tensor.empty() : tensor<2x4xf64>
  %e1 = tensor.empty() : tensor<2x1xf64>
  %e = tensor.empty() : tensor<2x4xf32>
  %z = linalg.fill ins(%zero : f64) outs(%e1 : tensor<2x1xf64>) -> tensor<2x1xf64>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xf32>) outs(%e64 : tensor<2x4xf64>) {
  ^bb0(%i: f32, %o: f64):
    %v = arith.extf %i : f32 to f64
    linalg.yield %v : f64
  } -> tensor<2x4xf64>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%w : tensor<2x4xf64>) outs(%z : tensor<2x1xf64>) {
  ^bb0(%i: f64, %o: f64):
    %v = arith.addf %i, %o : f64
    linalg.yield %v : f64
  } -> tensor<2x1xf64>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<2x1xf64>) outs(%e1 : tensor<2x1xf64>) {
  ^bb0(%i: f64, %o: f64):
    %v = arith.divf %i, %n : f64
    linalg.yield %v : f64
  } -> tensor<2x1xf64>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%w, %m : tensor<2x4xf64>, tensor<2x1xf64>) outs(%e64 : tensor<2x4xf64>) {
  ^bb0(%i: f64, %j: f64, %o: f64):
    %v = arith.subf %i, %j : f64
    linalg.yield %v : f64
  } -> tensor<2x4xf64>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<2x4xf64>) outs(%z : tensor<2x1xf64>) {
  ^bb0(%i: f64, %o: f64):
    %p = arith.mulf %i, %i : f64
    %v = arith.addf %p, %o : f64
    linalg.yield %v : f64
  } -> tensor<2x1xf64>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %q : tensor<2x4xf64>, tensor<2x1xf64>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%i: f64, %j: f64, %o: f32):
    %a = arith.divf %j, %n : f64
    %b = arith.addf %a, %eps : f64
    %c = math.rsqrt %b : f64
    %v = arith.mulf %i, %c : f64
    %t = arith.truncf %v : f64 to f32
    linalg.yield %t : f32
  } -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

// f64 elsewhere does not matter: the groups share only constants and fills.
// CHECK-LABEL: func.func @groups
// CHECK: %[[A:.*]] = arith.mulf %arg0, %{{.*}} : f32
// CHECK: %[[D:.*]] = arith.addf %arg1, %{{.*}} : f64
// CHECK: return %[[A]], %[[D]] : f32, f64
func.func @groups(%x: f32, %y: f64) -> (f32, f64) {
  %c = arith.constant 0.1 : f64
  %w = arith.extf %x : f32 to f64
  %m = arith.mulf %w, %c : f64
  %t = arith.truncf %m : f64 to f32
  %d = arith.addf %y, %c : f64
  return %t, %d : f32, f64
}

// -----

// A narrower float in front and behind keeps its casts.
// CHECK-LABEL: func.func @half
// CHECK: arith.extf %arg0 : f16 to f32
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @half(%x: f16) -> f16 {
  %w = arith.extf %x : f16 to f64
  %m = arith.addf %w, %w : f64
  %t = arith.truncf %m : f64 to f16
  return %t : f16
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>
// As many terms as f32 takes.
// CHECK-LABEL: func.func @long_sum
// CHECK-NOT: f64
// CHECK: return
func.func @long_sum(%x: tensor<256x256xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<256x256xf32>) outs(%z : tensor<f64>) {
  ^bb0(%i: f32, %o: f64):
    %w = arith.extf %i : f32 to f64
    %v = arith.addf %w, %o : f64
    linalg.yield %v : f64
  } -> tensor<f64>
  %r = arith.truncf %s : tensor<f64> to tensor<f32>
  return %r : tensor<f32>
}
