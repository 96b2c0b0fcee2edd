// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "core/analysis/checks/rule_context.h"

#include <algorithm>
#include <set>

namespace ql::analysis::checks {

namespace {

constexpr double kUnevenFrom = 100.0;

/// By channel: whether any integer differs from zero. A channel of zeros may have any scale.
std::vector<bool> usedChannels(const graph::TensorData& integers, std::int64_t axis, std::size_t channels)
{
    std::vector<bool> isUsed(channels, false);
    const auto& shape = integers.shape();
    const auto rank = static_cast<std::int64_t>(shape.size());
    const std::int64_t position = axis < 0 ? axis + rank : axis;
    if (position < 0 || position >= rank || shape[static_cast<std::size_t>(position)] != std::ssize(isUsed))
        return std::vector<bool>(channels, true);
    std::size_t inner = 1;
    for (auto i = static_cast<std::size_t>(position) + 1; i < shape.size(); ++i)
        inner *= static_cast<std::size_t>(shape[i]);
    const auto values = integers.toInts();
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != 0)
            isUsed[i / inner % channels] = true;
    return isUsed;
}

} // namespace

void uneven_channel_scales(const RuleContext& context, Findings& findings)
{
    std::set<graph::ValueId> seen;
    for (const auto& use : context.scales) {
        const auto* scale = context.graph.constantOf(use.scale);
        const auto* integers = context.graph.constantOf(use.tensor);
        if (!scale || scale->shape().size() != 1 || scale->size() < 2 || !integers
            || !graph::isQuantizedInteger(integers->type()) || !seen.insert(use.scale).second)
            continue;
        const auto scales = scale->toDoubles();
        const auto isUsed = usedChannels(*integers, use.axis, scales.size());
        std::size_t smallest = scales.size(), largest = scales.size();
        for (std::size_t i = 0; i < scales.size(); ++i) {
            if (!isUsed[i] || !(scales[i] > 0.0))
                continue;
            smallest = smallest == scales.size() || scales[i] < scales[smallest] ? i : smallest;
            largest = largest == scales.size() || scales[i] > scales[largest] ? i : largest;
        }
        if (smallest == scales.size() || scales[largest] < kUnevenFrom * scales[smallest])
            continue;
        findings.add(Severity::Warning, context.graph.node(use.node).name,
                     Message("the scales of {} differ {}-fold between channels: {} for channel {}, {} for channel {}.",
                             context.graph.value(use.tensor).name, number(scales[largest] / scales[smallest]),
                             number(scales[largest]), largest, number(scales[smallest]), smallest),
                     "Look at the weight: a channel that large, or a dead one, often comes from training.");
    }
}

} // namespace ql::analysis::checks
