// Scales of tiny weights are finite and not 0, in whatever type they are
// stored; what is decoded is finite.

// RUN: compression-opt %s --compress-apply --symbol-dce -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../Inputs/npy.py write %t.h.npy f16 1x2 1000 0
// RUN: %python %S/../Inputs/npy.py write %t.f.npy f32 1x2 1e30 0
// RUN: compression-run %t.mlir --input=%t.h.npy --input=%t.f.npy --output=%t.a.npy --output=%t.b.npy --output=%t.c.npy
// RUN: %python %S/../Inputs/npy.py print %t.a.npy | FileCheck %s --check-prefix=F32-SCALE
// RUN: %python %S/../Inputs/npy.py print %t.b.npy | FileCheck %s --check-prefix=F16-SCALE
// RUN: %python %S/../Inputs/npy.py print %t.c.npy | FileCheck %s --check-prefix=SUBNORMAL
// 1000 times 1e-6 and -1e-6.
// F32-SCALE: {{^}}0.0010{{[0-9]*}} -0.0010{{[0-9]*$}}
// 2^-24 is the smallest scale of f16: 17 steps of it.
// F16-SCALE: {{^}}0.0010{{[0-9]*}} -0.0010{{[0-9]*$}}
// A subnormal weight is less than one step of the smallest f32 scale, 2^-126.
// SUBNORMAL: {{^}}{{-?}}0{{$}}

ml_program.global private @half(dense<[[1.0e-6, -1.0e-6], [5.0e-7, 1.0e-6]]> : tensor<2x2xf16>) : tensor<2x2xf16> {compress.scheme = #compress.affine<s8 [-127, 127], f16, block [*, 1]>}
ml_program.global private @narrow(dense<[[1.0e-6, -1.0e-6], [5.0e-7, 1.0e-6]]> : tensor<2x2xf16>) : tensor<2x2xf16> {compress.scheme = #compress.affine<s8 [-127, 127], f16, block [*, 1], scale f16>}
ml_program.global private @subnormal(dense<[[1.0e-42], [-1.0e-42]]> : tensor<2x1xf32>) : tensor<2x1xf32> {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [*, 1]>}

func.func @main(%h: tensor<1x2xf16>, %f: tensor<1x2xf32>) -> (tensor<1x2xf16>, tensor<1x2xf16>, tensor<1x1xf32>) {
  %i = arith.constant dense<0.0> : tensor<1x2xf16>
  %j = arith.constant dense<0.0> : tensor<1x1xf32>
  %a = ml_program.global_load @half : tensor<2x2xf16>
  %0 = linalg.matmul ins(%h, %a : tensor<1x2xf16>, tensor<2x2xf16>) outs(%i : tensor<1x2xf16>) -> tensor<1x2xf16>
  %b = ml_program.global_load @narrow : tensor<2x2xf16>
  %1 = linalg.matmul ins(%h, %b : tensor<1x2xf16>, tensor<2x2xf16>) outs(%i : tensor<1x2xf16>) -> tensor<1x2xf16>
  %c = ml_program.global_load @subnormal : tensor<2x1xf32>
  %2 = linalg.matmul ins(%f, %c : tensor<1x2xf32>, tensor<2x1xf32>) outs(%j : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %0, %1, %2 : tensor<1x2xf16>, tensor<1x2xf16>, tensor<1x1xf32>
}

// CHECK-DAG: narrow.scales: "0x4000000001000100"
// CHECK-DAG: narrow.codes: "0x4000000011EF0811"
// CHECK-DAG: subnormal.scales: "0x4000000000008000"
