// RUN: compression-opt %s --compress-cpu-quantize-by-products | FileCheck %s
// RUN: compression-opt %s --compress-cpu-quantize-by-products --remark-format=emitRemark --remarks-filter="compress-cpu-quantize-by-products" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: sed "s/+fma/+avx/" %s | compression-opt --compress-cpu-quantize-by-products | FileCheck %s --check-prefix=DIVIDES

#one = #compress.affine<u8, f32, block [*, *], zero_point>
#each = #compress.affine<s8 [-127, 127], f32, block [1, *]>
#image = #compress.affine<u8, f32, block [*, *, *, *], zero_point>

module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "haswell", features = "+fma,+avx2", vector_bits = 256>} {
  ml_program.global private @s(dense<3.0> : tensor<1x1xf32>) : tensor<1x1xf32>
  ml_program.global private @z(dense<7> : tensor<1x1xi8>) : tensor<1x1xi8>
  ml_program.global private @s4(dense<3.0> : tensor<1x1x1x1xf32>) : tensor<1x1x1x1xf32>
  ml_program.global private @z4(dense<7> : tensor<1x1x1x1xi8>) : tensor<1x1x1x1xi8>
  ml_program.global private @each(dense<[[0.5], [2.0]]> : tensor<2x1xf32>) : tensor<2x1xf32>
  ml_program.global private @huge(dense<1.0e+30> : tensor<1x1xf32>) : tensor<1x1xf32>
  ml_program.global private @later(dense<1.0> : tensor<1x1xf32>) : tensor<1x1xf32> {compress.parameter}

  // A clamp in front gives the bounds: (0 - 7) * 3 = -21 < 0, and 6.
  // CHECK-DAG: ml_program.global private @s.reciprocal(dense<0.333333343> : tensor<f32>)
  // CHECK-DAG: ml_program.global private @s.rest(dense<-9.93410775E-9> : tensor<f32>)
  // CHECK-DAG: ml_program.global private @s.lowest(dense<0.000000e+00> : tensor<f32>)
  // CHECK-DAG: ml_program.global private @s.highest(dense<6.000000e+00> : tensor<f32>)
  // CHECK-DAG: ml_program.global private @s.offset(dense<7> : tensor<i32>)
  // CHECK-LABEL: func.func @clamped(
  // CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
  // CHECK-NOT: maximumf
  // CHECK: %[[R:.*]] = ml_program.global_load @s.reciprocal
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[X]], %[[R]],
  // CHECK: ^bb0(%[[V:.*]]: f32, %[[RECIPROCAL:.*]]: f32, %[[REST:.*]]: f32, %[[LOW:.*]]: f32, %[[HIGH:.*]]: f32, %[[Z:.*]]: i32,
  // CHECK: arith.cmpf ogt, %[[V]], %[[LOW]]
  // CHECK: arith.cmpf olt, %{{.*}}, %[[HIGH]]
  // CHECK: %[[CLAMPED:.*]] = arith.select
  // CHECK: %[[SMALL:.*]] = arith.mulf %[[CLAMPED]], %[[REST]]
  // CHECK: math.fma %[[CLAMPED]], %[[RECIPROCAL]], %[[SMALL]]
  // CHECK-NOT: compress.quantize
  // DIVIDES-LABEL: func.func @clamped(
  // DIVIDES: compress.quantize
  func.func @clamped(%x: tensor<4x8xf32>) -> tensor<4x8xi8> {
    %s = ml_program.global_load @s : tensor<1x1xf32>
    %z = ml_program.global_load @z : tensor<1x1xi8>
    %zero = arith.constant 0.0 : f32
    %six = arith.constant 6.0 : f32
    %e = tensor.empty() : tensor<4x8xf32>
    %c = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%v: f32, %o: f32):
      %0 = arith.maximumf %v, %zero : f32
      %1 = arith.minimumf %0, %six : f32
      linalg.yield %1 : f32
    } -> tensor<4x8xf32>
    %q = compress.quantize %c, %s, %z {scheme = #one} : tensor<4x8xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<4x8xi8>
    return %q : tensor<4x8xi8>
  }

  // What else reads the clamped value keeps it.
  // CHECK-LABEL: func.func @clamped_twice(
  // CHECK: maximumf
  // CHECK: math.fma
  func.func @clamped_twice(%x: tensor<4x8xf32>) -> (tensor<4x8xi8>, tensor<4x8xf32>) {
    %s = ml_program.global_load @s : tensor<1x1xf32>
    %z = ml_program.global_load @z : tensor<1x1xi8>
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<4x8xf32>
    %c = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%v: f32, %o: f32):
      %0 = arith.maximumf %v, %zero : f32
      linalg.yield %0 : f32
    } -> tensor<4x8xf32>
    %q = compress.quantize %c, %s, %z {scheme = #one} : tensor<4x8xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<4x8xi8>
    return %q, %c : tensor<4x8xi8>, tensor<4x8xf32>
  }

  // CHECK-LABEL: func.func @rows(
  // CHECK: ml_program.global_load @each.reciprocal : tensor<2xf32>
  // CHECK: math.fma
  func.func @rows(%x: tensor<2x8xf32>) -> tensor<2x8xi8> {
    %s = ml_program.global_load @each : tensor<2x1xf32>
    %q = compress.quantize %x, %s {scheme = #each} : tensor<2x8xf32>, tensor<2x1xf32> -> tensor<2x8xi8>
    return %q : tensor<2x8xi8>
  }

  // Reshapes between an image and its rows move behind.
  // CHECK-LABEL: func.func @image_of_rows(
  // CHECK-SAME: %[[X:.*]]: tensor<12x8xf32>
  // CHECK: %[[Q:.*]] = linalg.generic {{.*}} ins(%[[X]],
  // CHECK: tensor.expand_shape %[[Q]] {{.*}} : tensor<12x8xi8> into tensor<1x3x4x8xi8>
  func.func @image_of_rows(%x: tensor<12x8xf32>) -> tensor<1x3x4x8xi8> {
    %s = ml_program.global_load @s4 : tensor<1x1x1x1xf32>
    %z = ml_program.global_load @z4 : tensor<1x1x1x1xi8>
    %i = tensor.expand_shape %x [[0, 1, 2], [3]] output_shape [1, 3, 4, 8] : tensor<12x8xf32> into tensor<1x3x4x8xf32>
    %q = compress.quantize %i, %s, %z {scheme = #image} : tensor<1x3x4x8xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xi8> -> tensor<1x3x4x8xi8>
    return %q : tensor<1x3x4x8xi8>
  }

  // CHECK-LABEL: func.func @rows_of_image(
  // CHECK-SAME: %[[X:.*]]: tensor<1x3x4x8xf32>
  // CHECK: %[[Q:.*]] = linalg.generic {{.*}} ins(%[[X]],
  // CHECK: tensor.collapse_shape %[[Q]] {{.*}} : tensor<1x3x4x8xi8> into tensor<12x8xi8>
  func.func @rows_of_image(%x: tensor<1x3x4x8xf32>) -> tensor<12x8xi8> {
    %s = ml_program.global_load @s : tensor<1x1xf32>
    %z = ml_program.global_load @z : tensor<1x1xi8>
    %r = tensor.collapse_shape %x [[0, 1, 2], [3]] : tensor<1x3x4x8xf32> into tensor<12x8xf32>
    %q = compress.quantize %r, %s, %z {scheme = #one} : tensor<12x8xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<12x8xi8>
    return %q : tensor<12x8xi8>
  }

  // CHECK-LABEL: func.func @left_alone(
  // CHECK-COUNT-4: compress.quantize
  // REMARK: remark: [Missed] Divides | {{.*}}Reason="expected scales that are known at compile time"
  // REMARK: remark: [Missed] Divides | {{.*}}Reason="expected scales that are known at compile time"
  // REMARK: remark: [Missed] Divides | {{.*}}Reason="expected scales in [2^-126, 2^90]"
  // REMARK: remark: [Missed] Divides | {{.*}}Reason="expected rounding to the nearest even code"
  func.func @left_alone(%x: tensor<4x8xf32>, %s: tensor<1x1xf32>)
      -> (tensor<4x8xi8>, tensor<4x8xi8>, tensor<4x8xi8>, tensor<4x8xi8>) {
    %later = ml_program.global_load @later : tensor<1x1xf32>
    %huge = ml_program.global_load @huge : tensor<1x1xf32>
    %known = ml_program.global_load @s : tensor<1x1xf32>
    %0 = compress.quantize %x, %s {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<4x8xf32>, tensor<1x1xf32> -> tensor<4x8xi8>
    %1 = compress.quantize %x, %later {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<4x8xf32>, tensor<1x1xf32> -> tensor<4x8xi8>
    %2 = compress.quantize %x, %huge {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<4x8xf32>, tensor<1x1xf32> -> tensor<4x8xi8>
    %3 = compress.quantize %x, %known {scheme = #compress.affine<s8, f32, block [*, *], rounding nearest_away>} : tensor<4x8xf32>, tensor<1x1xf32> -> tensor<4x8xi8>
    return %0, %1, %2, %3 : tensor<4x8xi8>, tensor<4x8xi8>, tensor<4x8xi8>, tensor<4x8xi8>
  }
}
