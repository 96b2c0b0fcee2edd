// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/constraint_context.h"

#include <algorithm>

namespace ql::config {

namespace {

/// Readers that compute; who only moves data has a rule of its own.
std::vector<const LayerFact*> computingReaders(const ConstraintContext& context, graph::ValueId value)
{
    auto readers = context.readersOf(value);
    std::erase_if(readers, [](const LayerFact* layer) { return !layer->isCompute; });
    return readers;
}

bool isMentioned(const LayerFact& layer)
{
    return layer.resolved.origin == ResolvedLayer::Origin::Layer;
}

/// Who computes on what @p layer, which only moves data, hands on: through others of its kind.
void collectUsers(const ConstraintContext& context, const LayerFact& layer,
                  std::vector<std::pair<const LayerFact*, graph::ValueId>>& users, int depth = 0)
{
    constexpr int kFarthest = 64;
    for (const auto output : layer.node->outputs) {
        if (!output.isValid() || depth > kFarthest)
            continue;
        for (const auto* reader : context.readersOf(output)) {
            if (reader->isCompute)
                users.emplace_back(reader, output);
            else if (!isMentioned(*reader))
                collectUsers(context, *reader, users, depth + 1);
        }
    }
}

} // namespace

void checkFanOut(const ConstraintContext& context, ConfigFindings& findings)
{
    for (std::size_t i = 0; i < context.graph.valueCount(); ++i) {
        const graph::ValueId value{std::int32_t(i)};
        const auto readers = computingReaders(context, value);
        const auto isOther = [&](const LayerFact* layer) {
            return ConstraintContext::wishOf(*layer, value) != ConstraintContext::wishOf(*readers.front(), value);
        };
        const auto other = std::find_if(readers.begin(), readers.end(), isOther);
        if (other == readers.end())
            continue;
        std::vector<std::string> names;
        std::vector<Message> wishes;
        for (const auto* reader : readers) {
            names.push_back(reader->name);
            wishes.push_back(Message("{} wants {}", reader->name, ConstraintContext::wishOf(*reader, value)));
        }
        const auto* blamed = isMentioned(**other) ? *other : readers.front();
        findings.push_back(ruleError("fan-out", names,
                                     Message("{} feeds {} layers, which want it differently: {}",
                                             context.graph.value(value).name, readers.size(), Message::list(wishes)),
                                     "give all of them the same settings", blamed->resolved.position));
    }
}

void checkPassThrough(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& layer : context.layers) {
        // A config that doesn't name the operator leaves it to follow its neighbour.
        if (layer.isCompute || !isMentioned(layer) || layer.inputs.empty())
            continue;
        std::vector<std::pair<const LayerFact*, graph::ValueId>> users; // none at the tail
        collectUsers(context, layer, users);
        const auto own = ConstraintContext::wishOf(layer, layer.inputs.front());
        for (const auto& [user, value] : users) {
            const auto wish = ConstraintContext::wishOf(*user, value);
            if (wish == own)
                continue;
            findings.push_back(ruleError("pass-through", {layer.name, user->name},
                                         Message("{} only moves data and has {}, but {} behind it wants {}",
                                                 layer.node->opType, own, user->name, wish),
                                         "give both the same settings", layer.resolved.position));
        }
    }
}

} // namespace ql::config
