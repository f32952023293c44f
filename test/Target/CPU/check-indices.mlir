// RUN: compression-opt %s --compress-cpu-check-indices | FileCheck %s

// An index that the data gives is checked, and stays inside of the tensor
// whatever it is. A negative one is a huge unsigned one.
// CHECK-LABEL: func @extract
// CHECK-SAME: (%[[X:.*]]: tensor<7x3xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-DAG: %[[INSIDE_I:.*]] = arith.cmpi ult, %[[I]], %[[C7:.*]] : index
// CHECK-DAG: cf.assert %[[INSIDE_I]], "expected indices within [0, 7) of dimension 0"
// CHECK-DAG: %[[AT_I:.*]] = arith.minui %[[I]], %[[C6:.*]] : index
// CHECK-DAG: %[[INSIDE_J:.*]] = arith.cmpi ult, %[[J]], %[[C3:.*]] : index
// CHECK-DAG: cf.assert %[[INSIDE_J]], "expected indices within [0, 3) of dimension 1"
// CHECK-DAG: %[[AT_J:.*]] = arith.minui %[[J]], %[[C2:.*]] : index
// CHECK: tensor.extract %[[X]][%[[AT_I]], %[[AT_J]]]
func.func @extract(%x: tensor<7x3xf32>, %i: index, %j: index) -> f32 {
  %0 = tensor.extract %x[%i, %j] : tensor<7x3xf32>
  return %0 : f32
}

// CHECK-LABEL: func @insert
// CHECK: cf.assert %{{.*}}, "expected indices within [0, 7) of dimension 0"
// CHECK: %[[AT:.*]] = arith.minui
// CHECK: tensor.insert %{{.*}} into %{{.*}}[%[[AT]]]
func.func @insert(%x: tensor<7xf32>, %v: f32, %i: index) -> tensor<7xf32> {
  %0 = tensor.insert %v into %x[%i] : tensor<7xf32>
  return %0 : tensor<7xf32>
}

// The last element of a slice is inside: of 7, four in steps of 2 fit at 0.
// CHECK-LABEL: func @slices
// CHECK: cf.assert %{{.*}}, "expected indices within [0, 1) of dimension 0"
// CHECK: tensor.extract_slice
// CHECK: cf.assert %{{.*}}, "expected indices within [0, 5) of dimension 0"
// CHECK: tensor.insert_slice
func.func @slices(%x: tensor<7xf32>, %y: tensor<3xf32>, %i: index) -> (tensor<4xf32>, tensor<7xf32>) {
  %0 = tensor.extract_slice %x[%i] [4] [2] : tensor<7xf32> to tensor<4xf32>
  %1 = tensor.insert_slice %y into %x[%i] [3] [1] : tensor<3xf32> into tensor<7xf32>
  return %0, %1 : tensor<4xf32>, tensor<7xf32>
}

// In a body each element is checked.
// CHECK-LABEL: func @body
// CHECK: linalg.generic
// CHECK: arith.index_cast
// CHECK: cf.assert
// CHECK: arith.minui
// CHECK: tensor.extract
func.func @body(%x: tensor<7xf32>, %ids: tensor<5xi32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<5xi32>) outs(%e : tensor<5xf32>) {
  ^bb0(%id: i32, %o: f32):
    %i = arith.index_cast %id : i32 to index
    %v = tensor.extract %x[%i] : tensor<7xf32>
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// A loop that goes on too long.
// CHECK-LABEL: func @loop_behind
// CHECK: cf.assert %{{.*}}, "expected indices within [0, 7) of dimension 0"
func.func @loop_behind(%x: tensor<7xf32>, %v: f32) -> tensor<7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%y = %x) -> tensor<7xf32> {
    %1 = tensor.insert %v into %y[%i] : tensor<7xf32>
    scf.yield %1 : tensor<7xf32>
  }
  return %0 : tensor<7xf32>
}

//===----------------------------------------------------------------------===//
// No check
//===----------------------------------------------------------------------===//

// What follows from constants, the loops, and arithmetic on them.
// CHECK-LABEL: func @known
// CHECK-NOT: cf.assert
// CHECK: return
func.func @known(%x: tensor<7xf32>, %v: f32, %any: index) -> (f32, f32, tensor<7xf32>, tensor<14xf32>, tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %0 = tensor.extract %x[%c6] : tensor<7xf32>
  %rest = arith.remui %any, %c7 : index
  %1 = tensor.extract %x[%rest] : tensor<7xf32>
  %2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%y = %x) -> tensor<7xf32> {
    %mirrored = arith.subi %c6, %i : index
    %3 = tensor.insert %v into %y[%mirrored] : tensor<7xf32>
    scf.yield %3 : tensor<7xf32>
  }
  %e = tensor.empty() : tensor<14xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]} outs(%e : tensor<14xf32>) {
  ^bb0(%o: f32):
    %d = linalg.index 0 : index
    %half = arith.divui %d, %c2 : index
    %5 = tensor.extract %x[%half] : tensor<7xf32>
    linalg.yield %5 : f32
  } -> tensor<14xf32>
  // The last iteration begins at 4, two elements of step 2 later is the last.
  %z = tensor.empty() : tensor<3xf32>
  %6 = scf.for %i = %c0 to %c6 step %c2 iter_args(%y = %z) -> tensor<3xf32> {
    %s = tensor.extract_slice %x[%i] [2] [2] : tensor<7xf32> to tensor<2xf32>
    %t = tensor.insert_slice %s into %y[0] [2] [1] : tensor<2xf32> into tensor<3xf32>
    scf.yield %t : tensor<3xf32>
  }
  return %0, %1, %2, %4, %6 : f32, f32, tensor<7xf32>, tensor<14xf32>, tensor<3xf32>
}

// The elements of a constant are known.
// CHECK-LABEL: func @constant_indices
// CHECK-NOT: cf.assert
// CHECK: return
func.func @constant_indices(%x: tensor<7xf32>) -> tensor<3xf32> {
  %ids = arith.constant dense<[6, 0, 3]> : tensor<3xi32>
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<3xi32>) outs(%e : tensor<3xf32>) {
  ^bb0(%id: i32, %o: f32):
    %i = arith.index_cast %id : i32 to index
    %v = tensor.extract %x[%i] : tensor<7xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Sizes that are not static.
// CHECK-LABEL: func @dynamic
// CHECK-NOT: cf.assert
// CHECK: return
func.func @dynamic(%x: tensor<?xf32>, %i: index) -> f32 {
  %0 = tensor.extract %x[%i] : tensor<?xf32>
  return %0 : f32
}
