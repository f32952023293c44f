// RUN: compression-opt %s --allow-unregistered-dialect --compress-cpu-verify-lowering=stage=tensors --split-input-file | FileCheck %s --check-prefix=TENSORS
// RUN: compression-opt %s --allow-unregistered-dialect --compress-cpu-verify-lowering=stage=buffers --split-input-file | FileCheck %s --check-prefix=TENSORS

// What bufferization knows, and ops that touch no tensor.
// TENSORS-LABEL: func @tensors
func.func @tensors(%x: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %v = "test.number"(%i) : (index) -> f32
  %0 = tensor.insert %v into %x[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RUN: compression-opt %S/Inputs/lowered.mlir --compress-cpu-verify-lowering | FileCheck %s --check-prefix=LLVM
// RUN: compression-opt %S/Inputs/lowered.mlir --compress-cpu-verify-lowering=stage=llvm | FileCheck %s --check-prefix=LLVM
// LLVM: llvm.func @add
// LLVM: omp.barrier
