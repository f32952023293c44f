// RUN: compression-opt %s --compress-instrument="samples=4" --verify-diagnostics
// RUN: compression-opt %s --compress-instrument="outputs=true" --verify-diagnostics

ml_program.global private @w(dense<1.0> : tensor<5x3xf32>) : tensor<5x3xf32>

func.func @main(%x: tensor<?x3xf32>, %i: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %w = ml_program.global_load @w : tensor<5x3xf32>
  %0 = compress.observe %x {name = "x"} : tensor<?x3xf32>
  // expected-error @below {{expected a static shape to take samples of, but got 'tensor<?x3xf32>'}}
  %1 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
       ins(%0, %w : tensor<?x3xf32>, tensor<5x3xf32>) outs(%i : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %1 : tensor<?x5xf32>
}
