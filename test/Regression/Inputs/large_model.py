#===- large_model.py - a model with one large weight ----------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`large_model.py N K` prints a linear layer whose weight [N, K] is a resource."""

import struct
import sys

MODEL = """\
func.func @main(%x: tensor<1x{k}xf32>) -> tensor<1x{n}xf32> {{
  %w = arith.constant dense_resource<weight> : tensor<{n}x{k}xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x{n}xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x{n}xf32>) -> tensor<1x{n}xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%x, %w : tensor<1x{k}xf32>, tensor<{n}x{k}xf32>) outs(%i : tensor<1x{n}xf32>) -> tensor<1x{n}xf32>
  return %y : tensor<1x{n}xf32>
}}
{{-#
  dialect_resources: {{ builtin: {{ weight: "0x04000000{data}" }} }}
#-}}
"""

n, k = map(int, sys.argv[1:])
row = struct.pack("<%df" % k, *((i % 255 - 127) / 64 for i in range(k)))
print(MODEL.format(n=n, k=k, data=row.hex() * n))
