// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/evidence.h"

#include "core/base/order.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr double kMost = 0.5;
constexpr double kMostOfAll = 2.0 / 3.0; // energies of parts needn't add up to that of the whole
constexpr double kLittle = 0.25;
constexpr double kVeryLittle = 0.1;

/// Energy of what the layer adds to the error on the inputs that it had, against that of the whole. @pre it was
/// replayed and has metrics
double replayedRatio(const results::LayerRow& row)
{
    const double made = row.replay->sqnrDb;
    const double whole = row.metrics->sqnrDb;
    if (!std::isfinite(made) || !std::isfinite(whole))
        return made > 0.0 ? 0.0 : 1.0;
    constexpr double kPerDecade = 10.0;
    return std::min(1.0, std::pow(kPerDecade, (whole - made) / kPerDecade));
}

/// Energy of the layer's own error against that of the whole, 0 … 1. @pre it has causes and metrics
double localRatio(const results::LayerRow& row)
{
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

} // namespace

bool isSameGrid(const std::optional<results::QuantizerInfo>& one, const std::optional<results::QuantizerInfo>& other)
{
    return one && other && one->scales == other->scales && one->zeroPoints == other->zeroPoints;
}

bool isBad(const results::LayerRow& row)
{
    return row.metrics
           && (!(row.metrics->sqnrDb >= kBadDb) || row.analysis.statistics.nanCount > row.baseline.statistics.nanCount);
}

bool hasMoreNonFinite(const results::LayerRow& row)
{
    const auto count = [](const results::TensorStatistics& side) { return side.nanCount + side.infCount; };
    return count(row.analysis.statistics) > count(row.baseline.statistics);
}

bool computesOtherwise(const results::LayerRow& row)
{
    using enum results::ReplayKind;
    if (!row.replay || row.replay->kind == AsBaseline || row.replay->sqnrDb >= kHarmlessDb)
        return false;
    return (row.replay->kind != Rounds && row.replay->kind != Clamps) || !(row.quantizer || row.causes);
}

bool mayBeQuantization(const results::LayerRow& row)
{
    constexpr double kFarOffDb = 10.0; // beyond what the coarsest quantizers do to a layer
    return computesOtherwise(row) && row.replay->kind == results::ReplayKind::Other
           && row.state == results::LayerRow::State::Compared && row.replay->sqnrDb >= kFarOffDb;
}

bool isOtherFunction(const results::LayerRow& row)
{
    using enum results::ReplayKind;
    if (!computesOtherwise(row))
        return false;
    const auto kind = row.replay->kind;
    return kind == Wraps || kind == ActivationMissing || kind == OtherBounds || kind == MakesNan;
}

std::optional<double> shareMadeHere(const results::LayerRow& row)
{
    if (row.metrics && row.replay && (computesOtherwise(row) || !row.causes))
        return replayedRatio(row);
    if (!row.causes || !row.metrics)
        return std::nullopt;
    if (row.causes->propagated && !row.causes->mainCause.empty())
        return 1.0 - row.causes->propagated->share;
    return localRatio(row);
}

bool isMadeHere(const results::LayerRow& row)
{
    const auto share = shareMadeHere(row);
    return share && *share >= (row.causes && row.causes->propagated ? kMost : kMostOfAll);
}

bool isMadeBy(const results::LayerRow& row, std::string_view cause)
{
    return row.causes && !computesOtherwise(row) && isBad(row) && isMadeHere(row) && ownCause(*row.causes) == cause;
}

bool isInherited(const results::LayerRow& row)
{
    if (!row.causes || !row.metrics || computesOtherwise(row) || localRatio(row) > kLittle)
        return false;
    return row.causes->propagated ? row.causes->propagated->share >= 1.0 - kLittle : localRatio(row) <= kVeryLittle;
}

bool isHarmless(const results::LayerRow& row)
{
    if (computesOtherwise(row))
        return false;
    return row.causes ? row.causes->localDb >= kHarmlessDb : row.metrics && row.metrics->sqnrDb >= kHarmlessDb;
}

std::string_view ownCause(const results::LayerCauses& causes)
{
    constexpr std::array<std::string_view, 3> kCauses{"weights", "rounding", "clamping"};
    const auto most = std::ranges::max_element(
        kCauses, Rising<NaNs::First>(), [&causes](std::string_view cause) { return partOf(causes, cause).share; });
    return partOf(causes, *most).share > 0.0 ? *most : std::string_view();
}

const results::ErrorPart& partOf(const results::LayerCauses& causes, std::string_view cause)
{
    return cause == "weights" ? causes.weights : cause == "rounding" ? causes.rounding : causes.clamping;
}

} // namespace ql::analysis
