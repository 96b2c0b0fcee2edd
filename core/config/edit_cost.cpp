// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit_cost.h"

#include "core/config/constraints/check_config.h"

#include <algorithm>

namespace ql::config {

namespace {

constexpr int kUsualBits = 8;
constexpr int kFloatBits = 32;
constexpr std::int64_t kBitsPerByte = 8;

/// Of one input or weight, before and after an edit.
struct Widths {
    int before = kUsualBits;
    int after = kUsualBits;
};

Widths widthsOf(const ResolvedLayer& now, const LayerEdit& edit, std::optional<int> nowBits, std::optional<int> bits)
{
    Widths widths;
    widths.before = now.isQuantized ? nowBits.value_or(kUsualBits) : kFloatBits;
    widths.after = edit.action == LayerEdit::Action::Skip ? kFloatBits : bits.value_or(nowBits.value_or(kUsualBits));
    return widths;
}

std::int64_t weightElements(const graph::Graph& network, const graph::Node& node)
{
    std::int64_t count = 0;
    for (const auto value : weightInputs(network, node))
        count += std::int64_t(graph::elementCount(network.constantOf(value)->shape()));
    return count;
}

} // namespace

EditCost EditCosts::of(const std::vector<LayerEdit>& edits) const
{
    EditCost cost;
    std::vector<std::string> edited;
    std::vector<std::string> wider;
    for (const auto& edit : edits) {
        const auto nodes = m_names.find(edit.layer);
        if (nodes.empty() || edit.action == LayerEdit::Action::Restore)
            continue;
        const auto& node = *nodes.front();
        const auto now = m_names.resolve(node);
        const auto inputs = widthsOf(now, edit, now.input(0).bits, edit.settings.activation.bits);
        const auto weights = widthsOf(now, edit, now.weight.bits, edit.settings.weight.bits);
        cost.weightBytes += weightElements(m_network, node) * (weights.after - weights.before) / kBitsPerByte;
        edited.push_back(node.name);
        if (inputs.after > inputs.before || weights.after > weights.before)
            wider.push_back(node.name);
    }
    if (m_asked != edited) {
        m_closure = closureOf(m_network, edited);
        m_asked = edited;
    }
    for (const auto& follower : m_closure) {
        if (std::ranges::find(edited, follower.layer) == edited.end())
            ++cost.followers;
        else if (std::ranges::find(wider, follower.layer) != wider.end())
            cost.macShare += follower.macShare;
    }
    return cost;
}

} // namespace ql::config
