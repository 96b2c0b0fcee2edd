// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/training_state.h"

#include "core/import/torchscript/values/settled_buffers.h"

#include <algorithm>
#include <unordered_set>

namespace ql::importers::torchscript {

namespace {

struct Found {
    bool isObserving = false;
    bool isTraining = false; ///< observes and quantizes
    bool isActing = false;   ///< quantizes
    std::vector<std::string> idle;
    std::unordered_set<const void*> seen; ///< modules: one may stand at many places
};

bool isOn(const torch::jit::Module& module, const char* name)
{
    if (!module.hasattr(name))
        return false;
    const auto value = module.attr(name);
    if (!value.isTensor())
        return value.isBool() && value.toBool();
    return value.toTensor().numel() == 1 && value.toTensor().is_nonzero();
}

bool isObserver(const torch::jit::Module& module)
{
    const auto name = module.type()->name();
    return name && name->name().find("Observer") != std::string::npos;
}

bool isFakeQuantizer(const torch::jit::Module& module)
{
    return module.hasattr("fake_quant_enabled");
}

/// Modules nested deeper than this are refused later on.
constexpr int kDeepest = 1000;

void look(const torch::jit::Module& module, const std::string& path, int depth, Found& found)
{
    if (depth > kDeepest || !found.seen.insert(module._ivalue().get()).second)
        return;
    if (isFakeQuantizer(module)) { // its observer is switched by it
        const bool isObserving = isOn(module, "observer_enabled");
        const bool isActing = isOn(module, "fake_quant_enabled");
        found.isObserving = found.isObserving || isObserving;
        found.isActing = found.isActing || isActing;
        found.isTraining = found.isTraining || (isObserving && isActing);
        if (!isActing)
            found.idle.push_back(path);
        return;
    }
    found.isObserving = found.isObserving || isObserver(module);
    for (const auto& child : module.named_children())
        look(child.value, path.empty() ? child.name : path + "." + child.name, depth + 1, found);
}

/// One whose scale isn't settled: it is worked out as the model runs.
bool isUnsettledFakeQuantizer(const graph::Node& node)
{
    return node.domain == "aten"
           && (node.opType.starts_with("fake_quantize_per_")
               || node.opType.starts_with("fused_moving_avg_obs_fake_quant"));
}

} // namespace

bool watches(const torch::jit::Module& module)
{
    return isFakeQuantizer(module) || isObserver(module);
}

TrainingState trainingState(const torch::jit::Module& module)
{
    Found found;
    look(module, {}, 0, found);
    TrainingState state;
    state.name = found.isTraining ? "QAT" : found.isObserving ? "calibration" : "";
    if (found.isActing)
        state.idle = std::move(found.idle);
    return state;
}

bool findsScales(const graph::Graph& graph)
{
    return std::ranges::any_of(graph.nodes(), isUnsettledFakeQuantizer);
}

void stopObserving(torch::jit::Module& module)
{
    for (const auto& each : module.modules())
        if (isSettled(each) && isOn(each, "fake_quant_enabled") && isOn(each, "observer_enabled")
            && each.attr("observer_enabled").isTensor())
            each.attr("observer_enabled").toTensor().zero_();
}

} // namespace ql::importers::torchscript
