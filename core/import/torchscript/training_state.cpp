// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/training_state.h"

#include <algorithm>

namespace ql::importers::torchscript {

namespace {

struct Found {
    bool isObserving = false;
    bool isTraining = false; ///< observes and quantizes
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

void look(const torch::jit::Module& module, Found& found)
{
    if (isFakeQuantizer(module)) { // its observer is switched by it
        const bool isObserving = isOn(module, "observer_enabled");
        found.isObserving = found.isObserving || isObserving;
        found.isTraining = found.isTraining || (isObserving && isOn(module, "fake_quant_enabled"));
        return;
    }
    found.isObserving = found.isObserving || isObserver(module);
    for (const auto& child : module.children())
        look(child, found);
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

std::string trainingState(const torch::jit::Module& module, const graph::Graph& graph)
{
    Found found;
    look(module, found);
    if (found.isTraining)
        return "QAT";
    if (found.isObserving)
        return "calibration";
    return std::ranges::any_of(graph.nodes(), isUnsettledFakeQuantizer) ? "QAT" : "";
}

} // namespace ql::importers::torchscript
