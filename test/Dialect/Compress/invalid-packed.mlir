// RUN: compression-opt %s --split-input-file --verify-diagnostics

func.func @ranks(%a: memref<7xf32>, %w: memref<2x7x16xf32>, %e: memref<20xf32>) {
  // expected-error @below {{expected operands of rank 2 or 3 that agree in all but the last dimension, but got 'memref<7xf32>' and 'memref<20xf32>'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @unranked(%a: memref<*xf32>, %w: memref<2x7x16xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor or memref, but got 'memref<*xf32>'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<*xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @rows(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %e: memref<6x20xf32>) {
  // expected-error @below {{expected operands of rank 2 or 3 that agree in all but the last dimension, but got 'memref<5x7xf32>' and 'memref<6x20xf32>'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<6x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @dynamic_columns(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %e: memref<5x?xf32>) {
  // expected-error @below {{expected static K and N, but got 'memref<5x7xf32>' and 'memref<5x?xf32>'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x?xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @operand_types(%a: memref<5x7xf32>, %w: memref<2x7x16xf64>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected operands of f32 or i8, or f32 and a packed operand of f16 or bf16, but got 'f32' and 'f64'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf64>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @narrow_lhs(%a: memref<5x7xf16>, %w: memref<2x7x16xf16>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected operands of f32 or i8, or f32 and a packed operand of f16 or bf16, but got 'f16' and 'f16'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf16>, memref<2x7x16xf16>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @narrow_rows(%a: memref<5x7xf32>, %w: memref<7x20xf16>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected operands of f32 or i8, or f32 and a packed operand of f16 or bf16, but got 'f32' and 'f16'}}
  compress.packed_contract <"f32", tile [6, 64]> row_major ins(%a, %w : memref<5x7xf32>, memref<7x20xf16>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @row_major_codes(%a: memref<5x8xi8>, %w: memref<8x20xi8>, %e: memref<5x20xi32>) {
  // expected-error @below {{expected f32 operands with 'row_major', but got 'i8'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> row_major ins(%a, %w : memref<5x8xi8>, memref<8x20xi8>) maps [] outs(%e : memref<5x20xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @result_of_memrefs(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected one result on tensors and none on memrefs}}
  %0 = compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) -> tensor<5x20xf32> {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @no_result(%a: tensor<5x7xf32>, %w: tensor<2x7x16xf32>, %e: tensor<5x20xf32>) {
  // expected-error @below {{expected one result on tensors and none on memrefs}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : tensor<5x7xf32>, tensor<2x7x16xf32>) maps [] outs(%e : tensor<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @result_type(%a: tensor<5x7xf32>, %w: tensor<2x7x16xf32>, %e: tensor<5x20xf32>) {
  // expected-error @below {{expected type of operand #2 ('tensor<5x20xf32>') to match type of corresponding result ('tensor<5x21xf32>')}}
  %0 = compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : tensor<5x7xf32>, tensor<2x7x16xf32>) maps [] outs(%e : tensor<5x20xf32>) -> tensor<5x21xf32> {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @panels(%a: memref<5x7xf32>, %w: memref<1x7x16xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected a right operand of shape [2, 7, 16], but got 'memref<1x7x16xf32>'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<1x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @code_panels(%a: memref<5x9xi8>, %w: memref<2x2x64xi8>, %e: memref<5x20xi32>) {
  // expected-error @below {{expected a right operand of shape [2, 3, 64], but got 'memref<2x2x64xi8>'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> ins(%a, %w : memref<5x9xi8>, memref<2x2x64xi8>) maps [] outs(%e : memref<5x20xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @row_major_shape(%a: memref<2x5x7xf32>, %b: memref<7x20xf32>, %e: memref<2x5x20xf32>) {
  // expected-error @below {{expected a right operand of shape [2, 7, 20], but got 'memref<7x20xf32>'}}
  compress.packed_contract <"f32", tile [6, 64]> row_major ins(%a, %b : memref<2x5x7xf32>, memref<7x20xf32>) maps [] outs(%e : memref<2x5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @number_of_maps(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %b: memref<20xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected one map per extra operand (1), but got 0}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) extras(%b : memref<20xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32, %x: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @number_of_arguments(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected 1 arguments of the epilogue, but got 2}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32, %x: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @sum_type(%a: memref<5x8xi8>, %w: memref<2x2x64xi8>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected a sum of type 'i32', but got 'f32'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> ins(%a, %w : memref<5x8xi8>, memref<2x2x64xi8>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @map(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %b: memref<20xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected a projected permutation from 2 dimensions to 1 for extra operand 0, but got affine_map<(d0, d1) -> (d0 + d1)>}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) extras(%b : memref<20xf32>) maps [affine_map<(m, n) -> (m + n)>] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32, %x: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @map_rank(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %b: memref<20xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected a projected permutation from 2 dimensions to 1 for extra operand 0, but got affine_map<(d0, d1) -> (d0, d1)>}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) extras(%b : memref<20xf32>) maps [affine_map<(m, n) -> (m, n)>] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32, %x: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @extra_shape(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %b: memref<5xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected extra operand 0 to fit the init 'memref<5x20xf32>' by affine_map<(d0, d1) -> (d1)>, but got 'memref<5xf32>'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) extras(%b : memref<5xf32>) maps [affine_map<(m, n) -> (n)>] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32, %x: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @broadcast_shape(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %b: memref<5x2xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected extra operand 0 to fit the init 'memref<5x20xf32>' by affine_map<(d0, d1) -> (d0, 0)>, but got 'memref<5x2xf32>'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) extras(%b : memref<5x2xf32>) maps [affine_map<(m, n) -> (m, 0)>] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32, %x: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @argument_type(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %b: memref<20xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected argument 1 of the epilogue to have type 'f32', but got 'f16'}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) extras(%b : memref<20xf32>) maps [affine_map<(m, n) -> (n)>] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32, %x: f16):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @not_elementwise(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %e: memref<5x20xf32>) {
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    // expected-error @below {{expected an elementwise op in an epilogue}}
    %m = memref.alloca() : memref<f32>
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @outer_value(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %x: f32, %e: memref<5x20xf32>) {
  // expected-note @below {{required by region isolation constraints}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    // expected-error @below {{using value defined outside the region}}
    compress.yield %x : f32
  }
  return
}

// -----

func.func @yielded_type(%a: memref<5x8xi8>, %w: memref<2x2x64xi8>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected the epilogue to yield 'f32', but got 'i32'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> ins(%a, %w : memref<5x8xi8>, memref<2x2x64xi8>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @no_yield(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %e: memref<5x20xf32>) {
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    // expected-error @below {{'ub.unreachable' op expected 'compress.yield' at the end of an epilogue}}
    ub.unreachable
  }
  return
}

// -----

// The ops of the epilogue are verified before the epilogue.
func.func @invalid_terminator(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %e: memref<5x20xf32>) {
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    // expected-error @below {{'func.return' op expects parent op 'func.func'}}
    func.return %sum : f32
  }
  return
}

// -----

func.func @empty_epilogue(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expects a non-empty block}}
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
  }
  return
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

// -----

// expected-error @below {{expected two numbers of at least 1 for 'kernel', but got [3]}}
#w = #compress.window<kernel [3], strides [1, 1], dilations [1, 1], low [1, 1]>

// -----

// expected-error @below {{expected two numbers of at least 1 for 'kernel', but got [0, 3]}}
#w = #compress.window<kernel [0, 3], strides [1, 1], dilations [1, 1], low [1, 1]>

// -----

// expected-error @below {{expected two numbers of at least 1 for 'strides', but got [0, 1]}}
#w = #compress.window<kernel [3, 3], strides [0, 1], dilations [1, 1], low [1, 1]>

// -----

// expected-error @below {{expected two numbers of at least 1 for 'dilations', but got [1, -1]}}
#w = #compress.window<kernel [3, 3], strides [1, 1], dilations [1, -1], low [1, 1]>

// -----

// expected-error @below {{expected two numbers of at least 0 for 'low', but got [1, -1]}}
#w = #compress.window<kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, -1]>

// -----

// expected-error @below {{expected two numbers of at least 0 for 'low', but got [0, 0, 0]}}
#w = #compress.window<kernel [3, 3], strides [1, 1], dilations [1, 1], low [0, 0, 0]>

// -----

func.func @image_rank(%a: memref<5x5x4xf32>, %w: memref<1x36x16xf32>, %e: memref<5x5x8xf32>) {
  // expected-error @below {{expected images of rank 4 with one batch size and otherwise static sizes, but got 'memref<5x5x4xf32>' and 'memref<5x5x8xf32>'}}
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<5x5x4xf32>, memref<1x36x16xf32>) maps [] outs(%e : memref<5x5x8xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @image_batch(%a: memref<2x5x5x4xf32>, %w: memref<1x36x16xf32>, %e: memref<1x5x5x8xf32>) {
  // expected-error @below {{expected images of rank 4 with one batch size and otherwise static sizes, but got 'memref<2x5x5x4xf32>' and 'memref<1x5x5x8xf32>'}}
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<2x5x5x4xf32>, memref<1x36x16xf32>) maps [] outs(%e : memref<1x5x5x8xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @dynamic_image(%a: memref<1x?x5x4xf32>, %w: memref<1x36x16xf32>, %e: memref<1x5x5x8xf32>) {
  // expected-error @below {{expected images of rank 4 with one batch size and otherwise static sizes, but got 'memref<1x?x5x4xf32>' and 'memref<1x5x5x8xf32>'}}
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<1x?x5x4xf32>, memref<1x36x16xf32>) maps [] outs(%e : memref<1x5x5x8xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @depthwise_channels(%a: memref<1x5x5x4xf32>, %w: memref<1x36x16xf32>, %e: memref<1x5x5x8xf32>) {
  // expected-error @below {{expected as many channels of the result as of the image with 'depthwise', but got 'memref<1x5x5x4xf32>' and 'memref<1x5x5x8xf32>'}}
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> depthwise ins(%a, %w : memref<1x5x5x4xf32>, memref<1x36x16xf32>) maps [] outs(%e : memref<1x5x5x8xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @depthwise_rows(%a: memref<5x7xf32>, %w: memref<2x7x16xf32>, %e: memref<5x20xf32>) {
  // expected-error @below {{expected a 'window' with 'depthwise'}}
  compress.packed_contract <"f32", tile [12, 16]> depthwise ins(%a, %w : memref<5x7xf32>, memref<2x7x16xf32>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @row_major_window(%a: memref<1x5x5x4xf32>, %w: memref<1x36x16xf32>, %e: memref<1x5x5x8xf32>) {
  // expected-error @below {{expected no 'window' with 'row_major'}}
  compress.packed_contract <"f32", tile [12, 16]> row_major window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<1x5x5x4xf32>, memref<1x36x16xf32>) maps [] outs(%e : memref<1x5x5x8xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @pad_of_floats(%a: memref<1x5x5x4xf32>, %w: memref<1x36x16xf32>, %e: memref<1x5x5x8xf32>, %p: memref<1x1x1x1xi8>) {
  // expected-error @below {{expected a window of codes with 'pad'}}
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<1x5x5x4xf32>, memref<1x36x16xf32>) pad(%p : memref<1x1x1x1xi8>) maps [] outs(%e : memref<1x5x5x8xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @pad_of_rows(%a: memref<5x8xi8>, %w: memref<2x2x64xi8>, %p: memref<1x1x1x1xi8>, %e: memref<5x20xi32>) {
  // expected-error @below {{expected a window of codes with 'pad'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> ins(%a, %w : memref<5x8xi8>, memref<2x2x64xi8>) pad(%p : memref<1x1x1x1xi8>) maps [] outs(%e : memref<5x20xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @pad_by_channel(%a: memref<2x5x5x4xi8>, %w: memref<1x9x64xi8>, %p: memref<1x1x1x4xi8>, %e: memref<2x5x5x8xi32>) {
  // expected-error @below {{expected a padding code for all images or for each, but got 'memref<1x1x1x4xi8>'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<2x5x5x4xi8>, memref<1x9x64xi8>) pad(%p : memref<1x1x1x4xi8>) maps [] outs(%e : memref<2x5x5x8xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @pad_batch(%a: memref<2x5x5x4xi8>, %w: memref<1x9x64xi8>, %p: memref<3x1x1x1xi8>, %e: memref<2x5x5x8xi32>) {
  // expected-error @below {{expected a padding code for all images or for each, but got 'memref<3x1x1x1xi8>'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<2x5x5x4xi8>, memref<1x9x64xi8>) pad(%p : memref<3x1x1x1xi8>) maps [] outs(%e : memref<2x5x5x8xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @pad_type(%a: memref<2x5x5x4xi8>, %w: memref<1x9x64xi8>, %p: memref<1x1x1x1xi32>, %e: memref<2x5x5x8xi32>) {
  // expected-error @below {{expected a padding code for all images or for each, but got 'memref<1x1x1x1xi32>'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<2x5x5x4xi8>, memref<1x9x64xi8>) pad(%p : memref<1x1x1x1xi32>) maps [] outs(%e : memref<2x5x5x8xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @pad_rank(%a: memref<2x5x5x4xi8>, %w: memref<1x9x64xi8>, %p: memref<1xi8>, %e: memref<2x5x5x8xi32>) {
  // expected-error @below {{expected a padding code for all images or for each, but got 'memref<1xi8>'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<2x5x5x4xi8>, memref<1x9x64xi8>) pad(%p : memref<1xi8>) maps [] outs(%e : memref<2x5x5x8xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @taps(%a: memref<1x5x5x4xf32>, %w: memref<1x4x16xf32>, %e: memref<1x5x5x8xf32>) {
  // expected-error @below {{expected a right operand of shape [1, 36, 16], but got 'memref<1x4x16xf32>'}}
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<1x5x5x4xf32>, memref<1x4x16xf32>) maps [] outs(%e : memref<1x5x5x8xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @depthwise_taps(%a: memref<1x5x5x4xf32>, %w: memref<1x36x16xf32>, %e: memref<1x5x5x4xf32>) {
  // expected-error @below {{expected a right operand of shape [1, 9, 16], but got 'memref<1x36x16xf32>'}}
  compress.packed_contract <"f32", tile [12, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> depthwise ins(%a, %w : memref<1x5x5x4xf32>, memref<1x36x16xf32>) maps [] outs(%e : memref<1x5x5x4xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// -----

func.func @code_taps(%a: memref<1x5x5x6xi8>, %w: memref<1x14x64xi8>, %e: memref<1x5x5x8xi32>) {
  // expected-error @below {{expected a right operand of shape [1, 18, 64], but got 'memref<1x14x64xi8>'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<1x5x5x6xi8>, memref<1x14x64xi8>) maps [] outs(%e : memref<1x5x5x8xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @joined_taps(%a: memref<1x5x5x3xi8>, %w: memref<1x7x64xi8>, %e: memref<1x5x5x8xi32>) {
  // expected-error @below {{expected a right operand of shape [1, 9, 64], but got 'memref<1x7x64xi8>'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> ins(%a, %w : memref<1x5x5x3xi8>, memref<1x7x64xi8>) maps [] outs(%e : memref<1x5x5x8xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @dilated_taps(%a: memref<1x5x5x3xi8>, %w: memref<1x7x64xi8>, %e: memref<1x5x5x8xi32>) {
  // expected-error @below {{expected a right operand of shape [1, 9, 64], but got 'memref<1x7x64xi8>'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> window <kernel [3, 3], strides [1, 1], dilations [2, 2], low [2, 2]> ins(%a, %w : memref<1x5x5x3xi8>, memref<1x7x64xi8>) maps [] outs(%e : memref<1x5x5x8xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @depthwise_codes(%a: memref<1x5x5x4xi8>, %w: memref<1x5x64xi8>, %e: memref<1x5x5x4xi32>) {
  // expected-error @below {{expected a right operand of shape [1, 3, 64], but got 'memref<1x5x64xi8>'}}
  compress.packed_contract <"u8s8_portable", tile [2, 16]> window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]> depthwise ins(%a, %w : memref<1x5x5x4xi8>, memref<1x5x64xi8>) maps [] outs(%e : memref<1x5x5x4xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// -----

func.func @yield_elsewhere(%x: f32) {
  // expected-error @below {{expects parent op 'compress.packed_contract'}}
  compress.yield %x : f32
}
