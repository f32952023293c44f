// RUN: compression-opt %s --compress-narrow-floats --verify-diagnostics \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-narrow-floats | FileCheck %s

// CHECK-LABEL: func.func @result
// CHECK: arith.extf %arg0 : f32 to f64
func.func @result(%x: f32) -> f64 {
  %w = arith.extf %x : f32 to f64
  %m = arith.addf %w, %w : f64
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=result | Reason="'func.return' needs its f64 operands or results"}}
  return %m : f64
}

// The difference of two computed values could lose its digits.
// CHECK-LABEL: func.func @cancels
// CHECK: arith.subf %{{.*}} : f64
func.func @cancels(%x: f32, %y: f32) -> f32 {
  %a = arith.extf %x : f32 to f64
  %b = arith.extf %y : f32 to f64
  %c = arith.addf %a, %a : f64
  %d = arith.addf %b, %b : f64
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=cancels | Reason="'arith.subf' needs its f64 operands or results"}}
  %e = arith.subf %c, %d : f64
  %f = arith.truncf %e : f64 to f32
  return %f : f32
}

// f32 has not all integers.
// CHECK-LABEL: func.func @index
// CHECK: arith.fptosi %{{.*}} : f64 to i64
func.func @index(%x: f32) -> i64 {
  %a = arith.extf %x : f32 to f64
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=index | Reason="'arith.fptosi' needs its f64 operands or results"}}
  %b = arith.fptosi %a : f64 to i64
  return %b : i64
}

// f32 has no such number.
// CHECK-LABEL: func.func @range
// CHECK: arith.mulf %{{.*}} : f64
func.func @range(%x: f32) -> f32 {
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=range | Reason="'arith.constant' needs its f64 operands or results"}}
  %c = arith.constant 1.0e-60 : f64
  %a = arith.extf %x : f32 to f64
  %b = arith.mulf %a, %c : f64
  %d = arith.truncf %b : f64 to f32
  return %d : f32
}

// So could an addition of a negative constant.
// CHECK-LABEL: func.func @negative_constant
// CHECK: arith.addf %{{.*}} : f64
func.func @negative_constant(%x: f32) -> f32 {
  %c = arith.constant -1.0e8 : f64
  %a = arith.extf %x : f32 to f64
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=negative_constant | Reason="'arith.addf' needs its f64 operands or results"}}
  %b = arith.addf %a, %c : f64
  %d = arith.truncf %b : f64 to f32
  return %d : f32
}

// The square of 1e30 is a number of f64 only.
// CHECK-LABEL: func.func @square
// CHECK: arith.mulf %{{.*}} : f64
func.func @square(%x: f32) -> f32 {
  %a = arith.extf %x : f32 to f64
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=square | Reason="'arith.mulf' needs its f64 operands or results"}}
  %b = arith.mulf %a, %a : f64
  %c = math.sqrt %b : f64
  %d = arith.truncf %c : f64 to f32
  return %d : f32
}

// Nor is a difference of inputs known to be small, as one from their mean is.
// CHECK-LABEL: func.func @distance
// CHECK: arith.mulf %{{.*}} : f64
func.func @distance(%x: f32, %y: f32) -> f32 {
  %a = arith.extf %x : f32 to f64
  %b = arith.extf %y : f32 to f64
  %c = arith.subf %a, %b : f64
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=distance | Reason="'arith.mulf' needs its f64 operands or results"}}
  %d = arith.mulf %c, %c : f64
  %e = math.sqrt %d : f64
  %f = arith.truncf %e : f64 to f32
  return %f : f32
}

// A factor or a divisor that takes a value out of the range of f32.
// CHECK-LABEL: func.func @scale
// CHECK: arith.divf %{{.*}} : f64
func.func @scale(%x: f32) -> f32 {
  %c = arith.constant 1.0e-30 : f64
  %a = arith.extf %x : f32 to f64
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=scale | Reason="'arith.divf' needs its f64 operands or results"}}
  %b = arith.divf %a, %c : f64
  %d = math.sqrt %b : f64
  %e = arith.truncf %d : f64 to f32
  return %e : f32
}

#id = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>
// Too many terms for f32.
// CHECK-LABEL: func.func @long_sum
// CHECK: arith.addf %{{.*}} : f64
func.func @long_sum(%x: tensor<257x256xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=long_sum | Reason="'linalg.generic' needs its f64 operands or results"}}
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<257x256xf32>) outs(%z : tensor<f64>) {
  ^bb0(%i: f32, %o: f64):
    %w = arith.extf %i : f32 to f64
    %v = arith.addf %w, %o : f64
    linalg.yield %v : f64
  } -> tensor<f64>
  %r = arith.truncf %s : tensor<f64> to tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @sum_of_unknown_length
// CHECK: arith.addf %{{.*}} : f64
func.func @sum_of_unknown_length(%x: tensor<?x256xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=sum_of_unknown_length | Reason="'linalg.generic' needs its f64 operands or results"}}
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<?x256xf32>) outs(%z : tensor<f64>) {
  ^bb0(%i: f32, %o: f64):
    %w = arith.extf %i : f32 to f64
    %v = arith.addf %w, %o : f64
    linalg.yield %v : f64
  } -> tensor<f64>
  %r = arith.truncf %s : tensor<f64> to tensor<f32>
  return %r : tensor<f32>
}
