// RUN: compression-opt %s --compress-cpu-mark-fast-math | FileCheck %s
// No flag lets a multiplication and an addition be fused.
// RUN: compression-opt %s --compress-cpu-mark-fast-math | FileCheck %s --check-prefix=FUSE
// FUSE-NOT: contract>
// FUSE-NOT: fastmath<fast>

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func @elementwise
// CHECK: arith.addf %{{.*}} fastmath<nsz> : f32
// CHECK: arith.divf %{{.*}} fastmath<nsz> : f32
// CHECK: math.exp %{{.*}} fastmath<nsz> : f32
// What the model allows stays allowed.
// CHECK: arith.mulf %{{.*}} fastmath<nnan,nsz> : f32
// CHECK: linalg.yield
// CHECK: arith.addf %{{[^ ]*}}, %{{[^ ]*}} : tensor<4x3xf32>
func.func @elementwise(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<4x3xf32>) outs(%x : tensor<4x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    %1 = arith.divf %0, %a : f32
    %2 = math.exp %1 : f32
    %3 = arith.mulf %2, %2 fastmath<nnan> : f32
    linalg.yield %3 : f32
  } -> tensor<4x3xf32>
  // Left alone: what is no body of a generic.
  %z = arith.addf %y, %y : tensor<4x3xf32>
  return %z : tensor<4x3xf32>
}

// Only the sum itself may be reordered.
// CHECK-LABEL: func @sum
// CHECK: %[[SHIFTED:.*]] = arith.addf %{{.*}} fastmath<nsz> : f32
// CHECK: arith.addf %[[SHIFTED]], %{{.*}} fastmath<reassoc,nsz> : f32
func.func @sum(%x: tensor<4x3xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %y = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<4x3xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %a : f32
    %1 = arith.addf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @maximum
// CHECK: arith.maximumf %{{.*}} fastmath<nsz> : f32
func.func @maximum(%x: tensor<4x3xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %y = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<4x3xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.maximumf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// A conversion has no use for flags.
// CHECK-LABEL: func @conversion
// CHECK: arith.extf %{{[^ ]*}} : f16 to f32
// CHECK: arith.mulf %{{.*}} fastmath<nsz>
func.func @conversion(%x: tensor<4x3xf16>, %e: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<4x3xf16>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%a: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.mulf %0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// Codes must not depend on the target.
// CHECK-LABEL: func @codes
// CHECK-NOT: fastmath
func.func @codes(%x: tensor<4x3xf32>, %e: tensor<4x3xi8>) -> tensor<4x3xi8> {
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<4x3xf32>) outs(%e : tensor<4x3xi8>) {
  ^bb0(%a: f32, %o: i8):
    %c = arith.constant 0.1 : f32
    %0 = arith.divf %a, %c : f32
    %1 = arith.fptosi %0 : f32 to i8
    linalg.yield %1 : i8
  } -> tensor<4x3xi8>
  // Nor does quantization get flags that is lowered later.
  %s = arith.constant dense<0.5> : tensor<1x1xf32>
  %q = compress.quantize %x, %s {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<4x3xf32>, tensor<1x1xf32> -> tensor<4x3xi8>
  return %q : tensor<4x3xi8>
}
