// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/convert.h"

#include "core/config/layer_names.h"
#include "core/config/subgraphs.h"

#include <algorithm>

namespace ql::config {

Converted convert(const QuantConfig& config, std::string_view dialect, const graph::Graph* graph)
{
    const auto& target = dialectNamed(dialect);
    const auto said = graph ? withSubgraphs(config, *graph) : config;
    Conversion conversion{said, graph ? modelLayers(*graph, said) : std::vector<ModelLayer>(), {}, graph};
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
