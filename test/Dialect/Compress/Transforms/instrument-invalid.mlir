// RUN: compression-opt %s --compress-instrument --verify-diagnostics

func.func @branch(%p: i1, %x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = scf.if %p -> tensor<3xf32> {
    // expected-error @below {{expected observed values at the top level of a function: a branch may not run}}
    %1 = compress.observe %x {name = "x"} : tensor<3xf32>
    scf.yield %1 : tensor<3xf32>
  } else {
    scf.yield %x : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}
