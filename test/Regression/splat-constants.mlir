// The data of a splat is one element: whoever needs all of them expands it.

// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=host
// RUN: compression-check %s --stage=integer

func.func @elementwise() {
  %x = check.input dense<2.0> : tensor<1000xf32>
  %f = arith.constant dense<0.5> : tensor<1000xf32>
  %y = arith.mulf %x, %f : tensor<1000xf32>
  %want = arith.constant dense<1.0> : tensor<1000xf32>
  check.expect_eq %y, %want : tensor<1000xf32>
  return
}

func.func @returned() {
  %a = arith.constant dense<-7> : tensor<1000xi8>
  %b = arith.constant dense<-3> : tensor<1000xi4>
  %wide = arith.extsi %b : tensor<1000xi4> to tensor<1000xi8>
  %c = arith.constant dense<true> : tensor<1000xi1>
  %bytes = arith.extui %c : tensor<1000xi1> to tensor<1000xi8>
  %four = arith.constant dense<-3> : tensor<1000xi8>
  %one = arith.constant dense<1> : tensor<1000xi8>
  check.expect_eq %a, %a : tensor<1000xi8>
  check.expect_eq %wide, %four : tensor<1000xi8>
  check.expect_eq %bytes, %one : tensor<1000xi8>
  return
}

// A weight, and codes: what is packed.
ml_program.global private @codes(dense<3> : tensor<20x10xi8>) : tensor<20x10xi8>
func.func @packed() {
  %x = check.input dense<2.0> : tensor<1x10xf32>
  %w = arith.constant dense<0.25> : tensor<10x20xf32>
  %i = arith.constant dense<0.0> : tensor<1x20xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x10xf32>, tensor<10x20xf32>) outs(%i : tensor<1x20xf32>) -> tensor<1x20xf32>
  %five = arith.constant dense<5.0> : tensor<1x20xf32>
  check.expect_eq %0, %five : tensor<1x20xf32>
  %q = check.input dense<2> : tensor<1x10xi8>
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %xd = compress.dequantize %q, %one {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<1x10xi8>, tensor<1x1xf32> -> tensor<1x10xf32>
  %codes = ml_program.global_load @codes : tensor<20x10xi8>
  %wd = compress.dequantize %codes, %one {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<20x10xi8>, tensor<1x1xf32> -> tensor<20x10xf32>
  %1 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%xd, %wd : tensor<1x10xf32>, tensor<20x10xf32>) outs(%i : tensor<1x20xf32>) -> tensor<1x20xf32>
  %sixty = arith.constant dense<60.0> : tensor<1x20xf32>
  check.expect_eq %1, %sixty : tensor<1x20xf32>
  return
}
