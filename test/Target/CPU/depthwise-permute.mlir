// RUN: compression-opt %s --compress-cpu-emit-kernels --canonicalize --cse | FileCheck %s

// With AVX-512 VBMI one instruction brings the bytes of three rows of a window
// side by side: one for each of 10 columns.
module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "icelake-server", features = "+fma,+avx512f,+avx512vl,+avx512vnni,+avx512vbmi", vector_bits = 512>} {
  // CHECK-LABEL: func @depthwise_codes
  // CHECK-NOT: vector.interleave
  // CHECK: llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"
  // CHECK-COUNT-24: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
  // CHECK-NOT: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
  func.func @depthwise_codes(%a: memref<1x10x10x16xi8>, %w: memref<1x3x64xi8>, %y: memref<1x8x8x16xi32>) {
    compress.packed_contract <"u8s8_depthwise_vpdpbusd", tile [8, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [0, 0]> depthwise
        ins(%a, %w : memref<1x10x10x16xi8>, memref<1x3x64xi8>) maps [] outs(%y : memref<1x8x8x16xi32>) {
    ^bb0(%sum: i32):
      compress.yield %sum : i32
    }
    return
  }

  // A row that is alone in its group needs none: its bytes are extended.
  // CHECK-LABEL: func @one_row
  // CHECK-NOT: permvar
  // CHECK: arith.extui {{.*}} : vector<16xi8> to vector<16xi32>
  // CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
  func.func @one_row(%a: memref<1x8x10x16xi8>, %w: memref<1x3x64xi8>, %y: memref<1x8x8x16xi32>) {
    compress.packed_contract <"u8s8_depthwise_vpdpbusd", tile [8, 16]> window <kernel [1, 3], strides [1, 1], dilations [1, 1], low [0, 0]> depthwise
        ins(%a, %w : memref<1x8x10x16xi8>, memref<1x3x64xi8>) maps [] outs(%y : memref<1x8x8x16xi32>) {
    ^bb0(%sum: i32):
      compress.yield %sum : i32
    }
    return
  }
}
