// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/samples/input_preview.h"

#include "core/analysis/measure/float_values.h"
#include "core/analysis/measure/tensor_comparison.h"

#include <algorithm>

namespace ql::analysis {

results::InputPreview previewOf(const graph::Graph& graph, const runtime::NamedTensors& inputs,
                                std::size_t mostElements)
{
    results::InputPreview preview;
    for (const auto id : graph.inputs()) {
        const auto found = inputs.find(graph.value(id).name);
        if (found == inputs.end() || !found->second.isDefined())
            continue;
        const auto values = floatValues(found->second);
        const auto count = static_cast<std::size_t>(values.numel());
        const float* first = values.data_ptr<float>();
        preview.inputs.push_back({.name = found->first,
                                  .dtype = std::string(graph::name(found->second.type)),
                                  .shape = found->second.shape(),
                                  .statistics = statisticsOf(first, count),
                                  .values = std::vector<float>(first, first + std::min(count, mostElements))});
    }
    return preview;
}

} // namespace ql::analysis
