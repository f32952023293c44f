// RUN: compression-opt %s --compress-cpu-emit-entry | FileCheck %s --check-prefixes=CHECK,OWN
// RUN: compression-opt %s --compress-cpu-emit-entry=symbol=digits | FileCheck %s --check-prefixes=CHECK,NAMED

// Two inputs, one result, and the arena.
// OWN: llvm.mlir.global external constant @main_arena_bytes(4096 : i64)
// NAMED: llvm.mlir.global external constant @digits_arena_bytes(4096 : i64)

// OWN: llvm.func @main(%[[INPUTS:.*]]: !llvm.ptr, %[[OUTPUTS:.*]]: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr) -> i32
// NAMED: llvm.func @digits(%[[INPUTS:.*]]: !llvm.ptr, %[[OUTPUTS:.*]]: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr) -> i32
// CHECK-NEXT: %[[P0:.*]] = llvm.getelementptr %[[INPUTS]][0]
// CHECK-NEXT: %[[X0:.*]] = llvm.load %[[P0]]
// CHECK-NEXT: %[[P1:.*]] = llvm.getelementptr %[[INPUTS]][1]
// CHECK-NEXT: %[[X1:.*]] = llvm.load %[[P1]]
// CHECK-NEXT: %[[P2:.*]] = llvm.getelementptr %[[OUTPUTS]][0]
// CHECK-NEXT: %[[Y0:.*]] = llvm.load %[[P2]]
// OWN-NEXT: %[[STATUS:.*]] = llvm.call @main.body(%[[X0]], %[[X1]], %[[Y0]], %[[ARENA]])
// NAMED-NEXT: %[[STATUS:.*]] = llvm.call @digits.body(%[[X0]], %[[X1]], %[[Y0]], %[[ARENA]])
// CHECK-NEXT: llvm.return %[[STATUS]] : i32

// OWN: llvm.func internal @main.body(
// NAMED: llvm.func internal @digits.body(
// CHECK-NOT: compress.entry
llvm.func @main(%x0: !llvm.ptr, %x1: !llvm.ptr, %y: !llvm.ptr, %arena: !llvm.ptr) -> i32 attributes {compress.entry = {arena_bytes = 4096 : i64, inputs = 2 : i64}} {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}

// Left alone: a function without an arena.
// CHECK: llvm.func @helper()
llvm.func @helper() {
  llvm.return
}
