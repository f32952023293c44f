// RUN: compression-opt %s --compress-to-linalg -o %t.mlir
// RUN: FileCheck %s --check-prefixes=CHECK,INTEGER < %t.mlir
// RUN: compression-opt %s --compress-to-linalg=arithmetic=float -o %t.float.mlir
// RUN: FileCheck %s --check-prefixes=CHECK,FLOAT < %t.float.mlir

// Stock tools read it.
// RUN: mlir-opt %t.mlir -o %t.stock
// RUN: mlir-opt %t.float.mlir -o %t.stock

// From the stage integer there is one arithmetic.
// RUN: compression-opt %s --compress-to-integer -o %t.integer.mlir
// RUN: compression-opt %t.integer.mlir --compress-to-linalg=arithmetic=float | FileCheck %s --check-prefixes=CHECK,INTEGER

// RUN: not compression-opt %s --compress-to-linalg=arithmetic=fixed 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: expected arithmetic=integer or arithmetic=float, but got 'fixed'

// RUN: compression-opt %s --compress-to-integer --compress-pack -o %t.packed.mlir
// RUN: not compression-opt %t.packed.mlir --compress-to-linalg 2>&1 | FileCheck %s --check-prefix=PACKED
// PACKED: error: 'compress.packed_contract' op has no lowering to linalg here: expected a stage up to 'integer'

// Nothing of the dialect is left, attributes included, and no weight became
// dense.
// CHECK-NOT: compress
module attributes {compress.report = {preset = "W8A8"},
                   compress.target = #compress.target<arch = "x86_64", cpu = "x86-64", features = "", vector_bits = 128>} {

// CHECK: ml_program.global private @w.codes(dense_resource<w.codes> : tensor<2x3xi8>) : tensor<2x3xi8>{{$}}
ml_program.global private @w.codes(dense_resource<w.codes> : tensor<2x3xi8>) : tensor<2x3xi8> {compress.sqnr_db = 49.5 : f64}
ml_program.global private @w.scales(dense<0.5> : tensor<2x1xf32>) : tensor<2x1xf32>

// CHECK: func.func @main
func.func @main(%x: tensor<4x3xf32>, %ids: tensor<5xi64>) -> (tensor<4x2xf32>, tensor<5x3xf32>) {
  // CHECK-NOT: arith.constant dense<{{.*}}> : tensor<2x3xf32>
  %s, %z = compress.choose_params %x {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<4x3xf32> -> tensor<4x1xf32>, tensor<4x1xi8>
  %q = compress.quantize %x, %s, %z {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<4x3xf32>, tensor<4x1xf32>, tensor<4x1xi8> -> tensor<4x3xi8>
  %d = compress.dequantize %q, %s, %z {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<4x3xi8>, tensor<4x1xf32>, tensor<4x1xi8> -> tensor<4x3xf32>
  %codes = ml_program.global_load @w.codes : tensor<2x3xi8>
  %scales = ml_program.global_load @w.scales : tensor<2x1xf32>
  %w = compress.dequantize %codes, %scales {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>} : tensor<2x3xi8>, tensor<2x1xf32> -> tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  // INTEGER: arith.muli
  // INTEGER-NOT: linalg.contract
  // FLOAT-NOT: arith.muli
  // FLOAT: linalg.contract {{.*}} : tensor<4x3xf32>, tensor<2x3xf32>
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%d, %w : tensor<4x3xf32>, tensor<2x3xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  // Only the rows that are read are decoded.
  // CHECK: cf.assert %{{.*}}, "expected indices within [0, 2) of a table"
  // CHECK: tensor.extract %{{.*}} : tensor<2x3xi8>
  %g = compress.gather %w[%ids] : tensor<2x3xf32>, tensor<5xi64> -> tensor<5x3xf32>
  return %y, %g : tensor<4x2xf32>, tensor<5x3xf32>
}

}

// The payload's bytes are what they were.
// CHECK: w.codes: "0x40000000408120207F81"
{-#
  dialect_resources: { builtin: { w.codes: "0x40000000408120207F81" } }
#-}
