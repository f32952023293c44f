// RUN: compression-opt %s --compress-cpu-emit-kernels --canonicalize --cse | FileCheck %s
// RUN: compression-opt %s --compress-cpu-emit-kernels=parallel --canonicalize --cse | FileCheck %s --check-prefix=PARALLEL

module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "cascadelake", features = "+avx512f,+avx512vnni,+fma", vector_bits = 512>} {

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

// 80 columns are a tile of 64 and one panel. 9 rows are more than one tile of 6
// allows, so two of about equal size; of one panel they are one tile. The sums
// are carried by the loop over k.
// CHECK-LABEL: func @floats
// CHECK-SAME: (%[[A:.*]]: memref<9x7xf32>, %[[W:.*]]: memref<5x7x16xf32>, %[[B:.*]]: memref<80xf32>, %[[Y:.*]]: memref<9x80xf32>)
// CHECK-NOT: compress.packed_contract
// CHECK: %[[SUMS:.*]]:20 = scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
// CHECK-COUNT-4: vector.load %[[W]]{{.*}} : memref<5x7x16xf32>, vector<16xf32>
// CHECK: %[[E:.*]] = memref.load %[[A]]
// CHECK: vector.broadcast %[[E]] : f32 to vector<16xf32>
// CHECK-COUNT-20: vector.fma
// CHECK: scf.yield
// The epilogue, on the sums: they are never stored.
// CHECK: %[[BIAS:.*]] = vector.load %[[B]]
// CHECK: %[[T:.*]] = arith.addf %[[SUMS]]#0, %[[BIAS]] : vector<16xf32>
// CHECK: %[[R:.*]] = arith.maximumf %[[T]], %{{.*}} : vector<16xf32>
// CHECK: vector.store %[[R]], %[[Y]]
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-16: vector.fma
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-9: vector.fma
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

// Weights of 16 bits are extended once for all rows.
// CHECK-LABEL: func @halves
// CHECK: scf.for
// CHECK: %[[H:.*]] = vector.load %{{.*}} : memref<1x7x16xf16>, vector<16xf16>
// CHECK: arith.extf %[[H]] : vector<16xf16> to vector<16xf32>
// CHECK-NOT: arith.extf
// CHECK-COUNT-5: vector.fma
// CHECK: return
func.func @halves(%a: memref<5x7xf32>, %w: memref<1x7x16xf16>, %y: memref<5x16xf32>) {
  compress.packed_contract <"f32", tile [6, 16]> ins(%a, %w : memref<5x7xf32>, memref<1x7x16xf16>) maps [] outs(%y : memref<5x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// Without an instruction that does so, in integers.
// CHECK-LABEL: func @halves_portable
// CHECK: %[[H:.*]] = vector.load %{{.*}} : memref<1x7x16xf16>, vector<16xf16>
// CHECK: %[[I:.*]] = arith.bitcast %[[H]] : vector<16xf16> to vector<16xi16>
// CHECK: arith.extui %[[I]] : vector<16xi16> to vector<16xi32>
// CHECK-NOT: arith.extf
// CHECK: return
func.func @halves_portable(%a: memref<2x7xf32>, %w: memref<1x7x16xf16>, %y: memref<2x16xf32>) {
  compress.packed_contract <"f32_portable", tile [3, 16]> ins(%a, %w : memref<2x7xf32>, memref<1x7x16xf16>) maps [] outs(%y : memref<2x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// CHECK-LABEL: func @halves_depthwise
// CHECK-COUNT-9: arith.extf %{{.*}} : vector<16xbf16> to vector<16xf32>
// CHECK-NOT: arith.extf
// CHECK: return
func.func @halves_depthwise(%a: memref<1x8x9x16xf32>, %w: memref<1x9x16xbf16>, %y: memref<1x6x7x16xf32>) {
  compress.packed_contract <"f32_depthwise", tile [8, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [0, 0]> depthwise
      ins(%a, %w : memref<1x8x9x16xf32>, memref<1x9x16xbf16>) maps [] outs(%y : memref<1x6x7x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// The last panel has 3 columns: it computes with 4 lanes, and stores 3.
// CHECK-LABEL: func @masked
// CHECK-SAME: %[[Y:[a-z0-9]*]]: memref<2x19xf32>)
// CHECK: vector.load %{{.*}} : memref<2x7x16xf32>, vector<4xf32>
// CHECK: vector.store %{{.*}}, %[[Y]]{{.*}} vector<16xf32>
// CHECK: %[[MASK:.*]] = vector.constant_mask [3] : vector<4xi1>
// CHECK: vector.maskedstore %[[Y]][%{{.*}}], %[[MASK]], %{{.*}} vector<4xf32>
func.func @masked(%a: memref<2x7xf32>, %w: memref<2x7x16xf32>, %y: memref<2x19xf32>) {
  compress.packed_contract <"f32", tile [12, 32]> ins(%a, %w : memref<2x7xf32>, memref<2x7x16xf32>) maps [] outs(%y : memref<2x19xf32>) {
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

// Two groups of four k, and the last four once more: for two of them the packed
// weight has zeros. Nothing is read behind the row.
// CHECK-LABEL: func @codes
// CHECK-SAME: (%[[A:.*]]: memref<1x10xi8>,
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %{{.*}} to %[[C2]] step {{.*}} iter_args
// CHECK: vector.load %{{.*}} : memref<1x3x64xi8>, vector<64xi8>
// CHECK: vector.load %[[A]]{{.*}} : memref<1x10xi8>, vector<4xi8>
// CHECK: %[[NEXT:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK: scf.yield %[[NEXT]]
// CHECK: vector.load %{{.*}}[%{{.*}}, %[[C2]], %{{.*}}] : memref<1x3x64xi8>, vector<64xi8>
// CHECK: vector.load %[[A]][%{{.*}}, %[[C6]]] : memref<1x10xi8>, vector<4xi8>
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


// A row of fewer than four k is read one by one.
// CHECK-LABEL: func @few_codes
// CHECK-SAME: (%[[A:.*]]: memref<1x3xi8>,
// CHECK-COUNT-3: memref.load %[[A]]
// CHECK-NOT: memref.load
// CHECK: return
func.func @few_codes(%a: memref<1x3xi8>, %w: memref<1x1x64xi8>, %y: memref<1x16xi32>) {
  compress.packed_contract <"u8s8_vpdpbusd", tile [12, 16]> ins(%a, %w : memref<1x3xi8>, memref<1x1x64xi8>) maps [] outs(%y : memref<1x16xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

// The pixels of the result are rows one after another: 6 x 6 are three tiles of
// 12. A tap outside of the image reads zeros: the image is not copied.
// CHECK-LABEL: func @image
// CHECK-SAME: (%[[A:.*]]: memref<1x6x6x32xf32>, %[[W:.*]]: memref<1x288x16xf32>, %[[Y:.*]]: memref<1x6x6x16xf32>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[C12:.*]] = arith.constant 12 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C36:.*]] = arith.constant 36 : index
// CHECK: %[[PAD:.*]] = memref.alloca() {alignment = 64 : i64} : memref<32xf32>
// CHECK: scf.for
// CHECK: vector.store %{{.*}}, %[[PAD]]
// CHECK: scf.for %[[ROW:.*]] = %[[C0]] to %[[C36]] step %[[C12]]
// CHECK: arith.divui %{{.*}}, %[[C6]]
// CHECK: arith.remui %{{.*}}, %[[C6]]
// CHECK: scf.for %[[I:.*]] = %[[C0]] to %[[C3]] {{.*}} iter_args
// CHECK: scf.for %[[J:.*]] = %[[C0]] to %[[C3]] {{.*}} iter_args
// CHECK: arith.cmpi ult, %{{.*}}, %[[C6]]
// CHECK: %[[INSIDE:.*]] = arith.andi
// CHECK: %[[PIXEL:.*]] = memref.reinterpret_cast %[[A]]
// CHECK: arith.select %[[INSIDE]], %[[PIXEL]], %{{.*}} : memref<32xf32, strided<[1], offset: ?>>
// CHECK: scf.for %[[K:.*]] = %[[C0]] to %[[C32]] {{.*}} iter_args
// CHECK-COUNT-12: vector.fma
// CHECK-NOT: memref.copy
// CHECK: return
func.func @image(%a: memref<1x6x6x32xf32>, %w: memref<1x288x16xf32>, %y: memref<1x6x6x16xf32>) {
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]>
      ins(%a, %w : memref<1x6x6x32xf32>, memref<1x288x16xf32>) maps [] outs(%y : memref<1x6x6x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// No tap lies outside: no padding, and nothing is asked.
// CHECK-LABEL: func @inside
// CHECK-NOT: memref.alloca
// CHECK-NOT: arith.cmpi
// CHECK-NOT: arith.select
// CHECK: return
func.func @inside(%a: memref<1x6x6x32xf32>, %w: memref<1x32x16xf32>, %y: memref<1x3x3x16xf32>) {
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [1, 1], strides [2, 2], dilations [1, 1], low [0, 0]>
      ins(%a, %w : memref<1x6x6x32xf32>, memref<1x32x16xf32>) maps [] outs(%y : memref<1x3x3x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// The taps of a row with few channels are one run of k, of 9, that all pixels of
// a line read from one address on. The first and the last pixel, whose taps
// lie beside the image, are tiles of their own.
// CHECK-LABEL: func @stem
// CHECK-SAME: (%[[A:.*]]: memref<1x8x8x3xf32>,
// CHECK-DAG: %[[C9:.*]] = arith.constant 9 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[C8:.*]] step
// CHECK: scf.for %{{.*}} = %{{.*}} iter_args
// CHECK: vector.fma
// CHECK: vector.store
// CHECK: %[[LINE:.*]] = memref.reinterpret_cast %[[A]] to offset: [%{{.*}}], sizes: [24], strides: [1]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[C9]] {{.*}} iter_args
// CHECK-COUNT-6: vector.fma
// CHECK: vector.store
func.func @stem(%a: memref<1x8x8x3xf32>, %w: memref<1x27x16xf32>, %y: memref<1x8x8x16xf32>) {
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]>
      ins(%a, %w : memref<1x8x8x3xf32>, memref<1x27x16xf32>) maps [] outs(%y : memref<1x8x8x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// Each image has its own code of 0, and each thread its own padding.
// CHECK-LABEL: func @codes_of_images
// CHECK-SAME: %[[Z:[a-z0-9]*]]: memref<2x1x1x1xi8>,
// CHECK: %[[PAD:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xi8>
// CHECK: scf.for %[[B:.*]] =
// CHECK: %[[CODE:.*]] = memref.load %[[Z]][%[[B]],
// CHECK: %[[CODES:.*]] = vector.broadcast %[[CODE]] : i8 to vector<64xi8>
// CHECK: vector.store %[[CODES]], %[[PAD]]
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// PARALLEL-LABEL: func @codes_of_images
// PARALLEL-NOT: memref.alloca
// PARALLEL: scf.parallel (%[[B:.*]]) =
// PARALLEL: memref.alloca() {alignment = 64 : i64} : memref<64xi8>
func.func @codes_of_images(%a: memref<2x5x5x32xi8>, %w: memref<1x72x64xi8>, %z: memref<2x1x1x1xi8>, %y: memref<2x5x5x16xi32>) {
  compress.packed_contract <"u8s8_vpdpbusd", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]>
      ins(%a, %w : memref<2x5x5x32xi8>, memref<1x72x64xi8>) pad(%z : memref<2x1x1x1xi8>) maps [] outs(%y : memref<2x5x5x16xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// Seven pixels of a row of the image are added to the sums of three rows of the
// result: each pixel is loaded once. The first two steps complete no row, and the
// last two begin none.
// CHECK-LABEL: func @depthwise
// CHECK-SAME: (%[[A:.*]]: memref<1x8x9x32xf32>, %[[W:.*]]: memref<2x9x16xf32>,
// CHECK-NOT: memref.alloca
// CHECK: scf.for %[[CHANNEL:.*]] = %{{.*}} to %[[C32:.*]] step %[[C16:.*]] {
// CHECK-COUNT-9: vector.load %[[W]]
// CHECK-NOT: arith.select
// CHECK: memref.reinterpret_cast %[[A]]
// CHECK-COUNT-63: vector.fma
// CHECK-NOT: vector.fma
// CHECK: scf.for %{{.*}} = %[[C2:.*]] to %[[C6:.*]] step %[[C1:.*]] iter_args
// CHECK-COUNT-63: vector.fma
// CHECK-NOT: vector.fma
// CHECK-COUNT-7: vector.store
// CHECK: scf.yield
// CHECK-COUNT-63: vector.fma
// CHECK-NOT: vector.fma
// CHECK: return
func.func @depthwise(%a: memref<1x8x9x32xf32>, %w: memref<2x9x16xf32>, %y: memref<1x6x7x32xf32>) {
  compress.packed_contract <"f32_depthwise", tile [14, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [0, 0]> depthwise
      ins(%a, %w : memref<1x8x9x32xf32>, memref<2x9x16xf32>) maps [] outs(%y : memref<1x6x7x32xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// Rows of zeros around the image are neither read nor multiplied; of columns
// only the address changes: 7 rows of taps meet 3 rows, at 9 places each, and two
// products with the padding are the same.
// CHECK-LABEL: func @depthwise_same
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<16xf32>
// CHECK-NOT: arith.select
// CHECK-COUNT-62: vector.fma
// CHECK-NOT: vector.fma
// CHECK: return
func.func @depthwise_same(%a: memref<1x3x3x16xf32>, %w: memref<1x9x16xf32>, %y: memref<1x3x3x16xf32>) {
  compress.packed_contract <"f32_depthwise", tile [14, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> depthwise
      ins(%a, %w : memref<1x3x3x16xf32>, memref<1x9x16xf32>) maps [] outs(%y : memref<1x3x3x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// A large image is read as it lies: lines of it that share rows are one tile,
// and a row or column outside of it is at the address of the padding.
// CHECK-LABEL: func @depthwise_lines
// CHECK: memref.alloca
// CHECK: scf.for %[[Y:.*]] = %{{.*}} to %{{.*}} step
// CHECK: arith.maxsi
// CHECK: arith.cmpi ult
// CHECK: arith.select {{.*}} : memref<?xf32, strided<[1], offset: ?>>
// CHECK-COUNT-126: vector.fma
// CHECK-NOT: vector.fma
// CHECK: return
func.func @depthwise_lines(%a: memref<1x56x56x128xf32>, %w: memref<8x9x16xf32>, %y: memref<1x56x56x128xf32>) {
  compress.packed_contract <"f32_depthwise", tile [14, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> depthwise
      ins(%a, %w : memref<1x56x56x128xf32>, memref<8x9x16xf32>) maps [] outs(%y : memref<1x56x56x128xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// Larger kernels loop over the rows of taps that lie in the image.
// CHECK-LABEL: func @depthwise_large
// CHECK: scf.for %[[Y:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[FIRST:.*]] = arith.maxsi
// CHECK: %[[END:.*]] = arith.minsi
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[END]] {{.*}} iter_args
// CHECK-COUNT-60: vector.fma
// CHECK-NOT: vector.fma
// CHECK: return
func.func @depthwise_large(%a: memref<1x8x12x16xf32>, %w: memref<1x25x16xf32>, %y: memref<1x8x12x16xf32>) {
  compress.packed_contract <"f32_depthwise", tile [14, 16]> window <kernel [5, 5], strides [1, 1], dilations [1, 1], low [2, 2]> depthwise
      ins(%a, %w : memref<1x8x12x16xf32>, memref<1x25x16xf32>) maps [] outs(%y : memref<1x8x12x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// Of codes the three rows of the window are one group, whose bytes are put side
// by side: 10 columns, and 3 instructions for each of 8 pixels.
// CHECK-LABEL: func @depthwise_codes
// CHECK: vector.interleave
// CHECK-COUNT-24: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @depthwise_codes(%a: memref<1x10x10x16xi8>, %w: memref<1x3x64xi8>, %y: memref<1x8x8x16xi32>) {
  compress.packed_contract <"u8s8_depthwise_vpdpbusd", tile [8, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [0, 0]> depthwise
      ins(%a, %w : memref<1x10x10x16xi8>, memref<1x3x64xi8>) maps [] outs(%y : memref<1x8x8x16xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

}
