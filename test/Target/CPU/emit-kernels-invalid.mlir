// RUN: compression-opt %s --compress-cpu-emit-kernels --split-input-file --verify-diagnostics

func.func @unknown(%a: memref<2x7xf32>, %w: memref<1x7x16xf32>, %y: memref<2x16xf32>) {
  // expected-error @below {{expected the name of a kernel, but got 'fastest'}}
  compress.packed_contract <"fastest", tile [3, 16]> ins(%a, %w : memref<2x7xf32>, memref<1x7x16xf32>) maps [] outs(%y : memref<2x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @tensors(%a: tensor<2x7xf32>, %w: tensor<1x7x16xf32>, %y: tensor<2x16xf32>) -> tensor<2x16xf32> {
  // expected-error @below {{expected memrefs: kernels are emitted after bufferization}}
  %0 = compress.packed_contract <"f32", tile [3, 16]> ins(%a, %w : tensor<2x7xf32>, tensor<1x7x16xf32>) maps [] outs(%y : tensor<2x16xf32>) -> tensor<2x16xf32> {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return %0 : tensor<2x16xf32>
}

// -----

func.func @type(%a: memref<2x7xf32>, %w: memref<1x7x16xf32>, %y: memref<2x16xf32>) {
  // expected-error-re @below {{expected a kernel for 'f32' and CPU '{{.*}}', but got 'u8s8_portable'}}
  compress.packed_contract <"u8s8_portable", tile [3, 16]> ins(%a, %w : memref<2x7xf32>, memref<1x7x16xf32>) maps [] outs(%y : memref<2x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "haswell", features = "+avx2,+fma", vector_bits = 256>} {
func.func @features(%a: memref<2x8xi8>, %w: memref<1x2x64xi8>, %y: memref<2x16xi32>) {
  // expected-error @below {{expected a kernel for 'i8' and CPU 'haswell', but got 'u8s8_vpdpbusd'}}
  compress.packed_contract <"u8s8_vpdpbusd", tile [3, 16]> ins(%a, %w : memref<2x8xi8>, memref<1x2x64xi8>) maps [] outs(%y : memref<2x16xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}
}
