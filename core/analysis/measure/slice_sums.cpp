// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/slice_sums.h"

#include "core/analysis/measure/line_sums.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/numbers.h"
#include "core/results/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ql::analysis {

namespace {

using results::SliceKind;

constexpr std::uint64_t kLeastElements = 8;
constexpr std::size_t kFewElements = 1 << 16; ///< of which channels are summed though one sample has few of each
constexpr double kBadFrom = 0.01;             ///< of error over signal: 20 dB
constexpr double kConstantShare = 1e-12;      ///< variance against the mean square
constexpr double kPartShare = 1e-12;
constexpr double kChannelShare = 1e-4;
constexpr double kRowShare = 1e-2;
constexpr double kToleratedShare = 0.25;
/// One scale serves a tensor, so that its weak channels and rows are worse than the whole by nature: the lower quartile
/// of healthy int8 values that were measured lies 2 to 5 dB under it.
constexpr double kAllowanceDb = 5.0;

/// The places of a tensor around its channels: axes before and behind, in order.
struct Cut {
    std::size_t outer = 1;
    std::size_t channels = 1;
    std::size_t inner = 1;

    std::size_t places() const { return outer * inner; }
};

Cut cutAt(const graph::Shape& shape, std::size_t axis)
{
    Cut cut;
    for (std::size_t i = 0; i < shape.size(); ++i)
        (i < axis ? cut.outer : i == axis ? cut.channels : cut.inner) *= std::size_t(shape[i]);
    return cut;
}

std::vector<SliceEnergy> energiesOf(const GroupSums& groups, std::uint64_t elementsEach)
{
    std::vector<SliceEnergy> energies(groups.size());
    for (std::size_t i = 0; i < energies.size(); ++i) {
        energies[i] = {groups.sum[i], groups.signal[i], groups.error[i], elementsEach};
        if (!groups.leftOut.empty()) {
            energies[i].elements -= groups.leftOut[i];
            energies[i].broken = groups.broken[i];
        }
    }
    return energies;
}

/// Sums of channels and of places; the one or the other empty where it wasn't asked for.
struct ChannelsAndPlaces {
    std::vector<SliceEnergy> channels;
    std::vector<SliceEnergy> places;
};

ChannelsAndPlaces sumBoth(const float* x, const float* y, const Cut& cut, bool withChannels, bool withPlaces)
{
    const std::uint64_t perChannel = cut.places(), perPlace = cut.channels;
    if (cut.inner == 1) {
        auto sums = sumLines(x, y, {1, cut.outer, cut.channels}, withChannels);
        return {energiesOf(sums.columns, perChannel),
                withPlaces ? energiesOf(sums.lines, perPlace) : std::vector<SliceEnergy>()};
    }
    auto sums = sumLines(x, y, {cut.outer, cut.channels, cut.inner}, withPlaces);
    return {energiesOf(sums.lines, perChannel), energiesOf(sums.columns, perPlace)};
}

/// The sums of @p places, which lie as all axes of @p shape but @p without, along @p axis alone.
std::vector<SliceEnergy> sumsAlong(const std::vector<SliceEnergy>& places, const graph::Shape& shape,
                                   std::size_t without, std::size_t axis)
{
    std::size_t inner = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i)
        inner *= i == without ? 1 : std::size_t(shape[i]);
    std::vector<SliceEnergy> sums(std::size_t(shape[axis]));
    for (std::size_t i = 0; i < places.size(); ++i)
        sums[i / inner % sums.size()].add(places[i]);
    return sums;
}

std::optional<std::size_t> placeOf(std::int64_t axis, const graph::Shape& shape)
{
    const auto place = axis < 0 ? axis + std::int64_t(shape.size()) : axis;
    return place >= 0 && place < std::int64_t(shape.size()) ? std::optional(std::size_t(place)) : std::nullopt;
}

std::int64_t indexIn(std::int64_t index, std::int64_t size)
{
    return std::clamp<std::int64_t>(index < 0 ? index + size : index, 0, size);
}

std::string textAlong(std::size_t axis, const std::string& indices)
{
    std::string text = "[";
    for (std::size_t i = 0; i < axis; ++i)
        text += ":, ";
    return text + indices + "]";
}

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

void SliceEnergy::add(const SliceEnergy& other)
{
    sum += other.sum;
    signal += other.signal;
    error += other.error;
    elements += other.elements;
    broken += other.broken;
}

double SliceEnergy::db() const
{
    return broken > 0 ? kNaN : sqnrDbOf(signal, error);
}

SliceSums::SliceSums(const float* x, const float* y, const graph::Shape& shape, const SliceAxes& axes, bool withPixels)
{
    const auto axis = axes.channelAxis ? placeOf(*axes.channelAxis, shape) : std::nullopt;
    const bool isEmpty = std::ranges::any_of(shape, [](std::int64_t size) { return size < 1; });
    if (!axis || isEmpty)
        return;
    const Cut cut = cutAt(shape, *axis);
    const bool isFew = cut.places() * cut.channels <= kFewElements;
    const auto isAlong = [&](const SlicePart& part) { return placeOf(part.axis, shape) == axis; };
    const bool hasPartsAlong = std::ranges::any_of(axes.parts, isAlong);
    const bool hasPartsAcross = !std::ranges::all_of(axes.parts, isAlong);
    const bool isImage = shape.size() > 3 && cut.inner > 1;
    const bool hasRows = cut.places() > 1 && cut.channels >= kLeastElements && (withPixels || !isImage);
    const bool hasChannels = cut.channels > 1 && (isFew || cut.places() >= kLeastElements);
    if (!hasRows && !hasChannels && !hasPartsAlong && !hasPartsAcross)
        return;
    m_shape = shape;
    m_axis = *axis;
    const auto marked = axes.softmax ? withMasksMarked(x, y, shape, *axes.softmax) : std::vector<float>();
    if (!marked.empty())
        x = marked.data();
    auto [channels, places] = sumBoth(x, y, cut, hasChannels || hasPartsAlong, hasRows || hasPartsAcross);
    addParts(axes, channels, places);
    for (const auto& each : channels.empty() ? places : channels)
        m_whole.add(each);
    if (hasChannels)
        m_energies[std::size_t(SliceKind::Channel)] = std::move(channels);
    if (hasRows)
        m_energies[std::size_t(SliceKind::Row)] = rowsOf(std::move(places));
}

void SliceSums::addParts(const SliceAxes& axes, const std::vector<SliceEnergy>& channels,
                         const std::vector<SliceEnergy>& places)
{
    std::map<std::size_t, std::vector<SliceEnergy>> known; // by axis but the channels'
    for (const auto& part : axes.parts) {
        const auto axis = placeOf(part.axis, m_shape);
        if (!axis)
            continue;
        const auto size = m_shape[*axis];
        const auto begin = indexIn(part.begin, size), end = indexIn(part.end, size);
        if (begin >= end || (begin == 0 && end == size))
            continue;
        if (*axis != m_axis && !known.contains(*axis))
            known.emplace(*axis, sumsAlong(places, m_shape, m_axis, *axis));
        const auto& along = *axis == m_axis ? channels : known.at(*axis);
        auto& energy = m_energies[std::size_t(SliceKind::Part)].emplace_back();
        auto& rest = m_rests.emplace_back();
        for (std::int64_t i = 0; i < size; ++i)
            (i >= begin && i < end ? energy : rest).add(along[std::size_t(i)]);
        const auto indices = end == begin + 1 ? fmt::format("{}", begin) : fmt::format("{}:{}", begin, end);
        m_parts.push_back({*axis, begin, end, textAlong(*axis, indices), part.name});
    }
}

std::vector<SliceEnergy> SliceSums::rowsOf(std::vector<SliceEnergy> places)
{
    const std::size_t batch = m_axis == 0 ? 1 : std::size_t(m_shape[0]);
    m_sumsBatch = m_shape.size() > 2 && batch > 1 && places.size() / batch > 1;
    if (!m_sumsBatch)
        return places;
    std::vector<SliceEnergy> rows(places.size() / batch);
    for (std::size_t i = 0; i < places.size(); ++i)
        rows[i % rows.size()].add(places[i]);
    return rows;
}

void SliceSums::add(const SliceSums& sample)
{
    if (m_shape.empty()) {
        *this = sample;
        return;
    }
    m_whole.add(sample.m_whole);
    if (m_parts != sample.m_parts)
        m_parts.clear();
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        m_rests[i].add(sample.m_rests[i]);
    for (std::size_t kind = 0; kind < m_energies.size(); ++kind) {
        auto& mine = m_energies[kind];
        const auto& others = sample.m_energies[kind];
        if (mine.size() != others.size() || (kind == std::size_t(SliceKind::Part) && m_parts.empty()))
            mine.clear();
        for (std::size_t i = 0; i < mine.size(); ++i)
            mine[i].add(others[i]);
    }
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

std::string SliceSums::textOf(SliceKind kind, std::size_t slice) const
{
    if (kind == SliceKind::Part)
        return m_parts[slice].text;
    if (kind == SliceKind::Channel)
        return textAlong(m_axis, fmt::format("{}", slice));
    std::vector<std::string> indices(m_shape.size(), ":");
    for (std::size_t i = m_shape.size(); i-- > (m_sumsBatch ? 1 : 0);) {
        const auto size = std::size_t(m_shape[i]);
        if (i == m_axis || size == 1)
            continue;
        indices[i] = fmt::format("{}", slice % size);
        slice /= size;
    }
    while (indices.size() > 1 && indices.back() == ":")
        indices.pop_back();
    return fmt::format("[{}]", fmt::join(indices, ", "));
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
