// RUN: compression-opt %s --transform-interpreter --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

//===----------------------------------------------------------------------===//
// Values with a scale per block
//===----------------------------------------------------------------------===//

// CHECK-DAG: #[[GROUP:.*]] = affine_map<(d0) -> (d0 floordiv 32)>
// CHECK-LABEL: func @dequantize
// CHECK-SAME: (%[[CODES:.*]]: tensor<8x96xi8>, %[[SCALES:.*]]: tensor<8x3xf32>)
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK-DAG: %[[TILE:.*]] = tensor.extract_slice %[[CODES]][%[[I]], %[[J]]] [4, 32] [1, 1]
// CHECK-DAG: %[[FIRST:.*]] = affine.apply #[[GROUP]](%[[J]])
// CHECK-DAG: %[[SCALE:.*]] = tensor.extract_slice %[[SCALES]][%[[I]], %[[FIRST]]] [4, 1] [1, 1]
// CHECK: compress.dequantize %[[TILE]], %[[SCALE]]
// CHECK-SAME: tensor<4x32xi8>, tensor<4x1xf32> -> tensor<4x32xf32>
module attributes {transform.with_named_sequence} {
  func.func @dequantize(%codes: tensor<8x96xi8>, %scales: tensor<8x3xf32>) -> tensor<8x96xf32> {
    %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [1, 32]>} : tensor<8x96xi8>, tensor<8x3xf32> -> tensor<8x96xf32>
    return %0 : tensor<8x96xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["compress.dequantize"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %op tile_sizes [4, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The offset is a multiple of the block as an expression of induction variables,
// here of a parallel loop.
// CHECK-LABEL: func @expression
// CHECK: scf.forall
// CHECK: compress.dequantize {{.*}} -> tensor<32xf32>
module attributes {transform.with_named_sequence} {
  func.func @expression(%codes: tensor<256xi8>, %scales: tensor<8xf32>, %init: tensor<128xf32>) -> tensor<128xf32> {
    %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [32]>} : tensor<256xi8>, tensor<8xf32> -> tensor<256xf32>
    %1 = scf.forall (%i) = (0) to (128) step (32) shared_outs(%out = %init) -> tensor<128xf32> {
      %offset = affine.apply affine_map<(d0) -> (d0 * 2 - 64 + 64)>(%i)
      %slice = tensor.extract_slice %0[%offset] [32] [1] : tensor<256xf32> to tensor<32xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %slice into %out[%i] [32] [1] : tensor<32xf32> into tensor<128xf32>
      }
    }
    return %1 : tensor<128xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["compress.dequantize"]} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_into_containing_op %op into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The slices begin in the middle of a block: the op is not tiled, and moved into
// the loop as a whole.
// CHECK-LABEL: func @offset
// CHECK: scf.forall
// CHECK: compress.dequantize {{.*}} -> tensor<256xf32>
module attributes {transform.with_named_sequence} {
  func.func @offset(%codes: tensor<256xi8>, %scales: tensor<8xf32>, %init: tensor<128xf32>) -> tensor<128xf32> {
    %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [32]>} : tensor<256xi8>, tensor<8xf32> -> tensor<256xf32>
    %1 = scf.forall (%i) = (0) to (128) step (32) shared_outs(%out = %init) -> tensor<128xf32> {
      %offset = affine.apply affine_map<(d0) -> (d0 + 16)>(%i)
      %slice = tensor.extract_slice %0[%offset] [32] [1] : tensor<256xf32> to tensor<32xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %slice into %out[%i] [32] [1] : tensor<32xf32> into tensor<128xf32>
      }
    }
    return %1 : tensor<128xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["compress.dequantize"]} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_into_containing_op %op into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

//===----------------------------------------------------------------------===//
// Packed contractions
//===----------------------------------------------------------------------===//

// CHECK-DAG: #[[PANEL:.*]] = affine_map<(d0) -> (d0 floordiv 16)>
// CHECK-LABEL: func @packed
// CHECK-SAME: %[[W:[a-z0-9]*]]: tensor<4x7x16xf32>,
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK-DAG: %[[FIRST:.*]] = affine.apply #[[PANEL]](%[[J]])
// CHECK-DAG: %[[PANELS:.*]] = tensor.extract_slice %[[W]][%[[FIRST]], 0, 0] [2, 7, 16] [1, 1, 1]
// CHECK: compress.packed_contract {{.*}} ins(%{{.*}}, %[[PANELS]] : tensor<4x7xf32>, tensor<2x7x16xf32>)
module attributes {transform.with_named_sequence} {
  func.func @packed(%a: tensor<4x7xf32>, %w: tensor<4x7x16xf32>, %e: tensor<4x64xf32>) -> tensor<4x64xf32> {
    %0 = compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : tensor<4x7xf32>, tensor<4x7x16xf32>) maps [] outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32> {
    ^bb0(%sum: f32):
      compress.yield %sum : f32
    }
    return %0 : tensor<4x64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["compress.packed_contract"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %op tile_sizes [0, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The second tile would begin inside of a panel.
module attributes {transform.with_named_sequence} {
  func.func @panel(%a: tensor<4x7xf32>, %w: tensor<3x7x16xf32>, %e: tensor<4x48xf32>) -> tensor<4x48xf32> {
    // expected-error @below {{to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    %0 = compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : tensor<4x7xf32>, tensor<3x7x16xf32>) maps [] outs(%e : tensor<4x48xf32>) -> tensor<4x48xf32> {
    ^bb0(%sum: f32):
      compress.yield %sum : f32
    }
    return %0 : tensor<4x48xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["compress.packed_contract"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %op tile_sizes [0, 24] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// On memrefs there is no slice.
module attributes {transform.with_named_sequence} {
  func.func @memrefs(%a: memref<4x7xf32>, %w: memref<4x7x16xf32>, %e: memref<4x64xf32>) {
    // expected-error @below {{to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<4x7xf32>, memref<4x7x16xf32>) maps [] outs(%e : memref<4x64xf32>) {
    ^bb0(%sum: f32):
      compress.yield %sum : f32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["compress.packed_contract"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %op tile_sizes [0, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
