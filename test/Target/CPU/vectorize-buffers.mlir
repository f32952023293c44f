// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-vectorize-buffers))" | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "haswell", features = "+avx2,+fma", vector_bits = 256>} {

// A small copy is vector code.
// CHECK-LABEL: func @small_copy
// CHECK-NOT: memref.copy
// CHECK: vector.
// CHECK: return
func.func @small_copy(%x: memref<32xf32>, %y: memref<32xf32>) {
  memref.copy %x, %y : memref<32xf32> to memref<32xf32>
  return
}

// A large one is a memcpy, unless it is strided or its size is not known: it
// would be a call of a runtime's function.
// CHECK-LABEL: func @large_copy
// CHECK: memref.copy
func.func @large_copy(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  memref.copy %x, %y : memref<64x64xf32> to memref<64x64xf32>
  return
}

// CHECK-LABEL: func @strided_copy
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.transfer_read {{.*}} vector<1x16xf32>
// CHECK: vector.transfer_write {{.*}} vector<1x16xf32>
// CHECK-NOT: memref.copy
// CHECK: return
func.func @strided_copy(%x: memref<64x96xf32, strided<[128, 1]>>, %y: memref<64x96xf32>) {
  memref.copy %x, %y : memref<64x96xf32, strided<[128, 1]>> to memref<64x96xf32>
  return
}

// CHECK-LABEL: func @dynamic_copy
// CHECK-NOT: memref.copy
// CHECK: linalg.generic
// CHECK: return
func.func @dynamic_copy(%x: memref<?xf32>, %y: memref<?xf32>) {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  return
}

// What bufferization makes of a pad: a row of 28 is one vector, not two of 14.
// CHECK-LABEL: func @fill
// CHECK: scf.for %{{.*}} = %{{.*}} to %c64
// CHECK: vector.transfer_write %{{.*}} : vector<1x28xf32>
// CHECK-NOT: linalg.map
// CHECK: return
func.func @fill(%y: memref<64x28xf32>) {
  %c = arith.constant 1.0 : f32
  linalg.map outs(%y : memref<64x28xf32>)
    (%init: f32) {
      linalg.yield %c : f32
    }
  return
}

// Left alone: reductions, and rows that no vector divides.
// CHECK-LABEL: func @left_alone
// CHECK-COUNT-2: linalg.generic
// CHECK: return
func.func @left_alone(%x: memref<64x96xf32>, %s: memref<64xf32>, %y: memref<64x397xf32>) {
  linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x96xf32>) outs(%s : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<64x397xf32>) {
  ^bb0(%o: f32):
    %0 = arith.negf %o : f32
    linalg.yield %0 : f32
  }
  return
}

}
