// RUN: compression-opt %s --compress-plan=preset=W8A8_DYNAMIC --split-input-file --verify-diagnostics \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-plan -o %t
// RUN: FileCheck %s < %t

// The deepest sum that is safe, and one more product.
ml_program.global private @safe(dense<1.0> : tensor<66311x1xf32>) : tensor<66311x1xf32>
// CHECK: ml_program.global private @deep
// CHECK-NOT: compress.scheme
ml_program.global private @deep(dense<1.0> : tensor<66312x1xf32>) : tensor<66312x1xf32>
func.func @depth(%x: tensor<1x66311xf32>, %y: tensor<1x66312xf32>, %i: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %w = ml_program.global_load @safe : tensor<66311x1xf32>
  // CHECK: compress.observe %{{.*}} {dynamic, name = "x", scheme
  %0 = compress.observe %x {name = "x"} : tensor<1x66311xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<1x66311xf32>, tensor<66311x1xf32>) outs(%i : tensor<1x1xf32>) -> tensor<1x1xf32>
  %v = ml_program.global_load @deep : tensor<66312x1xf32>
  // CHECK: compress.observe %{{.*}} {name = "y"}
  %2 = compress.observe %y {name = "y"} : tensor<1x66312xf32>
  // expected-remark @below {{[Missed] TooDeep | Category:compress-plan | Function=depth | Reason="a sum of 66312 products may leave 32 bits; at most 66311 are safe"}}
  %3 = linalg.matmul ins(%2, %v : tensor<1x66312xf32>, tensor<66312x1xf32>) outs(%1 : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %3 : tensor<1x1xf32>
}

// -----

// The weight's depth counts where that of the input is dynamic.
// CHECK: ml_program.global private @deep
// CHECK-NOT: compress.scheme
ml_program.global private @deep(dense<1.0> : tensor<66312x1xf32>) : tensor<66312x1xf32>
func.func @dynamic_input(%x: tensor<1x?xf32>, %i: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %w = ml_program.global_load @deep : tensor<66312x1xf32>
  %0 = compress.observe %x {name = "x"} : tensor<1x?xf32>
  // expected-remark @below {{[Missed] TooDeep | Category:compress-plan | Function=dynamic_input | Reason="a sum of 66312 products may leave 32 bits; at most 66311 are safe"}}
  %1 = linalg.matmul ins(%0, %w : tensor<1x?xf32>, tensor<66312x1xf32>) outs(%i : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}

// -----

// Rows of the table are not the weight's output channels. The first user
// decides.
// CHECK: @table{{.*}}compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>
ml_program.global private @table(dense<1.0> : tensor<3x3xf32>) : tensor<3x3xf32>
func.func @shared_weight(%ids: tensor<4xi64>, %i: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %t = ml_program.global_load @table : tensor<3x3xf32>
  %x = compress.gather %t[%ids] : tensor<3x3xf32>, tensor<4xi64> -> tensor<4x3xf32>
  // CHECK: compress.observe %{{.*}} {name = "x"}
  %seen = compress.observe %x {name = "x"} : tensor<4x3xf32>
  // expected-remark @below {{[Missed] SharedWeight | Category:compress-plan | Function=shared_weight | Reason="weight 'table' is compressed for another user as its layout needs"}}
  %y = linalg.matmul ins(%seen, %t : tensor<4x3xf32>, tensor<3x3xf32>) outs(%i : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----

// The sums run over different dimensions of one value.
ml_program.global private @a(dense<1.0> : tensor<3x3xf32>) : tensor<3x3xf32>
// CHECK: ml_program.global private @b
// CHECK-NOT: compress.scheme
ml_program.global private @b(dense<1.0> : tensor<3x3xf32>) : tensor<3x3xf32>
func.func @shared_input(%x: tensor<3x3xf32>, %i: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // CHECK: compress.observe %{{.*}} {dynamic, name = "x", scheme = #compress.affine<u8, f32, block [1, *], zero_point>}
  %seen = compress.observe %x {name = "x"} : tensor<3x3xf32>
  %a = ml_program.global_load @a : tensor<3x3xf32>
  %0 = linalg.matmul ins(%seen, %a : tensor<3x3xf32>, tensor<3x3xf32>) outs(%i : tensor<3x3xf32>) -> tensor<3x3xf32>
  %b = ml_program.global_load @b : tensor<3x3xf32>
  // expected-remark @below {{[Missed] SharedInput | Category:compress-plan | Function=shared_input | Reason="'x' is quantized for another user as its layout needs"}}
  %1 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%seen, %b : tensor<3x3xf32>, tensor<3x3xf32>) outs(%0 : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}

// -----

ml_program.global private @w(dense<1.0> : tensor<3x3xf64>) : tensor<3x3xf64>
// CHECK-LABEL: func @wide
// CHECK-NOT: scheme
func.func @wide(%x: tensor<3x3xf64>, %ids: tensor<3xi64>, %i: tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3x3xf64>) {
  %seen = compress.observe %x {name = "x"} : tensor<3x3xf64>
  %w = ml_program.global_load @w : tensor<3x3xf64>
  // expected-remark @below {{[Missed] NoScheme | Category:compress-plan | Function=wide | Reason="no scheme expresses f64"}}
  %0 = linalg.matmul ins(%seen, %w : tensor<3x3xf64>, tensor<3x3xf64>) outs(%i : tensor<3x3xf64>) -> tensor<3x3xf64>
  // expected-remark @below {{[Missed] NoScheme | Category:compress-plan | Function=wide | Reason="no scheme expresses f64"}}
  %1 = compress.gather %w[%ids] : tensor<3x3xf64>, tensor<3xi64> -> tensor<3x3xf64>
  return %0, %1 : tensor<3x3xf64>, tensor<3x3xf64>
}
