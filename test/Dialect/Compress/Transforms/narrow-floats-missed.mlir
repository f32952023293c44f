// RUN: compression-opt %s --compress-narrow-floats --verify-diagnostics \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-narrow-floats | FileCheck %s

// CHECK-LABEL: func.func @result
// CHECK: arith.extf %arg0 : f32 to f64
func.func @result(%x: f32) -> f64 {
  %w = arith.extf %x : f32 to f64
  %m = arith.mulf %w, %w : f64
  // expected-remark @below {{[Missed] StaysWide | Category:compress-narrow-floats | Function=result | Reason="'func.return' needs its f64 operands or results"}}
  return %m : f64
}

// The mean of squares less the square of the mean would lose its digits.
// CHECK-LABEL: func.func @cancels
// CHECK: arith.subf %{{.*}} : f64
func.func @cancels(%x: f32, %y: f32) -> f32 {
  %a = arith.extf %x : f32 to f64
  %b = arith.extf %y : f32 to f64
  %c = arith.mulf %a, %a : f64
  %d = arith.mulf %b, %b : f64
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
