// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/lone_rows.h"

#include "core/analysis/compare/row_measures.h"
#include "core/graph/ir/open_bodies.h"

#include <utility>

namespace ql::analysis {

LoneVisits loneVisits(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ComparedSide& side,
                      bool isBaseline)
{
    const auto& layers = isBaseline ? models.baseline : models.analysis;
    std::vector<LoneValue> values;
    for (std::size_t i = 0; i < rows.size() && side.program; ++i) {
        const auto own = isBaseline ? rows[i].baseline : rows[i].analysis;
        const auto other = isBaseline ? rows[i].analysis : rows[i].baseline;
        if (own != kNoLayer && other == kNoLayer
            && !graph::isInLoop(side.graph, side.graph.value(layers[own].value).body))
            values.push_back({layers[own].value, i});
    }
    return {side.values, std::move(values), [&rows, &layers, isBaseline](const LoneValue& each, const auto& tensor) {
                const auto& source = rows[each.index];
                measureAlone(rows[each.index].row, tensor, layers[isBaseline ? source.baseline : source.analysis],
                             isBaseline);
            }};
}

} // namespace ql::analysis
