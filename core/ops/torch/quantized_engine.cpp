// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/quantized_engine.h"

#include "core/base/error.h"
#include "core/ops/aten.h"

#include <ATen/Context.h>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace ql::ops {

namespace {

constexpr std::array<std::pair<std::string_view, at::QEngine>, 4> kEngines{{{"onednn", at::QEngine::ONEDNN},
                                                                            {"x86", at::QEngine::X86},
                                                                            {"fbgemm", at::QEngine::FBGEMM},
                                                                            {"qnnpack", at::QEngine::QNNPACK}}};

} // namespace

std::vector<std::string> quantizedEngines()
{
    std::vector<std::string> names;
    const auto& supported = at::globalContext().supportedQEngines();
    for (const auto& [name, engine] : kEngines)
        if (std::ranges::find(supported, engine) != supported.end())
            names.emplace_back(name);
    return names;
}

std::string quantizedEngine()
{
    const auto current = at::globalContext().qEngine();
    for (const auto& [name, engine] : kEngines)
        if (engine == current)
            return std::string(name);
    return "none";
}

void useQuantizedEngine(std::string_view wanted)
{
    const auto found = std::ranges::find(kEngines, wanted, [](const auto& entry) { return entry.first; });
    const auto names = quantizedEngines();
    if (found == kEngines.end() || std::ranges::find(names, wanted) == names.end())
        throw Error(ErrorCode::BadArgument, Message("this LibTorch has no quantized engine {}", wanted),
                    Message("it has {}", fmt::join(names, ", ")));
    if (at::globalContext().qEngine() != found->second)
        at::globalContext().setQEngine(found->second);
}

} // namespace ql::ops
