// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sandboxed_readers.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/archive_check.h"
#include "core/import/torchscript/forks.h"
#include "core/import/torchscript/lowering/lowering.h"
#include "core/import/torchscript/training_state.h"
#include "core/ops/support/kernel_errors.h"
#include "core/ops/torch/quantized_engine.h"

#include <algorithm>
#include <c10/util/Flags.h>
#include <caffe2/serialize/inline_container.h>
#include <caffe2/serialize/read_adapter_interface.h>
#include <cstdlib>
#include <torch/csrc/jit/serialization/import.h>

#undef CHECK
#undef LOG

C10_DECLARE_bool(caffe2_cpu_allocator_do_zero_fill);

namespace ql::importers::torchscript {

namespace {

std::vector<std::string> wantedEngines()
{
    if (const char* chosen = std::getenv("QUANTLOUPE_QUANTIZED_ENGINE"); chosen && *chosen)
        return {chosen};
    return ops::quantizedEngines();
}

class ArchiveBytes : public caffe2::serialize::ReadAdapterInterface {
public:
    explicit ArchiveBytes(FileBytes bytes)
        : m_bytes(std::move(bytes))
    {
    }

    std::size_t size() const override { return m_bytes.size; }

    std::size_t read(std::uint64_t position, void* into, std::size_t count, const char* /*what*/) const override
    {
        const auto first = std::min<std::uint64_t>(position, m_bytes.size);
        const auto given = std::min<std::size_t>(count, m_bytes.size - first);
        std::copy_n(m_bytes.data.get() + first, given, static_cast<std::byte*>(into));
        return given;
    }

private:
    FileBytes m_bytes;
};

using ArchivePointer = std::shared_ptr<ArchiveBytes>;

/// While it lives LibTorch's memory begins as zeros: what a program leaves unset must not show ours.
class ZeroedMemory {
public:
    ZeroedMemory() { FLAGS_caffe2_cpu_allocator_do_zero_fill = true; }
    ~ZeroedMemory() { FLAGS_caffe2_cpu_allocator_do_zero_fill = m_before; }
    ZeroedMemory(const ZeroedMemory&) = delete;
    ZeroedMemory& operator=(const ZeroedMemory&) = delete;

private:
    bool m_before = FLAGS_caffe2_cpu_allocator_do_zero_fill;
};

/// Packing weights is part of loading, so the engine must be chosen before.
torch::jit::Module loadFor(const std::string& engine, const ArchivePointer& archive)
{
    const ops::QuantizedEngineUse use(engine);
    return torch::jit::load(archive, c10::Device(c10::kCPU));
}

[[noreturn]] void throwUnloadable(const std::string& reason)
{
    if (reason.starts_with("Unknown builtin op") || reason.starts_with("Unknown type name"))
        throw Error(ErrorCode::UnsupportedFormat, Message("LibTorch can't load the file: {}", reason),
                    "it was saved with a library, or a newer PyTorch, that adds this to LibTorch");
    throw Error(ErrorCode::FileCorrupt, Message("LibTorch can't load the file: {}", reason),
                "it may be truncated, or saved by a newer PyTorch");
}

/// LibTorch's parser throws other things than its own errors.
std::string reasonOf(const std::exception& error)
{
    const auto* own = dynamic_cast<const c10::Error*>(&error);
    return ops::firstLine(own ? own->what_without_backtrace() : error.what());
}

std::pair<torch::jit::Module, std::string> load(const ArchivePointer& archive)
{
    std::string refusal;
    for (const auto& engine : wantedEngines()) {
        try {
            return {loadFor(engine, archive), engine};
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

void refuseUnsafe(const ArchivePointer& archive)
{
    try {
        caffe2::serialize::PyTorchStreamReader reader(archive);
        refuseUnsafeCode(reader);
        refuseDamagedPickles(reader);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throwUnloadable(reasonOf(error));
    }
}

ImportedModel readProgram(const ArchivePointer& archive)
{
    const at::NoGradGuard noGradients;
    const ZeroedMemory zeros;
    auto [module, engine] = load(archive);
    module.eval();
    doForkedWorkAtOnce(module);
    auto state = trainingState(module);
    stopObserving(module);
    ImportedModel imported;
    auto lowered = lowerModule(module, engine);
    imported.graph = std::move(lowered.graph);
    imported.modules = std::move(lowered.modules);
    imported.trainingState = state.name.empty() && findsScales(imported.graph) ? "QAT" : state.name;
    imported.idleQuantizers = std::move(state.idle);
    if (isQuantized(imported.graph))
        imported.quantizedEngine = engine;
    return imported;
}

} // namespace

ImportedModel readModule(const FileBytes& bytes)
{
    const auto archive = std::make_shared<ArchiveBytes>(bytes);
    refuseUnsafe(archive);
    return readProgram(archive);
}

} // namespace ql::importers::torchscript
