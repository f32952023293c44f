// RUN: compression-opt %s --compress-pack --cse --symbol-dce | FileCheck %s

#avx512 = #compress.target<arch = "x86_64", cpu = "cascadelake", features = "+avx512f,+avx512vnni,+fma", vector_bits = 512>

module attributes {compress.target = #avx512} {

// CHECK-DAG: #[[BY_CHANNEL:.*]] = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-DAG: #[[BY_IMAGE:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
// CHECK-DAG: #[[ONE:.*]] = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, 0)>
// CHECK-DAG: ml_program.global private @w.packed(dense_resource<w.packed> : tensor<2x36x16xf32>)
// CHECK-DAG: ml_program.global private @point.packed(dense_resource<point.packed> : tensor<2x4x16xf32>)
// CHECK-DAG: ml_program.global private @planes.packed(dense_resource<planes.packed> : tensor<2x9x16xf32>)
// Groups of 4 codes of each tap; with 3 channels of the taps of a row; and, of
// depthwise convolutions, of a column.
// CHECK-DAG: ml_program.global private @q.packed(dense_resource<q.packed> : tensor<2x18x64xi8>)
// CHECK-DAG: ml_program.global private @q.column_sums(dense_resource<q.column_sums> : tensor<20xi32>)
// CHECK-DAG: ml_program.global private @qstem.packed(dense_resource<qstem.packed> : tensor<2x9x64xi8>)
// CHECK-DAG: ml_program.global private @qplanes.packed(dense_resource<qplanes.packed> : tensor<2x10x64xi8>)
ml_program.global private @w(dense<1.0> : tensor<20x3x3x4xf32>) : tensor<20x3x3x4xf32>
ml_program.global private @point(dense<1.0> : tensor<20x1x1x4xf32>) : tensor<20x1x1x4xf32>
ml_program.global private @planes(dense<1.0> : tensor<3x3x20xf32>) : tensor<3x3x20xf32>
ml_program.global private @in_front(dense<1.0> : tensor<20x4x3x3xf32>) : tensor<20x4x3x3xf32>
ml_program.global private @bias(dense<1.0> : tensor<20xf32>) : tensor<20xf32>
ml_program.global private @q(dense<2> : tensor<20x3x3x6xi8>) : tensor<20x3x3x6xi8>
ml_program.global private @qstem(dense<2> : tensor<20x3x3x3xi8>) : tensor<20x3x3x3xi8>
ml_program.global private @qplanes(dense<2> : tensor<5x5x20xi8>) : tensor<5x5x20xi8>
ml_program.global private @halves_weight(dense<1.0> : tensor<20x3x3x4xf16>) : tensor<20x3x3x4xf16>
ml_program.global private @brain_planes_weight(dense<1.0> : tensor<3x3x20xbf16>) : tensor<3x3x20xbf16>
ml_program.global private @bytes_weight(dense<1.0> : tensor<3x3x20xf8E4M3FN>) : tensor<3x3x20xf8E4M3FN>
ml_program.global private @linear_weight(dense<1.0> : tensor<7x80xf16>) : tensor<7x80xf16>

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

// The padding is not stored: the window says where the image begins. What is
// elementwise becomes the epilogue.
// CHECK-LABEL: func @same
// CHECK-SAME: (%[[X:.*]]: tensor<2x7x7x4xf32>)
func.func @same(%x: tensor<2x7x7x4xf32>) -> tensor<2x7x7x20xf32> {
  // CHECK-NOT: tensor.pad
  // CHECK-DAG: %[[W:.*]] = ml_program.global_load @w.packed
  // CHECK-DAG: %[[B:.*]] = ml_program.global_load @bias
  // CHECK: %[[Y:.*]] = compress.packed_contract <"f32", tile [12, 32]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]>
  // CHECK-SAME: ins(%[[X]], %[[W]] : tensor<2x7x7x4xf32>, tensor<2x36x16xf32>) extras(%[[B]] : tensor<20xf32>) maps [#[[BY_CHANNEL]]]
  // CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[BIAS:.*]]: f32):
  // CHECK-NEXT:   %[[V:.*]] = arith.addf %[[SUM]], %[[BIAS]]
  // CHECK-NEXT:   compress.yield %[[V]]
  // CHECK: return %[[Y]]
  %w = ml_program.global_load @w : tensor<20x3x3x4xf32>
  %b = ml_program.global_load @bias : tensor<20xf32>
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<2x7x7x4xf32> to tensor<2x9x9x4xf32>
  %e = tensor.empty() : tensor<2x7x7x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x7x7x20xf32>) -> tensor<2x7x7x20xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%p, %w : tensor<2x9x9x4xf32>, tensor<20x3x3x4xf32>) outs(%i : tensor<2x7x7x20xf32>) -> tensor<2x7x7x20xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, y, x, f) -> (b, y, x, f)>, affine_map<(b, y, x, f) -> (f)>, affine_map<(b, y, x, f) -> (b, y, x, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
         ins(%y, %b : tensor<2x7x7x20xf32>, tensor<20xf32>) outs(%e : tensor<2x7x7x20xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<2x7x7x20xf32>
  return %r : tensor<2x7x7x20xf32>
}

// CHECK-LABEL: func @strided_point
// CHECK: compress.packed_contract <"f32", tile [12, 32]> window <kernel [1, 1], strides [2, 3], dilations [1, 1], low [0, 0]>
// CHECK-SAME: tensor<1x7x7x4xf32>, tensor<2x4x16xf32>
func.func @strided_point(%x: tensor<1x7x7x4xf32>) -> tensor<1x4x3x20xf32> {
  %w = ml_program.global_load @point : tensor<20x1x1x4xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x3x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x3x20xf32>) -> tensor<1x4x3x20xf32>
  %y = linalg.conv_2d_nhwc_fhwc {strides = dense<[2, 3]> : tensor<2xi64>} ins(%x, %w : tensor<1x7x7x4xf32>, tensor<20x1x1x4xf32>) outs(%i : tensor<1x4x3x20xf32>) -> tensor<1x4x3x20xf32>
  return %y : tensor<1x4x3x20xf32>
}

// The batch may be unknown. Pads of pads add up; one behind needs no number.
// CHECK-LABEL: func @dilated
// CHECK-SAME: (%[[X:[a-z0-9]*]]: tensor<?x7x7x4xf32>, %[[I:.*]]: tensor<?x7x7x20xf32>)
// CHECK: compress.packed_contract <"f32", tile [12, 32]> window <kernel [3, 3], strides [1, 1], dilations [2, 2], low [3, 1]>
// CHECK-SAME: ins(%[[X]],
// CHECK-SAME: extras(%[[I]] : tensor<?x7x7x20xf32>)
func.func @dilated(%x: tensor<?x7x7x4xf32>, %i: tensor<?x7x7x20xf32>) -> tensor<?x7x7x20xf32> {
  %w = ml_program.global_load @w : tensor<20x3x3x4xf32>
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 2, 1, 0] high[0, 1, 0, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<?x7x7x4xf32> to tensor<?x10x8x4xf32>
  %q = tensor.pad %p low[0, 1, 0, 0] high[0, 0, 3, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<?x10x8x4xf32> to tensor<?x11x11x4xf32>
  %y = linalg.conv_2d_nhwc_fhwc {dilations = dense<2> : tensor<2xi64>} ins(%q, %w : tensor<?x11x11x4xf32>, tensor<20x3x3x4xf32>) outs(%i : tensor<?x7x7x20xf32>) -> tensor<?x7x7x20xf32>
  return %y : tensor<?x7x7x20xf32>
}

// CHECK-LABEL: func @depthwise
// CHECK: compress.packed_contract <"f32_depthwise", tile [14, 16]> window <kernel [3, 3], strides [2, 2], dilations [1, 1], low [1, 1]> depthwise
// CHECK-SAME: tensor<1x7x7x20xf32>, tensor<2x9x16xf32>
func.func @depthwise(%x: tensor<1x7x7x20xf32>) -> tensor<1x4x4x20xf32> {
  %w = ml_program.global_load @planes : tensor<3x3x20xf32>
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x7x7x20xf32> to tensor<1x9x9x20xf32>
  %e = tensor.empty() : tensor<1x4x4x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x4x20xf32>) -> tensor<1x4x4x20xf32>
  %y = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>} ins(%p, %w : tensor<1x9x9x20xf32>, tensor<3x3x20xf32>) outs(%i : tensor<1x4x4x20xf32>) -> tensor<1x4x4x20xf32>
  return %y : tensor<1x4x4x20xf32>
}

// What is put around the image is not 0, or lies around its channels or
// batches: it is stored, and convolved.
// CHECK-LABEL: func @other_pads
// CHECK-SAME: (%[[X:[a-z0-9]*]]: tensor<1x7x7x4xf32>
// CHECK: %[[ONES:.*]] = tensor.pad %[[X]]
// CHECK: compress.packed_contract {{.*}} low [0, 0]> ins(%[[ONES]],
// CHECK: %[[CHANNELS:.*]] = tensor.pad
// CHECK: compress.packed_contract {{.*}} low [0, 0]> ins(%[[CHANNELS]],
// CHECK: %[[LESS:.*]] = tensor.pad
// CHECK: compress.packed_contract {{.*}} low [0, 0]> ins(%[[LESS]],
// CHECK: %[[NEGATIVE:.*]] = tensor.pad
// CHECK: compress.packed_contract {{.*}} low [0, 0]> ins(%[[NEGATIVE]],
func.func @other_pads(%x: tensor<1x7x7x4xf32>, %z: tensor<1x9x9x3xf32>, %m: tensor<1x10x9x4xf32>) -> (tensor<1x7x7x20xf32>, tensor<1x7x7x20xf32>, tensor<1x7x7x20xf32>, tensor<1x7x7x20xf32>) {
  %w = ml_program.global_load @w : tensor<20x3x3x4xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant -0.0 : f32
  %e = tensor.empty() : tensor<1x7x7x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x7x7x20xf32>) -> tensor<1x7x7x20xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %one : f32
  } : tensor<1x7x7x4xf32> to tensor<1x9x9x4xf32>
  %0 = linalg.conv_2d_nhwc_fhwc ins(%p, %w : tensor<1x9x9x4xf32>, tensor<20x3x3x4xf32>) outs(%i : tensor<1x7x7x20xf32>) -> tensor<1x7x7x20xf32>
  %q = tensor.pad %z low[0, 0, 0, 0] high[0, 0, 0, 1] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x9x9x3xf32> to tensor<1x9x9x4xf32>
  %1 = linalg.conv_2d_nhwc_fhwc ins(%q, %w : tensor<1x9x9x4xf32>, tensor<20x3x3x4xf32>) outs(%i : tensor<1x7x7x20xf32>) -> tensor<1x7x7x20xf32>
  %r = tensor.pad %m low[0, 0, 0, 0] high[0, -1, 0, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x10x9x4xf32> to tensor<1x9x9x4xf32>
  %2 = linalg.conv_2d_nhwc_fhwc ins(%r, %w : tensor<1x9x9x4xf32>, tensor<20x3x3x4xf32>) outs(%i : tensor<1x7x7x20xf32>) -> tensor<1x7x7x20xf32>
  %s = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %minus : f32
  } : tensor<1x7x7x4xf32> to tensor<1x9x9x4xf32>
  %3 = linalg.conv_2d_nhwc_fhwc ins(%s, %w : tensor<1x9x9x4xf32>, tensor<20x3x3x4xf32>) outs(%i : tensor<1x7x7x20xf32>) -> tensor<1x7x7x20xf32>
  return %0, %1, %2, %3 : tensor<1x7x7x20xf32>, tensor<1x7x7x20xf32>, tensor<1x7x7x20xf32>, tensor<1x7x7x20xf32>
}

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

// Around the image lies the zero point of the image.
// CHECK-LABEL: func @codes
// CHECK-SAME: (%[[Q:.*]]: tensor<2x7x7x6xi8>, %[[Z:.*]]: tensor<2x1x1x1xi8>)
// CHECK-DAG: %[[W:.*]] = ml_program.global_load @q.packed
// CHECK-DAG: %[[SUMS:.*]] = ml_program.global_load @q.column_sums
// CHECK: compress.packed_contract <"u8s8_vpdpbusd", tile [12, 32]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]>
// CHECK-SAME: ins(%[[Q]], %[[W]] : tensor<2x7x7x6xi8>, tensor<2x18x64xi8>) pad(%[[Z]] : tensor<2x1x1x1xi8>)
// CHECK-SAME: extras(%[[Z]], %[[SUMS]] : tensor<2x1x1x1xi8>, tensor<20xi32>) maps [#[[BY_IMAGE]], #[[BY_CHANNEL]]]
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: i32, %[[ZERO:.*]]: i8, %[[COLUMN:.*]]: i32):
// CHECK-NEXT:   %[[WIDE:.*]] = arith.extui %[[ZERO]]
// CHECK-NEXT:   %[[SHARE:.*]] = arith.muli %[[WIDE]], %[[COLUMN]]
// CHECK-NEXT:   arith.subi %[[SUM]], %[[SHARE]]
func.func @codes(%q: tensor<2x7x7x6xi8>, %z: tensor<2x1x1x1xi8>) -> tensor<2x7x7x20xi32> {
  %w = ml_program.global_load @q : tensor<20x3x3x6xi8>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i8
  %p = tensor.pad %q low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    %code = tensor.extract %z[%n, %c0, %c0, %c0] : tensor<2x1x1x1xi8>
    tensor.yield %code : i8
  } : tensor<2x7x7x6xi8> to tensor<2x9x9x6xi8>
  %e = tensor.empty() : tensor<2x7x7x20xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<2x7x7x20xi32>) -> tensor<2x7x7x20xi32>
  %y = linalg.generic {
         indexing_maps = [affine_map<(b, y, x, f, i, j, c) -> (b, y * 1 + i, x * 1 + j, c)>, affine_map<(b, y, x, f, i, j, c) -> (f, i, j, c)>, affine_map<(b, y, x, f, i, j, c) -> (b, 0, 0, 0)>, affine_map<(b, y, x, f, i, j, c) -> (b, y, x, f)>],
         iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
         ins(%p, %w, %z : tensor<2x9x9x6xi8>, tensor<20x3x3x6xi8>, tensor<2x1x1x1xi8>) outs(%i : tensor<2x7x7x20xi32>) {
  ^bb0(%a: i8, %b: i8, %d: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %d32 = arith.extui %d : i8 to i32
    %x = arith.subi %a32, %d32 : i32
    %b32 = arith.extsi %b : i8 to i32
    %m = arith.muli %x, %b32 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<2x7x7x20xi32>
  return %y : tensor<2x7x7x20xi32>
}

// CHECK-LABEL: func @stem
// CHECK: compress.packed_contract <"u8s8_vpdpbusd", tile [12, 32]> window <kernel [3, 3], strides [2, 2], dilations [1, 1], low [0, 0]>
// CHECK-SAME: tensor<2x7x7x3xi8>, tensor<2x9x64xi8>) pad(%[[Z:.*]] : tensor<1x1x1x1xi8>) extras(%[[Z]], {{.*}} maps [#[[ONE]], #[[BY_CHANNEL]]]
func.func @stem(%q: tensor<2x7x7x3xi8>, %z: tensor<1x1x1x1xi8>) -> tensor<2x4x4x20xi32> {
  %w = ml_program.global_load @qstem : tensor<20x3x3x3xi8>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i8
  %p = tensor.pad %q low[0, 0, 0, 0] high[0, 2, 2, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    %code = tensor.extract %z[%c0, %c0, %c0, %c0] : tensor<1x1x1x1xi8>
    tensor.yield %code : i8
  } : tensor<2x7x7x3xi8> to tensor<2x9x9x3xi8>
  %e = tensor.empty() : tensor<2x4x4x20xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<2x4x4x20xi32>) -> tensor<2x4x4x20xi32>
  %y = linalg.generic {
         indexing_maps = [affine_map<(b, y, x, f, i, j, c) -> (b, y * 2 + i, x * 2 + j, c)>, affine_map<(b, y, x, f, i, j, c) -> (f, i, j, c)>, affine_map<(b, y, x, f, i, j, c) -> (0, 0, 0, 0)>, affine_map<(b, y, x, f, i, j, c) -> (b, y, x, f)>],
         iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
         ins(%p, %w, %z : tensor<2x9x9x3xi8>, tensor<20x3x3x3xi8>, tensor<1x1x1x1xi8>) outs(%i : tensor<2x4x4x20xi32>) {
  ^bb0(%a: i8, %b: i8, %d: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %d32 = arith.extui %d : i8 to i32
    %x = arith.subi %a32, %d32 : i32
    %b32 = arith.extsi %b : i8 to i32
    %m = arith.muli %x, %b32 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<2x4x4x20xi32>
  return %y : tensor<2x4x4x20xi32>
}

// Without a zero point the code of 0 is 0.
// CHECK-LABEL: func @depthwise_codes
// CHECK-NOT: tensor.pad
// CHECK: compress.packed_contract <"u8s8_depthwise_vpdpbusd", tile [14, 16]> window <kernel [5, 5], strides [1, 1], dilations [1, 1], low [2, 2]> depthwise
// CHECK-SAME: tensor<1x7x7x20xi8>, tensor<2x10x64xi8>) maps []
func.func @depthwise_codes(%q: tensor<1x7x7x20xi8>) -> tensor<1x7x7x20xi32> {
  %w = ml_program.global_load @qplanes : tensor<5x5x20xi8>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i8
  %p = tensor.pad %q low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %none : i8
  } : tensor<1x7x7x20xi8> to tensor<1x11x11x20xi8>
  %e = tensor.empty() : tensor<1x7x7x20xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<1x7x7x20xi32>) -> tensor<1x7x7x20xi32>
  %y = linalg.generic {
         indexing_maps = [affine_map<(b, y, x, f, i, j) -> (b, y * 1 + i, x * 1 + j, f)>, affine_map<(b, y, x, f, i, j) -> (i, j, f)>, affine_map<(b, y, x, f, i, j) -> (b, y, x, f)>],
         iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
         ins(%p, %w : tensor<1x11x11x20xi8>, tensor<5x5x20xi8>) outs(%i : tensor<1x7x7x20xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %b32 = arith.extsi %b : i8 to i32
    %m = arith.muli %a32, %b32 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<1x7x7x20xi32>
  return %y : tensor<1x7x7x20xi32>
}

// A pad of another code than the one of 0 is stored.
// CHECK-LABEL: func @other_code
// CHECK: %[[P:.*]] = tensor.pad
// CHECK: compress.packed_contract {{.*}} low [0, 0]> ins(%[[P]],
func.func @other_code(%q: tensor<2x7x7x6xi8>, %z: tensor<2x1x1x1xi8>) -> tensor<2x7x7x20xi32> {
  %w = ml_program.global_load @q : tensor<20x3x3x6xi8>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i8
  %p = tensor.pad %q low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %none : i8
  } : tensor<2x7x7x6xi8> to tensor<2x9x9x6xi8>
  %e = tensor.empty() : tensor<2x7x7x20xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<2x7x7x20xi32>) -> tensor<2x7x7x20xi32>
  %y = linalg.generic {
         indexing_maps = [affine_map<(b, y, x, f, i, j, c) -> (b, y * 1 + i, x * 1 + j, c)>, affine_map<(b, y, x, f, i, j, c) -> (f, i, j, c)>, affine_map<(b, y, x, f, i, j, c) -> (b, 0, 0, 0)>, affine_map<(b, y, x, f, i, j, c) -> (b, y, x, f)>],
         iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
         ins(%p, %w, %z : tensor<2x9x9x6xi8>, tensor<20x3x3x6xi8>, tensor<2x1x1x1xi8>) outs(%i : tensor<2x7x7x20xi32>) {
  ^bb0(%a: i8, %b: i8, %d: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %d32 = arith.extui %d : i8 to i32
    %x = arith.subi %a32, %d32 : i32
    %b32 = arith.extsi %b : i8 to i32
    %m = arith.muli %x, %b32 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<2x7x7x20xi32>
  return %y : tensor<2x7x7x20xi32>
}

// So is one of the first image's zero point around all images.
// CHECK-LABEL: func @first_code
// CHECK: %[[P:.*]] = tensor.pad
// CHECK: compress.packed_contract {{.*}} low [0, 0]> ins(%[[P]],
func.func @first_code(%q: tensor<2x7x7x6xi8>, %z: tensor<2x1x1x1xi8>) -> tensor<2x7x7x20xi32> {
  %w = ml_program.global_load @q : tensor<20x3x3x6xi8>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i8
  %p = tensor.pad %q low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    %code = tensor.extract %z[%c0, %c0, %c0, %c0] : tensor<2x1x1x1xi8>
    tensor.yield %code : i8
  } : tensor<2x7x7x6xi8> to tensor<2x9x9x6xi8>
  %e = tensor.empty() : tensor<2x7x7x20xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<2x7x7x20xi32>) -> tensor<2x7x7x20xi32>
  %y = linalg.generic {
         indexing_maps = [affine_map<(b, y, x, f, i, j, c) -> (b, y * 1 + i, x * 1 + j, c)>, affine_map<(b, y, x, f, i, j, c) -> (f, i, j, c)>, affine_map<(b, y, x, f, i, j, c) -> (b, 0, 0, 0)>, affine_map<(b, y, x, f, i, j, c) -> (b, y, x, f)>],
         iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
         ins(%p, %w, %z : tensor<2x9x9x6xi8>, tensor<20x3x3x6xi8>, tensor<2x1x1x1xi8>) outs(%i : tensor<2x7x7x20xi32>) {
  ^bb0(%a: i8, %b: i8, %d: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %d32 = arith.extui %d : i8 to i32
    %x = arith.subi %a32, %d32 : i32
    %b32 = arith.extsi %b : i8 to i32
    %m = arith.muli %x, %b32 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<2x7x7x20xi32>
  return %y : tensor<2x7x7x20xi32>
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// The share of zero points by channel is no product with a column sum.
// CHECK-LABEL: func @zero_point_by_channel
// CHECK-NOT: compress.packed_contract
// CHECK: linalg.generic
func.func @zero_point_by_channel(%q: tensor<1x7x7x6xi8>, %z: tensor<1x1x1x6xi8>) -> tensor<1x5x5x20xi32> {
  %w = ml_program.global_load @q : tensor<20x3x3x6xi8>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i8
  %e = tensor.empty() : tensor<1x5x5x20xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<1x5x5x20xi32>) -> tensor<1x5x5x20xi32>
  %y = linalg.generic {
         indexing_maps = [affine_map<(b, y, x, f, i, j, c) -> (b, y * 1 + i, x * 1 + j, c)>, affine_map<(b, y, x, f, i, j, c) -> (f, i, j, c)>, affine_map<(b, y, x, f, i, j, c) -> (0, 0, 0, c)>, affine_map<(b, y, x, f, i, j, c) -> (b, y, x, f)>],
         iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
         ins(%q, %w, %z : tensor<1x7x7x6xi8>, tensor<20x3x3x6xi8>, tensor<1x1x1x6xi8>) outs(%i : tensor<1x5x5x20xi32>) {
  ^bb0(%a: i8, %b: i8, %d: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %d32 = arith.extui %d : i8 to i32
    %x = arith.subi %a32, %d32 : i32
    %b32 = arith.extsi %b : i8 to i32
    %m = arith.muli %x, %b32 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<1x5x5x20xi32>
  return %y : tensor<1x5x5x20xi32>
}

// A kernel that is no weight, types without a kernel, an image of unknown size,
// channels in groups, and an image with its channels in front.
// CHECK-LABEL: func @no_kernel
// CHECK-NOT: compress.packed_contract
// CHECK: return
func.func @no_kernel(%x: tensor<1x7x7x4xf32>, %w: tensor<20x3x3x4xf32>, %i: tensor<1x5x5x20xf32>,
                     %xd: tensor<1x7x7x4xf64>, %wd: tensor<20x3x3x4xf64>, %id: tensor<1x5x5x20xf64>,
                     %xs: tensor<1x?x7x4xf32>, %is: tensor<1x?x5x20xf32>,
                     %xg: tensor<1x7x7x2x4xf32>, %wg: tensor<2x20x3x3x4xf32>, %ig: tensor<1x5x5x2x20xf32>,
                     %xc: tensor<1x4x7x7xf32>, %ic: tensor<1x20x5x5xf32>)
    -> (tensor<1x5x5x20xf32>, tensor<1x5x5x20xf64>, tensor<1x?x5x20xf32>, tensor<1x5x5x2x20xf32>, tensor<1x20x5x5xf32>) {
  %known = ml_program.global_load @w : tensor<20x3x3x4xf32>
  %turned = ml_program.global_load @in_front : tensor<20x4x3x3xf32>
  %0 = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x7x7x4xf32>, tensor<20x3x3x4xf32>) outs(%i : tensor<1x5x5x20xf32>) -> tensor<1x5x5x20xf32>
  %1 = linalg.conv_2d_nhwc_fhwc ins(%xd, %wd : tensor<1x7x7x4xf64>, tensor<20x3x3x4xf64>) outs(%id : tensor<1x5x5x20xf64>) -> tensor<1x5x5x20xf64>
  %2 = linalg.conv_2d_nhwc_fhwc ins(%xs, %known : tensor<1x?x7x4xf32>, tensor<20x3x3x4xf32>) outs(%is : tensor<1x?x5x20xf32>) -> tensor<1x?x5x20xf32>
  %3 = linalg.conv_2d_nhwgc_gfhwc ins(%xg, %wg : tensor<1x7x7x2x4xf32>, tensor<2x20x3x3x4xf32>) outs(%ig : tensor<1x5x5x2x20xf32>) -> tensor<1x5x5x2x20xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%xc, %turned : tensor<1x4x7x7xf32>, tensor<20x4x3x3xf32>) outs(%ic : tensor<1x20x5x5xf32>) -> tensor<1x20x5x5xf32>
  return %0, %1, %2, %3, %4 : tensor<1x5x5x20xf32>, tensor<1x5x5x20xf64>, tensor<1x?x5x20xf32>, tensor<1x5x5x2x20xf32>, tensor<1x20x5x5xf32>
}

//===----------------------------------------------------------------------===//
// Weights of 16 bits
//===----------------------------------------------------------------------===//

// They are packed as they are, and extended by the kernel.
// CHECK-LABEL: func @halves
// CHECK-NOT: arith.extf
// CHECK-NOT: linalg.generic
// CHECK: %[[W:.*]] = ml_program.global_load @halves_weight.packed
// CHECK: compress.packed_contract <"f32", tile [12, 32]> window
// CHECK-SAME: ins(%{{.*}}, %[[W]] : tensor<1x7x7x4xf32>, tensor<2x36x16xf16>)
// CHECK: return
func.func @halves(%x: tensor<1x7x7x4xf32>) -> tensor<1x5x5x20xf32> {
  %h = ml_program.global_load @halves_weight : tensor<20x3x3x4xf16>
  %we = tensor.empty() : tensor<20x3x3x4xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(f, i, j, c) -> (f, i, j, c)>, affine_map<(f, i, j, c) -> (f, i, j, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
         ins(%h : tensor<20x3x3x4xf16>) outs(%we : tensor<20x3x3x4xf32>) {
  ^bb0(%a: f16, %o: f32):
    %v = arith.extf %a : f16 to f32
    linalg.yield %v : f32
  } -> tensor<20x3x3x4xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x5x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x5x20xf32>) -> tensor<1x5x5x20xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x7x7x4xf32>, tensor<20x3x3x4xf32>) outs(%i : tensor<1x5x5x20xf32>) -> tensor<1x5x5x20xf32>
  return %y : tensor<1x5x5x20xf32>
}

// CHECK-LABEL: func @brain_planes
// CHECK-NOT: arith.extf
// CHECK: compress.packed_contract <"f32_depthwise", {{.*}} depthwise ins({{.*}} : tensor<1x7x7x20xf32>, tensor<2x9x16xbf16>)
// CHECK: return
func.func @brain_planes(%x: tensor<1x7x7x20xf32>) -> tensor<1x5x5x20xf32> {
  %h = ml_program.global_load @brain_planes_weight : tensor<3x3x20xbf16>
  %we = tensor.empty() : tensor<3x3x20xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(i, j, c) -> (i, j, c)>, affine_map<(i, j, c) -> (i, j, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
         ins(%h : tensor<3x3x20xbf16>) outs(%we : tensor<3x3x20xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %v = arith.extf %a : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<3x3x20xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x5x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x5x20xf32>) -> tensor<1x5x5x20xf32>
  %y = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<1x7x7x20xf32>, tensor<3x3x20xf32>) outs(%i : tensor<1x5x5x20xf32>) -> tensor<1x5x5x20xf32>
  return %y : tensor<1x5x5x20xf32>
}

// Floats of 8 bits have no kernel: the convolution reads what the generic
// extends.
// CHECK-LABEL: func @bytes
// CHECK: arith.extf
// CHECK-NOT: compress.packed_contract
// CHECK: return
func.func @bytes(%x: tensor<1x7x7x20xf32>) -> tensor<1x5x5x20xf32> {
  %h = ml_program.global_load @bytes_weight : tensor<3x3x20xf8E4M3FN>
  %we = tensor.empty() : tensor<3x3x20xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(i, j, c) -> (i, j, c)>, affine_map<(i, j, c) -> (i, j, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
         ins(%h : tensor<3x3x20xf8E4M3FN>) outs(%we : tensor<3x3x20xf32>) {
  ^bb0(%a: f8E4M3FN, %o: f32):
    %v = arith.extf %a : f8E4M3FN to f32
    linalg.yield %v : f32
  } -> tensor<3x3x20xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x5x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x5x20xf32>) -> tensor<1x5x5x20xf32>
  %y = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<1x7x7x20xf32>, tensor<3x3x20xf32>) outs(%i : tensor<1x5x5x20xf32>) -> tensor<1x5x5x20xf32>
  return %y : tensor<1x5x5x20xf32>
}

// Of a contraction too: no strips are decoded.
// CHECK-LABEL: func @linear
// CHECK-NOT: scf.for
// CHECK: compress.packed_contract <"f32", {{.*}} : tensor<5x7xf32>, tensor<5x7x16xf16>)
// CHECK-NOT: scf.for
// CHECK: return
func.func @linear(%x: tensor<5x7xf32>) -> tensor<5x80xf32> {
  %h = ml_program.global_load @linear_weight : tensor<7x80xf16>
  %we = tensor.empty() : tensor<7x80xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (k, n)>], iterator_types = ["parallel", "parallel"]}
         ins(%h : tensor<7x80xf16>) outs(%we : tensor<7x80xf32>) {
  ^bb0(%a: f16, %o: f32):
    %v = arith.extf %a : f16 to f32
    linalg.yield %v : f32
  } -> tensor<7x80xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x80xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<5x80xf32>) -> tensor<5x80xf32>
  %y = linalg.matmul ins(%x, %w : tensor<5x7xf32>, tensor<7x80xf32>) outs(%i : tensor<5x80xf32>) -> tensor<5x80xf32>
  return %y : tensor<5x80xf32>
}

}
