// RUN: compression-opt %s --compress-cpu-profile | FileCheck %s

// Layer, tab, what is computed.
// CHECK: module attributes {compress.profile = ["dense\09f32 4x20x3", "\09memref.copy copy", "softmax\09loops exp divf"]}
// CHECK: memref.global @compress.profile_ticks : memref<3xi64>

// CHECK-LABEL: func @main
func.func @main(%x: memref<4x3xf32>, %w: memref<2x3x16xf32>, %y: memref<4x20xf32>, %z: memref<4x20xf32>) {
  // CHECK: %[[TICKS:.*]] = memref.get_global @compress.profile_ticks
  // CHECK: %[[T0:.*]] = llvm.call_intrinsic "llvm.readcyclecounter"() : () -> i64
  // CHECK-NEXT: compress.packed_contract
  compress.packed_contract <"f32", tile [6, 64]> ins(%x, %w : memref<4x3xf32>, memref<2x3x16xf32>) maps [] outs(%y : memref<4x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  } loc("dense")
  // The shortest time is kept.
  // CHECK: %[[T1:.*]] = llvm.call_intrinsic "llvm.readcyclecounter"()
  // CHECK: %[[SLOT:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[TIME:.*]] = arith.subi %[[T1]], %[[T0]]
  // CHECK-DAG: %[[BEST:.*]] = memref.load %[[TICKS]][%[[SLOT]]]
  // CHECK: %[[NEXT:.*]] = arith.minui %{{.*}} : i64
  // CHECK: memref.store %[[NEXT]], %[[TICKS]][%[[SLOT]]]
  // CHECK: memref.copy
  memref.copy %y, %z : memref<4x20xf32> to memref<4x20xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: scf.for
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.load %z[%i, %c0] : memref<4x20xf32>
    %b = math.exp %a : f32
    %c = arith.divf %b, %a : f32
    memref.store %c, %z[%i, %c0] : memref<4x20xf32>
  } loc("softmax")
  // CHECK: %[[SLOT2:.*]] = arith.constant 2 : index
  // CHECK: memref.store %{{.*}}, %[[TICKS]][%[[SLOT2]]]
  return
}

// Left alone: what the model's function calls.
// CHECK-LABEL: func private @private
// CHECK-NEXT: memref.copy
// CHECK-NEXT: return
func.func private @private(%y: memref<4x20xf32>, %z: memref<4x20xf32>) {
  memref.copy %y, %z : memref<4x20xf32> to memref<4x20xf32>
  return
}
