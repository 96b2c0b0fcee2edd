// SPDX-License-Identifier: GPL-3.0-or-later
// Which slices carry signal, which of them is worst, and what the quality goes by.
#include "core/analysis/measure/slice_sums.h"

#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/numbers.h"
#include "core/results/metrics.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using results::SliceKind;

constexpr double kBadFrom = 0.01;        ///< of error over signal: 20 dB
constexpr double kConstantShare = 1e-12; ///< variance against the mean square
constexpr double kPartShare = 1e-12;
constexpr double kChannelShare = 1e-4;
constexpr double kRowShare = 1e-2;
constexpr double kToleratedShare = 0.25;
/// One scale serves a tensor, so that its weak channels and rows are worse than the whole by nature: the lower quartile
/// of healthy int8 values that were measured lies 2 to 5 dB under it.
constexpr double kAllowanceDb = 5.0;

double meanSquare(const SliceEnergy& energy)
{
    return energy.elements == 0 ? 0.0 : energy.signal / double(energy.elements);
}

/// That the mean of the squares is above that of the values, squared: here both times the number of elements.
bool varies(const SliceEnergy& energy)
{
    return energy.elements > 0
           && energy.signal - energy.sum * energy.sum / double(energy.elements) > kConstantShare * energy.signal;
}

double medianSquare(const std::vector<SliceEnergy>& energies)
{
    std::vector<double> squares(energies.size());
    std::ranges::transform(energies, squares.begin(), meanSquare);
    std::erase_if(squares, [](double square) { return !(square > 0.0); });
    if (squares.empty())
        return 0.0;
    const auto middle = squares.begin() + std::ptrdiff_t(squares.size() / 2);
    std::ranges::nth_element(squares, middle);
    return *middle;
}

bool isWorse(double a, double b)
{
    return results::isWorse(results::MetricId::Sqnr, a, b);
}

/// Error over signal: orders slices as decibels do, and is cheaper. NaN is the worst.
double ratioOf(const SliceEnergy& energy)
{
    if (energy.broken > 0)
        return kNaN;
    return energy.error == 0.0 ? 0.0 : energy.error / energy.signal;
}

bool isLarger(double a, double b)
{
    return std::isnan(a) || std::isnan(b) ? std::isnan(a) && !std::isnan(b) : a > b;
}

} // namespace

double SliceEnergy::db() const
{
    return broken > 0 ? kNaN : sqnrDbOf(signal, error);
}

double SliceSums::leastSignal(SliceKind kind, std::size_t slice) const
{
    const double rounding = kPartShare * meanSquare(m_whole);
    if (kind == SliceKind::Part)
        return rounding;
    const auto index = std::int64_t(slice);
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        if (m_parts[i].axis == m_axis && index >= m_parts[i].begin && index < m_parts[i].end)
            return std::max(rounding, kChannelShare * meanSquare(energies(SliceKind::Part)[i]));
    return kChannelShare * meanSquare(m_whole);
}

std::vector<std::size_t> SliceSums::carriers(SliceKind kind) const
{
    const auto& slices = energies(kind);
    const bool isAlikeForAll = kind != SliceKind::Channel || m_parts.empty();
    const double least = kind == SliceKind::Row             ? kRowShare * medianSquare(slices)
                         : isAlikeForAll && !slices.empty() ? leastSignal(kind, 0)
                                                            : 0.0;
    std::vector<std::size_t> found;
    found.reserve(slices.size());
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto& slice = slices[i];
        const bool isEnough =
            slice.elements + slice.broken >= kLeastElements && varies(slice)
            && slice.signal >= (isAlikeForAll ? least : leastSignal(kind, i)) * double(slice.elements);
        if (isEnough || slice.broken > 0)
            found.push_back(i);
    }
    return found;
}

std::vector<SliceSums::Part> SliceSums::parts() const
{
    std::vector<Part> parts;
    for (const auto index : carriers(SliceKind::Part))
        parts.push_back(m_parts[index]);
    return parts;
}

SliceEnergy SliceSums::restOf(SliceKind kind, std::size_t slice) const
{
    if (kind == SliceKind::Part)
        return m_rests[slice];
    SliceEnergy rest; // a difference of sums would be of rounding where the slice has nearly all
    for (std::size_t i = 0; i < energies(kind).size(); ++i)
        if (i != slice)
            rest.add(energies(kind)[i]);
    return rest;
}

std::optional<SliceSums::Ranking> SliceSums::rankingOf(SliceKind kind) const
{
    Ranking ranking{kind, carriers(kind), {}};
    if (ranking.slices.empty() || (kind != SliceKind::Part && energies(kind).size() < 2))
        return std::nullopt;
    ranking.ratios.reserve(ranking.slices.size());
    for (const auto slice : ranking.slices)
        ranking.ratios.push_back(ratioOf(energies(kind)[slice]));
    const auto first = std::size_t(std::ranges::min_element(ranking.ratios, isLarger) - ranking.ratios.begin());
    ranking.worst = ranking.slices[first];
    ranking.worstDb = energies(kind)[ranking.worst].db();
    return ranking;
}

results::WorstSlice SliceSums::describe(const Ranking& ranking) const
{
    const auto& worst = energies(ranking.kind)[ranking.worst];
    return {.kind = ranking.kind,
            .slice = textOf(ranking.kind, ranking.worst),
            .name = ranking.kind == SliceKind::Part ? m_parts[ranking.worst].name : "",
            .sqnrDb = ranking.worstDb,
            .restDb = restOf(ranking.kind, ranking.worst).db(),
            .elements = worst.elements + worst.broken,
            .slices = ranking.slices.size(),
            .badSlices = std::uint64_t(
                std::ranges::count_if(ranking.ratios, [](double ratio) { return isLarger(ratio, kBadFrom); }))};
}

double SliceSums::gradeOf(Ranking ranking) const
{
    if (ranking.kind == SliceKind::Part)
        return ranking.worstDb;
    auto& ratios = ranking.ratios;
    const auto tolerable = ratios.begin() + std::ptrdiff_t(kToleratedShare * double(ratios.size() - 1));
    std::ranges::nth_element(ratios, tolerable, isLarger);
    return std::isnan(*tolerable) ? kNaN : sqnrDbOf(1.0, *tolerable) + kAllowanceDb;
}

bool SliceSums::hasError() const
{
    return m_whole.error > 0.0 || m_whole.broken > 0;
}

std::optional<results::WorstSlice> SliceSums::worst() const
{
    std::optional<Ranking> worst;
    for (const auto kind : {SliceKind::Part, SliceKind::Row, SliceKind::Channel})
        if (auto ranking = hasError() ? rankingOf(kind) : std::nullopt)
            if (!worst || isWorse(ranking->worstDb, worst->worstDb))
                worst = std::move(ranking);
    return worst ? std::optional(describe(*worst)) : std::nullopt;
}

std::optional<SliceGrade> SliceSums::grade(bool channelsDecide) const
{
    std::optional<Ranking> lowest;
    double db = 0.0;
    for (const auto kind : {SliceKind::Part, SliceKind::Row, SliceKind::Channel}) {
        if (!hasError() || (kind == SliceKind::Channel && !channelsDecide))
            continue;
        auto ranking = rankingOf(kind);
        const double own = ranking ? gradeOf(*ranking) : 0.0;
        if (!ranking || (lowest && !isWorse(own, db)))
            continue;
        db = own;
        lowest = std::move(ranking);
    }
    return lowest ? std::optional(SliceGrade{db, describe(*lowest)}) : std::nullopt;
}

} // namespace ql::analysis
