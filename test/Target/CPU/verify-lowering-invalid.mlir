// RUN: split-file %s %t
// RUN: compression-opt %t/tensors.mlir --allow-unregistered-dialect --compress-cpu-verify-lowering=stage=tensors --split-input-file --verify-diagnostics
// RUN: compression-opt %t/llvm.mlir --allow-unregistered-dialect --compress-cpu-verify-lowering --split-input-file --verify-diagnostics
// RUN: not compression-opt %t/stage.mlir --compress-cpu-verify-lowering=stage=loops 2>&1 | FileCheck %s --check-prefix=STAGE
// STAGE: error: expected stage=tensors, stage=buffers or stage=llvm, but got 'loops'

// The whole lowering ends with an error that names the op, whatever it is.
// RUN: not compression-opt %t/op.mlir --allow-unregistered-dialect --compress-to-llvm 2>&1 | FileCheck %s --check-prefix=OP
// OP: op.mlir:2:8: error: 'test.secret' op expected an op that can be lowered, but got one on tensors that has no form on buffers
// RUN: not compression-opt %t/scalar.mlir --allow-unregistered-dialect --compress-to-llvm 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: scalar.mlir:4:8: error: 'test.secret' op expected an op that can be lowered, but got one that has no form in the LLVM dialect

//--- tensors.mlir
func.func @result() -> tensor<4xf32> {
  // expected-error @below {{'test.source' op expected an op that can be lowered, but got one on tensors that has no form on buffers}}
  %0 = "test.source"() : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @operand(%x: tensor<4xf32>) {
  // expected-error @below {{'test.sink' op expected an op that can be lowered, but got one on tensors that has no form on buffers}}
  "test.sink"(%x) : (tensor<4xf32>) -> ()
  return
}

//--- llvm.mlir
// The first op in the order of execution, not what is around it.
func.func @function() {
  // expected-error @below {{'func.return' op expected an op that can be lowered, but got one that has no form in the LLVM dialect}}
  return
}

// -----

// A cast lies around what was not lowered: that is named.
llvm.func @casts(%x: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %x : i64 to index
  // expected-error @below {{'test.secret' op expected an op that can be lowered, but got one that has no form in the LLVM dialect}}
  %1 = "test.secret"(%0) : (index) -> index
  %2 = builtin.unrealized_conversion_cast %1 : index to i64
  llvm.return %2 : i64
}

// -----

llvm.func @cast_alone(%x: i64) -> !llvm.ptr {
  // expected-error @below {{'builtin.unrealized_conversion_cast' op expected an op that can be lowered, but got one that has no form in the LLVM dialect}}
  %0 = builtin.unrealized_conversion_cast %x : i64 to !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

//--- stage.mlir
module {
}

//--- op.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "test.secret"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- scalar.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %x[%c0] : tensor<4xf32>
  %w = "test.secret"(%v) : (f32) -> f32
  %0 = tensor.insert %w into %x[%c0] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
