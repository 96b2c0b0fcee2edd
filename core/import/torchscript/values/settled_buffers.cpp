// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/values/settled_buffers.h"

namespace ql::importers::torchscript {

namespace {

at::Tensor bufferOf(const torch::jit::Module& module, const char* name)
{
    const auto value = module.hasattr(name) ? module.attr(name) : c10::IValue();
    return value.isTensor() ? value.toTensor() : at::Tensor();
}

/// Whether an observer's limits are those of numbers: they begin at infinity, or empty.
bool hasSeenNumbers(const torch::jit::Module& quantizer)
{
    if (!quantizer.hasattr("activation_post_process") || !quantizer.attr("activation_post_process").isModule())
        return false;
    const auto lowest = bufferOf(quantizer.attr("activation_post_process").toModule(), "min_val");
    return lowest.defined() && lowest.numel() > 0 && lowest.isfinite().all().item<bool>();
}

} // namespace

bool isSettled(const torch::jit::Module& module)
{
    const auto scale = bufferOf(module, "scale");
    const auto zeroPoint = bufferOf(module, "zero_point");
    if (!module.hasattr("fake_quant_enabled") || !scale.defined() || !zeroPoint.defined() || scale.numel() == 0
        || scale.numel() != zeroPoint.numel())
        return false;
    return scale.ne(1.0).any().item<bool>() || hasSeenNumbers(module);
}

std::unordered_set<const void*> settledBuffers(const torch::jit::Module& module)
{
    std::unordered_set<const void*> buffers;
    for (const auto& each : module.modules())
        if (isSettled(each))
            for (const auto* name : {"scale", "zero_point"})
                buffers.insert(bufferOf(each, name).unsafeGetTensorImpl());
    return buffers;
}

} // namespace ql::importers::torchscript
