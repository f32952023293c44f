// Smoothing moves a scale for each channel from the input of layers to their
// weights: the float model is the same to rounding.

// RUN: %python %S/../Inputs/npy.py write %t.x.npy f32 16x4 90 1 -2 0.5 -70 2 1 0.25 40 -1 2 -0.5 -100 1 -2 -0.5 5 0.75 0.5 0.125 -60 -2 1.5 0.5
// RUN: compression-opt %s --compress-normalize --compress-observe --compress-plan=preset=W8A8 -o %t.planned.mlir
// RUN: compression-opt %t.planned.mlir --compress-smooth=calibration=%t.x.npy -o %t.smoothed.mlir \
// RUN:   --remark-format=emitRemark --remarks-filter=compress-smooth 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.smoothed.mlir
// RUN: compression-run %t.planned.mlir --input=%t.x.npy --output=%t.0.npy --output=%t.1.npy --output=%t.2.npy --output=%t.3.npy
// RUN: compression-run %t.smoothed.mlir --input=%t.x.npy --expected=%t.0.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=110
// RUN: compression-run %t.smoothed.mlir --input=%t.x.npy --expected=1:%t.1.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=110

// REMARK: remark: {{.*}}[Passed] Smoothed | Category:compress-smooth | error_after={{.*}}, error_before={{.*}}, exponent={{.*}}, floor={{.*}}, value=h.input
// REMARK-NOT: Smoothed

// One vector for both layers that read the value; the statistics are those of
// what is read.
// CHECK-DAG: ml_program.global private @h.input.smoothing({{.*}}) : tensor<4xf32>
// CHECK-NOT: smoothing(
// CHECK: func.func @main
// CHECK: %[[HIDDEN:.*]] = linalg.generic
// CHECK: math.tanh
// CHECK: %[[FACTORS:.*]] = ml_program.global_load @h.input.smoothing
// CHECK: %[[SMOOTH:.*]] = linalg.generic {{.*}} ins({{.*}}, %[[FACTORS]] : tensor<1x4xf32>, tensor<4xf32>)
// CHECK: arith.mulf
// CHECK: %[[SEEN:.*]] = compress.observe %[[SMOOTH]] {{.*}}name = "h.input"{{.*}}statistics
// CHECK: linalg.contract {{.*}} ins(%[[SEEN]],
// CHECK: linalg.contract {{.*}} ins(%[[SEEN]],

// What calibration has one call of is left alone, and what it can't read.
// RUN: %python %S/../Inputs/npy.py slice %t.x.npy 0 1 %t.one.npy
// RUN: compression-opt %t.planned.mlir --compress-smooth=calibration=%t.one.npy | FileCheck %s --check-prefix=ONE
// ONE-NOT: smoothing
// ONE: statistics
// RUN: not compression-opt %t.planned.mlir --compress-smooth 2>&1 | FileCheck %s --check-prefix=FILES
// FILES: error: expected 1 calibration files, one for each argument of 'main', but got 0

#rows = affine_map<(m, n) -> (m, n)>
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @main(%x: tensor<1x4xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %w = arith.constant dense<[[0.01, 1.0, -1.0, 2.0], [0.02, -1.0, 0.5, 1.0]]> : tensor<2x4xf32> loc("h.weight")
  %v = arith.constant dense<[[0.02, 1.0, 2.0, -1.0], [-0.01, 1.0, 0.5, 1.5]]> : tensor<2x4xf32> loc("g.weight")
  %u = arith.constant dense<[[0.01, 1.0, 1.0, 2.0], [0.02, 1.0, 0.5, 1.0]]> : tensor<2x4xf32> loc("clamped.weight")
  %p = arith.constant dense<[[0.01, 1.0, 1.0, 1.0], [0.02, 1.0, 0.5, 1.0]]> : tensor<2x4xf32> loc("picture.weight")
  %e = tensor.empty() : tensor<1x4xf32>
  // x * tanh(1), and a clamp with two ends, whose range is known.
  %h = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %one = arith.constant 1.0 : f32
    %t = math.tanh %a : f32
    %s = arith.mulf %t, %t : f32
    %m = arith.mulf %a, %s : f32
    linalg.yield %m : f32
  } -> tensor<1x4xf32>
  %c = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %l = arith.maximumf %a, %zero : f32
    %r = arith.minimumf %l, %six : f32
    linalg.yield %r : f32
  } -> tensor<1x4xf32>
  %o = tensor.empty() : tensor<1x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%o : tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = linalg.contract indexing_maps = [#x, #w, #y] ins(%h, %w : tensor<1x4xf32>, tensor<2x4xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32> loc("h")
  %1 = linalg.contract indexing_maps = [#x, #w, #y] ins(%h, %v : tensor<1x4xf32>, tensor<2x4xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32> loc("g")
  %2 = linalg.contract indexing_maps = [#x, #w, #y] ins(%c, %u : tensor<1x4xf32>, tensor<2x4xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32> loc("clamped")
  %3 = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %p : tensor<1x4xf32>, tensor<2x4xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32> loc("picture")
  return %0, %1, %2, %3 : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
}
