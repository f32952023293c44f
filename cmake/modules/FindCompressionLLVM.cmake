# Finds LLVM and MLIR 22 and sets the compile flags that fit them.
#
# Debian's version file accepts only an exact "22.1", so the major version is
# checked here. Everything is linked through the two shared libraries `MLIR` and
# `LLVM`: a static MLIR library would bring a second copy of MLIR into the process.

if(NOT DEFINED MLIR_DIR AND EXISTS "/usr/lib/llvm-22/lib/cmake/mlir")
  set(MLIR_DIR "/usr/lib/llvm-22/lib/cmake/mlir" CACHE PATH "Folder of MLIRConfig.cmake")
endif()
find_package(MLIR REQUIRED CONFIG)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "expected LLVM and MLIR 22, but found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
endif()
foreach(library MLIR LLVM)
  if(NOT TARGET ${library})
    message(FATAL_ERROR "expected the shared library target ${library} in ${MLIR_DIR}; install libmlir-22-dev and llvm-22-dev")
  endif()
endforeach()

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# LLVMConfig.cmake sets this to OFF: the project's own option decides for the project's own code.
set(LLVM_ENABLE_ASSERTIONS ${COMPRESSION_ENABLE_ASSERTIONS})
set(LLVM_ENABLE_WERROR ${COMPRESSION_ENABLE_WERROR})
include(HandleLLVMOptions)

if(COMPRESSION_SANITIZER)
  add_compile_options(-fsanitize=${COMPRESSION_SANITIZER} -fno-omit-frame-pointer -fno-sanitize=vptr,function)
  add_link_options(-fsanitize=${COMPRESSION_SANITIZER})
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # The sloppiness lets ccache work with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
