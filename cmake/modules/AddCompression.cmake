# The helpers that every folder of this project uses.

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

# MLIR's headers cost 5 to 15 s a file; all IR libraries share one precompiled set.
function(_compression_make_pch)
  if(TARGET CompressionPCH)
    return()
  endif()
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/CompressionPCH.cpp CONTENT "")
  add_library(CompressionPCH OBJECT ${CMAKE_BINARY_DIR}/CompressionPCH.cpp)
  # Without times in it, ccache finds it again.
  target_compile_options(CompressionPCH PRIVATE -Xclang -fno-pch-timestamp)
  target_precompile_headers(CompressionPCH PRIVATE
    "<mlir/Dialect/Affine/IR/AffineOps.h>"
    "<mlir/Dialect/Arith/IR/Arith.h>"
    "<mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h>"
    "<mlir/Dialect/Func/IR/FuncOps.h>"
    "<mlir/Dialect/Linalg/IR/Linalg.h>"
    "<mlir/Dialect/Math/IR/Math.h>"
    "<mlir/Dialect/MemRef/IR/MemRef.h>"
    "<mlir/Dialect/SCF/IR/SCF.h>"
    "<mlir/Dialect/Tensor/IR/Tensor.h>"
    "<mlir/Dialect/Vector/IR/VectorOps.h>"
    "<mlir/IR/PatternMatch.h>"
    "<mlir/Interfaces/TilingInterface.h>"
    "<mlir/Pass/Pass.h>"
    "<mlir/Transforms/GreedyPatternRewriteDriver.h>")
endfunction()

# add_compression_library(NAME SOURCE... [NO_IR] [DEPENDS TARGET...] [LINK_LIBS LIB...])
#
# A static library. NO_IR: it uses LLVM's support library, but no MLIR.
# DEPENDS: TableGen targets whose headers it includes.
function(add_compression_library name)
  cmake_parse_arguments(ARG "NO_IR" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  if(ARG_NO_IR)
    target_link_libraries(${name} PUBLIC LLVM)
  else()
    _compression_make_pch()
    target_precompile_headers(${name} REUSE_FROM CompressionPCH)
    target_link_libraries(${name} PUBLIC MLIR LLVM)
    # Headers of ours include one another's generated parts.
    get_property(generated GLOBAL PROPERTY COMPRESSION_TABLEGEN_TARGETS)
    add_dependencies(${name} ${generated})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# add_compression_tool(NAME SOURCE... LINK_LIBS LIB...)
function(add_compression_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  _compression_make_pch()
  target_precompile_headers(${name} REUSE_FROM CompressionPCH)
endfunction()

# add_compression_tablegen(TARGET TD_FILE OUTPUT FLAG... [OUTPUT FLAG...])
#
# Registers TARGET so that every IR library waits for it. Pairs: the output
# file, then the generator's flag(s) as one list element, e.g. "-gen-op-decls".
function(add_compression_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest output flags)
    separate_arguments(flags)
    mlir_tablegen(${output} ${flags})
  endwhile()
  add_public_tablegen_target(${target})
  set_property(GLOBAL APPEND PROPERTY COMPRESSION_TABLEGEN_TARGETS ${target})
endfunction()

# add_compression_unittest(NAME SOURCE... LINK_LIBS LIB...): a GoogleTest program, its tests known to CTest.
function(add_compression_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unittests)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 120)
endfunction()
