// RUN: %python %S/generate.py quantize | diff %s -
// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Written by generate.py.

func.func @ties_nearest_even() {
  %1 = check.input dense<[[0.5, -0.5, 0.49999997, -0.49999997, 0.50000006, -0.50000006, 1.5, -1.5, 1.4999999, -1.4999999, 1.5000001, -1.5000001, 2.5, -2.5, 2.4999998, -2.4999998, 2.5000002, -2.5000002, 3.5, -3.5, 3.4999998, -3.4999998, 3.5000002, -3.5000002, 126.5, -126.5, 126.49999, -126.49999, 126.50001, -126.50001, 127.5, -127.5, 127.49999, -127.49999, 127.50001, -127.50001]]> : tensor<1x36xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<1x36xf32>, tensor<1x1xf32> -> tensor<1x36xi8>
  %4 = arith.constant dense<[[0, 0, 0, 0, 1, -1, 2, -2, 1, -1, 2, -2, 2, -2, 2, -2, 3, -3, 4, -4, 3, -3, 4, -4, 126, -126, 126, -126, 127, -127, 127, -127, 127, -127, 127, -127]]> : tensor<1x36xi8>
  check.expect_eq %3, %4 : tensor<1x36xi8>
  return
}

func.func @ties_u8_nearest_even() {
  %1 = check.input dense<[[0.5, -0.5, 0.49999997, -0.49999997, 0.50000006, -0.50000006, 1.5, -1.5, 1.4999999, -1.4999999, 1.5000001, -1.5000001, 2.5, -2.5, 2.4999998, -2.4999998, 2.5000002, -2.5000002, 3.5, -3.5, 3.4999998, -3.4999998, 3.5000002, -3.5000002, 126.5, -126.5, 126.49999, -126.49999, 126.50001, -126.50001, 127.5, -127.5, 127.49999, -127.49999, 127.50001, -127.50001]]> : tensor<1x36xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = arith.constant dense<[[7]]> : tensor<1x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<1x36xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<1x36xi8>
  %5 = arith.constant dense<[[7, 7, 7, 7, 8, 6, 9, 5, 8, 6, 9, 5, 9, 5, 9, 5, 10, 4, 11, 3, 10, 4, 11, 3, 133, 0, 133, 0, 134, 0, 135, 0, 134, 0, 135, 0]]> : tensor<1x36xi8>
  check.expect_eq %4, %5 : tensor<1x36xi8>
  return
}

func.func @special_nearest_even() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<1x16xf32>, tensor<1x1xf32> -> tensor<1x16xi8>
  %4 = arith.constant dense<[[0, 0, 0, 127, -128, 127, -128, 0, 0, 126, -128, 127, -128, 127, -128, 1]]> : tensor<1x16xi8>
  check.expect_eq %3, %4 : tensor<1x16xi8>
  return
}

func.func @ties_nearest_away() {
  %1 = check.input dense<[[0.5, -0.5, 0.49999997, -0.49999997, 0.50000006, -0.50000006, 1.5, -1.5, 1.4999999, -1.4999999, 1.5000001, -1.5000001, 2.5, -2.5, 2.4999998, -2.4999998, 2.5000002, -2.5000002, 3.5, -3.5, 3.4999998, -3.4999998, 3.5000002, -3.5000002, 126.5, -126.5, 126.49999, -126.49999, 126.50001, -126.50001, 127.5, -127.5, 127.49999, -127.49999, 127.50001, -127.50001]]> : tensor<1x36xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *], rounding nearest_away>} : tensor<1x36xf32>, tensor<1x1xf32> -> tensor<1x36xi8>
  %4 = arith.constant dense<[[1, -1, 0, 0, 1, -1, 2, -2, 1, -1, 2, -2, 3, -3, 2, -2, 3, -3, 4, -4, 3, -3, 4, -4, 127, -127, 126, -126, 127, -127, 127, -127, 127, -127, 127, -127]]> : tensor<1x36xi8>
  check.expect_eq %3, %4 : tensor<1x36xi8>
  return
}

func.func @ties_u8_nearest_away() {
  %1 = check.input dense<[[0.5, -0.5, 0.49999997, -0.49999997, 0.50000006, -0.50000006, 1.5, -1.5, 1.4999999, -1.4999999, 1.5000001, -1.5000001, 2.5, -2.5, 2.4999998, -2.4999998, 2.5000002, -2.5000002, 3.5, -3.5, 3.4999998, -3.4999998, 3.5000002, -3.5000002, 126.5, -126.5, 126.49999, -126.49999, 126.50001, -126.50001, 127.5, -127.5, 127.49999, -127.49999, 127.50001, -127.50001]]> : tensor<1x36xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = arith.constant dense<[[7]]> : tensor<1x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [*, *], zero_point, rounding nearest_away>} : tensor<1x36xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<1x36xi8>
  %5 = arith.constant dense<[[8, 6, 7, 7, 8, 6, 9, 5, 8, 6, 9, 5, 10, 4, 9, 5, 10, 4, 11, 3, 10, 4, 11, 3, 134, 0, 133, 0, 134, 0, 135, 0, 134, 0, 135, 0]]> : tensor<1x36xi8>
  check.expect_eq %4, %5 : tensor<1x36xi8>
  return
}

func.func @special_nearest_away() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8, f32, block [*, *], rounding nearest_away>} : tensor<1x16xf32>, tensor<1x1xf32> -> tensor<1x16xi8>
  %4 = arith.constant dense<[[0, 0, 0, 127, -128, 127, -128, 0, 0, 127, -128, 127, -128, 127, -128, 1]]> : tensor<1x16xi8>
  check.expect_eq %3, %4 : tensor<1x16xi8>
  return
}

func.func @special_narrow() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<1x16xf32>, tensor<1x1xf32> -> tensor<1x16xi8>
  %4 = arith.constant dense<[[0, 0, 0, 127, -127, 127, -127, 0, 0, 126, -127, 127, -127, 127, -127, 1]]> : tensor<1x16xi8>
  check.expect_eq %3, %4 : tensor<1x16xi8>
  return
}

func.func @special_u8() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[0.5]]> : tensor<1x1xf32>
  %3 = arith.constant dense<[[128]]> : tensor<1x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<1x16xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<1x16xi8>
  %5 = arith.constant dense<[[128, 128, 128, 255, 0, 255, 0, 128, 128, 255, 0, 255, 0, 255, 0, 130]]> : tensor<1x16xi8>
  check.expect_eq %4, %5 : tensor<1x16xi8>
  return
}

func.func @special_u8_low() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = arith.constant dense<[[0]]> : tensor<1x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<1x16xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<1x16xi8>
  %5 = arith.constant dense<[[0, 0, 0, 255, 0, 255, 0, 0, 0, 126, 0, 128, 0, 200, 0, 1]]> : tensor<1x16xi8>
  check.expect_eq %4, %5 : tensor<1x16xi8>
  return
}

func.func @special_u8_high() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = arith.constant dense<[[255]]> : tensor<1x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<1x16xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<1x16xi8>
  %5 = arith.constant dense<[[255, 255, 255, 255, 0, 255, 0, 255, 255, 255, 127, 255, 127, 255, 55, 255]]> : tensor<1x16xi8>
  check.expect_eq %4, %5 : tensor<1x16xi8>
  return
}

func.func @special_signed_zero_point() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = arith.constant dense<[[-128]]> : tensor<1x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<s8, f32, block [*, *], zero_point>} : tensor<1x16xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<1x16xi8>
  %5 = arith.constant dense<[[-128, -128, -128, 127, -128, 127, -128, -128, -128, -2, -128, 0, -128, 72, -128, -127]]> : tensor<1x16xi8>
  check.expect_eq %4, %5 : tensor<1x16xi8>
  return
}

func.func @special_least_scale() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[1.1754944e-38]]> : tensor<1x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<1x16xf32>, tensor<1x1xf32> -> tensor<1x16xi8>
  %4 = arith.constant dense<[[0, 0, 0, 127, -127, 127, -127, 0, 0, 127, -127, 127, -127, 127, -127, 127]]> : tensor<1x16xi8>
  check.expect_eq %3, %4 : tensor<1x16xi8>
  return
}

func.func @special_largest_scale() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[3.4028235e+38]]> : tensor<1x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<1x16xf32>, tensor<1x1xf32> -> tensor<1x16xi8>
  %4 = arith.constant dense<[[0, 0, 0, 127, -127, 1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
  check.expect_eq %3, %4 : tensor<1x16xi8>
  return
}

func.func @unsigned_without_zero_point() {
  %1 = check.input dense<[[0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028235e+38, -3.4028235e+38, 1.0e-45, -1.0e-45, 126.5, -127.5, 128.0, -128.0, 2.0e+02, -2.0e+02, 1.0]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[1.0]]> : tensor<1x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<1x16xf32>, tensor<1x1xf32> -> tensor<1x16xi8>
  %4 = arith.constant dense<[[0, 0, 0, 255, 0, 255, 0, 0, 0, 126, 0, 128, 0, 200, 0, 1]]> : tensor<1x16xi8>
  check.expect_eq %3, %4 : tensor<1x16xi8>
  return
}

func.func @division_not_reciprocal() {
  %1 = check.input dense<[[4.600496, 313.8651, -55.106968, -3.2162504, 81.25935, -5.480962, -33.818447, 5.4472313, 10.575701, -62.21848, 0.1318626, -25.99551, 31.241827, -0.43012124, -12.480558, -78.907814]]> : tensor<1x16xf32>
  %2 = arith.constant dense<[[0.16729076, 2.74118, 1.8067858, 0.10210319, 1.609096, 0.110726506, 1.6496803, 0.050204895, 7.0504675, 0.7451315, 0.0058605596, 1.9255934, 0.33060133, 0.029663533, 0.18219793, 1.3042613]]> : tensor<1x16xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8, f32, block [1, 1]>} : tensor<1x16xf32>, tensor<1x16xf32> -> tensor<1x16xi8>
  %4 = arith.constant dense<[[28, 114, -30, -32, 51, -49, -21, 108, 1, -84, 22, -14, 94, -15, -68, -61]]> : tensor<1x16xi8>
  check.expect_eq %3, %4 : tensor<1x16xi8>
  return
}

func.func @division_rows() {
  %1 = check.input dense<[[17.431551, 17.431551, 17.431551], [282.94562, 282.94562, 282.94562], [6.930964, 6.930964, 6.930964], [-3.0606475, -3.0606475, -3.0606475]]> : tensor<4x3xf32>
  %2 = arith.constant dense<[[0.2087611], [4.836677], [0.056121167], [0.026048064]]> : tensor<4x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8, f32, block [1, *]>} : tensor<4x3xf32>, tensor<4x1xf32> -> tensor<4x3xi8>
  %4 = arith.constant dense<[[84, 84, 84], [58, 58, 58], [124, 124, 124], [-118, -118, -118]]> : tensor<4x3xi8>
  check.expect_eq %3, %4 : tensor<4x3xi8>
  return
}

func.func @per_row() {
  %1 = check.input dense<[[0.3189513, -2.5605705, 0.009980053, -0.14093481, -1.9179575, 0.3737977], [0.40644217, -1.0888433, 0.2669861, -0.8496326, 0.7726946, -0.19590423], [-0.76575154, 0.82743526, -0.9133402, 0.16828336, -0.93683416, 0.48413324]]> : tensor<3x6xf32>
  %2 = arith.constant dense<[[0.0013630516], [0.00736345], [0.0005236914]]> : tensor<3x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>} : tensor<3x6xf32>, tensor<3x1xf32> -> tensor<3x6xi8>
  %4 = arith.constant dense<[[127, -127, 7, -103, -127, 127], [55, -127, 36, -115, 105, -27], [-127, 127, -127, 127, -127, 127]]> : tensor<3x6xi8>
  check.expect_eq %3, %4 : tensor<3x6xi8>
  return
}

func.func @per_column() {
  %1 = check.input dense<[[3.8421786, -0.24830693, 1.5834342], [-0.43059525, -0.0577057, 1.3606229], [0.13043152, 0.07979132, 0.9549105], [-1.4621832, -2.5842226, 0.3973507]]> : tensor<4x3xf32>
  %2 = arith.constant dense<[[0.0037157722, 0.042373087, 0.0049597602]]> : tensor<1x3xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [*, 1]>} : tensor<4x3xf32>, tensor<1x3xf32> -> tensor<4x3xi8>
  %4 = arith.constant dense<[[127, -6, 127], [-116, -1, 127], [35, 2, 127], [-127, -61, 80]]> : tensor<4x3xi8>
  check.expect_eq %3, %4 : tensor<4x3xi8>
  return
}

func.func @per_token_u8() {
  %1 = check.input dense<[[-0.23241895, -0.9862765, -0.071860015, -0.35058588, 1.9961472, -0.36725006], [0.7768984, 0.9719256, 0.044972837, 0.0068059564, -0.15355054, 2.0513127], [-0.04503724, 0.55284256, 0.28768247, 1.2024808, -0.14510404, 0.7341041]]> : tensor<3x6xf32>
  %2 = arith.constant dense<[[0.045898877], [0.058443792], [0.00041259767]]> : tensor<3x1xf32>
  %3 = arith.constant dense<[[113], [127], [66]]> : tensor<3x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<3x6xf32>, tensor<3x1xf32>, tensor<3x1xi8> -> tensor<3x6xi8>
  %5 = arith.constant dense<[[108, 92, 111, 105, 156, 105], [140, 144, 128, 127, 124, 162], [0, 255, 255, 255, 0, 255]]> : tensor<3x6xi8>
  check.expect_eq %4, %5 : tensor<3x6xi8>
  return
}

func.func @group_ragged() {
  %1 = check.input dense<[[-0.97268355, -1.2103343, -1.3834358, 0.3872214, -0.102426484, 3.9995298, 0.38101768, 0.28162032, -0.30925864, 0.06566769], [0.23689353, -0.8415687, 3.4607196, 3.3179913, -0.08715917, -0.3804385, -0.5978229, -0.024170488, 0.12363851, -0.49886242]]> : tensor<2x10xf32>
  %2 = arith.constant dense<[[0.0041297753, 0.014262205, 0.00015479146], [0.0044622216, 0.002987126, 0.015396029]]> : tensor<2x3xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, 4]>} : tensor<2x10xf32>, tensor<2x3xf32> -> tensor<2x10xi8>
  %4 = arith.constant dense<[[-127, -127, -127, 94, -7, 127, 27, 20, -127, 127], [53, -127, 127, 127, -29, -127, -127, -8, 8, -32]]> : tensor<2x10xi8>
  check.expect_eq %3, %4 : tensor<2x10xi8>
  return
}

func.func @group_zero_point_ragged() {
  %1 = check.input dense<[[-3.1922903, 0.44857728, -0.19406545, -2.4848492, 1.1009514, -1.0145454, 0.094456434], [0.16311365, 0.062471718, 0.3103407, -0.5372832, -0.33763283, 0.416255, -3.7605824]]> : tensor<2x7xf32>
  %2 = arith.constant dense<[[0.08956843, 0.060342487, 0.00862767], [0.011663642, 0.0009912611, 0.005031634]]> : tensor<2x3xf32>
  %3 = arith.constant dense<[[138, 114, 1], [216, 136, 5]]> : tensor<2x3xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, 3], zero_point>} : tensor<2x7xf32>, tensor<2x3xf32>, tensor<2x3xi8> -> tensor<2x7xi8>
  %5 = arith.constant dense<[[102, 143, 136, 73, 132, 97, 12], [230, 221, 243, 0, 0, 255, 0]]> : tensor<2x7xi8>
  check.expect_eq %4, %5 : tensor<2x7xi8>
  return
}

func.func @block_2d_ragged() {
  %1 = check.input dense<[[0.43722188, -0.2578637, -1.3332492, 0.33548364, -0.104634225, -0.067512006, 1.363445], [3.186864, 0.049238622, 0.059659943, -0.65166867, -0.28809214, 0.17840976, 0.21868059], [-0.32610336, 0.169409, 1.0562276, 1.7975503, 0.2737298, 0.21812163, -0.6514982]]> : tensor<3x7xf32>
  %2 = arith.constant dense<[[0.0027337042, 0.005441075, 0.004548652], [0.03922055, 0.0017480933, 0.00017696875]]> : tensor<2x3xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [2, 3]>} : tensor<3x7xf32>, tensor<2x3xf32> -> tensor<3x7xi8>
  %4 = arith.constant dense<[[127, -94, -127, 62, -19, -12, 127], [127, 18, 22, -120, -53, 33, 48], [-8, 4, 27, 127, 127, 125, -127]]> : tensor<3x7xi8>
  check.expect_eq %3, %4 : tensor<3x7xi8>
  return
}

func.func @rank_1() {
  %1 = check.input dense<[-0.09400755, -0.1141624, -0.04537712, 1.6703062, 0.25474954, -0.68047875, -0.32156214, -2.3725452, 0.50283647, 0.86563134]> : tensor<10xf32>
  %2 = arith.constant dense<[0.0014252753, 0.095969856, 0.030384175]> : tensor<3xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [4]>} : tensor<10xf32>, tensor<3xf32> -> tensor<10xi8>
  %4 = arith.constant dense<[-66, -80, -32, 127, 3, -7, -3, -25, 17, 28]> : tensor<10xi8>
  check.expect_eq %3, %4 : tensor<10xi8>
  return
}

func.func @rank_3() {
  %1 = check.input dense<[[[0.08074626, -0.58157074, 2.4314616, -1.6139512], [3.5142205, -0.39023793, 0.91525304, -0.17082538], [-2.698969, -0.28551283, -0.3875506, 0.7926849]], [[0.19273663, 0.47916853, 0.048216388, -0.7747201], [-0.23456407, -0.2361847, 0.11084753, 0.17428079], [0.14724422, 1.2302098, 3.133504, 1.1688913]]]> : tensor<2x3x4xf32>
  %2 = arith.constant dense<[[[0.0048097074], [0.060611192]], [[0.0007369486], [0.0004726206]]]> : tensor<2x2x1xf32>
  %3 = arith.constant dense<[[[208], [81]], [[58], [67]]]> : tensor<2x2x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, 2, *], zero_point>} : tensor<2x3x4xf32>, tensor<2x2x1xf32>, tensor<2x2x1xi8> -> tensor<2x3x4xi8>
  %5 = arith.constant dense<[[[225, 87, 255, 0], [255, 127, 255, 172], [36, 76, 75, 94]], [[255, 255, 123, 0], [0, 0, 208, 255], [255, 255, 255, 255]]]> : tensor<2x3x4xi8>
  check.expect_eq %4, %5 : tensor<2x3x4xi8>
  return
}

func.func @value_f16() {
  %1 = check.input dense<[[0.9653, 0.96, -0.3396, 0.04648, -1.875, -1.507], [0.012566, -0.02084, 1.085, -0.4824, -1.198, -0.3494]]> : tensor<2x6xf16>
  %2 = arith.constant dense<[[0.000495901], [0.09117087]]> : tensor<2x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f16, block [1, *]>} : tensor<2x6xf16>, tensor<2x1xf32> -> tensor<2x6xi8>
  %4 = arith.constant dense<[[127, 127, -127, 94, -127, -127], [0, 0, 12, -5, -13, -4]]> : tensor<2x6xi8>
  check.expect_eq %3, %4 : tensor<2x6xi8>
  return
}

func.func @value_bf16() {
  %1 = check.input dense<[[0.8, -0.053, -0.1177, 0.01416, 0.01276, -0.06], [-0.64, -0.1113, 0.089, -0.0967, -1.02, 0.28]]> : tensor<2x6xbf16>
  %2 = arith.constant dense<[[0.008446608], [0.024038324]]> : tensor<2x1xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], bf16, block [1, *]>} : tensor<2x6xbf16>, tensor<2x1xf32> -> tensor<2x6xi8>
  %4 = arith.constant dense<[[95, -6, -14, 2, 2, -7], [-27, -5, 4, -4, -43, 12]]> : tensor<2x6xi8>
  check.expect_eq %3, %4 : tensor<2x6xi8>
  return
}

func.func @scale_f16() {
  %1 = check.input dense<[[-0.75774837, 0.19579768, 2.580362, 0.032329798, -0.12666586, 0.4026866], [2.883318, -0.23158103, 2.91446, -0.047281936, 0.8682182, 3.8693767]]> : tensor<2x6xf32>
  %2 = arith.constant dense<[[0.0003445], [0.0004807]]> : tensor<2x1xf16>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *], scale f16>} : tensor<2x6xf32>, tensor<2x1xf16> -> tensor<2x6xi8>
  %4 = arith.constant dense<[[-127, 127, 127, 94, -127, 127], [127, -127, 127, -98, 127, 127]]> : tensor<2x6xi8>
  check.expect_eq %3, %4 : tensor<2x6xi8>
  return
}

func.func @scale_bf16() {
  %1 = check.input dense<[[-1.2298385, 0.11202963, 0.10347891, 0.29728463, -3.174472, 0.3652554], [1.2596511, -1.6059129, -0.62438345, 0.48657227, -0.4257202, -1.0942655]]> : tensor<2x6xf32>
  %2 = arith.constant dense<[[0.00388], [0.0042]]> : tensor<2x1xbf16>
  %3 = arith.constant dense<[[178], [171]]> : tensor<2x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, *], zero_point, scale bf16>} : tensor<2x6xf32>, tensor<2x1xbf16>, tensor<2x1xi8> -> tensor<2x6xi8>
  %5 = arith.constant dense<[[0, 207, 205, 255, 0, 255], [255, 0, 23, 255, 70, 0]]> : tensor<2x6xi8>
  check.expect_eq %4, %5 : tensor<2x6xi8>
  return
}

func.func @s2() {
  %1 = check.input dense<[[2.1906254, -0.22456712, 0.19711462, -0.48651093, -1.6062566], [0.9511162, -0.08951685, -0.25202927, -0.2812349, 0.9001204]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.0011178739, 0.0025078882], [0.00093538425, 0.022956822]]> : tensor<2x2xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s2, f32, block [1, 3]>} : tensor<2x5xf32>, tensor<2x2xf32> -> tensor<2x5xi2>
  %4 = arith.extsi %3 : tensor<2x5xi2> to tensor<2x5xi8>
  %5 = arith.constant dense<[[1, -2, 1, -2, -2], [1, -2, -2, -2, 1]]> : tensor<2x5xi8>
  check.expect_eq %4, %5 : tensor<2x5xi8>
  return
}

func.func @u2() {
  %1 = check.input dense<[[-0.8364604, -1.356168, 0.83724487, 0.044344395, -1.6565843], [1.5185806, -0.15376028, -0.0052213967, 0.57161385, 0.29174972]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.011931434], [0.0031945207]]> : tensor<2x1xf32>
  %3 = arith.constant dense<[[2], [0]]> : tensor<2x1xi2>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u2, f32, block [1, *], zero_point>} : tensor<2x5xf32>, tensor<2x1xf32>, tensor<2x1xi2> -> tensor<2x5xi2>
  %5 = arith.extui %4 : tensor<2x5xi2> to tensor<2x5xi8>
  %6 = arith.constant dense<[[0, 0, 3, 3, 0], [3, 0, 0, 3, 3]]> : tensor<2x5xi8>
  check.expect_eq %5, %6 : tensor<2x5xi8>
  return
}

func.func @s3() {
  %1 = check.input dense<[[3.0488446, 0.17690223, 0.09508145, 0.22916138, 0.027275354], [0.35517463, -0.73847634, 0.33009812, -0.0058988333, -0.020250738]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.0014615995, 0.0019120602], [0.0013797842, 0.0021518872]]> : tensor<2x2xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s3, f32, block [1, 3]>} : tensor<2x5xf32>, tensor<2x2xf32> -> tensor<2x5xi3>
  %4 = arith.extsi %3 : tensor<2x5xi3> to tensor<2x5xi8>
  %5 = arith.constant dense<[[3, 3, 3, 3, 3], [3, -4, 3, -3, -4]]> : tensor<2x5xi8>
  check.expect_eq %4, %5 : tensor<2x5xi8>
  return
}

func.func @u3() {
  %1 = check.input dense<[[1.2538081, -0.2737979, 0.32007802, 0.40058768, -0.16658294], [-0.5322807, -0.11471459, 0.24685359, 0.15856382, -0.50573397]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.0051615066], [0.01300296]]> : tensor<2x1xf32>
  %3 = arith.constant dense<[[4], [6]]> : tensor<2x1xi3>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u3, f32, block [1, *], zero_point>} : tensor<2x5xf32>, tensor<2x1xf32>, tensor<2x1xi3> -> tensor<2x5xi3>
  %5 = arith.extui %4 : tensor<2x5xi3> to tensor<2x5xi8>
  %6 = arith.constant dense<[[7, 0, 7, 7, 0], [0, 0, 7, 7, 0]]> : tensor<2x5xi8>
  check.expect_eq %5, %6 : tensor<2x5xi8>
  return
}

func.func @s4() {
  %1 = check.input dense<[[-0.5338878, -0.20532647, -1.8349661, 0.034732237, -0.7476937], [-0.5292115, -3.5342114, 0.23289862, 0.71240926, 2.9341264]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.001098155, 0.009812941], [2.9495684e-05, 0.006284298]]> : tensor<2x2xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s4, f32, block [1, 3]>} : tensor<2x5xf32>, tensor<2x2xf32> -> tensor<2x5xi4>
  %4 = arith.extsi %3 : tensor<2x5xi4> to tensor<2x5xi8>
  %5 = arith.constant dense<[[-8, -8, -8, 4, -8], [-8, -8, 7, 7, 7]]> : tensor<2x5xi8>
  check.expect_eq %4, %5 : tensor<2x5xi8>
  return
}

func.func @u4() {
  %1 = check.input dense<[[-0.040006235, -0.07865164, 0.06113659, -0.67537403, 0.49643248], [0.13627496, -0.19303316, -0.9605632, -3.0533147, 0.43549734]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.0024404116], [0.02868006]]> : tensor<2x1xf32>
  %3 = arith.constant dense<[[2], [6]]> : tensor<2x1xi4>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u4, f32, block [1, *], zero_point>} : tensor<2x5xf32>, tensor<2x1xf32>, tensor<2x1xi4> -> tensor<2x5xi4>
  %5 = arith.extui %4 : tensor<2x5xi4> to tensor<2x5xi8>
  %6 = arith.constant dense<[[0, 0, 15, 0, 15], [11, 0, 0, 0, 15]]> : tensor<2x5xi8>
  check.expect_eq %5, %6 : tensor<2x5xi8>
  return
}

func.func @s5() {
  %1 = check.input dense<[[-0.85324126, 2.26552, 0.2899528, 0.11811432, -1.2267735], [-0.060542345, -0.34722388, -0.7815778, 0.1963998, 0.24226892]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.0002499012, 0.006140576], [0.0008969727, 0.0006893915]]> : tensor<2x2xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s5, f32, block [1, 3]>} : tensor<2x5xf32>, tensor<2x2xf32> -> tensor<2x5xi5>
  %4 = arith.extsi %3 : tensor<2x5xi5> to tensor<2x5xi8>
  %5 = arith.constant dense<[[-16, 15, 15, 15, -16], [-16, -16, -16, 15, 15]]> : tensor<2x5xi8>
  check.expect_eq %4, %5 : tensor<2x5xi8>
  return
}

func.func @u5() {
  %1 = check.input dense<[[0.2609272, 0.40335685, 0.4680887, 0.22563061, 0.39683756], [-0.7137249, -0.05218485, -0.047860444, -0.03299147, -0.053190365]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.0071610417], [0.00028023985]]> : tensor<2x1xf32>
  %3 = arith.constant dense<[[16], [20]]> : tensor<2x1xi5>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u5, f32, block [1, *], zero_point>} : tensor<2x5xf32>, tensor<2x1xf32>, tensor<2x1xi5> -> tensor<2x5xi5>
  %5 = arith.extui %4 : tensor<2x5xi5> to tensor<2x5xi8>
  %6 = arith.constant dense<[[31, 31, 31, 31, 31], [0, 0, 0, 0, 0]]> : tensor<2x5xi8>
  check.expect_eq %5, %6 : tensor<2x5xi8>
  return
}

func.func @s6() {
  %1 = check.input dense<[[0.36241746, -1.026572, -0.9106157, 2.139084, 0.47118884], [-0.69606113, 0.30930376, -0.27870703, -0.396922, -3.3490183]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.0065395255, 0.00017442508], [0.0017150682, 0.013069615]]> : tensor<2x2xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s6, f32, block [1, 3]>} : tensor<2x5xf32>, tensor<2x2xf32> -> tensor<2x5xi6>
  %4 = arith.extsi %3 : tensor<2x5xi6> to tensor<2x5xi8>
  %5 = arith.constant dense<[[31, -32, -32, 31, 31], [-32, 31, -32, -30, -32]]> : tensor<2x5xi8>
  check.expect_eq %4, %5 : tensor<2x5xi8>
  return
}

func.func @u6() {
  %1 = check.input dense<[[0.43059257, 0.0008363724, -0.109681964, 2.2256217, -0.20144358], [0.2843964, 0.12519945, 0.34593418, -0.068496406, -0.05770299]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.005718819], [0.09511031]]> : tensor<2x1xf32>
  %3 = arith.constant dense<[[43], [24]]> : tensor<2x1xi6>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u6, f32, block [1, *], zero_point>} : tensor<2x5xf32>, tensor<2x1xf32>, tensor<2x1xi6> -> tensor<2x5xi6>
  %5 = arith.extui %4 : tensor<2x5xi6> to tensor<2x5xi8>
  %6 = arith.constant dense<[[63, 43, 24, 63, 8], [27, 25, 28, 23, 23]]> : tensor<2x5xi8>
  check.expect_eq %5, %6 : tensor<2x5xi8>
  return
}

func.func @s7() {
  %1 = check.input dense<[[0.11497542, -0.9183931, -0.0023414493, -0.58550674, 0.119327664], [-2.8115878, 0.19948792, -0.35789704, -0.22870444, -0.20734689]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[7.997849e-06, 0.0007437599], [0.04370199, 0.0046621105]]> : tensor<2x2xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s7, f32, block [1, 3]>} : tensor<2x5xf32>, tensor<2x2xf32> -> tensor<2x5xi7>
  %4 = arith.extsi %3 : tensor<2x5xi7> to tensor<2x5xi8>
  %5 = arith.constant dense<[[63, -64, -64, -64, 63], [-64, 5, -8, -49, -44]]> : tensor<2x5xi8>
  check.expect_eq %4, %5 : tensor<2x5xi8>
  return
}

func.func @u7() {
  %1 = check.input dense<[[-0.4697136, 0.15647572, -0.3723008, -0.31267095, -0.1666795], [-2.409083, 0.6229936, -0.67873263, -0.12987848, 3.8937178]]> : tensor<2x5xf32>
  %2 = arith.constant dense<[[0.0003941254], [0.113194376]]> : tensor<2x1xf32>
  %3 = arith.constant dense<[[80], [6]]> : tensor<2x1xi7>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u7, f32, block [1, *], zero_point>} : tensor<2x5xf32>, tensor<2x1xf32>, tensor<2x1xi7> -> tensor<2x5xi7>
  %5 = arith.extui %4 : tensor<2x5xi7> to tensor<2x5xi8>
  %6 = arith.constant dense<[[0, 127, 0, 0, 0], [0, 12, 0, 5, 40]]> : tensor<2x5xi8>
  check.expect_eq %5, %6 : tensor<2x5xi8>
  return
}

func.func @long_rows() {
  %1 = check.input dense<[[0.10889459, -0.014835745, -0.96469617, 0.31971264, 0.047340006, 3.0612936, -2.293725, -1.2301841, -0.22464034, -0.27284926, -3.5985532, 2.1347833, -0.48068467, -0.1989361, -0.48385197, -0.64940727, 0.2951694, -2.831005, -0.3464884, -0.7751238, 0.22174117, 1.0141921, 0.33415192, -0.152617, 0.17920274, 0.053548247, 0.93764055, -0.51342905, -0.13590854, -0.03868392, 0.100582376, 1.7186941, -0.24064602, -0.06546366, -0.10892078, 0.20370531, -0.14254643, -3.3873775, 1.7480563, -0.20484343, -1.5054495, 0.73349714, -0.10586426, 0.61801994, -0.651249, -0.09949623, -0.0030702204, 1.5419598, 2.7991302, 0.20860186, 0.053793147, 0.49691218, -3.2991836, 1.217618, -0.76101357, -0.14548406, 2.9216685, -0.1878669, -3.0658796, 0.617048, -1.4310918, 0.13351074, -0.7079574, -0.020694256], [-0.6150168, 0.21121715, -1.6399722, -0.3335321, -0.073596016, -0.12518984, -0.072401434, 1.7986076, 0.27949932, -0.037427202, -0.81620073, 1.720159, -0.1760251, -0.10787791, 0.7361488, -1.2590162, 0.27350026, 0.078346476, -0.91249466, -3.0398877, -1.7933675, -0.17912543, -1.800616, 0.059481204, -0.829367, -0.110628664, -0.6297887, -0.5369812, -0.6802683, -0.17492437, 2.954044, 0.5357692, -0.17488013, -0.73109245, -0.9895297, -0.16481206, 3.4944277, -0.10156317, -0.11716765, -0.15841426, 1.244862, -0.8841826, -0.49959117, -0.14076447, -1.7091535, -0.3516448, 0.3996327, -0.38569117, 0.44957376, -0.16555268, -0.042114496, -0.8617408, -2.6994302, 0.6435268, -0.22189681, -2.8175879, -0.15059072, -0.05533904, -0.02850449, -0.106004655, -0.4291701, -0.2779846, 3.6696136, -3.9485357]]> : tensor<2x64xf32>
  %2 = arith.constant dense<[[0.00015727273], [0.020342141]]> : tensor<2x1xf32>
  %3 = arith.constant dense<[[62], [66]]> : tensor<2x1xi8>
  %4 = compress.quantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<2x64xf32>, tensor<2x1xf32>, tensor<2x1xi8> -> tensor<2x64xi8>
  %5 = arith.constant dense<[[255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 255, 0, 0, 42, 255, 255, 255, 255, 255, 0, 255, 0, 0, 255, 0, 0, 255, 0, 255, 0, 0], [36, 76, 0, 50, 62, 60, 62, 154, 80, 64, 26, 151, 57, 61, 102, 4, 79, 70, 21, 0, 0, 57, 0, 69, 25, 61, 35, 40, 33, 57, 211, 92, 57, 30, 17, 58, 238, 61, 60, 58, 127, 23, 41, 59, 0, 49, 86, 47, 88, 58, 64, 24, 0, 98, 55, 0, 59, 63, 65, 61, 45, 52, 246, 0]]> : tensor<2x64xi8>
  check.expect_eq %4, %5 : tensor<2x64xi8>
  return
}

func.func @long_ragged_groups() {
  %1 = check.input dense<[[-0.831429, 0.19824497, -0.8811677, 0.194675, 2.7535772, 0.2467289, 1.4694909, -0.15224385, -0.9165062, 1.8583791, 1.53503, -0.33792874, -3.7860527, 0.4964812, -0.34716213, -0.41086006, 0.49932623, -1.3661416, 1.462671, -0.025145203, 0.09180787, 3.517424, 0.949234, -0.994604, 3.3983011, 0.08994402, 0.10132319, -2.6012557, 0.11762208, -0.18851426, -0.5718957, 1.2077374, -0.51657975, -0.75498825, 0.4010599, -0.80424166, -0.47959596], [-1.4930344, -2.7893004, -0.34563023, 0.27333784, 0.17115137, 1.0375224, 0.34360242, -0.12386003, -0.04805337, -0.38270718, 0.8305655, -0.021422267, 3.175744, 1.2217816, -0.17386723, 0.15033884, -0.029610455, -0.099884525, 0.016707182, 0.32754362, 0.1601804, 3.7730398, 2.3441823, 0.42130843, -0.95902854, 0.22458994, 0.40237185, 1.7130027, 3.397574, 0.32154563, -1.4168525, -3.7423518, 0.36260378, 0.13525419, -3.453514, 0.10882631, 0.27309203]]> : tensor<2x37xf32>
  %2 = arith.constant dense<[[0.0004497026, 0.00073007314, 0.049764372], [0.0009034537, 0.0008451467, 0.0015188977]]> : tensor<2x3xf32>
  %3 = compress.quantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, 16]>} : tensor<2x37xf32>, tensor<2x3xf32> -> tensor<2x37xi8>
  %4 = arith.constant dense<[[-127, 127, -127, 127, 127, 127, 127, -127, -127, 127, 127, -127, -127, 127, -127, -127, 127, -127, 127, -34, 126, 127, 127, -127, 127, 123, 127, -127, 127, -127, -127, 127, -10, -15, 8, -16, -10], [-127, -127, -127, 127, 127, 127, 127, -127, -53, -127, 127, -24, 127, 127, -127, 127, -35, -118, 20, 127, 127, 127, 127, 127, -127, 127, 127, 127, 127, 127, -127, -127, 127, 89, -127, 72, 127]]> : tensor<2x37xi8>
  check.expect_eq %3, %4 : tensor<2x37xi8>
  return
}
