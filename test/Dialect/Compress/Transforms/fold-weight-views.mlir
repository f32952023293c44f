// RUN: compression-opt %s --compress-fold-weight-views --split-input-file | FileCheck %s

// A transpose and a reshape that only adds a batch of one: the batch becomes
// rows, the weight stays as it is stored.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK: ml_program.global private @w({{.*}}) : tensor<2x3xf32>
ml_program.global private @w(dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
// CHECK-LABEL: func.func @transposed
// CHECK: %[[WEIGHT:.*]] = ml_program.global_load @w : tensor<2x3xf32>
// CHECK-NOT: linalg.transpose
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.contract indexing_maps = [#[[X]], #[[W]], #{{.*}}] ins(%arg0, %[[WEIGHT]] : tensor<1x4x3xf32>, tensor<2x3xf32>)
func.func @transposed(%x: tensor<1x4x3xf32>, %z: tensor<1x4x2xf32>) -> tensor<1x4x2xf32> {
  %w = ml_program.global_load @w : tensor<2x3xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%w : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %b = tensor.expand_shape %t [[0, 1], [2]] output_shape [1, 3, 2] : tensor<3x2xf32> into tensor<1x3x2xf32>
  %r = linalg.batch_matmul ins(%x, %b : tensor<1x4x3xf32>, tensor<1x3x2xf32>) outs(%z : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  return %r : tensor<1x4x2xf32>
}

// -----

#w = affine_map<(d0, d1, d2) -> (d1, d2)>
#b = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// A broadcast: a batch that the weight doesn't depend on is rows.
ml_program.global private @w(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
// CHECK: #[[W:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-LABEL: func.func @broadcast
// CHECK: %[[WEIGHT:.*]] = ml_program.global_load @w : tensor<2x2xf32>
// CHECK: linalg.contract indexing_maps = [#{{.*}}, #[[W]], #{{.*}}] ins(%arg0, %[[WEIGHT]] : tensor<3x4x2xf32>, tensor<2x2xf32>)
func.func @broadcast(%x: tensor<3x4x2xf32>, %z: tensor<3x4x2xf32>) -> tensor<3x4x2xf32> {
  %w = ml_program.global_load @w : tensor<2x2xf32>
  %e = tensor.empty() : tensor<3x2x2xf32>
  %b = linalg.generic {indexing_maps = [#w, #b], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w : tensor<2x2xf32>) outs(%e : tensor<3x2x2xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<3x2x2xf32>
  %r = linalg.batch_matmul ins(%x, %b : tensor<3x4x2xf32>, tensor<3x2x2xf32>) outs(%z : tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return %r : tensor<3x4x2xf32>
}

// -----

// A reshape changes the shape of the weight, not its data; other users see the
// old shape.
// CHECK: ml_program.global private @w(dense_resource<blob> : tensor<3x2xf32>) : tensor<3x2xf32>
ml_program.global private @w(dense_resource<blob> : tensor<2x3xf32>) : tensor<2x3xf32>
// CHECK-LABEL: func.func @reshaped
// CHECK: %[[W:.*]] = ml_program.global_load @w : tensor<3x2xf32>
// CHECK: %[[F:.*]] = tensor.collapse_shape %[[W]] {{\[}}[0, 1]] : tensor<3x2xf32> into tensor<6xf32>
// CHECK: %[[OLD:.*]] = tensor.expand_shape %[[F]] {{.*}} : tensor<6xf32> into tensor<2x3xf32>
// CHECK: linalg.contract {{.*}} ins(%arg0, %[[W]] : tensor<4x3xf32>, tensor<3x2xf32>)
// CHECK: return %{{.*}}, %[[OLD]]
func.func @reshaped(%x: tensor<4x3xf32>, %z: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2x3xf32>) {
  %w = ml_program.global_load @w : tensor<2x3xf32>
  %c = tensor.collapse_shape %w [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %k = tensor.expand_shape %c [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %r = linalg.matmul ins(%x, %k : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r, %w : tensor<4x2xf32>, tensor<2x3xf32>
}
{-#
  dialect_resources: { builtin: {
    blob: "0x080000000000803F0000004000004040000080400000A0400000C040" } }
#-}

// -----

// A depthwise convolution reads exactly the shape that it wants.
// CHECK: ml_program.global private @w(dense<1.000000e+00> : tensor<2x3x3xf32>) : tensor<2x3x3xf32>
ml_program.global private @w(dense<1.0> : tensor<2x1x3x3xf32>) : tensor<2x1x3x3xf32>
// CHECK-LABEL: func.func @depthwise
// CHECK: %[[W:.*]] = ml_program.global_load @w : tensor<2x3x3xf32>
// CHECK: linalg.depthwise_conv_2d_nchw_chw {{.*}} ins(%arg0, %[[W]] :
func.func @depthwise(%x: tensor<1x2x5x5xf32>, %z: tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32> {
  %w = ml_program.global_load @w : tensor<2x1x3x3xf32>
  %c = tensor.collapse_shape %w [[0, 1], [2], [3]] : tensor<2x1x3x3xf32> into tensor<2x3x3xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %c : tensor<1x2x5x5xf32>, tensor<2x3x3xf32>) outs(%z : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %r : tensor<1x2x3x3xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
// The cast from a narrower float stays, on the stored weight.
ml_program.global private @w(dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16>) : tensor<2x3xf16>
// CHECK-LABEL: func.func @cast
// CHECK: %[[W:.*]] = ml_program.global_load @w : tensor<2x3xf16>
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<2x3xf16>) outs(%{{.*}} : tensor<2x3xf32>)
// CHECK: arith.extf
// CHECK: linalg.contract {{.*}} ins(%arg0, %[[WIDE]] : tensor<4x3xf32>, tensor<2x3xf32>)
func.func @cast(%x: tensor<4x3xf32>, %z: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = ml_program.global_load @w : tensor<2x3xf16>
  %e = tensor.empty() : tensor<3x2xf16>
  %t = linalg.transpose ins(%w : tensor<2x3xf16>) outs(%e : tensor<3x2xf16>) permutation = [1, 0]
  %ew = tensor.empty() : tensor<3x2xf32>
  %k = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<3x2xf16>) outs(%ew : tensor<3x2xf32>) {
  ^bb0(%i: f16, %o: f32):
    %q = arith.extf %i : f16 to f32
    linalg.yield %q : f32
  } -> tensor<3x2xf32>
  %r = linalg.matmul ins(%x, %k : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
// Of a table only the rows that are read are cast.
ml_program.global private @table(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>) : tensor<2x2xf16>
// CHECK-LABEL: func.func @narrow_table
// CHECK: %[[T:.*]] = ml_program.global_load @table : tensor<2x2xf16>
// CHECK: %[[G:.*]] = compress.gather %[[T]][%arg0] : tensor<2x2xf16>, tensor<4xi64> -> tensor<4x2xf16>
// CHECK: linalg.generic {{.*}} ins(%[[G]] : tensor<4x2xf16>) outs(%{{.*}} : tensor<4x2xf32>)
// CHECK: arith.extf
func.func @narrow_table(%ids: tensor<4xi64>) -> tensor<4x2xf32> {
  %t = ml_program.global_load @table : tensor<2x2xf16>
  %e = tensor.empty() : tensor<2x2xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<2x2xf16>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%i: f16, %o: f32):
    %q = arith.extf %i : f16 to f32
    linalg.yield %q : f32
  } -> tensor<2x2xf32>
  %r = compress.gather %w[%ids] : tensor<2x2xf32>, tensor<4xi64> -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

// Slices that don't overlap are weights of their own: a joint projection, here
// cut from its transpose.
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: ml_program.global private @qkv.slice0(dense_resource<{{.*}}> : tensor<2x3xf32>) : tensor<2x3xf32>
// CHECK-DAG: ml_program.global private @qkv.slice1(dense_resource<{{.*}}> : tensor<2x3xf32>) : tensor<2x3xf32>
ml_program.global private @qkv(dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<4x3xf32>) : tensor<4x3xf32>
// CHECK-LABEL: func.func @slices
// CHECK-DAG: %[[W1:.*]] = ml_program.global_load @qkv.slice1 : tensor<2x3xf32>
// CHECK-DAG: %[[W0:.*]] = ml_program.global_load @qkv.slice0 : tensor<2x3xf32>
// CHECK: linalg.contract indexing_maps = [#{{.*}}, #[[W]], #{{.*}}] ins(%arg0, %[[W0]] :
// CHECK: linalg.contract indexing_maps = [#{{.*}}, #[[W]], #{{.*}}] ins(%arg0, %[[W1]] :
func.func @slices(%x: tensor<4x3xf32>, %z: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %w = ml_program.global_load @qkv : tensor<4x3xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %t = linalg.transpose ins(%w : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>) permutation = [1, 0]
  %a = tensor.extract_slice %t[0, 0] [3, 2] [1, 1] : tensor<3x4xf32> to tensor<3x2xf32>
  %b = tensor.extract_slice %t[0, 2] [3, 2] [1, 1] : tensor<3x4xf32> to tensor<3x2xf32>
  %r = linalg.matmul ins(%x, %a : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  %s = linalg.matmul ins(%x, %b : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r, %s : tensor<4x2xf32>, tensor<4x2xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (0, d1)>
// A bias behind a reshape: elementwise ops have free maps too.
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1) -> (d1)>
ml_program.global private @bias(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
// CHECK-LABEL: func.func @reshaped_bias
// CHECK: %[[W:.*]] = ml_program.global_load @bias : tensor<2xf32>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[B]], #{{.*}}], {{.*}} ins(%arg0, %[[W]] : tensor<4x2xf32>, tensor<2xf32>)
func.func @reshaped_bias(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = ml_program.global_load @bias : tensor<2xf32>
  %b = tensor.expand_shape %w [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #col, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %b : tensor<4x2xf32>, tensor<1x2xf32>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %q = arith.addf %i, %j : f32
    linalg.yield %q : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

// Left alone: what reads the weight itself, and activations.
ml_program.global private @w(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
// CHECK-LABEL: func.func @left_alone
// CHECK: %[[W:.*]] = ml_program.global_load @w : tensor<3x2xf32>
// CHECK: linalg.matmul ins(%arg0, %[[W]] :
// CHECK: linalg.transpose ins(%arg0
// CHECK: linalg.matmul
func.func @left_alone(%x: tensor<4x3xf32>, %z: tensor<4x2xf32>, %y: tensor<3x3xf32>) -> (tensor<4x2xf32>, tensor<3x3xf32>) {
  %w = ml_program.global_load @w : tensor<3x2xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>) permutation = [1, 0]
  %s = linalg.matmul ins(%t, %x : tensor<3x4xf32>, tensor<4x3xf32>) outs(%y : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r, %s : tensor<4x2xf32>, tensor<3x3xf32>
}

// -----

// A weight that others can see keeps its shape.
// CHECK: ml_program.global public @w({{.*}}) : tensor<2x3xf32>
ml_program.global public @w(dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32>
// CHECK-LABEL: func.func @public
// CHECK: tensor.expand_shape
func.func @public(%x: tensor<4x3xf32>, %z: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = ml_program.global_load @w : tensor<2x3xf32>
  %c = tensor.collapse_shape %w [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %k = tensor.expand_shape %c [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %r = linalg.matmul ins(%x, %k : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}
