// RUN: compression-opt %s --compress-apply --cse --symbol-dce | FileCheck %s

// Schemes are gone; the model's own values stay where something still reads
// them, else nothing does.
// CHECK-NOT: compress.scheme
// CHECK-NOT: @unused

ml_program.global private @w(dense<[[1.0, -2.0, 0.5], [0.25, 1.0, -1.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
  {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
ml_program.global private @table(dense<[[1.0, -2.0, 0.5], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
  {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
ml_program.global private @groups(dense<[[1.0, 1.5, 3.0, 4.0], [-1.0, 1.0, 0.0, 0.0]]> : tensor<2x4xf32>) : tensor<2x4xf32>
  {compress.scheme = #compress.affine<u8, f32, block [1, 2], zero_point, scale f16>}
ml_program.global private @half(dense<[[0.5, -1.0, 0.5]]> : tensor<1x3xf16>) : tensor<1x3xf16>
  {compress.scheme = #compress.affine<s8 [-127, 127], f16, block [*, *], scale bf16>}
ml_program.global private @nibbles(dense<[[7.0, -7.0, 1.0], [0.5, 3.5, -3.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
  {compress.scheme = #compress.affine<s4 [-7, 7], f32, block [1, *]>}
ml_program.global private @positive(dense<[[0.0, 1.0, 2.55]]> : tensor<1x3xf32>) : tensor<1x3xf32>
  {compress.scheme = #compress.affine<u8, f32, block [*, *]>}
ml_program.global private @unused(dense<0.0> : tensor<2x3xf32>) : tensor<2x3xf32>
  {compress.scheme = #compress.affine<s8, f32, block [1, *]>}

//===----------------------------------------------------------------------===//
// Static
//===----------------------------------------------------------------------===//

// CHECK: ml_program.global private @w(dense
// CHECK-DAG: ml_program.global private @w.codes(dense_resource<w.codes> : tensor<2x3xi8>) : tensor<2x3xi8> {compress.sqnr_db = {{[0-9.]+}} : f64, compress.weight = "{{[a-z_]+}}"}
// CHECK-DAG: ml_program.global private @w.scales(dense_resource<w.scales> : tensor<2x1xf32>) : tensor<2x1xf32>{{$}}
// CHECK-DAG: ml_program.global private @x.scale(dense_resource<x.scale> : tensor<1x1xf32>) : tensor<1x1xf32>
// CHECK-DAG: ml_program.global private @x.zero_point(dense_resource<x.zero_point> : tensor<1x1xi8>) : tensor<1x1xi8>

// CHECK-LABEL: func @static
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>, %[[INIT:.*]]: tensor<4x2xf32>)
func.func @static(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2x3xf32>) {
  // CHECK-DAG: %[[SX:.*]] = ml_program.global_load @x.scale
  // CHECK-DAG: %[[ZX:.*]] = ml_program.global_load @x.zero_point
  // CHECK-DAG: %[[Q:.*]] = compress.quantize %[[X]], %[[SX]], %[[ZX]] {scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
  // CHECK-DAG: %[[ROUNDED:.*]] = compress.dequantize %[[Q]], %[[SX]], %[[ZX]] {scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
  %seen = compress.observe %x {
            name = "x", scheme = #compress.affine<u8, f32, block [*, *], zero_point>,
            statistics = #compress.statistics<min = -1.0 : f32, max = 4.0 : f32, count = 12>} : tensor<4x3xf32>
  // CHECK-DAG: %[[OWN:.*]] = ml_program.global_load @w :
  // CHECK-DAG: %[[CODES:.*]] = ml_program.global_load @w.codes
  // CHECK-DAG: %[[SCALES:.*]] = ml_program.global_load @w.scales
  // CHECK-DAG: %[[W:.*]] = compress.dequantize %[[CODES]], %[[SCALES]] {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
  %w = ml_program.global_load @w : tensor<2x3xf32>
  // CHECK: %[[Y:.*]] = linalg.contract {{.*}} ins(%[[ROUNDED]], %[[W]] :
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%seen, %w : tensor<4x3xf32>, tensor<2x3xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  // What is no contraction reads the model's own values.
  // CHECK: %[[OTHER:.*]] = arith.negf %[[OWN]]
  %other = arith.negf %w : tensor<2x3xf32>
  // CHECK: return %[[Y]], %[[OTHER]]
  return %y, %other : tensor<4x2xf32>, tensor<2x3xf32>
}

//===----------------------------------------------------------------------===//
// Dynamic
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>,
func.func @dynamic(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: %[[SX:.*]], %[[ZX:.*]] = compress.choose_params %[[X]] {scheme = #[[ROW:.*]]} : tensor<4x3xf32> -> tensor<4x1xf32>, tensor<4x1xi8>
  // CHECK: %[[Q:.*]] = compress.quantize %[[X]], %[[SX]], %[[ZX]] {scheme = #[[ROW]]}
  // CHECK: %[[ROUNDED:.*]] = compress.dequantize %[[Q]], %[[SX]], %[[ZX]] {scheme = #[[ROW]]}
  %seen = compress.observe %x {name = "d", dynamic, scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<4x3xf32>
  %w = ml_program.global_load @w : tensor<2x3xf32>
  // CHECK: linalg.contract {{.*}} ins(%[[ROUNDED]], %{{.*}} :
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%seen, %w : tensor<4x3xf32>, tensor<2x3xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @symmetric
// CHECK: %[[S:.*]] = compress.choose_params %{{.*}} {scheme = #{{.*}}} : tensor<4x3xf32> -> tensor<1x1xf32>
// CHECK: compress.quantize %{{.*}}, %[[S]] {
func.func @symmetric(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %seen = compress.observe %x {name = "s", dynamic, scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<4x3xf32>
  return %seen : tensor<4x3xf32>
}

//===----------------------------------------------------------------------===//
// Tables and other schemes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @gather
func.func @gather(%ids: tensor<4xi64>) -> tensor<4x3xf32> {
  %t = ml_program.global_load @table : tensor<2x3xf32>
  // CHECK: %[[TABLE:.*]] = compress.dequantize
  // CHECK: compress.gather %[[TABLE]][
  %x = compress.gather %t[%ids] : tensor<2x3xf32>, tensor<4xi64> -> tensor<4x3xf32>
  return %x : tensor<4x3xf32>
}

// CHECK-LABEL: func @schemes
func.func @schemes(%a: tensor<5x2xf32>, %b: tensor<5x1xf16>, %c: tensor<5x1xf32>, %i: tensor<5x4xf32>, %j: tensor<5x3xf16>, %k: tensor<5x3xf32>) -> (tensor<5x4xf32>, tensor<5x3xf16>, tensor<5x3xf32>) {
  // CHECK: compress.dequantize %{{.*}}, %{{.*}}, %{{.*}} {scheme = #compress.affine<u8, f32, block [1, 2], zero_point, scale f16>} : tensor<2x4xi8>, tensor<2x2xf16>, tensor<2x2xi8> -> tensor<2x4xf32>
  %v = ml_program.global_load @groups : tensor<2x4xf32>
  %0 = linalg.matmul ins(%a, %v : tensor<5x2xf32>, tensor<2x4xf32>) outs(%i : tensor<5x4xf32>) -> tensor<5x4xf32>
  // CHECK: compress.dequantize %{{.*}}, %{{.*}} {scheme = #compress.affine<s8 [-127, 127], f16, block [*, *], scale bf16>} : tensor<1x3xi8>, tensor<1x1xbf16> -> tensor<1x3xf16>
  %h = ml_program.global_load @half : tensor<1x3xf16>
  %1 = linalg.matmul ins(%b, %h : tensor<5x1xf16>, tensor<1x3xf16>) outs(%j : tensor<5x3xf16>) -> tensor<5x3xf16>
  // CHECK: compress.dequantize %{{.*}}, %{{.*}} {scheme = #compress.affine<s4 [-7, 7], f32, block [1, *]>} : tensor<2x3xi4>, tensor<2x1xf32> -> tensor<2x3xf32>
  %n = ml_program.global_load @nibbles : tensor<2x3xf32>
  %2 = linalg.matmul ins(%a, %n : tensor<5x2xf32>, tensor<2x3xf32>) outs(%k : tensor<5x3xf32>) -> tensor<5x3xf32>
  // CHECK: compress.dequantize %{{.*}}, %{{.*}} {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<1x3xi8>, tensor<1x1xf32> -> tensor<1x3xf32>
  %p = ml_program.global_load @positive : tensor<1x3xf32>
  %3 = linalg.matmul ins(%c, %p : tensor<5x1xf32>, tensor<1x3xf32>) outs(%2 : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0, %1, %3 : tensor<5x4xf32>, tensor<5x3xf16>, tensor<5x3xf32>
}

// A value that no plan speaks of is read as it is.
// CHECK-LABEL: func @without_scheme
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>)
// CHECK-NEXT: return %[[X]]
func.func @without_scheme(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %seen = compress.observe %x {name = "u"} : tensor<4x3xf32>
  return %seen : tensor<4x3xf32>
}

// Values in memory order behind the four bytes that give the alignment.
//      CHECK: dialect_resources
// 1 / (2 / 127) = 63.5 is rounded to even; a row of zeros has scale 1.
//  CHECK-DAG: w.codes: "0x40000000408120207F81"
//  CHECK-DAG: w.scales: "0x400000000402813C0402013C"
//  CHECK-DAG: table.codes: "0x40000000408120000000"
//  CHECK-DAG: table.scales: "0x400000000402813C0000803F"
// 5 / 255 as f32, and 1 / (5 / 255) = 51.
//  CHECK-DAG: x.scale: "0x40000000A1A0A03C"
//  CHECK-DAG: x.zero_point: "0x4000000033"
// The ranges of two groups of a row hold 0: [0, 1.5], [0, 4] and [-1, 1], [0, 0].
//  CHECK-DAG: groups.codes: "0x40000000AAFFBFFF00FF0000"
//  CHECK-DAG: groups.scales: "0x40000000061E04240420003C"
//  CHECK-DAG: groups.zero_points: "0x4000000000008000"
//  CHECK-DAG: half.codes: "0x40000000408140"
// Nibbles, the low one first; a row begins with a byte.
//  CHECK-DAG: nibbles.codes: "0x400000009701710A"
// Without a zero point 0 is the code 0.
//  CHECK-DAG: positive.codes: "0x400000000064FF"
