// RUN: compression-opt %s --compress-widen-booleans --split-input-file | FileCheck %s
// RUN: compression-opt %s --compress-widen-booleans=boundaries --split-input-file | FileCheck %s --check-prefix=BYTES

#id = affine_map<(d0) -> (d0)>
// Between ops: bytes, and bodies as before.
// CHECK-LABEL: func.func @between
// CHECK-NOT: xi1>
// CHECK: %[[P:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4xf32>) outs(%{{.*}} : tensor<4xi8>)
// CHECK:   %[[LESS:.*]] = arith.cmpf olt
// CHECK:   %[[BYTE:.*]] = arith.extui %[[LESS]] : i1 to i8
// CHECK:   linalg.yield %[[BYTE]] : i8
// CHECK: linalg.generic {{.*}} ins(%[[P]], %arg0 : tensor<4xi8>, tensor<4xf32>)
// CHECK: ^bb0(%[[B:.*]]: i8, %[[X:.*]]: f32, %{{.*}}: f32):
// CHECK:   %[[C:.*]] = arith.cmpi ne, %[[B]], %{{.*}} : i8
// CHECK:   arith.select %[[C]], %[[X]]
func.func @between(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %eb = tensor.empty() : tensor<4xi1>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%eb : tensor<4xi1>) {
  ^bb0(%i: f32, %o: i1):
    %c = arith.cmpf olt, %i, %zero : f32
    linalg.yield %c : i1
  } -> tensor<4xi1>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%p, %x : tensor<4xi1>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%b: i1, %i: f32, %o: f32):
    %s = arith.select %b, %i, %zero : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// At the borders of the function: a conversion, or bytes there too.
// CHECK-LABEL: func.func @borders(%arg0: tensor<2x3xi1>) -> (tensor<3x2xi1>, tensor<2x3xi1>)
// CHECK: %[[IN:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<2x3xi1>) outs(%{{.*}} : tensor<2x3xi8>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[IN]] : tensor<2x3xi8>) outs(%{{.*}} : tensor<3x2xi8>)
// CHECK: %[[OUT:.*]] = linalg.generic {{.*}} ins(%[[T]] : tensor<3x2xi8>) outs(%{{.*}} : tensor<3x2xi1>)
// CHECK: return %[[OUT]], %arg0 : tensor<3x2xi1>, tensor<2x3xi1>
// BYTES-LABEL: func.func @borders(%arg0: tensor<2x3xi8>) -> (tensor<3x2xi8>, tensor<2x3xi8>)
// BYTES: %[[T:.*]] = linalg.transpose ins(%arg0 : tensor<2x3xi8>) outs(%{{.*}} : tensor<3x2xi8>)
// BYTES: return %[[T]], %arg0 : tensor<3x2xi8>, tensor<2x3xi8>
func.func @borders(%m: tensor<2x3xi1>) -> (tensor<3x2xi1>, tensor<2x3xi1>) {
  %e = tensor.empty() : tensor<3x2xi1>
  %t = linalg.transpose ins(%m : tensor<2x3xi1>) outs(%e : tensor<3x2xi1>) permutation = [1, 0]
  return %t, %m : tensor<3x2xi1>, tensor<2x3xi1>
}

// A function that is called keeps its signature; calls take booleans.
// BYTES-LABEL: func.func private @callee(%arg0: tensor<2xi1>) -> tensor<2xi1>
func.func private @callee(%m: tensor<2xi1>) -> tensor<2xi1> {
  return %m : tensor<2xi1>
}

// BYTES-LABEL: func.func @caller(%arg0: tensor<2xi8>) -> tensor<2xi8>
// BYTES: call @callee(%{{.*}}) : (tensor<2xi1>) -> tensor<2xi1>
func.func @caller(%m: tensor<2xi1>) -> tensor<2xi1> {
  %r = call @callee(%m) : (tensor<2xi1>) -> tensor<2xi1>
  return %r : tensor<2xi1>
}

// -----

#id = affine_map<(d0) -> (d0)>
// Regions, constants, single elements and padding.
// CHECK-LABEL: func.func @structure
// CHECK-DAG: %[[K:.*]] = arith.constant dense<[1, 0, 1]> : tensor<3xi8>
// CHECK: %[[IF:.*]] = scf.if %arg0 -> (tensor<3xi8>)
// CHECK: %[[FOR:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[IF]]) -> (tensor<3xi8>)
// CHECK:   %[[OLD:.*]] = tensor.extract %[[ACC]][%{{.*}}] : tensor<3xi8>
// CHECK:   %[[BIT:.*]] = arith.cmpi ne, %[[OLD]], %{{.*}} : i8
// CHECK:   arith.xori %[[BIT]], %{{.*}} : i1
// CHECK:   tensor.insert %{{.*}} into %[[ACC]][%{{.*}}] : tensor<3xi8>
// CHECK: tensor.pad %[[FOR]]
// CHECK:   tensor.yield %{{.*}} : i8
// CHECK: : tensor<3xi8> to tensor<5xi8>
func.func @structure(%c: i1, %a: i1) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %true = arith.constant true
  %k = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %i = scf.if %c -> tensor<3xi1> {
    %f = tensor.from_elements %a, %c, %true : tensor<3xi1>
    scf.yield %f : tensor<3xi1>
  } else {
    scf.yield %k : tensor<3xi1>
  }
  %l = scf.for %n = %c0 to %c3 step %c1 iter_args(%acc = %i) -> tensor<3xi1> {
    %old = tensor.extract %acc[%n] : tensor<3xi1>
    %new = arith.xori %old, %true : i1
    %next = tensor.insert %new into %acc[%n] : tensor<3xi1>
    scf.yield %next : tensor<3xi1>
  }
  %p = tensor.pad %l low[1] high[1] {
  ^bb0(%n: index):
    tensor.yield %true : i1
  } : tensor<3xi1> to tensor<5xi1>
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%p : tensor<5xi1>) outs(%e : tensor<5xf32>) {
  ^bb0(%b: i1, %o: f32):
    %v = arith.uitofp %b : i1 to f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// A fill takes a byte, and a constant that only leaves the function stays.
// CHECK-LABEL: func.func @constants
// CHECK: %[[K:.*]] = arith.constant dense<[true, false]> : tensor<2xi1>
// CHECK: %[[BYTE:.*]] = arith.extui %arg0 : i1 to i8
// CHECK: linalg.fill ins(%[[BYTE]] : i8) outs(%{{.*}} : tensor<2xi8>) -> tensor<2xi8>
// CHECK: return %{{.*}}, %[[K]] : i1, tensor<2xi1>
func.func @constants(%b: i1, %n: index) -> (i1, tensor<2xi1>) {
  %k = arith.constant dense<[true, false]> : tensor<2xi1>
  %e = tensor.empty() : tensor<2xi1>
  %f = linalg.fill ins(%b : i1) outs(%e : tensor<2xi1>) -> tensor<2xi1>
  %x = tensor.extract %f[%n] : tensor<2xi1>
  return %x, %k : i1, tensor<2xi1>
}

// -----

#id = affine_map<(d0) -> (d0)>
// Conversions at the border are those of a run before: nothing to do.
// CHECK-LABEL: func.func @again
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<4xi1>) outs(%{{.*}} : tensor<4xi8>)
// CHECK-NOT: linalg.generic
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4xi1>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @again(%m: tensor<4xi1>) -> tensor<4xi1> {
  %zero = arith.constant 0 : i8
  %e8 = tensor.empty() : tensor<4xi8>
  %e = tensor.empty() : tensor<4xi1>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%m : tensor<4xi1>) outs(%e8 : tensor<4xi8>) {
  ^bb0(%i: i1, %o: i8):
    %v = arith.extui %i : i1 to i8
    linalg.yield %v : i8
  } -> tensor<4xi8>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : tensor<4xi8>) outs(%e : tensor<4xi1>) {
  ^bb0(%i: i8, %o: i1):
    %v = arith.cmpi ne, %i, %zero : i8
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// -----

#id = affine_map<(d0) -> (d0)>
// Sizes are no elements.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[D:.*]] = tensor.dim %arg0
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<?xi1>) outs(%{{.*}} : tensor<?xi8>)
// CHECK: linalg.generic {{.*}} ins(%[[B]] : tensor<?xi8>) outs(%{{.*}} : tensor<?xf32>)
func.func @dynamic(%m: tensor<?xi1>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %m, %c0 : tensor<?xi1>
  %e = tensor.empty(%d) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%m : tensor<?xi1>) outs(%e : tensor<?xf32>) {
  ^bb0(%i: i1, %o: f32):
    %v = arith.uitofp %i : i1 to f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>
// A cast changes with both of its tensors.
// CHECK-LABEL: func.func @cast
// CHECK: tensor.cast %{{.*}} : tensor<4xi8> to tensor<?xi8>
// CHECK-NOT: xi1>
// CHECK: return
func.func @cast(%x: tensor<4xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %eb = tensor.empty() : tensor<4xi1>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%eb : tensor<4xi1>) {
  ^bb0(%i: f32, %o: i1):
    %c = arith.cmpf olt, %i, %zero : f32
    linalg.yield %c : i1
  } -> tensor<4xi1>
  %d = tensor.cast %p : tensor<4xi1> to tensor<?xi1>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%d : tensor<?xi1>) outs(%e : tensor<?xf32>) {
  ^bb0(%b: i1, %o: f32):
    %v = arith.uitofp %b : i1 to f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
