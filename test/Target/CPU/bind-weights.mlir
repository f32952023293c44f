// RUN: compression-opt %s --compress-cpu-bind-weights | FileCheck %s --check-prefixes=CHECK,EXTERNAL
// RUN: compression-opt %s --compress-cpu-bind-weights=weights=inline | FileCheck %s --check-prefixes=CHECK,INLINE

// Whoever runs the code binds a symbol without visibility and value.
// EXTERNAL: memref.global @layer.weight : memref<2x3xf32>{{$}}
// INLINE: memref.global "private" constant @layer.weight : memref<2x3xf32> = dense<1.000000e+00>
ml_program.global private @layer.weight(dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32>
// EXTERNAL: memref.global @layer.codes : memref<2x3xi8>{{$}}
// INLINE: memref.global "private" constant @layer.codes : memref<2x3xi8> = dense_resource<codes>
ml_program.global private @layer.codes(dense_resource<codes> : tensor<2x3xi8>) : tensor<2x3xi8>
// A state is no weight.
// CHECK: ml_program.global private mutable @state
ml_program.global private mutable @state(dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32>

// CHECK-LABEL: func @loads
func.func @loads() -> (tensor<2x3xf32>, tensor<2x3xi8>, tensor<2x3xf32>) {
  // CHECK: %[[BUFFER:.*]] = memref.get_global @layer.weight : memref<2x3xf32>
  // CHECK: %[[W:.*]] = bufferization.to_tensor %[[BUFFER]] restrict : memref<2x3xf32> to tensor<2x3xf32>
  %w = ml_program.global_load @layer.weight : tensor<2x3xf32>
  // CHECK: memref.get_global @layer.codes
  %c = ml_program.global_load @layer.codes : tensor<2x3xi8>
  // CHECK: ml_program.global_load @state
  %s = ml_program.global_load @state : tensor<2x3xf32>
  return %w, %c, %s : tensor<2x3xf32>, tensor<2x3xi8>, tensor<2x3xf32>
}

{-#
  dialect_resources: { builtin: { codes: "0x40000000010203040506" } }
#-}
