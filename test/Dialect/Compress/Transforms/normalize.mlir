// RUN: compression-opt %s --compress-normalize -o %t.once.mlir
// RUN: FileCheck %s --input-file=%t.once.mlir
// RUN: compression-opt %t.once.mlir --compress-normalize -o %t.twice.mlir
// RUN: diff %t.once.mlir %t.twice.mlir

// One linear layer with relu6 as torch-mlir writes it, its embedding, and the
// attention mask: the form that later stages start from. A second run changes
// nothing.

// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[R:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: ml_program.global private @embeddings.weight({{.*}}) : tensor<3x4xf32>
// CHECK-DAG: ml_program.global private @dense.weight({{.*}}) : tensor<2x4xf32>
// CHECK-DAG: ml_program.global private @dense.bias({{.*}}) : tensor<2xf32>

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[IDS:.*]]: tensor<1x5xi64>, %[[MASK:.*]]: tensor<1x5xi64>)
// CHECK-NOT: f64
// CHECK-NOT: xi1>
// CHECK-NOT: cf.assert
// CHECK: %[[ROWS:.*]] = compress.gather %embeddings.weight[%[[IDS]]] : tensor<3x4xf32>, tensor<1x5xi64> -> tensor<1x5x4xf32>
// CHECK: %[[IN:.*]] = tensor.collapse_shape %[[ROWS]]
// CHECK: %[[SUM:.*]] = linalg.contract indexing_maps = [#[[X]], #[[W]], #[[R]]] ins(%[[IN]], %dense.weight : tensor<5x4xf32>, tensor<2x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUM]], %dense.bias : tensor<5x2xf32>, tensor<2xf32>)
// CHECK: arith.addf
// CHECK: arith.maxnumf
// CHECK: arith.minimumf
// CHECK: return

#ids = affine_map<(d0, d1, d2) -> (d0, d1)>
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0, d1) -> ()>
func.func @main(%ids: tensor<1x5xi64>, %mask: tensor<1x5xi64>) -> (tensor<5x2xf32>, tensor<1x5xf32>) {
  %table = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32> loc("embeddings.weight")
  %w = arith.constant dense<[[1.0, 0.0, 2.0, 1.0], [3.0, -1.0, 0.5, 0.0]]> : tensor<2x4xf32> loc("dense.weight")
  %b = arith.constant dense<[10.0, 20.0]> : tensor<2xf32> loc("dense.bias")
  %zero64 = arith.constant 0.0 : f64
  %lowest = arith.constant -1.0e+30 : f64
  %zero = arith.constant 0.0 : f32
  %lower = arith.constant dense<0.0> : tensor<f32>
  %upper = arith.constant dense<6.0> : tensor<f32>
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : index
  %ee = tensor.empty() : tensor<1x5x4xf32>
  %rows = linalg.generic {indexing_maps = [#ids, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ids : tensor<1x5xi64>) outs(%ee : tensor<1x5x4xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %column = linalg.index 2 : index
    %below = arith.cmpi slt, %row, %c3 : index
    cf.assert %below, "index must be smaller than dim size"
    %above = arith.cmpi sge, %in, %c0 : i64
    cf.assert %above, "index must be larger or equal to 0"
    %v = tensor.extract %table[%row, %column] : tensor<3x4xf32>
    linalg.yield %v : f32
  } -> tensor<1x5x4xf32>
  %x = tensor.collapse_shape %rows [[0, 1], [2]] : tensor<1x5x4xf32> into tensor<5x4xf32>
  %et = tensor.empty() : tensor<4x2xf32>
  %t = linalg.transpose ins(%w : tensor<2x4xf32>) outs(%et : tensor<4x2xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<5x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
  %m = linalg.matmul ins(%x, %t : tensor<5x4xf32>, tensor<4x2xf32>) outs(%z : tensor<5x2xf32>) -> tensor<5x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %b : tensor<5x2xf32>, tensor<2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<5x2xf32>
  %relu = linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel", "parallel"]} ins(%y, %lower : tensor<5x2xf32>, tensor<f32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %p = arith.cmpf ogt, %i, %j : f32
    %s = arith.select %p, %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<5x2xf32>
  %relu6 = linalg.generic {indexing_maps = [#none, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%upper, %relu : tensor<f32>, tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%j: f32, %i: f32, %o: f32):
    %p = arith.cmpf olt, %j, %i : f32
    %s = arith.select %p, %j, %i : f32
    linalg.yield %s : f32
  } -> tensor<5x2xf32>
  %eb = tensor.empty() : tensor<1x5xi1>
  %em = tensor.empty() : tensor<1x5xf32>
  %bits = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%mask : tensor<1x5xi64>) outs(%eb : tensor<1x5xi1>) {
  ^bb0(%i: i64, %o: i1):
    %p = arith.cmpi ne, %i, %c0 : i64
    linalg.yield %p : i1
  } -> tensor<1x5xi1>
  %additive = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%bits : tensor<1x5xi1>) outs(%em : tensor<1x5xf32>) {
  ^bb0(%p: i1, %o: f32):
    %s = arith.select %p, %zero64, %lowest : f64
    %t32 = arith.truncf %s : f64 to f32
    linalg.yield %t32 : f32
  } -> tensor<1x5xf32>

  return %relu6, %additive : tensor<5x2xf32>, tensor<1x5xf32>
}
