// RUN: compression-opt %s --convert-compress-to-linalg --canonicalize --cse --split-input-file | FileCheck %s
// RUN: compression-opt %s --convert-compress-to-linalg=keep-packed --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=KEEP

// What the ops mean. That it is right is tested by execution
// (test/Integration/Ops); here is what is written.

//===----------------------------------------------------------------------===//
// Dequantization: an integer, one product, one rounding
//===----------------------------------------------------------------------===//

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[GROUP:.*]] = affine_map<(d0, d1) -> (d0, d1 floordiv 2)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0, 0)>

// CHECK-LABEL: func @dequantize
// CHECK-SAME: (%[[CODES:.*]]: tensor<6x4xi8>, %[[SCALES:.*]]: tensor<6x2xf32>)
func.func @dequantize(%codes: tensor<6x4xi8>, %scales: tensor<6x2xf32>) -> tensor<6x4xf32> {
  // CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<6x4xf32>
  // CHECK: %[[VALUE:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[GROUP]], #[[ID]]], iterator_types = ["parallel", "parallel"]}
  // CHECK-SAME: ins(%[[CODES]], %[[SCALES]] : tensor<6x4xi8>, tensor<6x2xf32>) outs(%[[EMPTY]] : tensor<6x4xf32>)
  // CHECK-NEXT: ^bb0(%[[C:.*]]: i8, %[[S:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT:   %[[C32:.*]] = arith.extsi %[[C]] : i8 to i32
  // CHECK-NEXT:   %[[F:.*]] = arith.sitofp %[[C32]] : i32 to f32
  // CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[F]], %[[S]] : f32
  // CHECK-NEXT:   linalg.yield %[[P]]
  // CHECK: return %[[VALUE]]
  %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [1, 2]>} : tensor<6x4xi8>, tensor<6x2xf32> -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// Unsigned codes with zero points, scales and values of other types.
// CHECK-LABEL: func @dequantize_types
// CHECK: ^bb0(%[[C:.*]]: i4, %[[S:.*]]: f16, %[[Z:.*]]: i4, %{{.*}}: bf16):
// CHECK-NEXT:   %[[C32:.*]] = arith.extui %[[C]] : i4 to i32
// CHECK-NEXT:   %[[Z32:.*]] = arith.extui %[[Z]] : i4 to i32
// CHECK-NEXT:   %[[D:.*]] = arith.subi %[[C32]], %[[Z32]] : i32
// CHECK-NEXT:   %[[S32:.*]] = arith.extf %[[S]] : f16 to f32
// CHECK-NEXT:   %[[F:.*]] = arith.sitofp %[[D]] : i32 to f32
// CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[F]], %[[S32]] : f32
// CHECK-NEXT:   %[[R:.*]] = arith.truncf %[[P]] : f32 to bf16
// CHECK-NEXT:   linalg.yield %[[R]]
func.func @dequantize_types(%codes: tensor<6x4xi4>, %scales: tensor<6x1xf16>, %zeros: tensor<6x1xi4>) -> tensor<6x4xbf16> {
  %0 = compress.dequantize %codes, %scales, %zeros {scheme = #compress.affine<u4, bf16, block [1, *], zero_point, scale f16>} : tensor<6x4xi4>, tensor<6x1xf16>, tensor<6x1xi4> -> tensor<6x4xbf16>
  return %0 : tensor<6x4xbf16>
}

// The sizes of a dynamic value are those of the codes.
// CHECK-LABEL: func @dequantize_dynamic
// CHECK-SAME: (%[[CODES:.*]]: tensor<?x4xi8>,
// CHECK: %[[M:.*]] = tensor.dim %[[CODES]], %{{.*}}
// CHECK: tensor.empty(%[[M]]) : tensor<?x4xf32>
func.func @dequantize_dynamic(%codes: tensor<?x4xi8>, %scales: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [1, *]>} : tensor<?x4xi8>, tensor<?x1xf32> -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

//===----------------------------------------------------------------------===//
// Quantization: NaN is 0, the clamp comes before the rounding
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @quantize
// CHECK-SAME: (%[[X:.*]]: tensor<6x4xf32>, %[[SCALES:.*]]: tensor<6x1xf32>)
func.func @quantize(%x: tensor<6x4xf32>, %scales: tensor<6x1xf32>) -> tensor<6x4xi8> {
  // CHECK-DAG: %[[SHIFT:.*]] = arith.constant 0x4B400000 : f32
  // CHECK-DAG: %[[HI:.*]] = arith.constant 1.270000e+02 : f32
  // CHECK-DAG: %[[LO:.*]] = arith.constant -1.270000e+02 : f32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[SCALES]] :
  // CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[S:.*]]: f32, %{{.*}}: i8):
  // CHECK-NEXT:   %[[Q:.*]] = arith.divf %[[V]], %[[S]] : f32
  // CHECK-NEXT:   %[[NAN:.*]] = arith.cmpf uno, %[[Q]], %[[Q]] : f32
  // CHECK-NEXT:   %[[N:.*]] = arith.select %[[NAN]], %[[ZERO]], %[[Q]] : f32
  // CHECK-NEXT:   %[[ABOVE:.*]] = arith.cmpf ogt, %[[N]], %[[LO]] : f32
  // CHECK-NEXT:   %[[A:.*]] = arith.select %[[ABOVE]], %[[N]], %[[LO]] : f32
  // CHECK-NEXT:   %[[BELOW:.*]] = arith.cmpf olt, %[[A]], %[[HI]] : f32
  // CHECK-NEXT:   %[[B:.*]] = arith.select %[[BELOW]], %[[A]], %[[HI]] : f32
  // CHECK-NEXT:   %[[SUM:.*]] = arith.addf %[[B]], %[[SHIFT]] : f32
  // CHECK-NEXT:   %[[R:.*]] = arith.subf %[[SUM]], %[[SHIFT]] : f32
  // CHECK-NEXT:   %[[I:.*]] = arith.fptosi %[[R]] : f32 to i32
  // CHECK-NEXT:   %[[C:.*]] = arith.trunci %[[I]] : i32 to i8
  // CHECK-NEXT:   linalg.yield %[[C]]
  %0 = compress.quantize %x, %scales {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  return %0 : tensor<6x4xi8>
}

//===----------------------------------------------------------------------===//
// Parameters chosen at run time
//===----------------------------------------------------------------------===//

// Blocks that span dimensions are reductions.
// A range over all of an image is found in rows of 32 numbers, each with its own
// extremes, which are combined at the end.
// CHECK-LABEL: func @choose_params_of_image
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1, 2, 3]] : tensor<1x8x16x64xf32> into tensor<8192xf32>
// CHECK: %[[ROWS:.*]] = tensor.expand_shape %[[FLAT]] {{\[}}[0, 1]] output_shape [256, 32]
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[ROWS]] : tensor<256x32xf32>) outs(%{{.*}} : tensor<32xf32>)
// CHECK: arith.minnumf
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]}
func.func @choose_params_of_image(%x: tensor<1x8x16x64xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x1x1xi8>) {
  %s, %z = compress.choose_params %x {scheme = #compress.affine<u8, f32, block [*, *, *, *], zero_point>} : tensor<1x8x16x64xf32> -> tensor<1x1x1x1xf32>, tensor<1x1x1x1xi8>
  return %s, %z : tensor<1x1x1x1xf32>, tensor<1x1x1x1xi8>
}

// CHECK-LABEL: func @choose_params
// CHECK-SAME: (%[[X:.*]]: tensor<6x4xf32>)
// CHECK: %[[LO:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X]] : tensor<6x4xf32>)
// CHECK: arith.minnumf
// CHECK: %[[HI:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X]] : tensor<6x4xf32>)
// CHECK: arith.maxnumf
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[LO]], %[[HI]] : {{.*}} outs(%{{.*}} : tensor<6x1xf32>)
// CHECK: %[[Z:.*]] = linalg.generic {{.*}} ins(%[[LO]], %[[HI]] : {{.*}} outs(%{{.*}} : tensor<6x1xi8>)
// CHECK: return %[[S]], %[[Z]]
func.func @choose_params(%x: tensor<6x4xf32>) -> (tensor<6x1xf32>, tensor<6x1xi8>) {
  %s, %z = compress.choose_params %x {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<6x4xf32> -> tensor<6x1xf32>, tensor<6x1xi8>
  return %s, %z : tensor<6x1xf32>, tensor<6x1xi8>
}

// Other blocks are loops over the blocks and inside of them, here of as many
// rows as there are.
// CHECK-LABEL: func @choose_params_dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x64xf32>)
// CHECK: %[[M:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK: %[[WINDOW:.*]] = tensor.empty(%[[M]]) : tensor<?x32xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%[[WINDOW]] : tensor<?x32xf32>)
// CHECK: tensor.extract %[[X]]
func.func @choose_params_dynamic(%x: tensor<?x64xf32>) -> tensor<1x2xf32> {
  %s = compress.choose_params %x {scheme = #compress.affine<s8 [-127, 127], f32, block [*, 32]>} : tensor<?x64xf32> -> tensor<1x2xf32>
  return %s : tensor<1x2xf32>
}

//===----------------------------------------------------------------------===//
// Gathers and observation
//===----------------------------------------------------------------------===//

// Of a compressed table only what is read is decoded; the check is in front.
// CHECK-LABEL: func @gather
// CHECK-SAME: (%[[CODES:.*]]: tensor<9x4xi8>, %[[SCALES:.*]]: tensor<9x1xf32>, %[[IDS:.*]]: tensor<5xi64>)
// CHECK: %[[FITS:.*]] = linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[IDS]] : tensor<5xi64>)
// CHECK: %[[ALL:.*]] = tensor.extract %[[FITS]][]
// CHECK: cf.assert %[[ALL]], "expected indices within [0, 9) of a table"
// CHECK-NOT: tensor<9x4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[IDS]] : tensor<5xi64>) outs(%{{.*}} : tensor<5x4xf32>)
// CHECK: %[[ROW:.*]] = arith.minui
// CHECK: tensor.extract %[[CODES]][%[[ROW]], %{{.*}}]
// CHECK: tensor.extract %[[SCALES]][%[[ROW]], %{{.*}}]
// CHECK: arith.mulf
func.func @gather(%codes: tensor<9x4xi8>, %scales: tensor<9x1xf32>, %ids: tensor<5xi64>) -> tensor<5x4xf32> {
  %table = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [1, *]>} : tensor<9x4xi8>, tensor<9x1xf32> -> tensor<9x4xf32>
  %0 = compress.gather %table[%ids] : tensor<9x4xf32>, tensor<5xi64> -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// CHECK-LABEL: func @observe
// CHECK-SAME: (%[[X:.*]]: tensor<6x4xf32>)
// CHECK-NEXT: return %[[X]]
func.func @observe(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = compress.observe %x {name = "x"} : tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

// Attributes of the dialect go, unless packed contractions still need them.
// CHECK: module {
// CHECK: ml_program.global private @w(dense<1> : tensor<2xi8>) : tensor<2xi8>{{$}}
// KEEP: module attributes {compress.report = {}} {
// KEEP: ml_program.global {{.*}} {compress.sqnr_db = 4.000000e+01 : f64}
module attributes {compress.report = {}} {
  ml_program.global private @w(dense<1> : tensor<2xi8>) : tensor<2xi8> {compress.sqnr_db = 40.0 : f64}
}
