// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Ops that write a part of their init: the rest keeps its value.

func.func @every_second() {
  %x = check.input dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = check.input dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d * 2)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%i : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %want = arith.constant dense<[-1.0, 20.0, -2.0, 40.0, -3.0]> : tensor<5xf32>
  check.expect_eq %y, %want : tensor<5xf32>
  return
}

func.func @column() {
  %x = check.input dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = check.input dense<[[10.0, 20.0], [30.0, 40.0], [50.0, 60.0]]> : tensor<3x2xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d, 1)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%i : tensor<3x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  %want = arith.constant dense<[[10.0, -1.0], [30.0, -2.0], [50.0, -3.0]]> : tensor<3x2xf32>
  check.expect_eq %y, %want : tensor<3x2xf32>
  return
}

// The same behind an elementwise op that is fused into it.
func.func @fused() {
  %x = check.input dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = check.input dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf32>
  %z = arith.mulf %x, %x : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d * 2)>], iterator_types = ["parallel"]}
      ins(%z : tensor<3xf32>) outs(%i : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %want = arith.constant dense<[-1.0, 20.0, -4.0, 40.0, -9.0]> : tensor<5xf32>
  check.expect_eq %y, %want : tensor<5xf32>
  return
}

// The init is filled: the rest has that value.
func.func @filled() {
  %x = check.input dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %seven = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %i = linalg.fill ins(%seven : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d + 1)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%i : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %want = arith.constant dense<[7.0, -1.0, -2.0, -3.0, 7.0]> : tensor<5xf32>
  check.expect_eq %y, %want : tensor<5xf32>
  return
}
