// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/layers_alike.h"

#include "core/analysis/advice/evidence.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr double kOneBitDb = 6.0;
constexpr double kDestroyedDb = 3.0;

bool isOfOneKind(const results::LayerRow& one, const results::LayerRow& other)
{
    const auto typeOf = [](const results::LayerRow& row) {
        return row.quantizer ? row.quantizer->dtype : std::string();
    };
    return one.analysis.opType == other.analysis.opType && typeOf(one) == typeOf(other)
           && ownCause(*one.causes) == ownCause(*other.causes);
}

} // namespace

bool isAsItsKind(const std::vector<LayerRowSource>& rows, std::size_t row)
{
    const auto& own = rows[row].row;
    if (!own.causes || !(own.causes->localDb >= kDestroyedDb) || own.causes->localDb >= kHarmlessDb)
        return false;
    std::vector<double> others;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (i != row && rows[i].row.causes && std::isfinite(rows[i].row.causes->localDb)
            && isOfOneKind(own, rows[i].row))
            others.push_back(rows[i].row.causes->localDb);
    if (others.empty())
        return false;
    const auto median = others.begin() + std::ptrdiff_t((others.size() - 1) / 2);
    std::ranges::nth_element(others, median);
    return own.causes->localDb > *median - kOneBitDb;
}

} // namespace ql::analysis
