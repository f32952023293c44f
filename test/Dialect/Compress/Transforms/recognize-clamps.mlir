// RUN: compression-opt %s --compress-recognize-clamps | FileCheck %s

// Which op it is says what becomes of NaN: the comparison is false for it when
// ordered, true when unordered.

// CHECK-LABEL: func.func @relu
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[R:.*]] = arith.maxnumf %arg0, %[[ZERO]] : f32
// CHECK: return %[[R]]
func.func @relu(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %p = arith.cmpf ogt, %x, %c : f32
  %r = arith.select %p, %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @relu_keeps_nan
// CHECK: arith.maximumf %arg0,
func.func @relu_keeps_nan(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %p = arith.cmpf ugt, %x, %c : f32
  %r = arith.select %p, %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @upper_bound_first
// CHECK: arith.minimumf %arg0,
func.func @upper_bound_first(%x: f32) -> f32 {
  %c = arith.constant 6.0 : f32
  %p = arith.cmpf olt, %c, %x : f32
  %r = arith.select %p, %c, %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @lower_bound
// CHECK: arith.maxnumf %arg0,
func.func @lower_bound(%x: f32) -> f32 {
  %c = arith.constant 1.0e-9 : f32
  %p = arith.cmpf ult, %x, %c : f32
  %r = arith.select %p, %c, %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @upper_bound_not_strict
// CHECK: arith.minnumf %arg0,
func.func @upper_bound_not_strict(%x: f32) -> f32 {
  %c = arith.constant 6.0 : f32
  %p = arith.cmpf ole, %x, %c : f32
  %r = arith.select %p, %x, %c : f32
  return %r : f32
}

// Two values that are computed may both be NaN.
// CHECK-LABEL: func.func @two_values
// CHECK: arith.cmpf
// CHECK: arith.select
func.func @two_values(%x: f32, %y: f32) -> f32 {
  %p = arith.cmpf ogt, %x, %y : f32
  %r = arith.select %p, %x, %y : f32
  return %r : f32
}

// CHECK-LABEL: func.func @other_value
// CHECK: arith.select
func.func @other_value(%x: f32, %y: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %p = arith.cmpf ogt, %x, %c : f32
  %r = arith.select %p, %y, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @equality
// CHECK: arith.select
func.func @equality(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %p = arith.cmpf oeq, %x, %c : f32
  %r = arith.select %p, %x, %c : f32
  return %r : f32
}
