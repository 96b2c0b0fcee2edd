// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/quant_config.h"

#include "core/config/operator_types.h"
#include "core/config/tracing/torch_functions.h"

#include <algorithm>
#include <array>

namespace ql::config {

namespace {

/// The layer that is asked about.
struct Subject {
    std::string_view name;
    std::string_view type;
    std::string_view functions;
    std::span<const std::string> aliases;
};

bool speaksOf(const Selector& selector, const Subject& subject)
{
    switch (selector.kind) {
    case Selector::Kind::Layer: return selector.name == subject.name;
    case Selector::Kind::Prefix: return subject.name.starts_with(selector.name);
    case Selector::Kind::Type:
        return isSameType(selector.name, subject.type) || meansFunction(selector.name, subject.functions);
    case Selector::Kind::Tensor: return false;
    case Selector::Kind::Pattern: return matchesLayer(selector, subject.name, subject.type, subject.aliases);
    }
    return false;
}

struct Step {
    Selector::Kind kind;
    ResolvedLayer::Origin origin;
};
constexpr Step kSteps[]{{Selector::Kind::Type, ResolvedLayer::Origin::Type},
                        {Selector::Kind::Prefix, ResolvedLayer::Origin::Prefix},
                        {Selector::Kind::Pattern, ResolvedLayer::Origin::Pattern},
                        {Selector::Kind::Layer, ResolvedLayer::Origin::Layer}};

/// Gathers what holds, from the general to the specific.
struct Gathering {
    LayerSettings settings;
    ResolvedLayer::Origin origin = ResolvedLayer::Origin::Common;
    SourcePosition position;
    std::vector<SourcePosition> switches;
    bool isListed = false;

    void take(const QuantConfig& config, const Subject& subject, const Step& step)
    {
        for (const auto& override : config.overrides)
            if (override.selector.kind == step.kind && speaksOf(override.selector, subject)) {
                settings = merged(std::move(settings), override.settings);
                note(step.origin, override.position, override.selector);
            }
        for (const auto& skip : config.skips)
            if (skip.selector.kind == step.kind && speaksOf(skip.selector, subject)) {
                settings.isQuantized = false;
                note(step.origin, skip.position, skip.selector);
            }
    }

    void note(ResolvedLayer::Origin from, SourcePosition where, const Selector& selector)
    {
        switches.push_back(selector.position);
        origin = from;
        position = where;
        isListed = true;
    }
};

bool isOfListedType(const QuantConfig& config, std::string_view type)
{
    const auto& types = config.onlyTypes;
    return types.empty() || type.empty()
           || std::any_of(types.begin(), types.end(), [type](const auto& listed) { return isSameType(listed, type); });
}

} // namespace

bool matchesLayer(const Selector& pattern, std::string_view name, std::string_view opType,
                  std::span<const std::string> aliases)
{
    if (!pattern.onlyType.empty() && !isSameType(pattern.onlyType, opType))
        return false;
    const auto matches = [&pattern](std::string_view known) {
        return pattern.pattern && pattern.pattern->matches(std::string(known) + pattern.suffix);
    };
    return matches(name) || std::ranges::any_of(aliases, matches);
}

std::string_view toString(Selector::Kind kind)
{
    constexpr std::array<std::string_view, 5> kWords{"layer", "type", "prefix", "tensor", "pattern"};
    return kWords.at(std::size_t(kind));
}

std::string_view toString(ResolvedLayer::Origin origin)
{
    constexpr std::array<std::string_view, 6> kWords{"common", "type", "prefix", "pattern", "layer", "not listed"};
    return kWords.at(std::size_t(origin));
}

TensorSettings ResolvedLayer::input(std::size_t i) const
{
    return i < inputs.size() ? merged(activation, inputs[i]) : activation;
}

ResolvedLayer QuantConfig::resolve(std::string_view name, std::string_view opType, std::string_view functions,
                                   std::span<const std::string> aliases) const
{
    const Subject subject{name, opType, functions, aliases};
    Gathering gathering;
    gathering.settings = common;
    for (const auto& step : kSteps)
        gathering.take(*this, subject, step);
    ResolvedLayer layer;
    layer.isQuantized = gathering.settings.isQuantized.value_or(true);
    layer.origin = gathering.origin;
    layer.position = gathering.position;
    layer.switches = std::move(gathering.switches);
    layer.switches.push_back(gathering.settings.isQuantized.position);
    if ((quantizesOnlyListed && !gathering.isListed) || !isOfListedType(*this, opType)) {
        layer.isQuantized = false;
        if (!gathering.isListed)
            layer.origin = ResolvedLayer::Origin::NotListed;
    }
    layer.activation = std::move(gathering.settings.activation);
    layer.inputs = std::move(gathering.settings.inputs);
    layer.weight = std::move(gathering.settings.weight);
    layer.output = std::move(gathering.settings.output);
    return layer;
}

void QuantConfig::addOverride(Selector::Kind kind, std::string name, LayerSettings settings, SourcePosition position,
                              SourcePosition namePosition)
{
    addOverride(Selector{kind, std::move(name), namePosition}, std::move(settings), position);
}

void QuantConfig::addSkip(Selector::Kind kind, std::string name, SourcePosition position)
{
    addSkip(Selector{kind, std::move(name), position}, position);
}

void QuantConfig::addOverride(Selector selector, LayerSettings settings, SourcePosition position)
{
    overrides.push_back({std::move(selector), std::move(settings), position});
}

void QuantConfig::addSkip(Selector selector, SourcePosition position)
{
    skips.push_back({std::move(selector), position});
}

TensorSettings QuantConfig::resolveTensor(std::string_view name) const
{
    TensorSettings settings;
    for (const auto& override : overrides)
        if (override.selector.kind == Selector::Kind::Tensor && override.selector.name == name)
            settings = merged(std::move(settings), override.settings.activation);
    return settings;
}

} // namespace ql::config
