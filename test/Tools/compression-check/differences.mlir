// RUN: not compression-check %s 2>&1 | FileCheck %s
// RUN: not compression-check %s --lowering=reference 2>&1 | FileCheck %s
// RUN: not compression-check %s --lowering=portable --threads=2 2>&1 | FileCheck %s

// The tool has to find differences, and to say where they are.

// CHECK-DAG: ok @equal (3 checks)
func.func @equal() {
  %x = check.input dense<[1.5, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  %same = arith.constant dense<[1.5, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  %near = arith.constant dense<[1.5000001, 0.0, 0x7FC00001, 0x7F800000]> : tensor<4xf32>
  check.expect_eq %x, %same : tensor<4xf32>
  check.expect_close %x, %near {nan} : tensor<4xf32>
  %far = arith.constant dense<[1.75, 0.25, 0x7FC00001, 0x7F800000]> : tensor<4xf32>
  check.expect_close %x, %far {abs = 0.25 : f64, rel = 0.0 : f64, nan} : tensor<4xf32>
  return
}

// CHECK-DAG: differences.mlir:[[#@LINE+4]]:3: error: '@floats' differs at [1, 0]: expected 1.25 (0x3fa00000), but got 1.25000012 (0x3fa00001), 1.19e-07 or 1 ulps away; 2 of 4 elements differ
func.func @floats() {
  %x = check.input dense<[[1.0, 2.0], [1.25000012, 3.0]]> : tensor<2x2xf32>
  %want = arith.constant dense<[[1.0, 2.0], [1.25, 4.0]]> : tensor<2x2xf32>
  check.expect_eq %x, %want : tensor<2x2xf32>
  return
}

// CHECK-DAG: differences.mlir:[[#@LINE+4]]:3: error: '@signs' differs at [0]: expected 0 (0x00000000), but got -0 (0x80000000), 0 or 0 ulps away; 1 of 2 elements differ
func.func @signs() {
  %x = check.input dense<[-0.0, 0.0]> : tensor<2xf32>
  %want = arith.constant dense<0.0> : tensor<2xf32>
  check.expect_eq %x, %want : tensor<2xf32>
  return
}

// CHECK-DAG: differences.mlir:[[#@LINE+4]]:3: error: '@integers' differs at []: expected -128 (0x80), but got 127 (0x7f), 255 steps away; 1 of 1 elements differ
func.func @integers() {
  %x = check.input dense<127> : tensor<i8>
  %want = arith.constant dense<-128> : tensor<i8>
  check.expect_eq %x, %want : tensor<i8>
  return
}

// CHECK-DAG: differences.mlir:[[#@LINE+4]]:3: error: '@booleans' differs at [1]: expected 0 (0x0), but got -1 (0x1), 1 steps away; 1 of 2 elements differ
func.func @booleans() {
  %x = check.input dense<[true, true]> : tensor<2xi1>
  %want = arith.constant dense<[true, false]> : tensor<2xi1>
  check.expect_eq %x, %want : tensor<2xi1>
  return
}

// CHECK-DAG: differences.mlir:[[#@LINE+4]]:3: error: '@halves' differs at [0]: expected 1 (0x3c00), but got 1.00097656 (0x3c01), 0.000977 or 1 ulps away; 1 of 1 elements differ
func.func @halves() {
  %x = check.input dense<[0x3C01]> : tensor<1xf16>
  %want = arith.constant dense<[1.0]> : tensor<1xf16>
  check.expect_close %x, %want : tensor<1xf16>
  return
}

// A NaN is near nothing, and only an infinity is near one.
// CHECK-DAG: differences.mlir:[[#@LINE+5]]:3: error: '@special' differs at [0]: expected nan (0x7fc00000), but got nan (0x7fc00000), nan or 0 ulps away; 3 of 4 elements differ
// CHECK-DAG: differences.mlir:[[#@LINE+6]]:3: error: '@special' differs at [2]: expected inf (0x7f800000), but got 3.40282347e+38 (0x7f7fffff), inf or 1 ulps away; 1 of 4 elements differ
func.func @special() {
  %x = check.input dense<[0x7FC00000, 0x7FC00000, 3.40282347E+38, 0x7F800000]> : tensor<4xf32>
  %want = arith.constant dense<[0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<4xf32>
  check.expect_close %x, %want : tensor<4xf32>
  %loose = arith.constant dense<[0x7FC00001, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<4xf32>
  check.expect_close %x, %loose {abs = 1.0e+30 : f64, rel = 1.0 : f64, nan} : tensor<4xf32>
  return
}

// The expected value may be computed, too.
// CHECK-DAG: differences.mlir:[[#@LINE+4]]:3: error: '@computed' differs at [0]: expected 5 (0x00000005), but got 6 (0x00000006), 1 steps away; 1 of 2 elements differ
func.func @computed() {
  %x = check.input dense<[6, 7]> : tensor<2xi32>
  %want = check.input dense<[5, 7]> : tensor<2xi32>
  check.expect_eq %x, %want : tensor<2xi32>
  return
}
