//===- LowerToLLVM.cpp - from a compressed model to the LLVM dialect --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Pipelines/LowerToLLVM.h"

#include "compression/Pipelines/RegisterPipeline.h"

#include "compression/Conversion/CompressToLinalg.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Target/CPU/BufferizableOpInterfaceImpl.h"
#include "compression/Target/CPU/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/AllInterfaces.h"
#include "mlir/Dialect/MLProgram/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/TensorTilingInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::compress;

void mlir::compress::registerLoweringDialects(DialectRegistry &registry) {
  registry
      .insert<CompressDialect, affine::AffineDialect, arith::ArithDialect,
              bufferization::BufferizationDialect, cf::ControlFlowDialect,
              func::FuncDialect, index::IndexDialect, linalg::LinalgDialect,
              LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
              ml_program::MLProgramDialect, omp::OpenMPDialect, scf::SCFDialect,
              tensor::TensorDialect, ub::UBDialect, vector::VectorDialect>();
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  cf::registerBufferizableOpInterfaceExternalModels(registry);
  cf::registerBufferDeallocationOpInterfaceExternalModels(registry);
  linalg::registerAllDialectInterfaceImplementations(registry);
  ml_program::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerTilingInterfaceExternalModels(registry);
  vector::registerBufferizableOpInterfaceExternalModels(registry);
  cpu::registerBufferizableOpInterfaceExternalModels(registry);
}

static void addCleanUp(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

/// TOSA as linalg and arith.
static void addImportTosa(OpPassManager &pm) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(tosa::createTosaOptionalDecompositionsPass());
  functions.addPass(tosa::createTosaMakeBroadcastablePass());
  functions.addPass(tosa::createTosaToLinalgNamed());
  functions.addPass(tosa::createTosaToLinalg());
  functions.addPass(createTosaToArithPass({/*includeApplyRescale=*/true}));
  functions.addPass(createTosaToTensorPass());
  functions.addPass(createTosaToSCFPass());
}

void mlir::compress::buildNormalizePipeline(OpPassManager &pm) {
  // Weights get their names first: upstream's folders then can't compute new
  // ones from them. Nor may they see a pair of casts, which they remove.
  pm.addPass(createCompressImportQuantPass());
  pm.addPass(createCompressLiftWeightsPass());
  addImportTosa(pm);
  // Every pass that follows, and bufferization, sees regions of one block.
  pm.addPass(createLiftControlFlowToSCFPass());
  pm.addPass(createCompressDecomposeOpsPass());
  pm.addPass(createConvertElementwiseToLinalgPass());
  // The inliner's own simplification of each function is not needed.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  addCleanUp(pm);
  pm.addPass(createCompressRecognizeGathersPass());
  pm.addPass(createCompressFoldConstantsPass());
  pm.addPass(createCompressSimplifyGenericsPass());
  pm.addPass(createCompressRecognizeClampsPass());
  pm.addPass(createCompressHoistChecksPass());
  pm.addNestedPass<func::FuncOp>(createCompressNarrowFloatsPass());
  // What was computed from weights, and what only now is read as one.
  pm.addPass(createCompressLiftWeightsPass());
  pm.addPass(createCompressNormalizeContractionsPass());
  pm.addPass(createCompressRecognizeOneHotPass());
  // Channels last everywhere, then each weight as its op reads it.
  pm.addPass(createCompressNormalizeConvolutionsPass());
  pm.addNestedPass<func::FuncOp>(createCompressPropagateLayoutsPass());
  addCleanUp(pm);
  pm.addPass(createCompressConvolutionsToContractionsPass());
  pm.addPass(createCompressReorderWeightsPass());
  pm.addPass(createCompressFoldWeightViewsPass());
  // What stands between a layer and its epilogue.
  pm.addPass(createCompressFoldBatchNormPass());
  pm.addPass(createCompressFlattenImagesPass());
  pm.addPass(createCompressWidenBooleansPass());
  addCleanUp(pm);
  pm.addPass(createSymbolDCEPass());
}

void mlir::compress::buildPackPipeline(OpPassManager &pm) {
  pm.addPass(createCompressWidenCodesPass());
  pm.addPass(createCompressToIntegerPass());
  pm.addPass(cpu::createCompressCPUQuantizeByProductsPass());
  pm.addPass(cpu::createCompressPackPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createCompressVerifyStagePass({"packed"}));
}

/// Fusion on tensors: what is left after the contractions were packed.
static void buildFusePipeline(OpPassManager &pm, bool parallel) {
  addCleanUp(pm);
  pm.addNestedPass<func::FuncOp>(createLinalgGeneralizeNamedOpsPass());
  pm.addNestedPass<func::FuncOp>(cpu::createCompressCPUDropUnitDimsPass());
  addCleanUp(pm);
  pm.addNestedPass<func::FuncOp>(cpu::createCompressCPUFuseElementwisePass());
  addCleanUp(pm);
  pm.addNestedPass<func::FuncOp>(
      cpu::createCompressCPUFuseRowsPass({parallel}));
  addCleanUp(pm);
  pm.addNestedPass<func::FuncOp>(
      cpu::createCompressCPUVectorizePass({parallel}));
  pm.addNestedPass<func::FuncOp>(cpu::createCompressCPUApproximateMathPass());
}

static void buildBufferizePipeline(OpPassManager &pm) {
  addCleanUp(pm);
  pm.addNestedPass<func::FuncOp>(cpu::createCompressCPUSeparateResultsPass());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(cpu::createCompressCPUVerifyLoweringPass({"tensors"}));
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(options));
  pm.addNestedPass<func::FuncOp>(cpu::createCompressCPUCarryInPlacePass());
  // CSE first: canonicalization would make both sides of a copy the same value
  // and leave the copy.
  pm.addPass(createCSEPass());
  addCleanUp(pm);
  bufferization::BufferResultsToOutParamsPassOptions results;
  results.hoistStaticAllocs = true;
  results.modifyPublicFunctions = true;
  results.addResultAttribute = true;
  pm.addPass(bufferization::createBufferResultsToOutParamsPass(results));
  pm.addNestedPass<func::FuncOp>(cpu::createCompressCPUReshapeResultsPass());
  pm.addPass(createCSEPass());
  addCleanUp(pm);
  pm.addPass(cpu::createCompressCPUVerifyLoweringPass({"buffers"}));
}

static void buildConvertToLLVMPipeline(OpPassManager &pm, unsigned threads) {
  pm.addPass(createConvertLinalgToLoopsPass());
  addCleanUp(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
  if (threads > 1) {
    pm.addNestedPass<func::FuncOp>(createForallToParallelLoopPass());
    addCleanUp(pm);
    ConvertSCFToOpenMPPassOptions openmp;
    openmp.numThreads = threads;
    pm.addPass(createConvertSCFToOpenMPPass(openmp));
    // Loop bodies became scopes, which can't hold the blocks that come next.
    pm.addPass(createCanonicalizerPass());
  }
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  // Integer powers are loops.
  pm.addPass(createConvertMathToFuncs());
  ConvertMathToLLVMPassOptions math;
  math.approximateLog1p = false;
  pm.addPass(createConvertMathToLLVMPass(math));
  // Calls take the elements out of vectors.
  pm.addPass(createConvertMathToLibmPass());
  ConvertVectorToLLVMPassOptions vectors;
  vectors.reassociateFPReductions = true;
  pm.addPass(createConvertVectorToLLVMPass(vectors));
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  pm.addPass(createConvertFuncToLLVMPass(functions));
  if (threads > 1)
    pm.addPass(createConvertOpenMPToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(cpu::createCompressCPUMoveHalvesPass());
}

void mlir::compress::buildLowerPackedPipeline(
    OpPassManager &pm, const LowerPackedOptions &options) {
  // In memory a boolean is a byte: arguments and results too can be vectors.
  pm.addPass(createCompressWidenBooleansPass({/*boundaries=*/true}));
  pm.addPass(createLinalgGeneralizeNamedOpsPass());
  pm.addPass(cpu::createCompressCPUCheckIndicesPass());
  pm.addPass(createCompressHoistChecksPass());
  pm.addPass(cpu::createCompressCPUMarkFastMathPass());
  pm.addPass(createConvertCompressToLinalgPass({/*keepPacked=*/true}));
  pm.addPass(cpu::createCompressCPUNameWeightsPass(
      {options.symbol.empty() ? "" : options.symbol + "_"}));
  pm.addPass(cpu::createCompressCPUBindWeightsPass({options.weights}));
  bool parallel = options.threads > 1;
  buildFusePipeline(pm, parallel);
  buildBufferizePipeline(pm);
  pm.addNestedPass<func::FuncOp>(cpu::createCompressCPUPlanArenaPass());
  if (options.profile)
    pm.addPass(cpu::createCompressCPUProfilePass());
  pm.addPass(cpu::createCompressCPUEmitKernelsPass({parallel}));
  pm.addNestedPass<func::FuncOp>(cpu::createCompressCPUVectorizeBuffersPass());
  pm.addPass(cpu::createCompressCPULowerVectorsPass());
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(cpu::createCompressCPULowerChecksPass());
  buildConvertToLLVMPipeline(pm, options.threads);
  pm.addPass(cpu::createCompressCPUEmitEntryPass({options.symbol}));
  pm.addPass(cpu::createCompressCPUVerifyLoweringPass({"llvm"}));
}

void mlir::compress::buildLowerToLLVMPipeline(
    OpPassManager &pm, const LowerToLLVMOptions &options) {
  pm.addPass(cpu::createCompressSetTargetPass({options.target}));
  buildNormalizePipeline(pm);
  buildPackPipeline(pm);
  LowerPackedOptions packed;
  packed.weights = options.weights;
  packed.symbol = options.symbol;
  packed.threads = options.threads;
  buildLowerPackedPipeline(pm, packed);
}

void mlir::compress::buildToLinalgPipeline(OpPassManager &pm,
                                           const ToLinalgOptions &options) {
  pm.addPass(createCompressToIntegerPass({options.arithmetic}));
  pm.addPass(createConvertCompressToLinalgPass());
  pm.addPass(createCSEPass());
  pm.addPass(createSymbolDCEPass());
}

void mlir::compress::registerLoweringPipelines() {
  registerPipeline<ToLinalgOptions>(
      "compress-to-linalg",
      "Lower a compressed model to linalg, tensor and arith for other tools",
      buildToLinalgPipeline);
  PassPipelineRegistration<>(
      "compress-normalize",
      "Bring an imported model into the form that compression works on",
      buildNormalizePipeline);
  registerPipeline<LowerToLLVMOptions>("compress-to-llvm",
                                       "Lower a model to the LLVM dialect",
                                       buildLowerToLLVMPipeline);
}
