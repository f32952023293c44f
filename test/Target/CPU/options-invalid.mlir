// RUN: not compression-opt %s --compress-set-target=target=cray 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not compression-opt %s --compress-cpu-bind-weights=weights=packed 2>&1 | FileCheck %s --check-prefix=WEIGHTS

// TARGET: error: expected target=host or target=generic, but got 'cray'
// WEIGHTS: error: expected weights=external or weights=inline, but got 'packed'
module {
}
