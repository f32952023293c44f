//===- classify.c - a compressed model in a plain C program -----*- C -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// classify IMAGES.npy NUMBER
//
// Prints the digit that a model, linked in as `digits`, sees in an image.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// What compress-to-llvm writes for symbol=digits. A status that is not 0 is the
// number of the check of the model that failed.
int32_t digits(const void *const *inputs, void *const *outputs, void *arena);
extern const int64_t digits_arena_bytes;

// Reads image `number` of an f32 array [N, 64] in version 1 of the .npy format,
// which has the length of its header in bytes 8 and 9. Returns 0 if it can't.
static int readImage(const char *path, long number, float image[64]) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return 0;
  unsigned char preamble[10] = {0};
  int done = fread(preamble, 1, 10, file) == 10;
  long data = 10 + preamble[8] + 256 * preamble[9];
  done = done && fseek(file, data + number * 64 * 4, SEEK_SET) == 0 &&
         fread(image, sizeof(float), 64, file) == 64;
  fclose(file);
  return done;
}

int main(int argc, char **argv) {
  float image[64], logits[10];
  if (argc != 3 || !readImage(argv[1], atol(argv[2]), image)) {
    fprintf(stderr, "usage: classify IMAGES.npy NUMBER\n");
    return 1;
  }
  const void *inputs[] = {image};
  void *outputs[] = {logits};
  // All memory of a call, aligned to 64 bytes; a thread needs one of its own.
  void *arena = aligned_alloc(64, (digits_arena_bytes + 63) / 64 * 64);
  int32_t status = digits(inputs, outputs, arena);
  free(arena);
  if (status != 0) {
    fprintf(stderr, "check %d of the model failed\n", status);
    return 1;
  }
  int best = 0;
  for (int digit = 1; digit < 10; ++digit)
    if (logits[digit] > logits[best])
      best = digit;
  printf("image %s: digit %d (logit %.3f)\n", argv[2], best, logits[best]);
  return 0;
}
