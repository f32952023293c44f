// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-plan-arena))" --verify-diagnostics

func.func @dynamic(%n: index) {
  // expected-error @below {{expected a buffer of static size, but got 'memref<?x4xf32>': dynamic shapes have no arena}}
  %a = memref.alloc(%n) : memref<?x4xf32>
  memref.dealloc %a : memref<?x4xf32>
  return
}
