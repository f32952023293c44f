// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-fuse-rows,canonicalize,cse))" | FileCheck %s
// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-fuse-rows{parallel},canonicalize,cse))" \
// RUN:   | FileCheck %s --check-prefix=PARALLEL

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A softmax is one loop over rows.
// CHECK-LABEL: func @softmax
// CHECK-NOT: linalg.generic
// CHECK: %[[Y:.*]] = scf.for
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK: scf.yield
// CHECK: }
// CHECK-NEXT: return %[[Y]]

// Large loops may run on several threads.
// PARALLEL-LABEL: func @softmax
// PARALLEL: scf.forall (%{{.*}}) in (256)
// PARALLEL: math.exp
// PARALLEL: tensor.parallel_insert_slice
func.func @softmax(%x: tensor<256x96xf32>) -> tensor<256x96xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<256xf32>
  %e = tensor.empty() : tensor<256x96xf32>
  %mi = linalg.fill ins(%low : f32) outs(%er : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<256x96xf32>) outs(%mi : tensor<256xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.maximumf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x, %m : tensor<256x96xf32>, tensor<256xf32>) outs(%e : tensor<256x96xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<256x96xf32>
  %si = linalg.fill ins(%zero : f32) outs(%er : tensor<256xf32>) -> tensor<256xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%d : tensor<256x96xf32>) outs(%si : tensor<256xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%d, %t : tensor<256x96xf32>, tensor<256xf32>) outs(%e : tensor<256x96xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<256x96xf32>
  return %y : tensor<256x96xf32>
}

// A value that is used elsewhere too exists whole; small loops are not worth
// threads.
// CHECK-LABEL: func @shared
// CHECK: %[[SQUARE:.*]] = linalg.generic
// CHECK: %[[Y:.*]] = scf.for
// CHECK: tensor.extract_slice %[[SQUARE]]
// CHECK: return %[[Y]], %[[SQUARE]]
// PARALLEL-LABEL: func @shared
// PARALLEL-NOT: scf.forall
// PARALLEL: return
func.func @shared(%x: tensor<4x96xf32>) -> (tensor<4x96xf32>, tensor<4x96xf32>) {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<4xf32>
  %e = tensor.empty() : tensor<4x96xf32>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<4x96xf32>) outs(%e : tensor<4x96xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4x96xf32>
  %si = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%q : tensor<4x96xf32>) outs(%si : tensor<4xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%q, %t : tensor<4x96xf32>, tensor<4xf32>) outs(%e : tensor<4x96xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x96xf32>
  return %y, %q : tensor<4x96xf32>, tensor<4x96xf32>
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// Nothing is reduced.
// CHECK-LABEL: func @elementwise
// CHECK-NOT: scf.for
func.func @elementwise(%x: tensor<4x96xf32>) -> tensor<4x96xf32> {
  %e = tensor.empty() : tensor<4x96xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<4x96xf32>) outs(%e : tensor<4x96xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4x96xf32>
  return %y : tensor<4x96xf32>
}

// A row of the result is no row of a transposed operand.
// CHECK-LABEL: func @transposed
// CHECK-NOT: scf.for
func.func @transposed(%x: tensor<96x4xf32>, %i: tensor<4xf32>) -> tensor<4x96xf32> {
  %e = tensor.empty() : tensor<4x96xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #row], iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<96x4xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x, %t : tensor<96x4xf32>, tensor<4xf32>) outs(%e : tensor<4x96xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x96xf32>
  return %y : tensor<4x96xf32>
}

// CHECK-LABEL: func @dynamic
// CHECK-NOT: scf.for
func.func @dynamic(%x: tensor<?x96xf32>, %i: tensor<?xf32>) -> tensor<?x96xf32> {
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<?x96xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x, %t : tensor<?x96xf32>, tensor<?xf32>) outs(%x : tensor<?x96xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x96xf32>
  return %y : tensor<?x96xf32>
}
