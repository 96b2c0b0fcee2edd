// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/torchscript_importer.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/code_check.h"
#include "core/import/torchscript/forks.h"
#include "core/import/torchscript/lowering.h"
#include "core/import/torchscript/pickle_check.h"
#include "core/import/torchscript/training_state.h"
#include "core/ops/support/kernel_errors.h"
#include "core/ops/torch/quantized_engine.h"

#include <algorithm>
#include <cstdlib>
#include <torch/csrc/jit/serialization/import.h>

#undef CHECK
#undef LOG

namespace ql::import {

namespace {

std::vector<std::string> wantedEngines()
{
    if (const char* chosen = std::getenv("QUANTLOUPE_QUANTIZED_ENGINE"); chosen && *chosen)
        return {chosen};
    return ops::quantizedEngines();
}

/// Packing weights is part of loading, so the engine must be chosen before.
torch::jit::Module loadFor(const std::string& engine, const std::filesystem::path& path)
{
    ops::useQuantizedEngine(engine);
    return torch::jit::load(path.string(), c10::Device(c10::kCPU));
}

[[noreturn]] void throwUnloadable(const std::string& reason)
{
    throw Error(ErrorCode::FileCorrupt, Message("LibTorch can't load the file: {}", reason),
                "it may be truncated, or saved by a newer PyTorch");
}

/// LibTorch's parser throws other things than its own errors.
std::string reasonOf(const std::exception& error)
{
    const auto* own = dynamic_cast<const c10::Error*>(&error);
    return ops::firstLine(own ? own->what_without_backtrace() : error.what());
}

std::pair<torch::jit::Module, std::string> load(const std::filesystem::path& path)
{
    std::string refusal;
    for (const auto& engine : wantedEngines()) {
        try {
            return {loadFor(engine, path), engine};
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& error) {
            refusal = reasonOf(error);
        }
    }
    throwUnloadable(refusal);
}

bool isQuantized(const graph::Graph& graph)
{
    return std::ranges::any_of(graph.nodes(),
                               [](const graph::Node& node) { return node.attributes.has(graph::kTorchEngine); });
}

ImportedModel readModule(const std::filesystem::path& path)
{
    const at::NoGradGuard noGradients;
    try {
        torchscript::refuseUnsafeCode(path);
        torchscript::refuseDamagedPickles(path);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throwUnloadable(reasonOf(error));
    }
    auto [module, engine] = load(path);
    module.eval();
    torchscript::doForkedWorkAtOnce(module);
    ImportedModel imported;
    imported.graph = torchscript::Lowering(module, engine).run();
    imported.trainingState = torchscript::trainingState(module, imported.graph);
    if (isQuantized(imported.graph))
        imported.quantizedEngine = engine;
    imported.path = path;
    imported.format = "torchscript";
    return imported;
}

} // namespace

ImportedModel importTorchScript(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&] { return ops::translated([&] { return readModule(path); }); });
}

} // namespace ql::import
