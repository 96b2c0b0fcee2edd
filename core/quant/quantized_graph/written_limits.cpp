// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/written_limits.h"

#include "core/graph/ir/torch_call.h"
#include "core/ops/torch/torch_expression.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace ql::quant {

namespace {

/// Where the calls say their lowest integer; the highest follows.
struct Spelling {
    std::string_view call;
    std::size_t lowest;
};

constexpr Spelling kSpellings[]{{"ql::fake_quantized_integers", 3},
                                {"quantized_decomposed::quantize_per_tensor.tensor", 3},
                                {"quantized_decomposed::quantize_per_channel", 4}};

struct IntegerLimits {
    std::int64_t lowest;
    std::int64_t highest;
};

std::optional<IntegerLimits> writtenLimits(const graph::Node& quantize)
{
    const auto text = quantize.attributes.stringOr(graph::kTorchCall, {});
    for (const auto& [name, lowest] : kSpellings) {
        if (!text.starts_with(name))
            continue;
        const auto call = ops::parseTorchExpression(text);
        if (call.name != name || call.parts.size() <= lowest + 1)
            continue;
        const auto& low = call.parts[lowest].literal;
        const auto& high = call.parts[lowest + 1].literal;
        if (low.isInt() && high.isInt() && low.toInt() < high.toInt())
            return IntegerLimits{low.toInt(), high.toInt()};
    }
    return std::nullopt;
}

} // namespace

bool narrow(results::QuantizerInfo& info, const graph::Node& quantize)
{
    const auto limits = writtenLimits(quantize);
    if (!limits || (limits->lowest <= info.lowest && limits->highest >= info.highest))
        return false;
    info.lowest = std::max(info.lowest, limits->lowest);
    info.highest = std::min(info.highest, limits->highest);
    return true;
}

} // namespace ql::quant
