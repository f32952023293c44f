// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Weights behind ops that move their elements, biases, and contractions of
// other forms than matmul's. All values are small integers: sums are exact.

#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>

// x * w^T + b, as torch writes a linear layer.
func.func @linear() {
  %x = check.input dense<[[1.0, 2.0, 3.0], [-1.0, 0.0, 4.0]]> : tensor<2x3xf32>
  %w = arith.constant dense<[[1.0, 0.0, 2.0], [3.0, -1.0, 0.5]]> : tensor<2x3xf32>
  %b = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %t = linalg.transpose ins(%w : tensor<2x3xf32>) outs(%et : tensor<3x2xf32>) permutation = [1, 0]
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %t : tensor<2x3xf32>, tensor<3x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  %got = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %b : tensor<2x2xf32>, tensor<2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  %want = arith.constant dense<[[17.0, 22.5], [17.0, 19.0]]> : tensor<2x2xf32>
  check.expect_eq %got, %want : tensor<2x2xf32>
  return
}

// The bias is what the sums start from, and so is an activation.
func.func @inits() {
  %x = check.input dense<[[1.0, 2.0, 3.0], [-1.0, 0.0, 4.0]]> : tensor<2x3xf32>
  %y = check.input dense<[[100.0, 200.0], [300.0, 400.0]]> : tensor<2x2xf32>
  %w = arith.constant dense<[[1.0, 3.0], [0.0, -1.0], [2.0, 0.5]]> : tensor<3x2xf32>
  %b = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %i = linalg.broadcast ins(%b : tensor<2xf32>) outs(%e : tensor<2x2xf32>) dimensions = [0]
  %got = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x2xf32>) outs(%i : tensor<2x2xf32>) -> tensor<2x2xf32>
  %want = arith.constant dense<[[17.0, 22.5], [17.0, 19.0]]> : tensor<2x2xf32>
  check.expect_eq %got, %want : tensor<2x2xf32>
  %sum = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x2xf32>) outs(%y : tensor<2x2xf32>) -> tensor<2x2xf32>
  %wantSum = arith.constant dense<[[107.0, 202.5], [307.0, 399.0]]> : tensor<2x2xf32>
  check.expect_eq %sum, %wantSum : tensor<2x2xf32>
  return
}

// A weight on the left, a vector on the right or on the left.
func.func @sides() {
  %x = check.input dense<[[1.0, -1.0], [2.0, 0.0], [3.0, 4.0]]> : tensor<3x2xf32>
  %v = check.input dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %w = arith.constant dense<[[1.0, 0.0, 2.0], [3.0, -1.0, 0.5]]> : tensor<2x3xf32>
  %k = arith.constant dense<[[1.0, 3.0], [0.0, -1.0], [2.0, 0.5]]> : tensor<3x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %left = linalg.matmul ins(%w, %x : tensor<2x3xf32>, tensor<3x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  %wantLeft = arith.constant dense<[[7.0, 7.0], [2.5, -1.0]]> : tensor<2x2xf32>
  check.expect_eq %left, %wantLeft : tensor<2x2xf32>
  %e1 = tensor.empty() : tensor<2xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2xf32>) -> tensor<2xf32>
  %wantVector = arith.constant dense<[7.0, 2.5]> : tensor<2xf32>
  %matvec = linalg.matvec ins(%w, %v : tensor<2x3xf32>, tensor<3xf32>) outs(%z1 : tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %matvec, %wantVector : tensor<2xf32>
  %vecmat = linalg.vecmat ins(%v, %k : tensor<3xf32>, tensor<3x2xf32>) outs(%z1 : tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %vecmat, %wantVector : tensor<2xf32>
  return
}

#matrix = affine_map<(m, k) -> (m, k)>
#vector = affine_map<(m, k) -> (k)>
#sums = affine_map<(m, k) -> (m)>
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (k, n)>
#result = affine_map<(m, n, k) -> (m, n)>

// Bodies that compute more than sums of products look like contractions by
// their maps. The matrix stands left of a vector, the weight on the left: what
// a contraction would not keep.
func.func @other_bodies() {
  %x = check.input dense<[[0.0, 1.0986123, 0.0], [0.6931472, 0.0, 1.3862944]]> : tensor<2x3xf32>
  %v = check.input dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %q = check.input dense<[[255, 1, 2], [3, 4, 128]]> : tensor<2x3xi8>
  %i = check.input dense<[10.0, 20.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %exp = linalg.generic {indexing_maps = [#matrix, #vector, #sums], iterator_types = ["parallel", "reduction"]} ins(%x, %v : tensor<2x3xf32>, tensor<3xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %f = math.exp %a : f32
    %p = arith.mulf %f, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %wantExp = arith.constant dense<[10.0, 16.0]> : tensor<2xf32>
  check.expect_close %exp, %wantExp : tensor<2xf32>
  %uint = linalg.generic {indexing_maps = [#matrix, #vector, #sums], iterator_types = ["parallel", "reduction"]} ins(%q, %v : tensor<2x3xi8>, tensor<3xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%a: i8, %b: f32, %s: f32):
    %f = arith.uitofp %a : i8 to f32
    %p = arith.mulf %f, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %wantUint = arith.constant dense<[263.0, 395.0]> : tensor<2xf32>
  check.expect_eq %uint, %wantUint : tensor<2xf32>
  // Each step negates the sum so far: -((-((-(10 + 1)) + 2)) + 3) is -12.
  %ones = arith.constant dense<-1.0> : tensor<2x3xf32>
  %neg = linalg.generic {indexing_maps = [#matrix, #vector, #sums], iterator_types = ["parallel", "reduction"]} ins(%ones, %v : tensor<2x3xf32>, tensor<3xf32>) outs(%i : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %f = arith.negf %a : f32
    %p = arith.mulf %f, %b : f32
    %t = arith.addf %s, %p : f32
    %n = arith.negf %t : f32
    linalg.yield %n : f32
  } -> tensor<2xf32>
  %wantNeg = arith.constant dense<[-12.0, -22.0]> : tensor<2xf32>
  check.expect_eq %neg, %wantNeg : tensor<2xf32>
  %w = arith.constant dense<[[1.0, 0.0, 2.0], [3.0, -1.0, 0.5]]> : tensor<2x3xf32>
  %y = check.input dense<[[1.0, -1.0], [2.0, 0.0], [3.0, 4.0]]> : tensor<3x2xf32>
  %e2 = tensor.empty() : tensor<2x2xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %left = linalg.generic {indexing_maps = [#left, #right, #result], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w, %y : tensor<2x3xf32>, tensor<3x2xf32>) outs(%z2 : tensor<2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %f = arith.negf %a : f32
    %p = arith.mulf %f, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<2x2xf32>
  %wantLeft = arith.constant dense<[[-7.0, -7.0], [-2.5, 1.0]]> : tensor<2x2xf32>
  check.expect_eq %left, %wantLeft : tensor<2x2xf32>
  return
}

ml_program.global private @halves(dense<[[1000, 2], [-3, 400], [5, -600]]> : tensor<3x2xi16>) : tensor<3x2xi16>

// Products of integers of two widths are none of codes.
func.func @two_widths() {
  %x = check.input dense<[[1, 2, 255], [3, 0, 4]]> : tensor<2x3xi8>
  %w = ml_program.global_load @halves : tensor<3x2xi16>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %got = linalg.generic {indexing_maps = [#left, #right, #result], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<2x3xi8>, tensor<3x2xi16>) outs(%z : tensor<2x2xi32>) {
  ^bb0(%a: i8, %b: i16, %s: i32):
    %u = arith.extui %a : i8 to i32
    %v = arith.extsi %b : i16 to i32
    %p = arith.muli %u, %v : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  } -> tensor<2x2xi32>
  %want = arith.constant dense<[[2269, -152198], [3020, -2394]]> : tensor<2x2xi32>
  check.expect_eq %got, %want : tensor<2x2xi32>
  return
}

// Factors narrower than the sums.
func.func @mixed_precision() {
  %x = check.input dense<[[1.0, 2.0, 3.0], [-1.0, 0.0, 4.0]]> : tensor<2x3xf16>
  %v = check.input dense<[1024.0, 1.0, 2048.0]> : tensor<3xf16>
  %i = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %got = linalg.matvec ins(%x, %v : tensor<2x3xf16>, tensor<3xf16>) outs(%i : tensor<2xf32>) -> tensor<2xf32>
  %want = arith.constant dense<[7171.0, 7170.0]> : tensor<2xf32>
  check.expect_eq %got, %want : tensor<2xf32>
  return
}

// Batches that the weight does not have, and one that it has, of one.
func.func @batches() {
  %x = check.input dense<[[[1.0, 2.0]], [[3.0, -1.0]]]> : tensor<2x1x2xf32>
  %y = check.input dense<[[[1.0, 2.0], [3.0, -1.0]]]> : tensor<1x2x2xf32>
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %v = arith.constant dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]> : tensor<1x2x3xf32>
  %zero = arith.constant 0.0 : f32
  %eb = tensor.empty() : tensor<2x2x3xf32>
  %b = linalg.broadcast ins(%w : tensor<2x3xf32>) outs(%eb : tensor<2x2x3xf32>) dimensions = [0]
  %e = tensor.empty() : tensor<2x1x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %got = linalg.batch_matmul ins(%x, %b : tensor<2x1x2xf32>, tensor<2x2x3xf32>) outs(%z : tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %want = arith.constant dense<[[[9.0, 12.0, 15.0]], [[-1.0, 1.0, 3.0]]]> : tensor<2x1x3xf32>
  check.expect_eq %got, %want : tensor<2x1x3xf32>
  %e1 = tensor.empty() : tensor<1x2x3xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %one = linalg.batch_matmul ins(%y, %v : tensor<1x2x2xf32>, tensor<1x2x3xf32>) outs(%z1 : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %wantOne = arith.constant dense<[[[9.0, 12.0, 15.0], [-1.0, 1.0, 3.0]]]> : tensor<1x2x3xf32>
  check.expect_eq %one, %wantOne : tensor<1x2x3xf32>
  return
}

// Reshapes of a weight, also of a permuted one.
func.func @reshapes() {
  %x = check.input dense<[[1.0, 2.0, 3.0, 4.0], [-1.0, 0.0, 1.0, 0.0]]> : tensor<2x4xf32>
  %w = arith.constant dense<[[[[1.0]], [[2.0]], [[3.0]], [[4.0]]], [[[5.0]], [[6.0]], [[7.0]], [[8.0]]]]> : tensor<2x4x1x1xf32>
  %v = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<4x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = tensor.collapse_shape %w [[0], [1, 2, 3]] : tensor<2x4x1x1xf32> into tensor<2x4xf32>
  %t = linalg.transpose ins(%c : tensor<2x4xf32>) outs(%et : tensor<4x2xf32>) permutation = [1, 0]
  %want = arith.constant dense<[[30.0, 70.0], [2.0, 2.0]]> : tensor<2x2xf32>
  %got = linalg.matmul ins(%x, %t : tensor<2x4xf32>, tensor<4x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %got, %want : tensor<2x2xf32>
  %e3 = tensor.empty() : tensor<2x2x2xf32>
  %p = linalg.transpose ins(%v : tensor<2x2x2xf32>) outs(%e3 : tensor<2x2x2xf32>) permutation = [1, 2, 0]
  %f = tensor.collapse_shape %p [[0, 1], [2]] : tensor<2x2x2xf32> into tensor<4x2xf32>
  %other = linalg.matmul ins(%x, %f : tensor<2x4xf32>, tensor<4x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %other, %want : tensor<2x2xf32>
  return
}

// Parts of a weight: apart, interleaved, overlapping.
func.func @slices() {
  %x = check.input dense<[[1.0, 2.0], [3.0, -1.0]]> : tensor<2x2xf32>
  %joint = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %mixed = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %wide = arith.constant dense<[[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]]> : tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %a = tensor.extract_slice %joint[0, 0] [2, 2] [1, 1] : tensor<4x2xf32> to tensor<2x2xf32>
  %b = tensor.extract_slice %joint[2, 0] [2, 2] [1, 1] : tensor<4x2xf32> to tensor<2x2xf32>
  %ra = linalg.matmul ins(%x, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  %rb = linalg.matmul ins(%x, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  %wantA = arith.constant dense<[[7.0, 10.0], [0.0, 2.0]]> : tensor<2x2xf32>
  %wantB = arith.constant dense<[[19.0, 22.0], [8.0, 10.0]]> : tensor<2x2xf32>
  check.expect_eq %ra, %wantA : tensor<2x2xf32>
  check.expect_eq %rb, %wantB : tensor<2x2xf32>
  %even = tensor.extract_slice %mixed[0, 0] [2, 2] [1, 2] : tensor<2x4xf32> to tensor<2x2xf32>
  %odd = tensor.extract_slice %mixed[0, 1] [2, 2] [1, 2] : tensor<2x4xf32> to tensor<2x2xf32>
  %re = linalg.matmul ins(%x, %even : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  %ro = linalg.matmul ins(%x, %odd : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  %wantEven = arith.constant dense<[[11.0, 17.0], [-2.0, 2.0]]> : tensor<2x2xf32>
  %wantOdd = arith.constant dense<[[14.0, 20.0], [0.0, 4.0]]> : tensor<2x2xf32>
  check.expect_eq %re, %wantEven : tensor<2x2xf32>
  check.expect_eq %ro, %wantOdd : tensor<2x2xf32>
  %first = tensor.extract_slice %wide[0, 0] [2, 2] [1, 1] : tensor<2x3xf32> to tensor<2x2xf32>
  %second = tensor.extract_slice %wide[0, 1] [2, 2] [1, 1] : tensor<2x3xf32> to tensor<2x2xf32>
  %rf = linalg.matmul ins(%x, %first : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  %rs = linalg.matmul ins(%x, %second : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  %wantFirst = arith.constant dense<[[11.0, 14.0], [-2.0, 0.0]]> : tensor<2x2xf32>
  %wantSecond = arith.constant dense<[[14.0, 17.0], [0.0, 2.0]]> : tensor<2x2xf32>
  check.expect_eq %rf, %wantFirst : tensor<2x2xf32>
  check.expect_eq %rs, %wantSecond : tensor<2x2xf32>
  return
}

// A weight stored in f16, its transpose cast to f32.
func.func @narrow() {
  %x = check.input dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %w = arith.constant dense<[[1.0, 0.0, 2.0], [3.0, -1.0, 0.5]]> : tensor<2x3xf16>
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<3x2xf16>
  %t = linalg.transpose ins(%w : tensor<2x3xf16>) outs(%et : tensor<3x2xf16>) permutation = [1, 0]
  %k = arith.extf %t : tensor<3x2xf16> to tensor<3x2xf32>
  %e = tensor.empty() : tensor<1x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
  %got = linalg.matmul ins(%x, %k : tensor<1x3xf32>, tensor<3x2xf32>) outs(%z : tensor<1x2xf32>) -> tensor<1x2xf32>
  %want = arith.constant dense<[[7.0, 2.5]]> : tensor<1x2xf32>
  check.expect_eq %got, %want : tensor<1x2xf32>
  return
}

// Heads: two n loops, then two k loops; and two n loops in another order.
func.func @heads() {
  %x = check.input dense<[[1.0, 2.0], [3.0, -1.0]]> : tensor<2x2xf32>
  %w = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %split = linalg.contract indexing_maps = [affine_map<(m, h, n, k) -> (m, k)>, affine_map<(m, h, n, k) -> (h, n, k)>, affine_map<(m, h, n, k) -> (m, h, n)>] ins(%x, %w : tensor<2x2xf32>, tensor<2x2x2xf32>) outs(%z : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %wantSplit = arith.constant dense<[[[5.0, 11.0], [17.0, 23.0]], [[1.0, 5.0], [9.0, 13.0]]]> : tensor<2x2x2xf32>
  check.expect_eq %split, %wantSplit : tensor<2x2x2xf32>
  %swapped = linalg.contract indexing_maps = [affine_map<(m, h, n, k) -> (m, k)>, affine_map<(m, h, n, k) -> (n, h, k)>, affine_map<(m, h, n, k) -> (m, h, n)>] ins(%x, %w : tensor<2x2xf32>, tensor<2x2x2xf32>) outs(%z : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %wantSwapped = arith.constant dense<[[[5.0, 17.0], [11.0, 23.0]], [[1.0, 9.0], [5.0, 13.0]]]> : tensor<2x2x2xf32>
  check.expect_eq %swapped, %wantSwapped : tensor<2x2x2xf32>
  %e2 = tensor.empty() : tensor<2x2xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %joined = linalg.contract indexing_maps = [affine_map<(m, n, h, k) -> (m, h, k)>, affine_map<(m, n, h, k) -> (h, k, n)>, affine_map<(m, n, h, k) -> (m, n)>] ins(%split, %w : tensor<2x2x2xf32>, tensor<2x2x2xf32>) outs(%z2 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %wantJoined = arith.constant dense<[[284.0, 340.0], [152.0, 180.0]]> : tensor<2x2xf32>
  check.expect_eq %joined, %wantJoined : tensor<2x2xf32>
  return
}

// A convolution whose sums start from the bias; a depthwise kernel in f16
// behind reshapes.
func.func @convolutions() {
  %x = check.input dense<[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]]> : tensor<1x2x2x2xf32>
  %w = arith.constant dense<[[[[1.0, 0.0], [0.0, 1.0]], [[2.0, 0.0], [0.0, 2.0]]]]> : tensor<1x2x2x2xf32>
  %d = arith.constant dense<[[[[1.0, -1.0], [2.0, -2.0]], [[3.0, -3.0], [4.0, -4.0]]]]> : tensor<1x2x2x2xf16>
  %b = arith.constant dense<[100.0]> : tensor<1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1x1x1xf32>
  %i = linalg.broadcast ins(%b : tensor<1xf32>) outs(%e : tensor<1x1x1x1xf32>) dimensions = [0, 1, 2]
  %got = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%i : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %want = arith.constant dense<131.0> : tensor<1x1x1x1xf32>
  check.expect_eq %got, %want : tensor<1x1x1x1xf32>
  %f = arith.extf %d : tensor<1x2x2x2xf16> to tensor<1x2x2x2xf32>
  %c = tensor.collapse_shape %f [[0, 1, 2, 3]] : tensor<1x2x2x2xf32> into tensor<8xf32>
  %k = tensor.expand_shape %c [[0, 1, 2]] output_shape [2, 2, 2] : tensor<8xf32> into tensor<2x2x2xf32>
  %ed = tensor.empty() : tensor<1x1x1x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%ed : tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %depthwise = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %k : tensor<1x2x2x2xf32>, tensor<2x2x2xf32>) outs(%z : tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %wantDepthwise = arith.constant dense<[[[[50.0, -60.0]]]]> : tensor<1x1x1x2xf32>
  check.expect_eq %depthwise, %wantDepthwise : tensor<1x1x1x2xf32>
  return
}
