// A bias that is stored in a narrower type, or that is computed, stays the one
// bias of its layer when means are corrected: a second one in front of it would
// hide it, and the clamp, from what the means are taken of.

// RUN: %python %S/../Inputs/npy.py write %t.npy f32 4x2 1 2 3 4 5 6 7 8
// RUN: compression-opt %s --compress-correct-means=calibration=%t.npy | FileCheck %s

// CHECK-DAG: ml_program.global private @narrow_0({{.*}}) : tensor<2xf32>
// CHECK-DAG: ml_program.global private @layer.bias({{.*}}) : tensor<2xf32>

ml_program.global private @codes(dense<[[127, 0], [0, 127]]> : tensor<2x2xi8>) : tensor<2x2xi8>
ml_program.global private @scales(dense<0.00787401571> : tensor<2x1xf32>) : tensor<2x1xf32>
ml_program.global private @narrow(dense<[1.0, 2.0]> : tensor<2xf16>) : tensor<2xf16>

#scheme = #compress.affine<s8 [-127, 127], f32, block [1, 2]>
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
#row = affine_map<(m, n) -> (m, n)>
#vector = affine_map<(m, n) -> (n)>
#same = affine_map<(n) -> (n)>
func.func @main(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %codes = ml_program.global_load @codes : tensor<2x2xi8>
  %scales = ml_program.global_load @scales : tensor<2x1xf32>
  %weight = compress.dequantize %codes, %scales {scheme = #scheme} : tensor<2x2xi8>, tensor<2x1xf32> -> tensor<2x2xf32>
  %narrow = ml_program.global_load @narrow : tensor<2xf16>
  %e = tensor.empty() : tensor<2xf32>
  // CHECK: func.func @main
  // CHECK: %[[NARROW:.*]] = ml_program.global_load @narrow_0
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[NARROW]] : tensor<2x2xf32>, tensor<2xf32>)
  %wide = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%narrow : tensor<2xf16>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f16, %b: f32):
    %v = arith.extf %a : f16 to f32
    linalg.yield %v : f32
  } -> tensor<2xf32>
  %i = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%i : tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %weight : tensor<2x2xf32>, tensor<2x2xf32>)
       outs(%init : tensor<2x2xf32>) {compress.means = dense<[12.0, 0.0]> : tensor<2xf32>} -> tensor<2x2xf32>
  %1 = linalg.generic {indexing_maps = [#row, #vector, #row], iterator_types = ["parallel", "parallel"]}
      ins(%0, %wide : tensor<2x2xf32>, tensor<2xf32>) outs(%i : tensor<2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<2x2xf32>

  // CHECK: %[[COMPUTED:.*]] = linalg.generic {{.*}}ins(%[[BIAS:.*]], %{{.*}} : tensor<2xf32>, tensor<2xf32>)
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[COMPUTED]] : tensor<2x2xf32>, tensor<2xf32>)
  %roots = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%narrow : tensor<2xf16>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f16, %b: f32):
    %v = arith.extf %a : f16 to f32
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<2xf32>
  %2 = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %weight : tensor<2x2xf32>, tensor<2x2xf32>)
       outs(%init : tensor<2x2xf32>) {compress.means = dense<[5.0, 9.0]> : tensor<2xf32>} -> tensor<2x2xf32> loc("layer")
  %3 = linalg.generic {indexing_maps = [#row, #vector, #row], iterator_types = ["parallel", "parallel"]}
      ins(%2, %roots : tensor<2x2xf32>, tensor<2xf32>) outs(%i : tensor<2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<2x2xf32>
  return %1, %3 : tensor<2x2xf32>, tensor<2x2xf32>
}

// The means of the layers' results are (4, 5) without biases: 8 and -5 are
// missing, and with what is computed 2 and 6.
// CHECK: narrow_0: "0x{{[0-9]*}}000000410000A0C0"
// CHECK: layer.bias{{.*}}: "0x{{[0-9]*}}000000400000C040"
