// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Lookups in tables that are constant, narrow, of another form, or computed.

#ids = affine_map<(d0, d1) -> (d0)>
#out = affine_map<(d0, d1) -> (d0, d1)>

func.func @guarded() {
  %ids = check.input dense<[2, 0, 1]> : tensor<3xi64>
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<3x2xf32>
  %got = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<3xi64>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %below = arith.cmpi slt, %row, %c3 : index
    cf.assert %below, "index must be smaller than dim size"
    %above = arith.cmpi sge, %in, %c0 : i64
    cf.assert %above, "index must be larger or equal to 0"
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<3x2xf32>
  %want = arith.constant dense<[[5.0, 6.0], [1.0, 2.0], [3.0, 4.0]]> : tensor<3x2xf32>
  check.expect_eq %got, %want : tensor<3x2xf32>
  return
}

// Negative numbers count from the end; the table is stored in f16.
func.func @wrapped_and_narrow() {
  %ids = check.input dense<[-1, 0, -3]> : tensor<3xi32>
  %h = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf16>
  %t = arith.extf %h : tensor<3x2xf16> to tensor<3x2xf32>
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %e = tensor.empty() : tensor<3x2xf32>
  %got = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<3xi32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: i32, %out: f32):
    %negative = arith.cmpi slt, %in, %c0 : i32
    %sum = arith.addi %in, %c3 : i32
    %wrapped = arith.select %negative, %sum, %in : i32
    %row = arith.index_cast %wrapped : i32 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<3x2xf32>
  %want = arith.constant dense<[[5.0, 6.0], [1.0, 2.0], [1.0, 2.0]]> : tensor<3x2xf32>
  check.expect_eq %got, %want : tensor<3x2xf32>
  return
}

func.func @tosa() {
  %ids = check.input dense<[[2, 0]]> : tensor<1x2xi32>
  %t = "tosa.const"() <{values = dense<[[[1.0, 2.0], [30.0, 4.0], [-5.0, 60.0]]]> : tensor<1x3x2xf32>}> : () -> tensor<1x3x2xf32>
  %got = tosa.gather %t, %ids : (tensor<1x3x2xf32>, tensor<1x2xi32>) -> tensor<1x2x2xf32>
  %want = arith.constant dense<[[[-5.0, 60.0], [1.0, 2.0]]]> : tensor<1x2x2xf32>
  check.expect_eq %got, %want : tensor<1x2x2xf32>
  return
}

// By columns, and from a value that is computed.
func.func @others() {
  %ids = check.input dense<[1, 0, 1]> : tensor<3xi64>
  %x = check.input dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<3x3xf32>
  %columns = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<3xi64>) outs(%e : tensor<3x3xf32>) {
  ^bb0(%in: i64, %out: f32):
    %column = arith.index_cast %in : i64 to index
    %row = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<3x3xf32>
  %wantColumns = arith.constant dense<[[2.0, 4.0, 6.0], [1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]> : tensor<3x3xf32>
  check.expect_eq %columns, %wantColumns : tensor<3x3xf32>
  %doubled = arith.addf %x, %x : tensor<3x3xf32>
  %computed = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<3xi64>) outs(%e : tensor<3x3xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %below = arith.cmpi ult, %row, %c3 : index
    cf.assert %below, "index out of range"
    %column = linalg.index 1 : index
    %v = tensor.extract %doubled[%row, %column] : tensor<3x3xf32>
    linalg.yield %v : f32
  } -> tensor<3x3xf32>
  %wantComputed = arith.constant dense<[[8.0, 10.0, 12.0], [2.0, 4.0, 6.0], [8.0, 10.0, 12.0]]> : tensor<3x3xf32>
  check.expect_eq %computed, %wantComputed : tensor<3x3xf32>
  return
}

// A product with a one-hot tensor: numbers that are no class read zeros.
#id = affine_map<(m, k) -> (m, k)>
#number = affine_map<(m, k) -> (m)>
#class = affine_map<(m, k) -> (k)>
func.func @one_hot() {
  %numbers = check.input dense<[2, -1, 0, 3, 1, 1000]> : tensor<6xi32>
  %classes = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<6x3xf32>
  %x = linalg.generic {indexing_maps = [#number, #class, #id], iterator_types = ["parallel", "parallel"]}
      ins(%numbers, %classes : tensor<6xi32>, tensor<3xi32>) outs(%e : tensor<6x3xf32>) {
  ^bb0(%a: i32, %b: i32, %o: f32):
    %c = arith.cmpi eq, %a, %b : i32
    %v = arith.uitofp %c : i1 to f32
    linalg.yield %v : f32
  } -> tensor<6x3xf32>
  %zero = arith.constant 0.0 : f32
  %ez = tensor.empty() : tensor<6x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%ez : tensor<6x2xf32>) -> tensor<6x2xf32>
  %got = linalg.matmul ins(%x, %t : tensor<6x3xf32>, tensor<3x2xf32>) outs(%z : tensor<6x2xf32>) -> tensor<6x2xf32>
  %want = arith.constant dense<[[5.0, 6.0], [0.0, 0.0], [1.0, 2.0], [0.0, 0.0], [3.0, 4.0], [0.0, 0.0]]> : tensor<6x2xf32>
  check.expect_eq %got, %want : tensor<6x2xf32>
  return
}
