// RUN: compression-opt %s --compress-cpu-lower-vectors | FileCheck %s

// CHECK-LABEL: func @reduction
// CHECK-NOT: vector.multi_reduction
// CHECK: vector.reduction <add>, %{{.*}}, %{{.*}} : vector<8xf32> into f32
func.func @reduction(%x: vector<4x8xf32>, %s: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.multi_reduction <add>, %x, %s [1] : vector<4x8xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func @transpose
// CHECK-NOT: vector.transpose
// CHECK: vector.shuffle
func.func @transpose(%x: vector<16x16xf32>) -> vector<16x16xf32> {
  %0 = vector.transpose %x, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
  return %0 : vector<16x16xf32>
}

// Transfers are loads and stores, of each row of larger vectors.
// CHECK-LABEL: func @transfers
// CHECK: vector.load %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK: vector.store %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-NOT: vector.transfer
// CHECK-COUNT-4: vector.load %{{.*}} : memref<4x64xf32>, vector<16xf32>
// CHECK-NOT: vector.transfer
// CHECK: return
func.func @transfers(%x: memref<64xf32>, %y: memref<4x64xf32>, %i: index) -> vector<4x16xf32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %x[%i], %p {in_bounds = [true]} : memref<64xf32>, vector<16xf32>
  vector.transfer_write %0, %x[%i] {in_bounds = [true]} : vector<16xf32>, memref<64xf32>
  %1 = vector.transfer_read %y[%i, %i], %p {in_bounds = [true, true]} : memref<4x64xf32>, vector<4x16xf32>
  return %1 : vector<4x16xf32>
}
