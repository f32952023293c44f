// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Clamps, dead results, statistics in f64, assertions, tensors of booleans,
// constants.

#id = affine_map<(d0) -> (d0)>
#scalar = affine_map<(d0) -> ()>

// What becomes of NaN follows from the predicate and what it selects.
func.func @clamps() {
  %x = check.input dense<[-1.0, 0.5, 2.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %c = arith.constant dense<1.0> : tensor<f32>
  %e = tensor.empty() : tensor<6xf32>
  %ordered:4 = linalg.generic {indexing_maps = [#id, #scalar, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %c : tensor<6xf32>, tensor<f32>) outs(%e, %e, %e, %e : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  ^bb0(%i: f32, %k: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %greater = arith.cmpf ogt, %i, %k : f32
    %less = arith.cmpf olt, %i, %k : f32
    %0 = arith.select %greater, %i, %k : f32
    %1 = arith.select %less, %i, %k : f32
    %2 = arith.select %less, %k, %i : f32
    %3 = arith.select %greater, %k, %i : f32
    linalg.yield %0, %1, %2, %3 : f32, f32, f32, f32
  } -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>)
  %unordered:4 = linalg.generic {indexing_maps = [#id, #scalar, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %c : tensor<6xf32>, tensor<f32>) outs(%e, %e, %e, %e : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  ^bb0(%i: f32, %k: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %greater = arith.cmpf ult, %k, %i : f32
    %less = arith.cmpf ugt, %k, %i : f32
    %0 = arith.select %greater, %i, %k : f32
    %1 = arith.select %less, %i, %k : f32
    %2 = arith.select %less, %k, %i : f32
    %3 = arith.select %greater, %k, %i : f32
    linalg.yield %0, %1, %2, %3 : f32, f32, f32, f32
  } -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>)
  %largerNumber = arith.constant dense<[1.0, 1.0, 2.0, 1.0, 0x7F800000, 1.0]> : tensor<6xf32>
  %smallerNumber = arith.constant dense<[-1.0, 0.5, 1.0, 1.0, 1.0, 0xFF800000]> : tensor<6xf32>
  %largerOrNaN = arith.constant dense<[1.0, 1.0, 2.0, 0x7FC00000, 0x7F800000, 1.0]> : tensor<6xf32>
  %smallerOrNaN = arith.constant dense<[-1.0, 0.5, 1.0, 0x7FC00000, 1.0, 0xFF800000]> : tensor<6xf32>
  check.expect_close %ordered#0, %largerNumber {nan} : tensor<6xf32>
  check.expect_close %ordered#1, %smallerNumber {nan} : tensor<6xf32>
  check.expect_close %ordered#2, %largerOrNaN {nan} : tensor<6xf32>
  check.expect_close %ordered#3, %smallerOrNaN {nan} : tensor<6xf32>
  check.expect_close %unordered#0, %largerOrNaN {nan} : tensor<6xf32>
  check.expect_close %unordered#1, %smallerOrNaN {nan} : tensor<6xf32>
  check.expect_close %unordered#2, %largerNumber {nan} : tensor<6xf32>
  check.expect_close %unordered#3, %smallerNumber {nan} : tensor<6xf32>
  return
}

#m = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#keep = affine_map<(d0, d1) -> (d0, 0)>

// The maximum with its index: dropped in one case, needed in the other.
func.func @maximum() {
  %x = check.input dense<[[1.0, 3.0, 2.0], [5.0, -1.0, 5.0]]> : tensor<2x3xf32>
  %infinity = arith.constant 0xFF800000 : f32
  %zeros = arith.constant dense<0> : tensor<2xi64>
  %e = tensor.empty() : tensor<2xf32>
  %start = linalg.fill ins(%infinity : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %a:2 = linalg.generic {indexing_maps = [#m, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x3xf32>) outs(%start, %zeros : tensor<2xf32>, tensor<2xi64>) {
  ^bb0(%in: f32, %out: f32, %index: i64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %c = arith.maximumf %in, %out : f32
    %d = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %d, %j, %index : i64
    linalg.yield %c, %s : f32, i64
  } -> (tensor<2xf32>, tensor<2xi64>)
  %wantMaximum = arith.constant dense<[3.0, 5.0]> : tensor<2xf32>
  check.expect_eq %a#0, %wantMaximum : tensor<2xf32>
  %y = check.input dense<[[1.0, 3.0, 2.0], [5.0, -1.0, 5.0]]> : tensor<2x3xf32>
  %b:2 = linalg.generic {indexing_maps = [#m, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<2x3xf32>) outs(%start, %zeros : tensor<2xf32>, tensor<2xi64>) {
  ^bb0(%in: f32, %out: f32, %index: i64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %c = arith.maximumf %in, %out : f32
    %d = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %d, %j, %index : i64
    linalg.yield %c, %s : f32, i64
  } -> (tensor<2xf32>, tensor<2xi64>)
  %wantIndex = arith.constant dense<[1, 0]> : tensor<2xi64>
  check.expect_eq %b#1, %wantIndex : tensor<2xi64>
  return
}

// A row far from zero: narrowed where f32 is enough, not where it would cancel.
func.func @statistics() {
  %x = check.input dense<[[4097.0, 4095.0, 4098.0, 4094.0]]> : tensor<1x4xf32>
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 4.0 : f64
  %e64 = tensor.empty() : tensor<1x4xf64>
  %e1 = tensor.empty() : tensor<1x1xf64>
  %er = tensor.empty() : tensor<1x1xf32>
  %z = linalg.fill ins(%zero : f64) outs(%e1 : tensor<1x1xf64>) -> tensor<1x1xf64>
  %w = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x4xf32>) outs(%e64 : tensor<1x4xf64>) {
  ^bb0(%i: f32, %o: f64):
    %v = arith.extf %i : f32 to f64
    linalg.yield %v : f64
  } -> tensor<1x4xf64>
  %s = linalg.generic {indexing_maps = [#m, #keep], iterator_types = ["parallel", "reduction"]} ins(%w : tensor<1x4xf64>) outs(%z : tensor<1x1xf64>) {
  ^bb0(%i: f64, %o: f64):
    %v = arith.addf %i, %o : f64
    linalg.yield %v : f64
  } -> tensor<1x1xf64>
  %q = linalg.generic {indexing_maps = [#m, #keep, #keep], iterator_types = ["parallel", "reduction"]} ins(%w, %s : tensor<1x4xf64>, tensor<1x1xf64>) outs(%z : tensor<1x1xf64>) {
  ^bb0(%i: f64, %j: f64, %o: f64):
    %mean = arith.divf %j, %n : f64
    %d = arith.subf %i, %mean : f64
    %p = arith.mulf %d, %d : f64
    %v = arith.addf %p, %o : f64
    linalg.yield %v : f64
  } -> tensor<1x1xf64>
  %centered = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<1x1xf64>) outs(%er : tensor<1x1xf32>) {
  ^bb0(%i: f64, %o: f32):
    %v = arith.divf %i, %n : f64
    %t = arith.truncf %v : f64 to f32
    linalg.yield %t : f32
  } -> tensor<1x1xf32>
  %want = arith.constant dense<2.5> : tensor<1x1xf32>
  check.expect_eq %centered, %want : tensor<1x1xf32>
  %y = check.input dense<[[4097.0, 4095.0, 4098.0, 4094.0]]> : tensor<1x4xf32>
  %squares:2 = linalg.generic {indexing_maps = [#m, #keep, #keep], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<1x4xf32>) outs(%z, %z : tensor<1x1xf64>, tensor<1x1xf64>) {
  ^bb0(%i: f32, %o: f64, %u: f64):
    %v = arith.extf %i : f32 to f64
    %p = arith.mulf %v, %v : f64
    %a = arith.addf %p, %o : f64
    %b = arith.addf %v, %u : f64
    linalg.yield %a, %b : f64, f64
  } -> (tensor<1x1xf64>, tensor<1x1xf64>)
  %difference = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]} ins(%squares#0, %squares#1 : tensor<1x1xf64>, tensor<1x1xf64>) outs(%er : tensor<1x1xf32>) {
  ^bb0(%i: f64, %j: f64, %o: f32):
    %a = arith.divf %i, %n : f64
    %b = arith.divf %j, %n : f64
    %c = arith.mulf %b, %b : f64
    %d = arith.subf %a, %c : f64
    %t = arith.truncf %d : f64 to f32
    linalg.yield %t : f32
  } -> tensor<1x1xf32>
  check.expect_eq %difference, %want : tensor<1x1xf32>
  return
}

// A norm is not a variance: the squares of these numbers leave the range of f32.
func.func @norm() {
  %x = check.input dense<1.0e30> : tensor<4xf32>
  %zero = arith.constant 0.0 : f64
  %e64 = tensor.empty() : tensor<f64>
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f64) outs(%e64 : tensor<f64>) -> tensor<f64>
  %squares = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]} ins(%x : tensor<4xf32>) outs(%z : tensor<f64>) {
  ^bb0(%i: f32, %o: f64):
    %w = arith.extf %i : f32 to f64
    %p = arith.mulf %w, %w : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %got = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%squares : tensor<f64>) outs(%e : tensor<f32>) {
  ^bb0(%i: f64, %o: f32):
    %r = math.sqrt %i : f64
    %t = arith.truncf %r : f64 to f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %want = arith.constant dense<2.0e30> : tensor<f32>
  check.expect_close %got, %want : tensor<f32>
  return
}

// The body never runs, and neither does its assertion.
func.func @assertion_of_an_empty_body() {
  %x = check.input dense<[1, 7]> : tensor<2xi64>
  %c5 = arith.constant 5 : i64
  %e = tensor.empty() : tensor<2x0xi64>
  %none = linalg.generic {indexing_maps = [#row, #m], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2xi64>) outs(%e : tensor<2x0xi64>) {
  ^bb0(%i: i64, %o: i64):
    %below = arith.cmpi ult, %i, %c5 : i64
    cf.assert %below, "too large"
    linalg.yield %i : i64
  } -> tensor<2x0xi64>
  %got = linalg.generic {indexing_maps = [#m, #row], iterator_types = ["parallel", "reduction"]} ins(%none : tensor<2x0xi64>) outs(%x : tensor<2xi64>) {
  ^bb0(%i: i64, %o: i64):
    %s = arith.addi %i, %o : i64
    linalg.yield %s : i64
  } -> tensor<2xi64>
  %want = arith.constant dense<[1, 7]> : tensor<2xi64>
  check.expect_eq %got, %want : tensor<2xi64>
  return
}

// Booleans from arguments through ops, regions and elements to results.
func.func @booleans() {
  %mask = check.input dense<[true, false, true, true]> : tensor<4xi1>
  %x = check.input dense<[1.0, 2.0, -3.0, 4.0]> : tensor<4xf32>
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant dense<[true, true, false, false]> : tensor<4xi1>
  %eb = tensor.empty() : tensor<4xi1>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%eb : tensor<4xi1>) {
  ^bb0(%i: f32, %o: i1):
    %c = arith.cmpf ogt, %i, %zero : f32
    linalg.yield %c : i1
  } -> tensor<4xi1>
  %both = arith.andi %p, %mask : tensor<4xi1>
  %wantBoth = arith.constant dense<[true, false, false, true]> : tensor<4xi1>
  check.expect_eq %both, %wantBoth : tensor<4xi1>
  %first = tensor.extract %mask[%c0] : tensor<4xi1>
  %chosen = scf.if %first -> tensor<4xi1> {
    %different = arith.xori %both, %k : tensor<4xi1>
    scf.yield %different : tensor<4xi1>
  } else {
    scf.yield %k : tensor<4xi1>
  }
  %flipped = scf.for %n = %c0 to %c3 step %c1 iter_args(%acc = %chosen) -> tensor<4xi1> {
    %old = tensor.extract %acc[%n] : tensor<4xi1>
    %new = arith.xori %old, %true : i1
    %next = tensor.insert %new into %acc[%n] : tensor<4xi1>
    scf.yield %next : tensor<4xi1>
  }
  %wantFlipped = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  check.expect_eq %flipped, %wantFlipped : tensor<4xi1>
  %padded = tensor.pad %flipped low[1] high[1] {
  ^bb0(%n: index):
    tensor.yield %true : i1
  } : tensor<4xi1> to tensor<6xi1>
  %e6 = tensor.empty() : tensor<6xf32>
  %numbers = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%padded : tensor<6xi1>) outs(%e6 : tensor<6xf32>) {
  ^bb0(%b: i1, %o: f32):
    %v = arith.uitofp %b : i1 to f32
    linalg.yield %v : f32
  } -> tensor<6xf32>
  %wantNumbers = arith.constant dense<[1.0, 1.0, 0.0, 1.0, 1.0, 1.0]> : tensor<6xf32>
  check.expect_eq %numbers, %wantNumbers : tensor<6xf32>
  return
}

// Tables of positions, an inverse root of constants, and the same at run time.
func.func @constants() {
  %x = check.input dense<[[1, 1, 1], [1, 1, 1]]> : tensor<2x3xi64>
  %y = check.input dense<[[2.0, 8.0]]> : tensor<1x2xf32>
  %k = arith.constant dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi64>
  %c10 = arith.constant 10 : i64
  %c0 = arith.constant 0 : i64
  %e = tensor.empty() : tensor<2x3xi64>
  %w = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]} ins(%k : tensor<2x3xi64>) outs(%e : tensor<2x3xi64>) {
  ^bb0(%a: i64, %o: i64):
    %negative = arith.cmpi slt, %a, %c0 : i64
    %sum = arith.addi %a, %c10 : i64
    %wrapped = arith.select %negative, %sum, %a : i64
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %p = arith.muli %wrapped, %j : i64
    linalg.yield %p : i64
  } -> tensor<2x3xi64>
  %got = arith.addi %x, %w : tensor<2x3xi64>
  %want = arith.constant dense<[[1, 9, 7], [1, 6, 9]]> : tensor<2x3xi64>
  check.expect_eq %got, %want : tensor<2x3xi64>
  %variance = arith.constant dense<[3.75, 15.75]> : tensor<2xf32>
  %epsilon = arith.constant 0.25 : f64
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<2xf32>
  %e2 = tensor.empty() : tensor<1x2xf32>
  %inverse = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%variance : tensor<2xf32>) outs(%e1 : tensor<2xf32>) {
  ^bb0(%i: f32, %o: f32):
    %t = arith.truncf %epsilon : f64 to f32
    %s = arith.addf %i, %t : f32
    %r = math.sqrt %s : f32
    %p = arith.cmpf one, %r, %zero : f32
    cf.assert %p, "tensor with zero element"
    %q = arith.divf %one, %r : f32
    linalg.yield %q : f32
  } -> tensor<2xf32>
  %row = tensor.expand_shape %inverse [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
  %scaled = arith.mulf %y, %row : tensor<1x2xf32>
  %wantScaled = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  check.expect_eq %scaled, %wantScaled : tensor<1x2xf32>
  return
}
