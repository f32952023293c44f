// RUN: compression-opt %s --compress-plan --verify-diagnostics
// RUN: not compression-opt %s --compress-plan=preset=INT4 2>&1 | FileCheck %s

// CHECK: error: expected a preset (W8A8, W8A8_DYNAMIC), but got 'INT4'
// expected-error @below {{expected a preset (W8A8, W8A8_DYNAMIC), but got ''}}
module {
}
