// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/shared_grid.h"

#include "core/analysis/advice/evidence.h"
#include "core/analysis/layers/producer_walk.h"

#include <algorithm>

namespace ql::analysis {

std::optional<SharedGrid> sharedGrid(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                     std::size_t row)
{
    if (rows[row].baseline == kNoLayer)
        return std::nullopt;
    std::vector<std::size_t> rowOf(models.baseline.size(), kNoLayer);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].baseline != kNoLayer && rows[i].row.quantizer)
            rowOf[rows[i].baseline] = i;
    ProducerWalk walk(models.baseline);
    const auto isQuantized = [&](std::size_t layer) { return rowOf[layer] != kNoLayer; };
    auto own = rows[row].baseline;
    if (!isQuantized(own)) { // what only the baseline has
        const auto before = walk.nearest(own, isQuantized);
        if (before.size() != 1)
            return std::nullopt;
        own = before.front();
    }
    for (std::size_t layer = 0; layer < models.baseline.size(); ++layer) {
        if (models.baseline[layer].kind != graph::OpKind::DataMovement || layer == own)
            continue;
        const auto read = walk.nearest(layer, isQuantized);
        if (std::ranges::find(read, own) == read.end())
            continue;
        for (const auto other : read)
            if (other != own && isSameGrid(rows[rowOf[other]].row.quantizer, rows[rowOf[own]].row.quantizer))
                return SharedGrid{models.baseline[other].name, models.baseline[layer].name};
    }
    return std::nullopt;
}

} // namespace ql::analysis
