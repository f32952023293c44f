// RUN: compression-opt %s --convert-compress-to-linalg --split-input-file --verify-diagnostics

func.func @dynamic_scales(%x: tensor<?x4xf32>) -> tensor<?x1xf32> {
  // expected-error @below {{'compress.choose_params' op has no lowering to linalg here: expected a stage up to 'integer' and static shapes}}
  %s = compress.choose_params %x {scheme = #compress.affine<s8, f32, block [1, *]>} : tensor<?x4xf32> -> tensor<?x1xf32>
  return %s : tensor<?x1xf32>
}

// -----

func.func @dynamic_table(%table: tensor<?x4xf32>, %ids: tensor<5xi64>) -> tensor<5x4xf32> {
  // expected-error @below {{'compress.gather' op has no lowering to linalg here: expected a stage up to 'integer' and static shapes}}
  %0 = compress.gather %table[%ids] : tensor<?x4xf32>, tensor<5xi64> -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

func.func @packed(%a: tensor<5x7xf32>, %w: tensor<1x7x16xf32>, %e: tensor<5x16xf32>) -> tensor<5x16xf32> {
  // expected-error @below {{'compress.packed_contract' op has no lowering to linalg here: expected a stage up to 'integer' and static shapes}}
  %0 = compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : tensor<5x7xf32>, tensor<1x7x16xf32>) maps [] outs(%e : tensor<5x16xf32>) -> tensor<5x16xf32> {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return %0 : tensor<5x16xf32>
}
