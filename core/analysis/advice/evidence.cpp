// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/evidence.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr double kMost = 0.5;
constexpr double kLittle = 0.1;

} // namespace

bool isBad(const results::LayerRow& row)
{
    return row.metrics
           && (!(row.metrics->sqnrDb >= kBadDb) || row.analysis.statistics.nanCount > row.baseline.statistics.nanCount);
}

std::optional<double> shareMadeHere(const results::LayerRow& row)
{
    if (!row.causes || !row.metrics)
        return std::nullopt;
    if (row.causes->propagated && !row.causes->mainCause.empty())
        return 1.0 - row.causes->propagated->share;
    const double local = row.causes->localDb;
    const double whole = row.metrics->sqnrDb;
    const bool isBroken = std::isnan(whole) || row.analysis.statistics.nanCount > row.baseline.statistics.nanCount;
    if (std::isnan(local))
        return 1.0;
    if (isBroken || std::isinf(local))
        return local < 0.0 ? 1.0 : 0.0;
    constexpr double kPerDecade = 10.0;
    return std::min(1.0, std::pow(kPerDecade, (whole - local) / kPerDecade));
}

bool isMadeHere(const results::LayerRow& row)
{
    return shareMadeHere(row).value_or(0.0) >= kMost;
}

bool isMadeBy(const results::LayerRow& row, std::string_view cause)
{
    return isBad(row) && isMadeHere(row) && ownCause(*row.causes) == cause;
}

bool isInherited(const results::LayerRow& row)
{
    const auto share = shareMadeHere(row);
    return share && *share < (row.causes->propagated ? kMost : kLittle);
}

bool isHarmless(const results::LayerRow& row)
{
    return row.causes ? row.causes->localDb >= kHarmlessDb : row.metrics && row.metrics->sqnrDb >= kHarmlessDb;
}

std::string_view ownCause(const results::LayerCauses& causes)
{
    constexpr std::array<std::string_view, 3> kCauses{"weights", "rounding", "clamping"};
    const auto most = std::ranges::max_element(
        kCauses, {}, [&causes](std::string_view cause) { return partOf(causes, cause).share; });
    return partOf(causes, *most).share > 0.0 ? *most : std::string_view();
}

const results::ErrorPart& partOf(const results::LayerCauses& causes, std::string_view cause)
{
    return cause == "weights" ? causes.weights : cause == "rounding" ? causes.rounding : causes.clamping;
}

} // namespace ql::analysis
