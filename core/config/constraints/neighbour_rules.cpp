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

/// Whether the config gives the operator settings, by its name or by what it says of many. One that it only leaves in
/// float, because it isn't listed or what is common is off, follows its neighbour.
bool hasSettings(const LayerFact& layer)
{
    using Origin = ResolvedLayer::Origin;
    const auto origin = layer.resolved.origin;
    return origin != Origin::NotListed && (origin != Origin::Common || layer.resolved.isQuantized);
}

/// A shape that is worked out passes operators that move data, too.
bool isOfFloats(const graph::Value& value)
{
    return value.type == graph::DataType::Undefined || graph::isFloatingPoint(value.type);
}

} // namespace

void checkFanOut(const ConstraintContext& context, ConfigFindings& findings)
{
    for (std::size_t i = 0; i < context.graph.valueCount(); ++i) {
        const graph::ValueId value{std::int32_t(i)};
        auto readers = computingReaders(context, value);
        std::erase_if(readers, [](const LayerFact* layer) { return !hasSettings(*layer); });
        const auto isOther = [&](const LayerFact* layer) {
            return ConstraintContext::requestOf(*layer, value) != ConstraintContext::requestOf(*readers.front(), value);
        };
        const auto other = std::find_if(readers.begin(), readers.end(), isOther);
        if (other == readers.end())
            continue;
        std::vector<std::string> names;
        std::vector<Message> wishes;
        for (const auto* reader : readers) {
            names.push_back(reader->name);
            wishes.push_back(Message("{} wants {}", reader->name, ConstraintContext::requestOf(*reader, value)));
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
        if (layer.isCompute || layer.inputs.empty() || !hasSettings(layer)
            || !isOfFloats(context.graph.value(layer.inputs.front())))
            continue;
        std::vector<std::pair<const LayerFact*, graph::ValueId>> users; // none at the tail
        collectUsers(context, layer, users);
        const auto own = ConstraintContext::requestOf(layer, layer.inputs.front());
        for (const auto& [user, value] : users) {
            const auto wish = ConstraintContext::requestOf(*user, value);
            if (wish == own)
                continue;
            auto finding = ruleError("pass-through", {layer.name, user->name},
                                     Message("{} only moves data and has {}, but {} behind it wants {}",
                                             layer.node->opType, own, user->name, wish),
                                     "give both the same settings", layer.resolved.position);
            // What a tool chain makes of operators that nobody names is its own affair: it may let them follow.
            if (!isMentioned(layer))
                finding.severity = results::Severity::Warning;
            findings.push_back(std::move(finding));
        }
    }
}

} // namespace ql::config
