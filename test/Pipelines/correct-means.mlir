// The mean of each output channel behind its clamp becomes that of the float
// model again: here weights round by much, and half of the outputs are held.

// RUN: %python %S/../Inputs/npy.py write %t.x.npy f32 8x4 1 2 -3 4 2 -1 0.5 1 3 2 1 -2 -1 1.5 2 2.5
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.x.npy smooth=off correct-means=on" -o %t.corrected.mlir
// RUN: FileCheck %s < %t.corrected.mlir
// RUN: compression-run %t.corrected.mlir --input=%t.x.npy --output=%t.y.npy
// RUN: compression-run %s --input=%t.x.npy --output=%t.float.npy
// RUN: %python %S/Inputs/compare_means.py %t.float.npy %t.y.npy 1e-3

// Without it they differ: the test could fail.
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.x.npy smooth=off" -o %t.plain.mlir
// RUN: compression-run %t.plain.mlir --input=%t.x.npy --output=%t.plain.npy
// RUN: not %python %S/Inputs/compare_means.py %t.float.npy %t.plain.npy 1e-3

// A bias is corrected where it is; a layer without one gets one; what only told
// the means is gone.
// CHECK-DAG: ml_program.global private @fc.bias({{.*}}) : tensor<2xf32>
// CHECK-DAG: ml_program.global private @out.bias({{.*}}) : tensor<2xf32>
// CHECK-NOT: compress.means

// RUN: not compression-opt %s --compress="preset=W8A8 calibration=%t.x.npy correct-means=perhaps" 2>&1 | FileCheck %s --check-prefix=SWITCH
// SWITCH: error: expected correct-means=auto, correct-means=on or correct-means=off, but got 'perhaps'
// RUN: not compression-opt %s --compress="preset=W8A8 calibration=%t.x.npy smooth=1" 2>&1 | FileCheck %s --check-prefix=SMOOTH
// SMOOTH: error: expected smooth=auto, smooth=on or smooth=off, but got '1'
// RUN: not compression-opt %s --compress="preset=W8A8_DYNAMIC correct-means=on" 2>&1 | FileCheck %s --check-prefix=DATA
// DATA: error: 'correct-means=on' needs samples: expected calibration=FILE.npy,... with one file for each of the 1 arguments of 'main'
// RUN: not compression-opt %t.corrected.mlir --compress-correct-means 2>&1 | FileCheck %s --check-prefix=FILES
// FILES: error: expected 1 calibration files, one for each argument of 'main', but got 0

#rows = affine_map<(m, n) -> (m, n)>
#bias = affine_map<(m, n) -> (n)>
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 0.3, -0.012, 0.507], [100.0, 0.31, 0.29, 0.33]]> : tensor<2x4xf32> loc("fc.weight")
  %b = arith.constant dense<[-1.0, 2.0]> : tensor<2xf32> loc("fc.bias")
  %v = arith.constant dense<[[1.0, 0.0031], [0.71, 0.0043]]> : tensor<2x2xf32> loc("out.weight")
  %o = tensor.empty() : tensor<2x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%o : tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %w : tensor<2x4xf32>, tensor<2x4xf32>) outs(%i : tensor<2x2xf32>) -> tensor<2x2xf32> loc("fc")
  %1 = linalg.generic {indexing_maps = [#rows, #bias, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<2x2xf32>, tensor<2xf32>) outs(%o : tensor<2x2xf32>) {
  ^bb0(%a: f32, %c: f32, %d: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  %2 = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<2x2xf32>) outs(%o : tensor<2x2xf32>) {
  ^bb0(%a: f32, %d: f32):
    %s = arith.maximumf %a, %zero : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  %3 = linalg.contract indexing_maps = [#x, #w, #y] ins(%2, %v : tensor<2x2xf32>, tensor<2x2xf32>) outs(%i : tensor<2x2xf32>) -> tensor<2x2xf32> loc("out")
  return %3 : tensor<2x2xf32>
}
