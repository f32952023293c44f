// RUN: compression-opt %s --compress-cpu-move-halves | FileCheck %s

// In memory a half is an integer of its width; values stay what they are.

// CHECK-LABEL: llvm.func @scalars
// CHECK-SAME: (%[[FROM:.*]]: !llvm.ptr, %[[TO:.*]]: !llvm.ptr)
llvm.func @scalars(%from: !llvm.ptr, %to: !llvm.ptr) {
  // CHECK: %[[I:.*]] = llvm.load %[[FROM]] : !llvm.ptr -> i16
  // CHECK: %[[H:.*]] = llvm.bitcast %[[I]] : i16 to f16
  %0 = llvm.load %from : !llvm.ptr -> f16
  // CHECK: %[[S:.*]] = llvm.fadd %[[H]], %[[H]] : f16
  %1 = llvm.fadd %0, %0 : f16
  // CHECK: %[[J:.*]] = llvm.bitcast %[[S]] : f16 to i16
  // CHECK: llvm.store %[[J]], %[[TO]] : i16, !llvm.ptr
  llvm.store %1, %to : f16, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @vectors
llvm.func @vectors(%from: !llvm.ptr, %to: !llvm.ptr) {
  // CHECK: %[[I:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr -> vector<5xi16>
  // CHECK: %[[H:.*]] = llvm.bitcast %[[I]] : vector<5xi16> to vector<5xbf16>
  %0 = llvm.load %from {alignment = 2 : i64} : !llvm.ptr -> vector<5xbf16>
  // CHECK: %[[J:.*]] = llvm.bitcast %[[H]] : vector<5xbf16> to vector<5xi16>
  // CHECK: llvm.store %[[J]], %{{.*}} {alignment = 2 : i64} : vector<5xi16>, !llvm.ptr
  llvm.store %0, %to {alignment = 2 : i64} : vector<5xbf16>, !llvm.ptr
  llvm.return
}

// Left alone: other types, of 16 bits or not.
// CHECK-LABEL: llvm.func @others
// CHECK-NOT: llvm.bitcast
llvm.func @others(%from: !llvm.ptr, %to: !llvm.ptr) {
  %0 = llvm.load %from : !llvm.ptr -> i16
  llvm.store %0, %to : i16, !llvm.ptr
  %1 = llvm.load %from : !llvm.ptr -> vector<4xf32>
  llvm.store %1, %to : vector<4xf32>, !llvm.ptr
  llvm.return
}
