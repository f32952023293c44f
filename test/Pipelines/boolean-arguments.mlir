// RUN: compression-opt %s --compress-to-llvm | FileCheck %s

// A boolean in memory is a byte: what reads one from the caller, or gives one to
// it, is vector code like the rest.
// CHECK-LABEL: llvm.func internal @main.body
// CHECK-NOT: !llvm.array
// CHECK: %[[BYTES:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<[[N:[0-9]+]]xi8>
// CHECK: %[[MASK:.*]] = llvm.icmp "ne" %[[BYTES]], %{{.*}} : vector<[[N]]xi8>
// CHECK: llvm.select %[[MASK]], {{.*}} : vector<[[N]]xi1>, vector<[[N]]xf32>
// CHECK: %[[LESS:.*]] = llvm.fcmp "olt" {{.*}} : vector<[[N]]xf32>
// CHECK: %[[RESULT:.*]] = llvm.zext %[[LESS]] : vector<[[N]]xi1> to vector<[[N]]xi8>
// CHECK: llvm.store %[[RESULT]]
// CHECK-NOT: xi1> to
func.func @main(%mask: tensor<4x64xi1>, %x: tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xi1>) {
  %low = arith.constant -1.0 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %f = tensor.empty() : tensor<4x64xi1>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%mask, %x : tensor<4x64xi1>, tensor<4x64xf32>) outs(%e : tensor<4x64xf32>) {
  ^bb0(%m: i1, %v: f32, %o: f32):
    %s = arith.select %m, %v, %low : f32
    linalg.yield %s : f32
  } -> tensor<4x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x64xf32>) outs(%f : tensor<4x64xi1>) {
  ^bb0(%v: f32, %o: i1):
    %s = arith.cmpf olt, %v, %low : f32
    linalg.yield %s : i1
  } -> tensor<4x64xi1>
  return %0, %1 : tensor<4x64xf32>, tensor<4x64xi1>
}
