// RUN: compression-opt %s --compress-observe | FileCheck %s
// RUN: compression-opt %s --compress-observe --compress-observe | FileCheck %s

ml_program.global private @w(dense<1.0> : tensor<3x2xf32>) : tensor<3x2xf32>
ml_program.global private mutable @state(dense<1.0> : tensor<3x2xf32>) : tensor<3x2xf32>
ml_program.global private @codes(dense<1> : tensor<3x2xi8>) : tensor<3x2xi8>
ml_program.global private @scales(dense<0.5> : tensor<1x2xf32>) : tensor<1x2xf32>

//===----------------------------------------------------------------------===//
// Left operands of contractions with a weight
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @layer
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>,
func.func @layer(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK-NEXT: %[[SEEN:.*]] = compress.observe %[[X]] {name = "encoder.0.query.input"} : tensor<4x3xf32>
  %w = ml_program.global_load @w : tensor<3x2xf32>
  // CHECK: linalg.matmul ins(%[[SEEN]], %{{.*}} : tensor<4x3xf32>, tensor<3x2xf32>)
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32> loc("encoder.0.query")
  return %y : tensor<4x2xf32>
}

// Contractions that read one value share its observation; other users read
// the value itself.
// CHECK-LABEL: func @shared
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>,
func.func @shared(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x3xf32>) {
  // CHECK: %[[SEEN:.*]] = compress.observe %[[X]] {name = "key.input"}
  // CHECK-NOT: compress.observe
  %w = ml_program.global_load @w : tensor<3x2xf32>
  // CHECK: linalg.matmul ins(%[[SEEN]],
  %0 = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32> loc("key")
  // CHECK: linalg.matmul ins(%[[SEEN]],
  %1 = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32> loc("value")
  // CHECK: return %{{.*}}, %{{.*}}, %[[X]]
  return %0, %1, %x : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x3xf32>
}

// A contraction is recognised by its maps and its body, not by its name.
// CHECK-LABEL: func @generic
func.func @generic(%x: tensor<4x5x3xf32>, %i: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  // CHECK: compress.observe %{{.*}} {name = "generic.input"} : tensor<4x5x3xf32>
  %w = ml_program.global_load @w : tensor<3x2xf32>
  %y = linalg.generic {
         indexing_maps = [affine_map<(n, a, b, k) -> (a, b, k)>, affine_map<(n, a, b, k) -> (k, n)>, affine_map<(n, a, b, k) -> (n, a, b)>],
         iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
         ins(%x, %w : tensor<4x5x3xf32>, tensor<3x2xf32>) outs(%i : tensor<2x4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %b, %a : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<2x4x5xf32> loc("generic")
  return %y : tensor<2x4x5xf32>
}

// The observation is where the value is, in a region too.
// CHECK-LABEL: func @region
func.func @region(%p: i1, %x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = ml_program.global_load @w : tensor<3x2xf32>
  // CHECK: scf.if
  %y = scf.if %p -> tensor<4x2xf32> {
    // CHECK: %[[SUM:.*]] = arith.addf
    %sum = arith.addf %x, %x : tensor<4x3xf32>
    // CHECK-NEXT: compress.observe %[[SUM]] {name = "then.input"}
    %0 = linalg.matmul ins(%sum, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32> loc("then")
    scf.yield %0 : tensor<4x2xf32>
  } else {
    scf.yield %i : tensor<4x2xf32>
  }
  return %y : tensor<4x2xf32>
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

// An inlined op has the name that it has in its function.
// CHECK-LABEL: func @inlined
// CHECK: compress.observe %{{.*}} {name = "callee.input"}
func.func @inlined(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = ml_program.global_load @w : tensor<3x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32> loc(callsite("callee" at "caller"))
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @names
func.func @names(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>, %c: tensor<4x3xf32>, %d: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK-DAG: compress.observe %{{.*}} {name = "contraction.input"}
  // CHECK-DAG: compress.observe %{{.*}} {name = "again.input_2"}
  // CHECK-DAG: compress.observe %{{.*}} {name = "again.input_1"}
  // What is observed already keeps its name.
  // CHECK-DAG: compress.observe %{{.*}} {name = "again.input"}
  %seen = compress.observe %a {name = "again.input"} : tensor<4x3xf32>
  %w = ml_program.global_load @w : tensor<3x2xf32>
  %0 = linalg.matmul ins(%seen, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32> loc("again")
  %1 = linalg.matmul ins(%b, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%0 : tensor<4x2xf32>) -> tensor<4x2xf32> loc("again")
  %2 = linalg.matmul ins(%c, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%1 : tensor<4x2xf32>) -> tensor<4x2xf32> loc(fused["file.py":1:2, "again"])
  %3 = linalg.matmul ins(%d, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%2 : tensor<4x2xf32>) -> tensor<4x2xf32> loc(unknown)
  return %3 : tensor<4x2xf32>
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @activations
// CHECK-NOT: compress.observe
func.func @activations(%x: tensor<4x3xf32>, %y: tensor<3x2xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func @mutable
// CHECK-NOT: compress.observe
func.func @mutable(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = ml_program.global_load @state : tensor<3x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// A maximum of products is no contraction.
// CHECK-LABEL: func @maximum
// CHECK-NOT: compress.observe
func.func @maximum(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = ml_program.global_load @w : tensor<3x2xf32>
  %y = linalg.generic {
         indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
         iterator_types = ["parallel", "parallel", "reduction"]}
         ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.maximumf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @quantized
// CHECK-NOT: compress.observe
func.func @quantized(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %codes = ml_program.global_load @codes : tensor<3x2xi8>
  %scales = ml_program.global_load @scales : tensor<1x2xf32>
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [*, 1]>} : tensor<3x2xi8>, tensor<1x2xf32> -> tensor<3x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  // With a weight that is not compressed yet.
  %v = ml_program.global_load @w : tensor<3x2xf32>
  %1 = linalg.matmul ins(%x, %v : tensor<4x3xf32>, tensor<3x2xf32>) outs(%0 : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
