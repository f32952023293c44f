// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-vectorize),canonicalize,cse)" | FileCheck %s
// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-vectorize{parallel}),canonicalize,cse)" \
// RUN:   | FileCheck %s --check-prefix=PARALLEL

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "haswell", features = "+avx2,+fma", vector_bits = 256>} {

// Two registers of 8 lanes.
// CHECK-LABEL: func @elementwise
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.transfer_read {{.*}} vector<16xf32>
// CHECK: arith.mulf {{.*}} : vector<16xf32>
// CHECK-NOT: linalg.generic
// PARALLEL-LABEL: func @elementwise
// PARALLEL: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (256, 96) step (1, 16)
func.func @elementwise(%x: tensor<256x96xf32>) -> tensor<256x96xf32> {
  %e = tensor.empty() : tensor<256x96xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<256x96xf32>) outs(%e : tensor<256x96xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<256x96xf32>
  return %y : tensor<256x96xf32>
}

// The largest elements of columns: lanes are columns, whose elements are
// neighbours, though the reduction is the innermost loop here.
// CHECK-LABEL: func @columns
// CHECK-SAME: tensor<1x508x64xf32>
// CHECK-NOT: vector.multi_reduction
// CHECK-NOT: vector.transpose
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.transfer_read {{.*}} vector<16xf32>
// CHECK: math.tanh %{{.*}} : vector<16xf32>
// CHECK: arith.maximumf %{{.*}} : vector<16xf32>
// CHECK-NOT: vector.multi_reduction
// CHECK: return
// PARALLEL-LABEL: func @columns
func.func @columns(%x: tensor<1x508x64xf32>, %i: tensor<64xf32>) -> tensor<64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]}
         ins(%x : tensor<1x508x64xf32>) outs(%i : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.tanh %a : f32
    %1 = arith.maximumf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// Max pooling: lanes are channels, though the window's loops are the innermost.
// CHECK-LABEL: func @max_pool
// CHECK-NOT: vector.multi_reduction
// CHECK: vector.transfer_read {{.*}} vector<16xf32>
// CHECK: arith.maximumf %{{.*}} : vector<16xf32>
// CHECK-NOT: vector.multi_reduction
// CHECK: return
// PARALLEL-LABEL: func @max_pool
func.func @max_pool(%x: tensor<16x16x48xf32>, %i: tensor<8x8x48xf32>) -> tensor<8x8x48xf32> {
  %w = tensor.empty() : tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(h, w, c, i, j) -> (h * 2 + i, w * 2 + j, c)>, affine_map<(h, w, c, i, j) -> (i, j)>, affine_map<(h, w, c, i, j) -> (h, w, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
         ins(%x, %w : tensor<16x16x48xf32>, tensor<2x2xf32>) outs(%i : tensor<8x8x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.maximumf %o, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8x8x48xf32>
  return %y : tensor<8x8x48xf32>
}

// A reduced row is one vector; few elements are not worth threads.
// CHECK-LABEL: func @reduction
// CHECK: vector.multi_reduction <add>, %{{.*}} : vector<96xf32> to f32
// CHECK-NOT: linalg.generic
// PARALLEL-LABEL: func @reduction
// PARALLEL-NOT: scf.forall
// PARALLEL: return
func.func @reduction(%x: tensor<4x96xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %y = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<4x96xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @transpose
// CHECK: vector.transfer_read {{.*}} permutation_map = #{{.*}}} : tensor<16x16xf32>, vector<16x16xf32>
// CHECK-NOT: linalg.generic
func.func @transpose(%x: tensor<64x32xf32>) -> tensor<32x64xf32> {
  %e = tensor.empty() : tensor<32x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x32xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}

// A tile holds no parts of two blocks: 12 elements share a scale, so 12 it is.
// CHECK-LABEL: func @blocks
// CHECK: tensor.extract_slice %{{.*}} [1, 12] [1, 1] : tensor<4x96xf32> to tensor<12xf32>
// CHECK: tensor.extract_slice %{{.*}} [1, 1] [1, 1] : tensor<4x8xf32> to tensor<1xf32>
func.func @blocks(%x: tensor<4x96xf32>, %s: tensor<4x8xf32>) -> tensor<4x96xf32> {
  %e = tensor.empty() : tensor<4x96xf32>
  %y = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0, d1 floordiv 12)>, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x, %s : tensor<4x96xf32>, tensor<4x8xf32>) outs(%e : tensor<4x96xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x96xf32>
  return %y : tensor<4x96xf32>
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @booleans
// CHECK: linalg.generic
func.func @booleans(%x: tensor<4x96xf32>) -> tensor<4x96xi1> {
  %e = tensor.empty() : tensor<4x96xi1>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<4x96xf32>) outs(%e : tensor<4x96xi1>) {
  ^bb0(%a: f32, %o: i1):
    %0 = arith.cmpf ogt, %a, %a : f32
    linalg.yield %0 : i1
  } -> tensor<4x96xi1>
  return %y : tensor<4x96xi1>
}

// CHECK-LABEL: func @reads_other_tensor
// CHECK: linalg.generic
func.func @reads_other_tensor(%x: tensor<96xf32>, %ids: tensor<4x96xindex>) -> tensor<4x96xf32> {
  %e = tensor.empty() : tensor<4x96xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%ids : tensor<4x96xindex>) outs(%e : tensor<4x96xf32>) {
  ^bb0(%a: index, %o: f32):
    %0 = tensor.extract %x[%a] : tensor<96xf32>
    linalg.yield %0 : f32
  } -> tensor<4x96xf32>
  return %y : tensor<4x96xf32>
}

// CHECK-LABEL: func @dynamic
// CHECK: linalg.generic
func.func @dynamic(%x: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<?x96xf32>) outs(%x : tensor<?x96xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<?x96xf32>
  return %y : tensor<?x96xf32>
}

// No tile of 4 to 16 elements divides a long row of prime length.
// CHECK-LABEL: func @prime
// CHECK: linalg.generic
func.func @prime(%x: tensor<64x131xf32>) -> tensor<64x131xf32> {
  %e = tensor.empty() : tensor<64x131xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x131xf32>) outs(%e : tensor<64x131xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x131xf32>
  return %y : tensor<64x131xf32>
}

}
