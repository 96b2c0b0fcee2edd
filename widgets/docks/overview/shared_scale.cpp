// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/shared_scale.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ql::widgets {

namespace {

using results::CompareResult;
using results::LayerRow;

constexpr double kFewestTimes = 4.0;  ///< that the ranges differ
constexpr double kFewestSteps = 32.0; ///< that the narrower one needs

bool haveOneScale(const LayerRow& one, const LayerRow& other)
{
    return one.quantizer && other.quantizer && one.quantizer->scales.size() == 1
           && one.quantizer->scales == other.quantizer->scales
           && one.quantizer->zeroPoints == other.quantizer->zeroPoints;
}

bool hasValues(const LayerRow& row)
{
    return row.histogram && row.histogram->low < row.histogram->high && row.baseline.statistics.count > 0;
}

/// What @p join reads, as far as it has a scale and values.
std::vector<const LayerRow*> joined(const CompareResult& compared, const LayerRow& join)
{
    std::vector<const LayerRow*> rows;
    for (const int index : join.reads) {
        const auto row = std::ranges::find(compared.layers, index, &LayerRow::index);
        if (row != compared.layers.end() && haveOneScale(*row, *row) && hasValues(*row))
            rows.push_back(&*row);
    }
    return rows;
}

/// The narrowest of them that shares a scale with a wider one.
std::optional<SharedScale> sharedIn(const CompareResult& compared, const LayerRow& join)
{
    std::optional<SharedScale> shared;
    const auto rows = joined(compared, join);
    for (const auto* narrow : rows)
        for (const auto* wide : rows) {
            const double step = narrow->quantizer->scales.front();
            const bool isUneven = reachOf(*wide) >= kFewestTimes * reachOf(*narrow);
            const bool isNarrower = !shared || reachOf(*narrow) < reachOf(*shared->narrow);
            if (isUneven && isNarrower && haveOneScale(*narrow, *wide) && reachOf(*narrow) < kFewestSteps * step)
                shared = SharedScale{&join, wide, narrow, step, haveOneScale(join, *narrow)};
        }
    return shared;
}

} // namespace

double reachOf(const LayerRow& row)
{
    return std::max(std::abs(row.baseline.statistics.min), std::abs(row.baseline.statistics.max));
}

std::optional<SharedScale> sharedScale(const CompareResult& compared, const LayerRow& blamed)
{
    if (blamed.causes && blamed.causes->mainCause == "weights")
        return std::nullopt;
    if (auto own = sharedIn(compared, blamed))
        return own;
    for (const auto& row : compared.layers) {
        if (std::ranges::find(row.reads, blamed.index) == row.reads.end())
            continue;
        const auto shared = sharedIn(compared, row);
        if (shared && (shared->wide == &blamed || shared->narrow == &blamed))
            return shared;
    }
    return std::nullopt;
}

} // namespace ql::widgets
