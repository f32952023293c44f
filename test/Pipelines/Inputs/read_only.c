//===- read_only.c - calls a model on protected inputs ----------*- C -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int32_t model(const void *const *inputs, void *const *outputs, void *arena);
extern const int64_t model_arena_bytes;

// In a segment of the program that the system protects.
static const _Alignas(64) float input[4] = {1, 2, 3, 4};

int main(void) {
  const void *inputs[] = {input};
  float sum[4], replaced[4];
  void *outputs[] = {sum, replaced};
  void *arena = aligned_alloc(64, (model_arena_bytes + 63) / 64 * 64);
  int32_t status = model(inputs, outputs, arena);
  free(arena);
  for (int i = 0; i < 4; ++i)
    printf("%g %g\n", sum[i], replaced[i]);
  return status;
}
