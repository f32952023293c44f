//===- CheckOps.td - what a test expects of a value --------*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TEST_LIB_CHECK_CHECKOPS_TD
#define COMPRESSION_TEST_LIB_CHECK_CHECKOPS_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::mlir::compress::check";
  let summary = "Expectations of executed tests";
  let description = [{
    A test is a public function without arguments that holds check ops:

    ```mlir
    func.func @doubles() {
      %x = check.input dense<[1.5, -2.0]> : tensor<2xf32>
      %got = arith.addf %x, %x : tensor<2xf32>
      %want = arith.constant dense<[3.0, -4.0]> : tensor<2xf32>
      check.expect_eq %got, %want : tensor<2xf32>
      return
    }
    ```

    `compression-check` compiles it, runs it and compares. Only tests know this
    dialect: no lowering sees its ops.
  }];
}

class Check_Op<string mnemonic, list<Trait> traits = []>
    : Op<Check_Dialect, mnemonic, traits>;

def Check_InputOp : Check_Op<"input", [AllTypesMatch<["value", "result"]>]> {
  let summary = "a value that the compiler does not know";
  let description = [{
    Becomes an argument of the compiled function, so that nothing that depends
    on it is computed at compile time.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "attr-dict $value";
}

def Check_ExpectEqOp : Check_Op<"expect_eq", [AllTypesMatch<["got", "want"]>]> {
  let summary = "both tensors have the same bits";
  let arguments = (ins AnyStaticShapeTensor:$got, AnyStaticShapeTensor:$want);
  let assemblyFormat = "$got `,` $want attr-dict `:` type($got)";
}

def Check_ExpectCloseOp
    : Check_Op<"expect_close", [AllTypesMatch<["got", "want"]>]> {
  let summary = "each element is near the expected one";
  let description = [{
    `|got - want| <= abs + rel * |want|`, in double. An infinity equals only
    itself. A NaN equals nothing; with `nan` it equals any NaN.
  }];
  let arguments = (ins StaticShapeTensorOf<[F16, BF16, F32, F64]>:$got,
      StaticShapeTensorOf<[F16, BF16, F32, F64]>:$want,
      DefaultValuedAttr<F64Attr, "1.0e-6">:$abs,
      DefaultValuedAttr<F64Attr, "1.0e-6">:$rel, UnitAttr:$nan);
  let assemblyFormat = "$got `,` $want attr-dict `:` type($got)";
}

#endif // COMPRESSION_TEST_LIB_CHECK_CHECKOPS_TD
