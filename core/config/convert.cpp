// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/convert.h"

#include "core/config/layer_names.h"
#include "core/config/subgraphs.h"
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

} // namespace

Converted convert(const QuantConfig& config, std::string_view dialect, const graph::Graph* graph)
{
    const auto& target = dialectNamed(dialect);
    auto said = graph ? withSubgraphs(config, *graph) : config;
    Conversion conversion{said, graph ? modelLayers(*graph, said, target.id) : std::vector<ModelLayer>(), {}, graph};
    replaceFormats(said.common, "network", target, conversion);
    for (auto& override : said.overrides)
        replaceFormats(override.settings,
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
