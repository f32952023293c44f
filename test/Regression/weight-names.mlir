// Weights may have any name: those of functions that the code calls, of its own
// entry, of nothing that a linker takes.

// RUN: %python %S/../Inputs/npy.py write %t.x.npy f32 1x4 1 2 3 4
// RUN: compression-run %s --input=%t.x.npy --output=%t.y.npy
// RUN: %python %S/../Inputs/npy.py print %t.y.npy | FileCheck %s
// CHECK: {{^}}11111 22222 33333 44444{{$}}

// RUN: compression-opt %s --compress-cpu-name-weights=prefix=net_ | FileCheck %s --check-prefix=NAMES
// NAMES-DAG: ml_program.global private @net_weight_memcpy({{.*}} {compress.name = "memcpy"}
// NAMES-DAG: ml_program.global private @net_weight_main_body({{.*}} {compress.name = "main.body"}
// NAMES-DAG: ml_program.global private @net_weight_main_body_0({{.*}} {compress.name = "main_body"}
// NAMES-DAG: ml_program.global private @net_weight_a_b_c({{.*}} {compress.name = "a\00b c"}
// NAMES: global_load @net_weight_memcpy

// RUN: compression-opt %s --compress-to-llvm="weights=inline symbol=net target=generic" | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: FileCheck %s --check-prefix=SYMBOLS < %t.ll
// SYMBOLS-NOT: {{^}}@memcpy
// SYMBOLS: {{^}}@net_weight_

ml_program.global private @memcpy(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @main.body(dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @main_body(dense<[100.0, 200.0, 300.0, 400.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @main_arena_bytes(dense<[1000.0, 2000.0, 3000.0, 4000.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @"a\00b c"(dense<[10000.0, 20000.0, 30000.0, 40000.0]> : tensor<4xf32>) : tensor<4xf32>
func.func @main(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %0 = ml_program.global_load @memcpy : tensor<4xf32>
  %1 = ml_program.global_load @main.body : tensor<4xf32>
  %2 = ml_program.global_load @main_body : tensor<4xf32>
  %3 = ml_program.global_load @main_arena_bytes : tensor<4xf32>
  %4 = ml_program.global_load @"a\00b c" : tensor<4xf32>
  %s1 = arith.addf %0, %1 : tensor<4xf32>
  %s2 = arith.addf %s1, %2 : tensor<4xf32>
  %s3 = arith.addf %s2, %3 : tensor<4xf32>
  %s4 = arith.addf %s3, %4 : tensor<4xf32>
  %row = tensor.expand_shape %s4 [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %z = arith.subf %x, %x : tensor<1x4xf32>
  %y = arith.addf %row, %z : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}
