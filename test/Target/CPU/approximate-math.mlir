// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-approximate-math))" --split-input-file | FileCheck %s

module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "haswell", features = "+avx2,+fma", vector_bits = 256>} {

// Polynomials: nothing is left that would become a call.
// CHECK-LABEL: func @polynomials
// CHECK-NOT: math.{{exp|tanh|erf|log|sin|cos}}
// CHECK: math.fma
func.func @polynomials(%x: vector<16xf32>) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
  %0 = math.exp %x : vector<16xf32>
  %1 = math.tanh %x : vector<16xf32>
  %2 = math.erf %x : vector<16xf32>
  %3 = math.log %x : vector<16xf32>
  %4 = math.sin %x : vector<16xf32>
  %5 = math.cos %x : vector<16xf32>
  return %0, %1, %2, %3, %4, %5 : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
}

// CHECK-LABEL: func @power
// CHECK-NOT: math.powf
// CHECK: arith.mulf
func.func @power(%x: vector<16xf32>) -> vector<16xf32> {
  %two = arith.constant dense<2.0> : vector<16xf32>
  %0 = math.powf %x, %two : vector<16xf32>
  return %0 : vector<16xf32>
}

// Conversions of bf16 in integers.
// CHECK-LABEL: func @bf16
// CHECK-NOT: arith.{{extf|truncf}}
// CHECK: arith.shli
func.func @bf16(%x: vector<16xbf16>, %y: vector<16xf32>) -> (vector<16xf32>, vector<16xbf16>) {
  %0 = arith.extf %x : vector<16xbf16> to vector<16xf32>
  %1 = arith.truncf %y : vector<16xf32> to vector<16xbf16>
  return %0, %1 : vector<16xf32>, vector<16xbf16>
}

// Narrower types in f32.
// CHECK-LABEL: func @halves
// CHECK-NOT: math.{{.*}} f16
// CHECK: arith.extf %{{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: arith.truncf %{{.*}} : vector<16xf32> to vector<16xf16>
func.func @halves(%x: vector<16xf16>) -> (vector<16xf16>, vector<16xf16>) {
  %0 = math.exp %x : vector<16xf16>
  %1 = math.sqrt %x : vector<16xf16>
  return %0, %1 : vector<16xf16>, vector<16xf16>
}

// Instructions.
// CHECK-LABEL: func @left_alone
// CHECK: math.sqrt
// CHECK: math.roundeven
// CHECK: arith.extf
func.func @left_alone(%x: vector<16xf32>, %h: vector<16xf16>) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>) {
  %0 = math.sqrt %x : vector<16xf32>
  %1 = math.roundeven %x : vector<16xf32>
  %2 = arith.extf %h : vector<16xf16> to vector<16xf32>
  return %0, %1, %2 : vector<16xf32>, vector<16xf32>, vector<16xf32>
}

}

// -----

// Without the instruction a fused multiply-add would be a call.
module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "x86-64", features = "", vector_bits = 128>} {

// CHECK-LABEL: func @no_fma
// CHECK-NOT: math.fma
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: return
func.func @no_fma(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = math.exp %x : vector<4xf32>
  %1 = math.fma %x, %0, %x fastmath<nsz> : vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

// Nor is there one to round: adding and subtracting 2^23 does it.
// CHECK-LABEL: func @rounding
// CHECK-NOT: math.{{floor|ceil|round|trunc}}
// CHECK: %[[SIZE:.*]] = math.absf
// CHECK: %[[SUM:.*]] = arith.addf %[[SIZE]], %[[BOUND:.*]] : vector<4xf32>
// CHECK: arith.subf %[[SUM]], %[[BOUND]] : vector<4xf32>
// CHECK: return
func.func @rounding(%x: vector<4xf32>, %y: f64, %z: vector<4xbf16>) -> (vector<4xf32>, f64, vector<4xf32>, f64, vector<4xbf16>) {
  %0 = math.floor %x : vector<4xf32>
  %1 = math.ceil %y : f64
  %2 = math.roundeven %x : vector<4xf32>
  %3 = math.trunc %y : f64
  %4 = math.round %z : vector<4xbf16>
  return %0, %1, %2, %3, %4 : vector<4xf32>, f64, vector<4xf32>, f64, vector<4xbf16>
}

}
