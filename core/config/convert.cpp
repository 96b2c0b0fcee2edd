// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/convert.h"

#include "core/base/error.h"
#include "core/config/layer_names.h"
#include "core/config/subgraphs.h"
#include "core/config/writing/model_layers.h"
#include "core/graph/formats/number_format.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::config {

namespace {

/// @p said with the width of every number format that @p target has no word for in its place.
void replaceFormat(TensorSettings& said, const std::string& subject, const Dialect& target, Conversion& conversion)
{
    if (!said.numberFormat || std::ranges::find(target.numberFormats, *said.numberFormat) != target.numberFormats.end())
        return;
    const int bits = std::clamp(graph::numberFormatNamed(*said.numberFormat).element.bits, 4, 16);
    conversion.lose(subject, fmt::format("the number format {} becomes {} bits", *said.numberFormat, bits));
    said.bits = {bits, said.numberFormat.position};
    said.numberFormat.reset();
}

void replaceFormats(LayerSettings& said, const std::string& subject, const Dialect& target, Conversion& conversion)
{
    for (auto* tensor : {&said.activation, &said.weight, &said.output})
        replaceFormat(*tensor, subject, target, conversion);
    for (auto& input : said.inputs)
        replaceFormat(input, subject, target, conversion);
}

/// AMCT has weights of 4 or 8 bits only.
void narrowWeight(TensorSettings& weight, const std::string& subject, const Dialect& target, Conversion& conversion)
{
    constexpr int kWidest = 8;
    if (!target.id.starts_with("amct") || weight.bits.value_or(kWidest) <= kWidest)
        return;
    conversion.lose(subject, fmt::format("weights of {} bits become {}", *weight.bits, kWidest));
    weight.bits = {kWidest, weight.bits.position};
}

/// Without the network nobody knows which layers a pattern means.
void losePatterns(QuantConfig& said, Conversion& conversion)
{
    const auto lose = [&conversion](const Selector& selector) {
        const bool isPattern = selector.kind == Selector::Kind::Pattern;
        if (isPattern)
            conversion.lose("pattern " + selector.name, "only the network knows its layers: name it with --model");
        return isPattern;
    };
    std::erase_if(said.overrides, [&lose](const Override& override) { return lose(override.selector); });
    std::erase_if(said.skips, [&lose](const Skip& skip) { return lose(skip.selector); });
    if (said.naming == LayerNaming::Outputs && conversion.naming != LayerNaming::Outputs)
        conversion.lose("network", "layers keep the names of the values that they make: name it with --model");
}

} // namespace

Converted convert(const QuantConfig& config, std::string_view dialect, const graph::Graph* graph)
{
    const auto& target = dialectNamed(dialect);
    if (!target.write)
        throw Error(ErrorCode::BadArgument, Message("{} can only be read", target.id),
                    "config convert --help lists what is written");
    auto said = graph ? withoutPatterns(withSubgraphs(config, *graph), *graph) : config;
    Conversion conversion{
        said, graph ? modelLayers(*graph, said, target.id) : std::vector<ModelLayer>(), {}, graph, target.naming};
    replaceFormats(said.common, "network", target, conversion);
    for (auto& override : said.overrides)
        replaceFormats(override.settings,
                       fmt::format("{} {}", toString(override.selector.kind), override.selector.name), target,
                       conversion);
    losePatterns(said, conversion);
    narrowWeight(said.common.weight, "network", target, conversion);
    for (auto& override : said.overrides)
        narrowWeight(override.settings.weight,
                     fmt::format("{} {}", toString(override.selector.kind), override.selector.name), target,
                     conversion);
    for (const auto& subgraph : said.subgraphs)
        conversion.lose("subgraph " + subgraph.name, "only the network knows its layers: name it with --model");
    Converted converted;
    converted.text = target.write(conversion);
    converted.result.from = config.dialect;
    converted.result.to = target.id;
    for (auto& loss : conversion.losses) {
        auto& losses = converted.result.losses;
        if (std::find(losses.begin(), losses.end(), loss) == losses.end())
            losses.push_back(std::move(loss));
    }
    return converted;
}

} // namespace ql::config
