//===- main.c - calls a linked model ----------------------------*- C -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// main IMAGES.npy COUNT
//
// Prints the classes of the first images, and checks what the entry promises:
// it writes to the results and to its arena, and to nothing else; a call
// depends on nothing that an earlier one left there.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int32_t digits(const void *const *inputs, void *const *outputs, void *arena);
extern const int64_t digits_arena_bytes;

enum { kPixels = 64, kClasses = 10, kGuard = 64, kFill = 0xA5 };

static void fail(const char *message) {
  fprintf(stderr, "error: %s\n", message);
  exit(1);
}

/// Reads the next image of an f32 array in version 1 of the .npy format.
static void readImage(FILE *file, float *image) {
  if (fread(image, sizeof(float), kPixels, file) != kPixels)
    fail("expected another image");
}

static void skipHeader(FILE *file) {
  unsigned char preamble[10];
  if (fread(preamble, 1, sizeof(preamble), file) != sizeof(preamble) ||
      fseek(file, preamble[8] + 256 * preamble[9], SEEK_CUR) != 0)
    fail("expected a header");
}

static void checkGuard(const unsigned char *guard, const char *message) {
  for (int i = 0; i < kGuard; ++i)
    if (guard[i] != kFill)
      fail(message);
}

/// Runs one call in an arena filled with `garbage`.
static void classify(const float *image, float *logits, int garbage) {
  size_t bytes = (digits_arena_bytes + 63) / 64 * 64;
  unsigned char *arena = aligned_alloc(64, bytes + kGuard);
  memset(arena, garbage, bytes);
  memset(arena + digits_arena_bytes, kFill,
         bytes + kGuard - digits_arena_bytes);
  struct {
    float values[kClasses];
    unsigned char guard[kGuard];
  } result;
  memset(&result, kFill, sizeof(result));
  const void *inputs[] = {image};
  void *outputs[] = {result.values};
  if (digits(inputs, outputs, arena) != 0)
    fail("expected status 0");
  checkGuard(arena + digits_arena_bytes, "expected nothing behind the arena");
  checkGuard(result.guard, "expected nothing behind the result");
  memcpy(logits, result.values, sizeof(result.values));
  free(arena);
}

int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (!file)
    fail("expected the name of a file and a number");
  skipHeader(file);
  for (int count = atoi(argv[2]); count > 0; --count) {
    float image[kPixels], copy[kPixels], logits[kClasses], again[kClasses];
    readImage(file, image);
    memcpy(copy, image, sizeof(image));
    classify(image, logits, 0x00);
    classify(image, again, 0xFF);
    if (memcmp(image, copy, sizeof(image)) != 0)
      fail("expected the input to stay");
    if (memcmp(logits, again, sizeof(logits)) != 0)
      fail("expected the same result in every arena");
    int best = 0;
    for (int i = 1; i < kClasses; ++i)
      if (logits[i] > logits[best])
        best = i;
    printf("%d%c", best, count == 1 ? '\n' : ' ');
  }
  fclose(file);
  return 0;
}
