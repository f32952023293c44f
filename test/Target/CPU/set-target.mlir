// RUN: compression-opt %s --compress-set-target=target=generic | FileCheck %s --check-prefix=GENERIC
// RUN: compression-opt %s --compress-set-target=target=host | FileCheck %s --check-prefix=HOST
// RUN: compression-opt %s --compress-set-target | FileCheck %s --check-prefix=SAME

// The baseline has no extension.
// GENERIC: module attributes {compress.target = #compress.target<arch = "{{[a-z0-9_]+}}", cpu = "{{x86-64|generic}}", features = "", vector_bits = 128>}
// HOST: module attributes {compress.target = #compress.target<arch = "{{[a-z0-9_]+}}", cpu = "{{.+}}", features = "{{.*}}", vector_bits = {{128|256|512}}>}
// SAME: module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "haswell", features = "+avx2", vector_bits = 256>}
module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "haswell", features = "+avx2", vector_bits = 256>} {
}
