// Bytecode that a newer version of the dialect wrote may mean something else: it
// is refused, with both versions. Of the same version the copy is what it was.

// RUN: compression-opt %s --emit-bytecode -o %t.mlirbc
// RUN: %python %S/../../Inputs/newer_dialect.py %t.mlirbc %t.same.mlirbc 1
// RUN: cmp %t.mlirbc %t.same.mlirbc
// RUN: compression-opt %t.same.mlirbc | FileCheck %s
// CHECK: compress.dequantize

// RUN: %python %S/../../Inputs/newer_dialect.py %t.mlirbc %t.newer.mlirbc 2
// RUN: not compression-opt %t.newer.mlirbc 2>&1 | FileCheck %s --check-prefix=NEWER
// RUN: not compression-run %t.newer.mlirbc 2>&1 | FileCheck %s --check-prefix=NEWER
// NEWER: error: expected version 1 or older of the compress dialect, but got 2

func.func @main(%codes: tensor<4x8xi8>, %scales: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [1, *]>} : tensor<4x8xi8>, tensor<4x1xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
