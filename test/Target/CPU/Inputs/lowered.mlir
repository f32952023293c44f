llvm.func @add(%x: i32) -> i32 {
  omp.barrier
  %0 = llvm.add %x, %x : i32
  llvm.return %0 : i32
}
