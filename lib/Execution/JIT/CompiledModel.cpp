//===- CompiledModel.cpp - a model as machine code here ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/CompiledModel.h"

#include "OptimizeLLVM.h"

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Pipelines/LowerToLLVM.h"
#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ExecutionEngine/Orc/CoreContainers.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"
#include "llvm/Support/AlignOf.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MemAlloc.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <chrono>
#include <omp.h>

using namespace mlir;
using namespace mlir::compress;
/// Alignment of the arena: what the lowering assumes.
static constexpr size_t kArenaAlignment = 64;

//===----------------------------------------------------------------------===//
// The entry and its types
//===----------------------------------------------------------------------===//

FailureOr<func::FuncOp> mlir::compress::getEntry(ModuleOp module,
                                                 StringRef name) {
  SmallVector<func::FuncOp> candidates;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    if (function.getSymName() == (name.empty() ? "main" : name))
      return function;
    candidates.push_back(function);
  }
  if (!name.empty())
    return emitError(module.getLoc())
           << "expected a public function named '" << name << "'";
  if (candidates.size() == 1)
    return candidates.front();
  return emitError(module.getLoc())
         << "expected a function named 'main' or a single public function, "
            "but got "
         << candidates.size() << " public functions";
}

static std::optional<ElementKind> toElementKind(Type type) {
  if (type.isInteger(1))
    return ElementKind::I1;
  if (type.isInteger(8))
    return ElementKind::I8;
  if (type.isInteger(16))
    return ElementKind::I16;
  if (type.isInteger(32))
    return ElementKind::I32;
  if (type.isInteger(64))
    return ElementKind::I64;
  if (type.isF16())
    return ElementKind::F16;
  if (type.isBF16())
    return ElementKind::BF16;
  if (type.isF32())
    return ElementKind::F32;
  if (type.isF64())
    return ElementKind::F64;
  return std::nullopt;
}

FailureOr<SmallVector<TensorSpec>>
mlir::compress::getTensorSpecs(func::FuncOp function, TypeRange types,
                               StringRef what) {
  SmallVector<TensorSpec> specs;
  for (auto [number, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    std::optional<ElementKind> kind;
    if (tensor)
      kind = toElementKind(tensor.getElementType());
    if (!kind || !tensor.hasStaticShape() || tensor.getNumElements() == 0) {
      bool isDynamic = tensor && !tensor.hasStaticShape();
      return emitError(function.getLoc())
             << "expected " << what << ' ' << number << " of '"
             << function.getSymName()
             << "' to be a tensor of static shape, at least one element and an "
                "integer or float type, but got "
             << type
             << (isDynamic ? "; export the model with fixed sizes (batch, "
                             "sequence)"
                           : "");
    }
    specs.push_back({*kind, SmallVector<int64_t>(tensor.getShape())});
  }
  return specs;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

namespace mlir::compress {
/// The steps from a module to a compiled model.
class ModelCompiler {
public:
  explicit ModelCompiler(const CompileOptions &options)
      : options(options), model(new CompiledModel) {}

  FailureOr<std::unique_ptr<CompiledModel>> compile(ModuleOp source);
  FailureOr<llvm::StringMap<std::vector<char>>> packParameters(ModuleOp source);

private:
  LogicalResult pack(ModuleOp source);
  LogicalResult lower();
  bool isParameter(StringRef weight) const;
  static StringRef getName(ml_program::GlobalOp weight);
  LogicalResult collectWeights();
  LogicalResult generateCode();
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine();

  const CompileOptions &options;
  TargetAttr target;
  OwningOpRef<ModuleOp> module;
  std::string entryName;
  std::unique_ptr<CompiledModel> model;
  /// Where the code finds each weight.
  llvm::StringMap<void *> symbols;
};
} // namespace mlir::compress

/// Functions that are only declared must be in this process, as those of libm.
static LogicalResult verifyCallees(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isExternal() &&
        !SymbolTable::symbolKnownUseEmpty(function, module) &&
        !llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(
            function.getSymName().str()))
      return emitError(function.getLoc())
             << "expected a body for the function '" << function.getSymName()
             << "', but got a declaration";
  return success();
}

FailureOr<std::unique_ptr<CompiledModel>>
ModelCompiler::compile(ModuleOp source) {
  auto start = std::chrono::steady_clock::now();
  FailureOr<func::FuncOp> entry = getEntry(source, options.entry);
  if (failed(entry))
    return failure();
  FailureOr<SmallVector<TensorSpec>> inputs =
      getTensorSpecs(*entry, entry->getArgumentTypes(), "argument");
  FailureOr<SmallVector<TensorSpec>> results =
      getTensorSpecs(*entry, entry->getResultTypes(), "result");
  if (failed(inputs) || failed(results) || failed(verifyCallees(source)))
    return failure();
  model->inputs = *inputs;
  model->results = *results;
  entryName = entry->getSymName().str();

  if (failed(pack(source)) || failed(collectWeights()) || failed(lower()) ||
      failed(generateCode()))
    return failure();
  model->compileSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return std::move(model);
}

/// Brings a copy of `source` and its weights into the form of the kernels.
LogicalResult ModelCompiler::pack(ModuleOp source) {
  MLIRContext *context = source.getContext();
  target = options.target ? options.target : cpu::getHostTarget(context);
  module = source.clone();
  (*module)->setAttr(cpu::kTargetAttrName, target);
  SymbolTable weights(*module);
  for (StringRef name : options.parameters)
    if (auto weight = weights.lookup<ml_program::GlobalOp>(name))
      weight->setAttr(cpu::kParameterAttrName, UnitAttr::get(context));
  PassManager packing(context);
  buildNormalizePipeline(packing);
  if (options.reference)
    // Memrefs have no form for codes of fewer than 8 bits.
    packing.addPass(createCompressWidenCodesPass());
  else
    buildPackPipeline(packing);
  packing.addPass(cpu::createCompressCPUNameWeightsPass());
  return packing.run(*module);
}

LogicalResult ModelCompiler::lower() {
  PassManager lowering(module->getContext());
  // Verifying after each pass takes a third of the time: the pipeline itself
  // verifies what bufferization, the kernels and LLVM get.
  lowering.enableVerifier(false);
  LowerPackedOptions lowerOptions;
  lowerOptions.profile = options.profile;
  lowerOptions.threads =
      options.threads == 0 ? omp_get_num_procs() : options.threads;
  model->threads = lowerOptions.threads;
  buildLowerPackedPipeline(lowering, lowerOptions);
  if (failed(lowering.run(*module)))
    return failure();
  auto readStrings = [&](StringRef name, SmallVectorImpl<std::string> &list) {
    if (auto strings = (*module)->getAttrOfType<ArrayAttr>(name))
      for (Attribute string : strings)
        list.push_back(cast<StringAttr>(string).str());
  };
  readStrings(cpu::kCheckMessagesAttrName, model->checkMessages);
  readStrings(cpu::kProfileAttrName, model->profileNames);
  model->profileTicks.assign(model->profileNames.size(), UINT64_MAX);
  symbols[cpu::kProfileSymbol] = model->profileTicks.data();
  return success();
}

StringRef ModelCompiler::getName(ml_program::GlobalOp weight) {
  auto own = weight->getAttrOfType<StringAttr>(cpu::kNameAttrName);
  return own ? own.getValue() : weight.getSymName();
}

/// True for a parameter, and what it was packed to.
bool ModelCompiler::isParameter(StringRef weight) const {
  return llvm::any_of(options.parameters, [&](StringRef name) {
    StringRef suffix = weight;
    return suffix.consume_front(name) &&
           (suffix.empty() || suffix.starts_with(cpu::kPackedSuffix));
  });
}

LogicalResult ModelCompiler::collectWeights() {
  for (auto weight : module->getOps<ml_program::GlobalOp>()) {
    StringRef name = getName(weight);
    if (weight.getIsMutable() || !getWeightValue(weight))
      return emitError(weight.getLoc())
             << "expected a constant with a value, but '" << name << "' is "
             << (weight.getIsMutable() ? "mutable" : "external");
    SmallVector<char> storage;
    FailureOr<ArrayRef<char>> data = getRawData(
        getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
    if (failed(data))
      return failure();
    model->weightsBytes += data->size();
    // A resource lives as long as the context; anything else is kept here.
    bool isStable = isa<DenseResourceElementsAttr>(getWeightValue(weight)) &&
                    storage.empty() && !isParameter(name);
    void *&symbol = symbols[weight.getSymName()];
    if (isStable) {
      symbol = const_cast<char *>(data->data());
      continue;
    }
    std::vector<char> &kept = model->values[name];
    kept.assign(data->begin(), data->end());
    symbol = kept.data();
  }
  return success();
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
ModelCompiler::createTargetMachine() {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::orc::JITTargetMachineBuilder builder(triple);
  builder.setCPU(target.getCpu().str());
  SmallVector<StringRef> features;
  target.getFeatures().split(features, ',', /*MaxSplit=*/-1,
                             /*KeepEmpty=*/false);
  builder.addFeatures(
      std::vector<std::string>(features.begin(), features.end()));
  builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  return builder.createTargetMachine();
}

LogicalResult ModelCompiler::generateCode() {
  auto report = [&](llvm::Error error) {
    return emitError(module->getLoc())
           << "expected machine code, but LLVM says: "
           << llvm::toString(std::move(error));
  };
  // One machine optimizes, the engine owns another.
  auto optimizing = createTargetMachine();
  if (!optimizing)
    return report(optimizing.takeError());
  auto generating = createTargetMachine();
  if (!generating)
    return report(generating.takeError());
  ExecutionEngineOptions engineOptions;
  auto optimize = [&](llvm::Module *module) {
    return optimizeLLVM(*module, **optimizing);
  };
  engineOptions.transformer = optimize;
  engineOptions.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Aggressive;
  auto engine =
      ExecutionEngine::create(*module, engineOptions, std::move(*generating));
  if (!engine)
    return report(engine.takeError());
  model->engine = std::move(*engine);
  model->engine->registerSymbols([&](llvm::orc::MangleAndInterner mangle) {
    llvm::orc::SymbolMap map;
    for (auto &symbol : symbols)
      map[mangle(symbol.first())] = {
          llvm::orc::ExecutorAddr::fromPtr(symbol.second),
          llvm::JITSymbolFlags::Exported};
    return map;
  });
  auto entry = model->engine->lookup(entryName);
  if (!entry)
    return report(entry.takeError());
  model->entry = reinterpret_cast<CompiledModel::Entry>(*entry);
  auto arenaBytes = model->engine->lookup(entryName + "_arena_bytes");
  if (!arenaBytes)
    return report(arenaBytes.takeError());
  model->arenaBytes = *static_cast<const int64_t *>(*arenaBytes);
  model->arena.reset(llvm::allocate_buffer(model->arenaBytes, kArenaAlignment));
  return success();
}

FailureOr<std::unique_ptr<CompiledModel>>
CompiledModel::compile(ModuleOp module, const CompileOptions &options) {
  return ModelCompiler(options).compile(module);
}

FailureOr<llvm::StringMap<std::vector<char>>>
ModelCompiler::packParameters(ModuleOp source) {
  if (failed(pack(source)))
    return failure();
  auto getKey = [](ml_program::GlobalOp weight) -> StringRef {
    auto resource =
        dyn_cast_or_null<DenseResourceElementsAttr>(weight.getValueAttr());
    return resource ? resource.getRawHandle().getKey() : StringRef();
  };
  llvm::StringSet<> given;
  for (auto weight : source.getOps<ml_program::GlobalOp>())
    given.insert(getKey(weight));
  llvm::StringMap<std::vector<char>> packed;
  for (auto weight : module->getOps<ml_program::GlobalOp>()) {
    StringRef name = getName(weight);
    if (!isParameter(name))
      continue;
    SmallVector<char> storage;
    FailureOr<ArrayRef<char>> data = getRawData(
        getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
    if (failed(data))
      return failure();
    packed[name].assign(data->begin(), data->end());
    // The context would keep what only this call has made.
    if (!given.contains(getKey(weight)))
      releaseResource(getWeightValue(weight));
  }
  return std::move(packed);
}

FailureOr<llvm::StringMap<std::vector<char>>>
CompiledModel::packParameters(ModuleOp module, const CompileOptions &options) {
  return ModelCompiler(options).packParameters(module);
}

CompiledModel::~CompiledModel() = default;

void CompiledModel::ArenaDeleter::operator()(void *arena) const {
  llvm::deallocate_buffer(arena, 0, kArenaAlignment);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

llvm::Error CompiledModel::run(ArrayRef<const void *> inputBuffers,
                               ArrayRef<void *> resultBuffers) const {
  assert(inputBuffers.size() == inputs.size() &&
         resultBuffers.size() == results.size() && "a buffer for each tensor");
  int32_t status =
      entry(inputBuffers.data(), resultBuffers.data(), arena.get());
  if (status == 0)
    return llvm::Error::success();
  return llvm::createStringError(
      "check " + llvm::Twine(status) +
      " of the model failed: " + checkMessages[status - 1]);
}

std::vector<ProfileEntry> CompiledModel::getProfile() const {
  std::vector<ProfileEntry> entries;
  for (auto [name, ticks] : llvm::zip_equal(profileNames, profileTicks)) {
    auto [layer, operation] = StringRef(name).split('\t');
    entries.push_back({layer.str(), operation.str(), ticks});
  }
  return entries;
}

ArrayRef<char> CompiledModel::getParameter(StringRef name) const {
  auto value = values.find(name);
  return value == values.end() ? ArrayRef<char>() : ArrayRef(value->second);
}

llvm::Error CompiledModel::setParameter(StringRef name, ArrayRef<char> data) {
  auto value = values.find(name);
  if (value == values.end())
    return llvm::createStringError(
        "expected a parameter of the model, but got '" + name + "'");
  if (value->second.size() != data.size())
    return llvm::createStringError("expected " +
                                   llvm::Twine(value->second.size()) +
                                   " bytes for the parameter '" + name +
                                   "', but got " + llvm::Twine(data.size()));
  llvm::copy(data, value->second.begin());
  return llvm::Error::success();
}
