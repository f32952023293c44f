// RUN: compression-opt %s --compress-apply --verify-diagnostics \
// RUN:   --remark-format=emitRemark --remarks-filter-passed=compress-apply -o %t

// 6 codes and 2 scales of 4 bytes.
// expected-remark @below {{[Passed] Weight | Category:compress-apply | bytes_after=14, bytes_before=24, sqnr_db=4.953574e+01, weight=w}}
ml_program.global private @w(dense<[[1.0, -2.0, 0.5], [0.25, 1.0, -1.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
  {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}

// A payload without an error is capped at 300 dB.
// expected-remark @below {{[Passed] Weight | Category:compress-apply | bytes_after=14, bytes_before=24, sqnr_db=3.000000e+02, weight=zero}}
ml_program.global private @zero(dense<0.0> : tensor<2x3xf32>) : tensor<2x3xf32>
  {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}

// Codes of 4 bits, rows of whole bytes; a zero point, and scales of 2 bytes.
// expected-remark @below {{[Passed] Weight | Category:compress-apply | bytes_after=10, bytes_before=24, sqnr_db=3.000000e+02, weight=nibbles}}
ml_program.global private @nibbles(dense<0.0> : tensor<2x3xf32>) : tensor<2x3xf32>
  {compress.scheme = #compress.affine<u4, f32, block [1, *], zero_point, scale f16>}
