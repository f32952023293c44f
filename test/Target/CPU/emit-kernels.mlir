// RUN: compression-opt %s --compress-cpu-emit-kernels --canonicalize --cse | FileCheck %s
// RUN: compression-opt %s --compress-cpu-emit-kernels=parallel --canonicalize --cse | FileCheck %s --check-prefix=PARALLEL

module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "cascadelake", features = "+avx512f,+avx512vnni,+fma", vector_bits = 512>} {

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

// 9 rows are one tile of 6 and one of 3; 80 columns are a tile of 64 and one
// panel. The sums are carried by the loop over k.
// CHECK-LABEL: func @floats
// CHECK-SAME: (%[[A:.*]]: memref<9x7xf32>, %[[W:.*]]: memref<5x7x16xf32>, %[[B:.*]]: memref<80xf32>, %[[Y:.*]]: memref<9x80xf32>)
// CHECK-NOT: compress.packed_contract
// CHECK: %[[SUMS:.*]]:24 = scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
// CHECK-COUNT-4: vector.load %[[W]]{{.*}} : memref<5x7x16xf32>, vector<16xf32>
// CHECK: %[[E:.*]] = memref.load %[[A]]
// CHECK: vector.broadcast %[[E]] : f32 to vector<16xf32>
// CHECK-COUNT-24: vector.fma
// CHECK: scf.yield
// The epilogue, on the sums: they are never stored.
// CHECK: %[[BIAS:.*]] = vector.load %[[B]]
// CHECK: %[[T:.*]] = arith.addf %[[SUMS]]#0, %[[BIAS]] : vector<16xf32>
// CHECK: %[[R:.*]] = arith.maximumf %[[T]], %{{.*}} : vector<16xf32>
// CHECK: vector.store %[[R]], %[[Y]]
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-12: vector.fma
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-6: vector.fma
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-3: vector.fma
// CHECK-NOT: vector.fma
func.func @floats(%a: memref<9x7xf32>, %w: memref<5x7x16xf32>, %b: memref<80xf32>, %y: memref<9x80xf32>) {
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<9x7xf32>, memref<5x7x16xf32>)
    extras(%b : memref<80xf32>) maps [affine_map<(m, n) -> (n)>] outs(%y : memref<9x80xf32>) {
  ^bb0(%sum: f32, %bias: f32):
    %zero = arith.constant 0.0 : f32
    %0 = arith.addf %sum, %bias : f32
    %1 = arith.maximumf %0, %zero : f32
    compress.yield %1 : f32
  }
  return
}

// The last panel has 4 columns: the rest of its lanes is masked.
// CHECK-LABEL: func @masked
// CHECK-SAME: %[[Y:[a-z0-9]*]]: memref<2x20xf32>)
// CHECK: %[[MASK:.*]] = vector.constant_mask [4] : vector<16xi1>
// CHECK: vector.store %{{.*}}, %[[Y]]
// CHECK: vector.maskedstore %[[Y]][%{{.*}}], %[[MASK]], %{{.*}}
func.func @masked(%a: memref<2x7xf32>, %w: memref<2x7x16xf32>, %y: memref<2x20xf32>) {
  compress.packed_contract <"f32", tile [8, 32]> ins(%a, %w : memref<2x7xf32>, memref<2x7x16xf32>) maps [] outs(%y : memref<2x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// Without the instruction: a multiplication and an addition.
// CHECK-LABEL: func @portable
// CHECK-NOT: vector.fma
// CHECK: %[[P:.*]] = arith.mulf {{.*}} : vector<16xf32>
// CHECK: arith.addf %{{.*}}, %[[P]] : vector<16xf32>
func.func @portable(%a: memref<2x7xf32>, %w: memref<1x7x16xf32>, %y: memref<2x16xf32>) {
  compress.packed_contract <"f32_portable", tile [3, 16]> ins(%a, %w : memref<2x7xf32>, memref<1x7x16xf32>) maps [] outs(%y : memref<2x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// A batch of activations: a loop around, which may run on several threads.
// CHECK-LABEL: func @batch
// CHECK: scf.for %[[I:.*]] =
// CHECK: vector.load %{{.*}}[%[[I]], %{{.*}}, %{{.*}}] : memref<5x7x16xf32>, vector<16xf32>
// PARALLEL-LABEL: func @batch
// PARALLEL: scf.parallel
func.func @batch(%a: memref<5x2x7xf32>, %w: memref<5x7x16xf32>, %y: memref<5x2x16xf32>) {
  compress.packed_contract <"f32", tile [12, 16]> row_major ins(%a, %w : memref<5x2x7xf32>, memref<5x7x16xf32>) maps [] outs(%y : memref<5x2x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// The rest of a number of rows that is not known runs row by row.
// CHECK-LABEL: func @dynamic
// CHECK: %[[M:.*]] = memref.dim
// CHECK: %[[REST:.*]] = arith.remui %[[M]], %{{.*}}
// CHECK: %[[WHOLE:.*]] = arith.subi %[[M]], %[[REST]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[WHOLE]] step
// CHECK: scf.for %{{.*}} = %[[WHOLE]] to %[[M]] step
func.func @dynamic(%a: memref<?x7xf32>, %w: memref<1x7x16xf32>, %y: memref<?x16xf32>) {
  compress.packed_contract <"f32", tile [12, 16]> ins(%a, %w : memref<?x7xf32>, memref<1x7x16xf32>) maps [] outs(%y : memref<?x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

// Two groups of four k, and two k that are read one by one: the row ends there.
// CHECK-LABEL: func @codes
// CHECK-SAME: (%[[A:.*]]: memref<1x10xi8>,
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} iter_args
// CHECK: vector.load %{{.*}} : memref<1x3x64xi8>, vector<64xi8>
// CHECK: vector.load %[[A]]{{.*}} : memref<1x10xi8>, vector<4xi8>
// CHECK: %[[NEXT:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK: scf.yield %[[NEXT]]
// CHECK-COUNT-2: memref.load %[[A]]
// CHECK: %[[LAST:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[SUM]],
// CHECK: vector.store %[[LAST]]
func.func @codes(%a: memref<1x10xi8>, %w: memref<1x3x64xi8>, %y: memref<1x16xi32>) {
  compress.packed_contract <"u8s8_vpdpbusd", tile [12, 16]> ins(%a, %w : memref<1x10xi8>, memref<1x3x64xi8>) maps [] outs(%y : memref<1x16xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// CHECK-LABEL: func @portable_codes
// CHECK-NOT: llvm.call_intrinsic
// CHECK: arith.shrsi {{.*}} : vector<16xi32>
// CHECK: arith.muli {{.*}} : vector<16xi32>
func.func @portable_codes(%a: memref<1x8xi8>, %w: memref<1x2x64xi8>, %y: memref<1x16xi32>) {
  compress.packed_contract <"u8s8_portable", tile [2, 16]> ins(%a, %w : memref<1x8xi8>, memref<1x2x64xi8>) maps [] outs(%y : memref<1x16xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

}
