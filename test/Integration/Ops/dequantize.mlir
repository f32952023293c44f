// RUN: %python %S/generate.py dequantize | diff %s -
// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Written by generate.py.

func.func @per_tensor() {
  %1 = check.input dense<[[112, -109, 14, 68, 77], [-122, -92, -120, -73, 54], [-109, 0, 110, 113, 52], [90, 93, 43, -60, 53]]> : tensor<4x5xi8>
  %2 = arith.constant dense<[[0.3341918]]> : tensor<1x1xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<4x5xi8>, tensor<1x1xf32> -> tensor<4x5xf32>
  %4 = arith.constant dense<[[37.42948, -36.426907, 4.678685, 22.725042, 25.732769], [-40.7714, -30.745646, -40.103016, -24.396002, 18.046356], [-36.426907, 0.0, 36.761097, 37.76367, 17.377974], [30.077263, 31.079838, 14.370247, -20.051508, 17.712166]]> : tensor<4x5xf32>
  check.expect_eq %3, %4 : tensor<4x5xf32>
  return
}

func.func @per_row() {
  %1 = check.input dense<[[79, -97, 17, -44, 122, -50], [-16, 81, -20, 126, -79, 103], [-68, -40, -31, -69, -6, 12], [103, -105, -92, -12, 44, 87]]> : tensor<4x6xi8>
  %2 = arith.constant dense<[[1.6316806], [0.17328332], [0.018459748], [0.080914795]]> : tensor<4x1xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>} : tensor<4x6xi8>, tensor<4x1xf32> -> tensor<4x6xf32>
  %4 = arith.constant dense<[[128.90277, -158.27303, 27.738571, -71.793945, 199.06503, -81.58403], [-2.7725332, 14.035949, -3.4656665, 21.833698, -13.689383, 17.848183], [-1.2552629, -0.73838997, -0.5722522, -1.2737226, -0.11075849, 0.22151698], [8.334224, -8.496054, -7.4441614, -0.97097754, 3.560251, 7.039587]]> : tensor<4x6xf32>
  check.expect_eq %3, %4 : tensor<4x6xf32>
  return
}

func.func @per_column() {
  %1 = check.input dense<[[39, 28, 1, -87], [-75, -102, -94, -100], [86, 109, -96, -17]]> : tensor<3x4xi8>
  %2 = arith.constant dense<[[0.059604105, 0.4152336, 1.7497098, 0.8615287]]> : tensor<1x4xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [*, 1]>} : tensor<3x4xi8>, tensor<1x4xf32> -> tensor<3x4xf32>
  %4 = arith.constant dense<[[2.3245602, 11.626541, 1.7497098, -74.952995], [-4.470308, -42.35383, -164.47273, -86.15287], [5.125953, 45.260464, -167.97214, -14.6459875]]> : tensor<3x4xf32>
  check.expect_eq %3, %4 : tensor<3x4xf32>
  return
}

func.func @per_token_u8() {
  %1 = check.input dense<[[135, 132, 233, 70, 175], [5, 129, 171, 183, 66], [18, 113, 56, 243, 56]]> : tensor<3x5xi8>
  %2 = arith.constant dense<[[2.456809], [3.5960798], [0.06849122]]> : tensor<3x1xf32>
  %3 = arith.constant dense<[[226], [117], [68]]> : tensor<3x1xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<3x5xi8>, tensor<3x1xf32>, tensor<3x1xi8> -> tensor<3x5xf32>
  %5 = arith.constant dense<[[-223.56963, -230.94005, 17.197662, -383.2622, -125.297264], [-402.76093, 43.152958, 194.18831, 237.34126, -183.40007], [-3.424561, 3.082105, -0.82189465, 11.985964, -0.82189465]]> : tensor<3x5xf32>
  check.expect_eq %4, %5 : tensor<3x5xf32>
  return
}

func.func @whole_u8() {
  %1 = check.input dense<[[27, 32, 41, 224, 158, 74, 14, 61], [20, 243, 238, 108, 122, 0, 19, 153]]> : tensor<2x8xi8>
  %2 = arith.constant dense<[[0.11522865]]> : tensor<1x1xf32>
  %3 = arith.constant dense<[[91]]> : tensor<1x1xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<2x8xi8>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<2x8xf32>
  %5 = arith.constant dense<[[-7.374634, -6.7984905, -5.7614326, 15.325411, 7.7203197, -1.9588871, -8.872606, -3.4568596], [-8.181234, 17.514755, 16.938612, 1.9588871, 3.5720882, -10.485807, -8.296463, 7.1441765]]> : tensor<2x8xf32>
  check.expect_eq %4, %5 : tensor<2x8xf32>
  return
}

func.func @unsigned_without_zero_point() {
  %1 = check.input dense<[[244, 233, 184], [118, 124, 71]]> : tensor<2x3xi8>
  %2 = arith.constant dense<[[0.43375424]]> : tensor<1x1xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<2x3xi8>, tensor<1x1xf32> -> tensor<2x3xf32>
  %4 = arith.constant dense<[[105.83604, 101.064735, 79.810776], [51.183, 53.785526, 30.79655]]> : tensor<2x3xf32>
  check.expect_eq %3, %4 : tensor<2x3xf32>
  return
}

func.func @signed_zero_point() {
  %1 = check.input dense<[[1, 2, -40, -58], [52, -60, -75, 124], [-13, 62, 22, -114]]> : tensor<3x4xi8>
  %2 = arith.constant dense<[[7.149727], [0.512923], [1.6524575]]> : tensor<3x1xf32>
  %3 = arith.constant dense<[[-27], [-27], [-67]]> : tensor<3x1xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<s8, f32, block [1, *], zero_point>} : tensor<3x4xi8>, tensor<3x1xf32>, tensor<3x1xi8> -> tensor<3x4xf32>
  %5 = arith.constant dense<[[200.19235, 207.34207, -92.94645, -221.64154], [40.520916, -16.926458, -24.620304, 77.45137], [89.232704, 213.167, 147.06871, -77.665504]]> : tensor<3x4xf32>
  check.expect_eq %4, %5 : tensor<3x4xf32>
  return
}

func.func @group() {
  %1 = check.input dense<[[55, 19, -86, 60, -55, -122, 70, -42], [-14, -17, 8, -63, -16, 50, 109, 31], [-4, 96, 118, -83, 59, -103, -104, -110]]> : tensor<3x8xi8>
  %2 = arith.constant dense<[[0.007659413, 0.02933428], [3.316879, 1.7438834], [0.29605934, 0.07720208]]> : tensor<3x2xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, 4]>} : tensor<3x8xi8>, tensor<3x2xf32> -> tensor<3x8xf32>
  %4 = arith.constant dense<[[0.42126772, 0.14552885, -0.6587095, 0.45956478, -1.6133854, -3.5787823, 2.0533996, -1.2320398], [-46.436306, -56.386944, 26.535032, -208.96338, -27.902134, 87.19417, 190.08328, 54.060383], [-1.1842374, 28.421696, 34.935, -24.572926, 4.554923, -7.9518147, -8.0290165, -8.492229]]> : tensor<3x8xf32>
  check.expect_eq %3, %4 : tensor<3x8xf32>
  return
}

func.func @group_ragged() {
  %1 = check.input dense<[[-3, -38, -15, 15, 51, -91, -62, 14, -65, 19], [-101, -13, 6, -21, 74, -77, 31, 56, -42, 7], [-106, 111, -64, 20, -97, 126, -16, 69, -62, -20]]> : tensor<3x10xi8>
  %2 = arith.constant dense<[[0.11162336, 0.03417498, 0.41998363], [0.27479386, 0.05626964, 0.24436343], [0.7956549, 0.015144262, 0.35074884]]> : tensor<3x3xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, 4]>} : tensor<3x10xi8>, tensor<3x3xf32> -> tensor<3x10xf32>
  %4 = arith.constant dense<[[-0.3348701, -4.241688, -1.6743504, 1.6743504, 1.742924, -3.1099231, -2.1188488, 0.4784497, -27.298935, 7.9796886], [-27.75418, -3.5723202, 1.6487632, -5.770671, 4.1639533, -4.3327622, 1.7443588, 3.1510997, -10.263264, 1.710544], [-84.33942, 88.317696, -50.921913, 15.913097, -1.4689934, 1.908177, -0.2423082, 1.0449541, -21.746428, -7.0149765]]> : tensor<3x10xf32>
  check.expect_eq %3, %4 : tensor<3x10xf32>
  return
}

func.func @group_zero_point_ragged() {
  %1 = check.input dense<[[190, 74, 237, 248, 46, 84, 123], [71, 73, 165, 122, 74, 89, 171]]> : tensor<2x7xi8>
  %2 = arith.constant dense<[[0.3723821, 4.321928, 0.08934], [0.4870777, 0.13922802, 0.078160785]]> : tensor<2x3xf32>
  %3 = arith.constant dense<[[114, 13, 187], [78, 188, 90]]> : tensor<2x3xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, 3], zero_point>} : tensor<2x7xi8>, tensor<2x3xf32>, tensor<2x3xi8> -> tensor<2x7xf32>
  %5 = arith.constant dense<[[28.30104, -14.895285, 45.802998, 1015.6531, 142.62363, 306.8569, -5.71776], [-3.409544, -2.4353886, 42.375763, -9.189049, -15.871994, -13.783573, 6.3310237]]> : tensor<2x7xf32>
  check.expect_eq %4, %5 : tensor<2x7xf32>
  return
}

func.func @block_2d() {
  %1 = check.input dense<[[-77, 45, 91, 85, 13, 79], [115, -115, -127, -61, 76, -105], [33, 20, 77, -32, 88, 85], [-92, 49, 1, -76, 97, -113]]> : tensor<4x6xi8>
  %2 = arith.constant dense<[[4.5888953, 0.11797045], [0.041448765, 0.15204221]]> : tensor<2x2xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [2, 3]>} : tensor<4x6xi8>, tensor<2x2xf32> -> tensor<4x6xf32>
  %4 = arith.constant dense<[[-353.34494, 206.50029, 417.58948, 10.027489, 1.5336158, 9.319666], [527.72296, -527.72296, -582.78973, -7.1961975, 8.9657545, -12.386897], [1.3678092, 0.8289753, 3.1915548, -4.8653507, 13.379715, 12.923588], [-3.8132863, 2.0309894, 0.041448765, -11.555208, 14.748095, -17.180769]]> : tensor<4x6xf32>
  check.expect_eq %3, %4 : tensor<4x6xf32>
  return
}

func.func @block_2d_ragged() {
  %1 = check.input dense<[[61, 8, -102, 33, -20, 31, 94], [94, -82, 30, -22, -95, 58, -14], [47, 20, -121, -22, -33, 41, -64], [76, -37, -23, 51, 92, -9, -119], [-19, -10, 42, -17, 110, 2, -122]]> : tensor<5x7xi8>
  %2 = arith.constant dense<[[0.2220006, 0.35188127, 2.0549116], [0.07269736, 0.046284743, 0.1352533], [4.918172, 0.059059612, 3.3150163]]> : tensor<3x3xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [2, 3]>} : tensor<5x7xi8>, tensor<3x3xf32> -> tensor<5x7xf32>
  %4 = arith.constant dense<[[13.542036, 1.7760048, -22.644062, 11.612082, -7.0376253, 10.908319, 193.1617], [20.868057, -18.204048, 6.660018, -7.741388, -33.42872, 20.409113, -28.768763], [3.4167757, 1.4539471, -8.79638, -1.0182643, -1.5273966, 1.8976744, -8.656211], [5.524999, -2.6898022, -1.6720392, 2.3605218, 4.2581964, -0.41656268, -16.095142], [-93.44527, -49.181717, 206.56322, -1.0040134, 6.496557, 0.118119225, -404.43198]]> : tensor<5x7xf32>
  check.expect_eq %3, %4 : tensor<5x7xf32>
  return
}

func.func @block_larger_than_dimension() {
  %1 = check.input dense<[[-4, 12, -87], [-10, -58, 108]]> : tensor<2x3xi8>
  %2 = arith.constant dense<[[0.23920843]]> : tensor<1x1xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [8, 8]>} : tensor<2x3xi8>, tensor<1x1xf32> -> tensor<2x3xf32>
  %4 = arith.constant dense<[[-0.9568337, 2.870501, -20.811134], [-2.3920844, -13.874089, 25.83451]]> : tensor<2x3xf32>
  check.expect_eq %3, %4 : tensor<2x3xf32>
  return
}

func.func @rank_1() {
  %1 = check.input dense<[-53, 86, 90, 126, 3, 58, -57, -1, 79, 111]> : tensor<10xi8>
  %2 = arith.constant dense<[0.003274981, 3.1051483, 0.06597735]> : tensor<3xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [4]>} : tensor<10xi8>, tensor<3xf32> -> tensor<10xf32>
  %4 = arith.constant dense<[-0.17357399, 0.28164837, 0.29474828, 0.4126476, 9.315445, 180.0986, -176.99345, -3.1051483, 5.2122107, 7.323486]> : tensor<10xf32>
  check.expect_eq %3, %4 : tensor<10xf32>
  return
}

func.func @rank_3() {
  %1 = check.input dense<[[[107, 112, 140, 51], [0, 119, 243, 19], [103, 46, 245, 41]], [[143, 217, 25, 235], [166, 129, 99, 30], [116, 239, 172, 218]]]> : tensor<2x3x4xi8>
  %2 = arith.constant dense<[[[0.3001758], [0.10222116]], [[0.011645868], [0.0397636]]]> : tensor<2x2x1xf32>
  %3 = arith.constant dense<[[[100], [132]], [[253], [243]]]> : tensor<2x2x1xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, 2, *], zero_point>} : tensor<2x3x4xi8>, tensor<2x2x1xf32>, tensor<2x2x1xi8> -> tensor<2x3x4xf32>
  %5 = arith.constant dense<[[[2.1012306, 3.6021094, 12.007031, -14.708613], [-30.017578, 5.70334, 42.925137, -24.31424], [-2.9644136, -8.791019, 11.550991, -9.302126]], [[-1.2810456, -0.41925126, -2.655258, -0.20962563], [-1.0131905, -1.4440877, -1.7934637, -2.5970287], [-5.0499773, -0.1590544, -2.8232155, -0.99408996]]]> : tensor<2x3x4xf32>
  check.expect_eq %4, %5 : tensor<2x3x4xf32>
  return
}

func.func @filters() {
  %1 = check.input dense<[[[[-121, 72], [-23, 75]], [[-107, -50], [-89, -55]]], [[[-11, -114], [-65, -103]], [[-120, 22], [-117, -106]]], [[[109, -65], [-51, -47]], [[-39, -105], [-32, 109]]]]> : tensor<3x2x2x2xi8>
  %2 = arith.constant dense<[[[[0.005788401]]], [[[1.9257779]]], [[[0.078690514]]]]> : tensor<3x1x1x1xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *, *, *]>} : tensor<3x2x2x2xi8>, tensor<3x1x1x1xf32> -> tensor<3x2x2x2xf32>
  %4 = arith.constant dense<[[[[-0.7003965, 0.41676486], [-0.13313322, 0.43413007]], [[-0.6193589, -0.28942004], [-0.51516765, -0.31836206]]], [[[-21.183558, -219.53868], [-125.17557, -198.35512]], [[-231.09335, 42.367115], [-225.31601, -204.13246]]], [[[8.577266, -5.1148834], [-4.013216, -3.6984541]], [[-3.0689301, -8.262504], [-2.5180964, 8.577266]]]]> : tensor<3x2x2x2xf32>
  check.expect_eq %3, %4 : tensor<3x2x2x2xf32>
  return
}

func.func @scale_f16() {
  %1 = check.input dense<[[19, 109, -114, -110], [-68, 66, -56, -93], [84, -76, -86, -55]]> : tensor<3x4xi8>
  %2 = arith.constant dense<[[0.02502], [1.879], [0.03546]]> : tensor<3x1xf16>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *], scale f16>} : tensor<3x4xi8>, tensor<3x1xf16> -> tensor<3x4xf32>
  %4 = arith.constant dense<[[0.47546387, 2.7276611, -2.8527832, -2.7526855], [-127.765625, 124.00781, -105.21875, -174.73828], [2.9787598, -2.6950684, -3.0496826, -1.9503784]]> : tensor<3x4xf32>
  check.expect_eq %3, %4 : tensor<3x4xf32>
  return
}

func.func @scale_bf16() {
  %1 = check.input dense<[[114, 125, 37, -61], [40, 31, 45, 17], [-62, 67, 92, 66]]> : tensor<3x4xi8>
  %2 = arith.constant dense<[[2.5], [7.0], [0.00708]]> : tensor<3x1xbf16>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *], scale bf16>} : tensor<3x4xi8>, tensor<3x1xbf16> -> tensor<3x4xf32>
  %4 = arith.constant dense<[[285.0, 312.5, 92.5, -152.5], [2.8e+02, 217.0, 315.0, 119.0], [-0.43896484, 0.47436523, 0.6513672, 0.46728516]]> : tensor<3x4xf32>
  check.expect_eq %3, %4 : tensor<3x4xf32>
  return
}

func.func @expressed_f16() {
  %1 = check.input dense<[[-39, -94, -82, 8, -32], [-115, 60, -36, 119, -31], [39, 2, 49, -27, -76]]> : tensor<3x5xi8>
  %2 = arith.constant dense<[[1.3363585], [1.044379], [0.002609536]]> : tensor<3x1xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f16, block [1, *]>} : tensor<3x5xi8>, tensor<3x1xf32> -> tensor<3x5xf16>
  %4 = arith.constant dense<[[-52.12, -125.6, -109.56, 10.69, -42.75], [-120.1, 62.66, -37.6, 124.25, -32.38], [0.10175, 0.00522, 0.1278, -0.07043, -0.1984]]> : tensor<3x5xf16>
  check.expect_eq %3, %4 : tensor<3x5xf16>
  return
}

func.func @expressed_bf16() {
  %1 = check.input dense<[[89, 109, 100, 4, 31], [169, 212, 9, 60, 117], [75, 109, 50, 247, 20]]> : tensor<3x5xi8>
  %2 = arith.constant dense<[[0.12059804], [0.060350537], [0.051465865]]> : tensor<3x1xf32>
  %3 = arith.constant dense<[[183], [140], [27]]> : tensor<3x1xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<u8, bf16, block [1, *], zero_point>} : tensor<3x5xi8>, tensor<3x1xf32>, tensor<3x1xi8> -> tensor<3x5xbf16>
  %5 = arith.constant dense<[[-11.3, -8.94, -1.0e+01, -21.6, -18.4], [1.75, 4.34, -7.9, -4.8, -1.39], [2.47, 4.22, 1.19, 11.3, -0.36]]> : tensor<3x5xbf16>
  check.expect_eq %4, %5 : tensor<3x5xbf16>
  return
}

func.func @half_scale_and_value() {
  %1 = check.input dense<[[75, 121, 72, -39], [120, -114, -98, -114]]> : tensor<2x4xi8>
  %2 = arith.constant dense<[[0.3765, 3.184], [0.0418, 5.45]]> : tensor<2x2xf16>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f16, block [1, 2], scale f16>} : tensor<2x4xi8>, tensor<2x2xf16> -> tensor<2x4xf16>
  %4 = arith.constant dense<[[28.23, 45.56, 229.2, -124.2], [5.016, -4.766, -534.0, -621.0]]> : tensor<2x4xf16>
  check.expect_eq %3, %4 : tensor<2x4xf16>
  return
}

ml_program.global private @weight.weight0(dense<[[4, 52, 64, 31, -9, 102], [-92, -67, -25, 64, 3, -36]]> : tensor<2x6xi8>) : tensor<2x6xi8>
func.func @weight() {
  %1 = ml_program.global_load @weight.weight0 : tensor<2x6xi8>
  %2 = arith.constant dense<[[0.021316722], [0.20758115]]> : tensor<2x1xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>} : tensor<2x6xi8>, tensor<2x1xf32> -> tensor<2x6xf32>
  %4 = arith.constant dense<[[0.08526689, 1.1084695, 1.3642702, 0.6608184, -0.1918505, 2.1743057], [-19.097466, -13.907937, -5.1895285, 13.285193, 0.6227434, -7.4729214]]> : tensor<2x6xf32>
  check.expect_eq %3, %4 : tensor<2x6xf32>
  return
}

ml_program.global private @weight_groups.weight0(dense<[[226, 215, 150, 254, 70, 17], [167, 16, 157, 219, 188, 130]]> : tensor<2x6xi8>) : tensor<2x6xi8>
func.func @weight_groups() {
  %1 = ml_program.global_load @weight_groups.weight0 : tensor<2x6xi8>
  %2 = arith.constant dense<[[0.0446418, 0.06007181], [0.017037917, 0.2772316]]> : tensor<2x2xf32>
  %3 = arith.constant dense<[[251, 47], [122, 248]]> : tensor<2x2xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, 4], zero_point>} : tensor<2x6xi8>, tensor<2x2xf32>, tensor<2x2xi8> -> tensor<2x6xf32>
  %5 = arith.constant dense<[[-1.116045, -1.6071048, -4.508822, 0.13392541, 1.3816516, -1.8021543], [0.7667063, -1.8060192, 0.59632707, 1.6526779, -16.633896, -32.71333]]> : tensor<2x6xf32>
  check.expect_eq %4, %5 : tensor<2x6xf32>
  return
}

func.func @s2() {
  %1 = check.input dense<[[-1, -2, -2, 1, -1], [1, 0, 1, -2, 0]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi2>
  %3 = arith.constant dense<[[0.09230738, 2.0054204], [0.04211715, 0.0479985]]> : tensor<2x2xf32>
  %4 = compress.dequantize %2, %3 {scheme = #compress.affine<s2, f32, block [1, 3]>} : tensor<2x5xi2>, tensor<2x2xf32> -> tensor<2x5xf32>
  %5 = arith.constant dense<[[-0.09230738, -0.18461476, -0.18461476, 2.0054204, -2.0054204], [0.04211715, 0.0, 0.04211715, -0.095997, 0.0]]> : tensor<2x5xf32>
  check.expect_eq %4, %5 : tensor<2x5xf32>
  return
}

func.func @u2() {
  %1 = check.input dense<[[0, 3, 1, 0, 2], [2, 1, 2, 2, 3]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi2>
  %3 = arith.constant dense<[[0.036889132], [0.004723504]]> : tensor<2x1xf32>
  %4 = arith.constant dense<[[3], [3]]> : tensor<2x1xi2>
  %5 = compress.dequantize %2, %3, %4 {scheme = #compress.affine<u2, f32, block [1, *], zero_point>} : tensor<2x5xi2>, tensor<2x1xf32>, tensor<2x1xi2> -> tensor<2x5xf32>
  %6 = arith.constant dense<[[-0.11066739, 0.0, -0.073778264, -0.11066739, -0.036889132], [-0.004723504, -0.009447008, -0.004723504, -0.004723504, 0.0]]> : tensor<2x5xf32>
  check.expect_eq %5, %6 : tensor<2x5xf32>
  return
}

ml_program.global private @s2_weight.weight0(dense<[[0, -2, -1, -1, 1], [0, -1, 1, 0, 1]]> : tensor<2x5xi2>) : tensor<2x5xi2>
func.func @s2_weight() {
  %1 = ml_program.global_load @s2_weight.weight0 : tensor<2x5xi2>
  %2 = arith.constant dense<[[1.3437936, 6.1684756], [0.8089322, 1.3405404]]> : tensor<2x2xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s2, f32, block [1, 3]>} : tensor<2x5xi2>, tensor<2x2xf32> -> tensor<2x5xf32>
  %4 = arith.constant dense<[[0.0, -2.6875873, -1.3437936, -6.1684756, 6.1684756], [0.0, -0.8089322, 0.8089322, 0.0, 1.3405404]]> : tensor<2x5xf32>
  check.expect_eq %3, %4 : tensor<2x5xf32>
  return
}

func.func @s3() {
  %1 = check.input dense<[[-1, -4, -4, 3, -1], [-3, 0, -3, -4, 1]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi3>
  %3 = arith.constant dense<[[1.3301538, 0.5017695], [1.7821671, 0.26331845]]> : tensor<2x2xf32>
  %4 = compress.dequantize %2, %3 {scheme = #compress.affine<s3, f32, block [1, 3]>} : tensor<2x5xi3>, tensor<2x2xf32> -> tensor<2x5xf32>
  %5 = arith.constant dense<[[-1.3301538, -5.3206153, -5.3206153, 1.5053084, -0.5017695], [-5.3465014, 0.0, -5.3465014, -1.0532738, 0.26331845]]> : tensor<2x5xf32>
  check.expect_eq %4, %5 : tensor<2x5xf32>
  return
}

func.func @u3() {
  %1 = check.input dense<[[2, 7, 7, 4, 6], [0, 1, 4, 4, 7]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi3>
  %3 = arith.constant dense<[[0.32427892], [0.07972771]]> : tensor<2x1xf32>
  %4 = arith.constant dense<[[3], [3]]> : tensor<2x1xi3>
  %5 = compress.dequantize %2, %3, %4 {scheme = #compress.affine<u3, f32, block [1, *], zero_point>} : tensor<2x5xi3>, tensor<2x1xf32>, tensor<2x1xi3> -> tensor<2x5xf32>
  %6 = arith.constant dense<[[-0.32427892, 1.2971157, 1.2971157, 0.32427892, 0.97283673], [-0.23918313, -0.15945542, 0.07972771, 0.07972771, 0.31891084]]> : tensor<2x5xf32>
  check.expect_eq %5, %6 : tensor<2x5xf32>
  return
}

ml_program.global private @s3_weight.weight0(dense<[[-1, -3, -2, 0, 2], [0, 1, 3, 1, -2]]> : tensor<2x5xi3>) : tensor<2x5xi3>
func.func @s3_weight() {
  %1 = ml_program.global_load @s3_weight.weight0 : tensor<2x5xi3>
  %2 = arith.constant dense<[[0.14574713, 0.009298533], [0.25878412, 0.9360235]]> : tensor<2x2xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s3, f32, block [1, 3]>} : tensor<2x5xi3>, tensor<2x2xf32> -> tensor<2x5xf32>
  %4 = arith.constant dense<[[-0.14574713, -0.43724138, -0.29149425, 0.0, 0.018597066], [0.0, 0.25878412, 0.77635235, 0.9360235, -1.872047]]> : tensor<2x5xf32>
  check.expect_eq %3, %4 : tensor<2x5xf32>
  return
}

func.func @s4() {
  %1 = check.input dense<[[3, 0, -7, -2, 5], [-8, 3, 4, -1, -7]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi4>
  %3 = arith.constant dense<[[0.06211496, 0.007275261], [0.121120304, 0.14355141]]> : tensor<2x2xf32>
  %4 = compress.dequantize %2, %3 {scheme = #compress.affine<s4, f32, block [1, 3]>} : tensor<2x5xi4>, tensor<2x2xf32> -> tensor<2x5xf32>
  %5 = arith.constant dense<[[0.18634489, 0.0, -0.43480474, -0.014550522, 0.036376305], [-0.96896243, 0.3633609, 0.48448122, -0.14355141, -1.0048599]]> : tensor<2x5xf32>
  check.expect_eq %4, %5 : tensor<2x5xf32>
  return
}

func.func @u4() {
  %1 = check.input dense<[[11, 4, 15, 2, 8], [7, 15, 1, 8, 7]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi4>
  %3 = arith.constant dense<[[0.4193319], [0.2742387]]> : tensor<2x1xf32>
  %4 = arith.constant dense<[[1], [12]]> : tensor<2x1xi4>
  %5 = compress.dequantize %2, %3, %4 {scheme = #compress.affine<u4, f32, block [1, *], zero_point>} : tensor<2x5xi4>, tensor<2x1xf32>, tensor<2x1xi4> -> tensor<2x5xf32>
  %6 = arith.constant dense<[[4.1933193, 1.2579957, 5.8706465, 0.4193319, 2.9353232], [-1.3711935, 0.8227161, -3.016626, -1.0969548, -1.3711935]]> : tensor<2x5xf32>
  check.expect_eq %5, %6 : tensor<2x5xf32>
  return
}

ml_program.global private @s4_weight.weight0(dense<[[-6, -6, -2, -6, 4], [-5, 1, 6, -7, -5]]> : tensor<2x5xi4>) : tensor<2x5xi4>
func.func @s4_weight() {
  %1 = ml_program.global_load @s4_weight.weight0 : tensor<2x5xi4>
  %2 = arith.constant dense<[[0.17033252, 0.0105852485], [1.0680441, 0.6400931]]> : tensor<2x2xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s4, f32, block [1, 3]>} : tensor<2x5xi4>, tensor<2x2xf32> -> tensor<2x5xf32>
  %4 = arith.constant dense<[[-1.0219951, -1.0219951, -0.34066504, -0.06351149, 0.042340994], [-5.3402205, 1.0680441, 6.408264, -4.480652, -3.2004654]]> : tensor<2x5xf32>
  check.expect_eq %3, %4 : tensor<2x5xf32>
  return
}

func.func @s5() {
  %1 = check.input dense<[[-7, 5, -10, -9, 6], [12, -5, -8, 5, 2]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi5>
  %3 = arith.constant dense<[[0.032178495, 0.14530191], [0.020896785, 0.7149501]]> : tensor<2x2xf32>
  %4 = compress.dequantize %2, %3 {scheme = #compress.affine<s5, f32, block [1, 3]>} : tensor<2x5xi5>, tensor<2x2xf32> -> tensor<2x5xf32>
  %5 = arith.constant dense<[[-0.22524947, 0.16089247, -0.32178494, -1.3077172, 0.87181145], [0.25076142, -0.104483925, -0.16717428, 3.5747504, 1.4299002]]> : tensor<2x5xf32>
  check.expect_eq %4, %5 : tensor<2x5xf32>
  return
}

func.func @u5() {
  %1 = check.input dense<[[11, 7, 11, 2, 25], [23, 13, 11, 12, 4]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi5>
  %3 = arith.constant dense<[[0.9952111], [2.486331]]> : tensor<2x1xf32>
  %4 = arith.constant dense<[[3], [26]]> : tensor<2x1xi5>
  %5 = compress.dequantize %2, %3, %4 {scheme = #compress.affine<u5, f32, block [1, *], zero_point>} : tensor<2x5xi5>, tensor<2x1xf32>, tensor<2x1xi5> -> tensor<2x5xf32>
  %6 = arith.constant dense<[[7.961689, 3.9808445, 7.961689, -0.9952111, 21.894646], [-7.458993, -32.322304, -37.294964, -34.80863, -54.69928]]> : tensor<2x5xf32>
  check.expect_eq %5, %6 : tensor<2x5xf32>
  return
}

ml_program.global private @s5_weight.weight0(dense<[[-16, -11, -2, -13, 1], [-8, -7, -2, 15, -15]]> : tensor<2x5xi5>) : tensor<2x5xi5>
func.func @s5_weight() {
  %1 = ml_program.global_load @s5_weight.weight0 : tensor<2x5xi5>
  %2 = arith.constant dense<[[0.06094891, 0.065230384], [2.0525165, 0.001037363]]> : tensor<2x2xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s5, f32, block [1, 3]>} : tensor<2x5xi5>, tensor<2x2xf32> -> tensor<2x5xf32>
  %4 = arith.constant dense<[[-0.97518253, -0.670438, -0.12189782, -0.847995, 0.065230384], [-16.420132, -14.367615, -4.105033, 0.015560444, -0.015560444]]> : tensor<2x5xf32>
  check.expect_eq %3, %4 : tensor<2x5xf32>
  return
}

func.func @s6() {
  %1 = check.input dense<[[-31, 5, 4, 14, 30], [22, -23, -1, 19, -30]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi6>
  %3 = arith.constant dense<[[0.2687784, 0.04248873], [0.028943032, 0.14703259]]> : tensor<2x2xf32>
  %4 = compress.dequantize %2, %3 {scheme = #compress.affine<s6, f32, block [1, 3]>} : tensor<2x5xi6>, tensor<2x2xf32> -> tensor<2x5xf32>
  %5 = arith.constant dense<[[-8.33213, 1.3438921, 1.0751137, 0.59484226, 1.2746619], [0.6367467, -0.6656897, -0.028943032, 2.7936192, -4.410978]]> : tensor<2x5xf32>
  check.expect_eq %4, %5 : tensor<2x5xf32>
  return
}

func.func @u6() {
  %1 = check.input dense<[[13, 27, 21, 58, 11], [2, 49, 33, 7, 62]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi6>
  %3 = arith.constant dense<[[7.1174994], [3.6597276]]> : tensor<2x1xf32>
  %4 = arith.constant dense<[[41], [10]]> : tensor<2x1xi6>
  %5 = compress.dequantize %2, %3, %4 {scheme = #compress.affine<u6, f32, block [1, *], zero_point>} : tensor<2x5xi6>, tensor<2x1xf32>, tensor<2x1xi6> -> tensor<2x5xf32>
  %6 = arith.constant dense<[[-199.28998, -99.64499, -142.34999, 120.99749, -213.52498], [-29.27782, 142.72937, 84.17374, -10.979183, 190.30583]]> : tensor<2x5xf32>
  check.expect_eq %5, %6 : tensor<2x5xf32>
  return
}

ml_program.global private @s6_weight.weight0(dense<[[-15, 15, 0, 1, -12], [-25, 9, -5, 26, 10]]> : tensor<2x5xi6>) : tensor<2x5xi6>
func.func @s6_weight() {
  %1 = ml_program.global_load @s6_weight.weight0 : tensor<2x5xi6>
  %2 = arith.constant dense<[[0.45464385, 0.015884884], [0.31838587, 0.7220652]]> : tensor<2x2xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s6, f32, block [1, 3]>} : tensor<2x5xi6>, tensor<2x2xf32> -> tensor<2x5xf32>
  %4 = arith.constant dense<[[-6.819658, 6.819658, 0.0, 0.015884884, -0.1906186], [-7.9596467, 2.8654728, -1.5919293, 18.773695, 7.220652]]> : tensor<2x5xf32>
  check.expect_eq %3, %4 : tensor<2x5xf32>
  return
}

func.func @s7() {
  %1 = check.input dense<[[56, -36, -56, -64, 53], [48, -27, -1, 47, -15]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi7>
  %3 = arith.constant dense<[[0.11201674, 0.9035963], [0.40333617, 1.317471]]> : tensor<2x2xf32>
  %4 = compress.dequantize %2, %3 {scheme = #compress.affine<s7, f32, block [1, 3]>} : tensor<2x5xi7>, tensor<2x2xf32> -> tensor<2x5xf32>
  %5 = arith.constant dense<[[6.2729373, -4.0326023, -6.2729373, -57.830162, 47.890602], [19.360136, -10.890077, -0.40333617, 61.92114, -19.762066]]> : tensor<2x5xf32>
  check.expect_eq %4, %5 : tensor<2x5xf32>
  return
}

func.func @u7() {
  %1 = check.input dense<[[20, 107, 33, 2, 3], [112, 101, 98, 9, 7]]> : tensor<2x5xi8>
  %2 = arith.trunci %1 : tensor<2x5xi8> to tensor<2x5xi7>
  %3 = arith.constant dense<[[7.1073976], [0.047773704]]> : tensor<2x1xf32>
  %4 = arith.constant dense<[[6], [88]]> : tensor<2x1xi7>
  %5 = compress.dequantize %2, %3, %4 {scheme = #compress.affine<u7, f32, block [1, *], zero_point>} : tensor<2x5xi7>, tensor<2x1xf32>, tensor<2x1xi7> -> tensor<2x5xf32>
  %6 = arith.constant dense<[[99.50356, 717.84717, 191.89973, -28.42959, -21.322193], [1.1465689, 0.62105817, 0.47773704, -3.7741227, -3.86967]]> : tensor<2x5xf32>
  check.expect_eq %5, %6 : tensor<2x5xf32>
  return
}

ml_program.global private @s7_weight.weight0(dense<[[-25, -18, -18, 52, 56], [49, -24, -52, -50, -10]]> : tensor<2x5xi7>) : tensor<2x5xi7>
func.func @s7_weight() {
  %1 = ml_program.global_load @s7_weight.weight0 : tensor<2x5xi7>
  %2 = arith.constant dense<[[1.125558, 0.007153988], [0.060903117, 0.103463046]]> : tensor<2x2xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s7, f32, block [1, 3]>} : tensor<2x5xi7>, tensor<2x2xf32> -> tensor<2x5xf32>
  %4 = arith.constant dense<[[-28.13895, -20.260044, -20.260044, 0.37200737, 0.40062332], [2.9842527, -1.4616748, -3.1669621, -5.1731524, -1.0346304]]> : tensor<2x5xf32>
  check.expect_eq %3, %4 : tensor<2x5xf32>
  return
}

func.func @extreme_scales() {
  %1 = check.input dense<[[-127, -1, 0, 1, 127], [-127, -1, 0, 1, 127]]> : tensor<2x5xi8>
  %2 = arith.constant dense<[[1.1754944e-38], [2.658456e+36]]> : tensor<2x1xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>} : tensor<2x5xi8>, tensor<2x1xf32> -> tensor<2x5xf32>
  %4 = arith.constant dense<[[-1.4928778e-36, -1.1754944e-38, 0.0, 1.1754944e-38, 1.4928778e-36], [-3.3762391e+38, -2.658456e+36, 0.0, 2.658456e+36, 3.3762391e+38]]> : tensor<2x5xf32>
  check.expect_eq %3, %4 : tensor<2x5xf32>
  return
}

func.func @long_rows() {
  %1 = check.input dense<[[122, 88, 1, -96, -120, 36, 7, 62, 76, -96, -125, -11, -64, 86, -17, 47, -52, -70, -119, 28, 6, 5, -49, -61, 73, -28, -95, -1, 52, 7, 125, 115, 40, 86, 32, -93, -87, -57, 101, 38, -68, 26, 74, -20, 23, 105, 92, 27, -30, -82, -11, 15, 99, 32, -105, 116, -37, 53, -92, -121, 111, 58, -20, -5], [-56, -91, 32, -8, 50, -95, -82, 70, 90, -9, 65, -116, 83, 4, -19, -36, 11, -64, 98, 82, 99, -8, -93, -59, 1, 113, -122, -98, -8, -12, 42, -18, -103, -5, 108, 72, -15, 108, 77, 33, -44, -70, -116, -55, 95, -18, -41, 32, 20, 58, 9, -107, 63, 94, 124, -92, 55, 51, -32, -59, 110, 110, -3, 10]]> : tensor<2x64xi8>
  %2 = arith.constant dense<[[0.0671311], [3.0794184]]> : tensor<2x1xf32>
  %3 = compress.dequantize %1, %2 {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>} : tensor<2x64xi8>, tensor<2x1xf32> -> tensor<2x64xf32>
  %4 = arith.constant dense<[[8.189995, 5.907537, 0.0671311, -6.444586, -8.055733, 2.4167197, 0.4699177, 4.1621284, 5.101964, -6.444586, -8.391388, -0.7384421, -4.2963905, 5.773275, -1.1412287, 3.1551619, -3.4908173, -4.6991773, -7.988601, 1.8796709, 0.4027866, 0.3356555, -3.289424, -4.0949974, 4.9005704, -1.8796709, -6.3774548, -0.0671311, 3.4908173, 0.4699177, 8.391388, 7.7200766, 2.685244, 5.773275, 2.1481953, -6.2431927, -5.840406, -3.8264728, 6.7802415, 2.550982, -4.5649147, 1.7454087, 4.9677014, -1.342622, 1.5440154, 7.0487657, 6.1760616, 1.8125398, -2.0139332, -5.5047503, -0.7384421, 1.0069666, 6.645979, 2.1481953, -7.0487657, 7.7872076, -2.4838507, 3.5579484, -6.1760616, -8.122864, 7.4515524, 3.8936038, -1.342622, -0.3356555], [-172.44743, -280.22708, 98.54139, -24.635347, 153.97092, -292.54474, -252.51231, 215.5593, 277.14764, -27.714766, 200.1622, -357.21252, 255.59174, 12.317674, -58.50895, -110.85906, 33.873604, -197.08278, 301.78302, 252.51231, 304.86243, -24.635347, -286.38593, -181.68568, 3.0794184, 347.97427, -375.68906, -301.78302, -24.635347, -36.953022, 129.33557, -55.42953, -317.18008, -15.397092, 332.57718, 221.71812, -46.191277, 332.57718, 237.11522, 101.62081, -135.49442, -215.5593, -357.21252, -169.36801, 292.54474, -55.42953, -126.25616, 98.54139, 61.588367, 178.60626, 27.714766, -329.49777, 194.00336, 289.46533, 381.84787, -283.3065, 169.36801, 157.05034, -98.54139, -181.68568, 338.73602, 338.73602, -9.2382555, 30.794184]]> : tensor<2x64xf32>
  check.expect_eq %3, %4 : tensor<2x64xf32>
  return
}

func.func @long_groups() {
  %1 = check.input dense<[[138, 24, 176, 32, 172, 49, 151, 39, 83, 220, 232, 122, 67, 85, 123, 237, 213, 250, 65, 208, 206, 171, 95, 249, 242, 56, 146, 130, 104, 9, 164, 142, 112, 22, 188, 134, 234, 79, 130, 89, 82, 43, 220, 218, 212, 27, 72, 204, 102, 37, 242, 145, 86, 163, 141, 231, 160, 245, 214, 208, 254, 215, 140, 171], [139, 232, 28, 9, 17, 27, 120, 178, 159, 138, 242, 7, 48, 245, 74, 128, 0, 61, 197, 90, 169, 80, 15, 50, 203, 178, 33, 239, 89, 220, 123, 103, 155, 100, 177, 185, 163, 120, 1, 82, 179, 136, 40, 95, 182, 110, 128, 1, 196, 216, 61, 23, 237, 162, 0, 15, 238, 215, 171, 243, 177, 211, 196, 14]]> : tensor<2x64xi8>
  %2 = arith.constant dense<[[0.04361348, 0.084761485, 0.16805485, 0.06148021, 0.15463972, 0.24512422, 0.2400761, 0.0038681328, 2.45995, 0.11860905, 0.911109, 0.12946579, 0.085417874, 7.696473, 0.018084124, 0.023927674], [0.2603972, 1.2655487, 0.0018233135, 6.9898496, 0.032309823, 0.053413294, 0.035034213, 0.31553018, 0.40079623, 0.24163589, 0.024943653, 2.8380575, 0.34610367, 0.48513573, 0.2575704, 0.9832262]]> : tensor<2x16xf32>
  %3 = arith.constant dense<[[249, 147, 76, 143, 201, 46, 99, 116, 14, 10, 1, 159, 244, 116, 93, 224], [112, 84, 250, 44, 36, 42, 139, 189, 87, 26, 38, 244, 10, 65, 62, 233]]> : tensor<2x16xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, 4], zero_point>} : tensor<2x64xi8>, tensor<2x16xf32>, tensor<2x16xi8> -> tensor<2x64xf32>
  %5 = arith.constant dense<[[-4.841096, -9.813033, -3.183784, -9.464125, 2.1190372, -8.306625, 0.33904594, -9.154241, 1.176384, 24.199898, 26.216557, 7.730523, -4.672496, -3.5658522, -1.2296042, 5.7791395, 1.8556767, 7.5773463, -21.031002, 1.082478, 39.219875, 30.640528, 12.011086, 49.760216, 34.330883, -10.323272, 11.283576, 7.442359, -0.046417594, -0.4138902, 0.18567038, 0.10057145, 241.0751, 19.6796, 428.03128, 295.194, 26.568426, 8.184025, 14.233086, 9.370115, 73.79983, 38.26658, 199.53287, 197.71065, 6.8616867, -17.089483, -11.263524, 5.8259606, -12.129338, -17.6815, -0.17083575, -8.456369, -230.8942, 361.73422, 192.41183, 885.0944, 1.2116363, 2.748787, 2.188179, 2.0796742, 0.7178302, -0.21534906, -2.0099247, -1.2681667], [7.0307245, 31.247663, -21.873363, -26.820911, -84.79176, -72.13628, 45.559753, 118.96158, -0.16592154, -0.20421112, -0.014586508, -0.4430652, 27.959398, 1404.9597, 209.69548, 587.14734, -1.1631536, 0.8077456, 5.2018814, 1.7447305, 6.7834883, 2.0297053, -1.4421589, 0.42730635, 2.2421896, 1.3663343, -3.7136266, 3.5034213, -31.553019, 9.781436, -20.824991, -27.135595, 27.254145, 5.210351, 36.071663, 39.27803, 33.10412, 22.713774, -6.0408974, 13.53161, 3.517055, 2.444478, 0.049887307, 1.4217882, -175.95956, -380.2997, -329.21466, -689.64795, 64.37528, 71.297356, 17.651287, 4.4993477, 83.443344, 47.058167, -31.533823, -24.256786, 45.33239, 39.408268, 28.075172, 46.62024, -55.060665, -21.630976, -36.379368, -215.32654]]> : tensor<2x64xf32>
  check.expect_eq %4, %5 : tensor<2x64xf32>
  return
}

func.func @groups_across_tiles() {
  %1 = check.input dense<[[111, 100, 178, 107, 4, 221, 48, 99, 96, 88, 19, 169, 242, 117, 181, 29, 196, 102, 124, 158, 240, 99, 94, 83, 48, 126, 161, 195, 90, 29, 54, 153, 120, 12, 90, 165], [65, 93, 120, 54, 27, 143, 58, 210, 225, 149, 51, 67, 81, 198, 234, 205, 120, 72, 227, 66, 216, 139, 171, 182, 104, 232, 199, 19, 52, 150, 2, 165, 35, 6, 64, 24]]> : tensor<2x36xi8>
  %2 = arith.constant dense<[[0.5081969, 0.4873873, 2.5811212, 0.10596511, 0.21585283, 0.0846359, 0.06994524, 1.7561874], [3.3875716, 3.2561722, 0.28045756, 0.012446925, 0.90286124, 1.506984, 0.2200859, 0.41310394]]> : tensor<2x8xf32>
  %3 = arith.constant dense<[[126, 66, 147, 214, 33, 241, 253, 58], [187, 128, 209, 91, 210, 106, 127, 168]]> : tensor<2x8xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, 5], zero_point>} : tensor<2x36xi8>, tensor<2x8xf32>, tensor<2x8xi8> -> tensor<2x36xf32>
  %5 = arith.constant dense<[[-7.6229534, -13.2131195, 26.426239, -9.655741, -62.00002, 75.54503, -8.772971, 16.08378, 14.621619, 10.722521, -330.3835, 56.784668, 245.20651, -77.43364, 87.75812, -19.603544, -1.907372, -11.868092, -9.5368595, -5.934046, 44.681534, 14.246286, 13.167023, 10.792642, 3.2377925, -9.733129, -6.770872, -3.8932514, -12.780021, -17.94281, -13.919103, -6.994524, -9.302716, -16.856802, -11.401073, 187.91205], [-413.28372, -318.43173, -226.9673, -450.54703, -542.0115, 48.842583, -227.93205, 267.0061, 315.8487, 68.379616, -44.312294, -39.824974, -35.898567, -3.0850332, 7.011439, 1.4189495, 0.36096084, -0.23649158, 1.6927818, -0.31117314, 5.4171677, -64.10315, -35.21159, -25.280115, -95.70329, 189.87999, 140.1495, -131.1076, -81.37714, 66.3073, -27.510738, 8.363264, -20.247904, -26.630394, -13.865412, -59.48697]]> : tensor<2x36xf32>
  check.expect_eq %4, %5 : tensor<2x36xf32>
  return
}

func.func @long_ragged_groups() {
  %1 = check.input dense<[[99, 169, 179, 145, 115, 135, 242, 201, 35, 214, 143, 54, 8, 222, 207, 120, 161, 41, 41, 106, 241, 60, 193, 231, 170, 88, 163, 53, 254, 167, 42, 144, 47, 220, 9, 152, 162], [144, 143, 243, 105, 98, 6, 147, 96, 122, 204, 170, 224, 126, 228, 151, 11, 144, 131, 87, 241, 109, 158, 4, 57, 164, 215, 24, 214, 43, 104, 133, 204, 66, 51, 101, 2, 242]]> : tensor<2x37xi8>
  %2 = arith.constant dense<[[0.06753728, 0.29692864, 1.0150034], [0.13586402, 2.2049394, 0.049045213]]> : tensor<2x3xf32>
  %3 = arith.constant dense<[[247, 131, 172], [244, 188, 247]]> : tensor<2x3xi8>
  %4 = compress.dequantize %1, %2, %3 {scheme = #compress.affine<u8, f32, block [1, 16], zero_point>} : tensor<2x37xi8>, tensor<2x3xf32>, tensor<2x3xi8> -> tensor<2x37xf32>
  %5 = arith.constant dense<[[-9.995517, -5.2679076, -4.592535, -6.8888025, -8.914921, -7.564175, -0.3376864, -3.1067147, -14.317903, -2.2287302, -7.023877, -13.034695, -16.141409, -1.688432, -2.701491, -8.577234, 8.90786, -26.723577, -26.723577, -7.423216, 32.66215, -21.081934, 18.409576, 29.692863, 11.580217, -12.767932, 9.501717, -23.160435, 36.522224, 10.689431, -26.42665, 3.8600724, -126.87543, 48.720165, -165.44556, -20.300068, -10.150034], [-13.586402, -13.722266, -0.13586402, -18.8851, -19.836147, -32.335636, -13.17881, -20.107876, -16.57541, -5.434561, -10.053938, -2.7172804, -16.031954, -2.1738243, -12.635354, -31.656317, -97.017334, -125.68154, -222.69888, 116.861786, -174.19022, -66.14818, -405.70883, -288.84705, -52.918545, 59.533363, -361.61005, 57.328423, -319.71622, -185.2149, -121.27167, 35.27903, -8.877184, -9.612862, -7.160601, -12.016077, -0.24522606]]> : tensor<2x37xf32>
  check.expect_eq %4, %5 : tensor<2x37xf32>
  return
}
