// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/slice_sums.h"

#include "core/analysis/measure/line_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ql::analysis {

namespace {

using results::SliceKind;

constexpr std::size_t kFewElements = 1 << 16; ///< of which channels are summed though one sample has few of each
constexpr std::size_t kLeastLine = 512;       ///< elements that pay for sums of their own

/// @p shape around its channels, of which each is a line.
Lines cutAt(const graph::Shape& shape, std::size_t axis)
{
    Lines cut;
    for (std::size_t i = 0; i < shape.size(); ++i)
        (i < axis ? cut.outer : i == axis ? cut.lines : cut.columns) *= std::size_t(shape[i]);
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

ChannelsAndPlaces sumBoth(const float* x, const float* y, const Lines& cut, bool withChannels, bool withPlaces)
{
    const std::uint64_t perChannel = cut.outer * cut.columns, perPlace = cut.lines;
    if (cut.columns == 1) {
        auto sums = sumLines(x, y, {1, cut.outer, cut.lines}, withChannels);
        return {energiesOf(sums.columns, perChannel),
                withPlaces ? energiesOf(sums.lines, perPlace) : std::vector<SliceEnergy>()};
    }
    auto sums = sumLines(x, y, cut, withPlaces);
    return {energiesOf(sums.lines, perChannel), energiesOf(sums.columns, perPlace)};
}

/// The channels of @p lines channels made of @p sums, one of each matrix; nothing where an element is masked or not
/// finite, which is to be told apart.
std::vector<SliceEnergy> energiesOf(std::span<const PairSums> sums, const Lines& cut)
{
    constexpr double kMostSignal = double(kMaskedFrom) * double(kMaskedFrom);
    std::vector<SliceEnergy> channels(cut.lines);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const auto& [count, xx, yy, xy, absolute, squared, largest, x, y] = sums[i];
        if (count != cut.columns || !(xx < kMostSignal))
            return {};
        channels[i % cut.lines].add({x.mean * double(count), xx, squared, count});
    }
    return channels;
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

/// What is summed of a tensor.
struct Wanted {
    std::size_t axis = 0; ///< of the channels
    Lines cut;
    bool hasRows = false;
    bool hasChannels = false;
    bool hasPartsAlong = false;
    bool hasPartsAcross = false;
};

/// Nothing where it has no slices.
std::optional<Wanted> wantedOf(const graph::Shape& shape, const SliceAxes& axes, bool withPixels)
{
    const auto axis = axes.channelAxis ? placeOf(*axes.channelAxis, shape) : std::nullopt;
    const bool isEmpty = std::ranges::any_of(shape, [](std::int64_t size) { return size < 1; });
    if (!axis || isEmpty)
        return std::nullopt;
    Wanted wanted{*axis, cutAt(shape, *axis)};
    const auto places = wanted.cut.outer * wanted.cut.columns;
    const bool isFew = places * wanted.cut.lines <= kFewElements;
    const auto isAlong = [&](const SlicePart& part) { return placeOf(part.axis, shape) == axis; };
    const bool isImage = shape.size() > 3 && wanted.cut.columns > 1;
    wanted.hasPartsAlong = std::ranges::any_of(axes.parts, isAlong);
    wanted.hasPartsAcross = !std::ranges::all_of(axes.parts, isAlong);
    wanted.hasRows = places > 1 && wanted.cut.lines >= SliceSums::kLeastElements && (withPixels || !isImage);
    wanted.hasChannels = wanted.cut.lines > 1 && (isFew || places >= SliceSums::kLeastElements);
    const bool hasAny = wanted.hasRows || wanted.hasChannels || wanted.hasPartsAlong || wanted.hasPartsAcross;
    return hasAny ? std::optional(wanted) : std::nullopt;
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

SliceSums::SliceSums(const float* x, const float* y, const graph::Shape& shape, const SliceAxes& axes, bool withPixels,
                     std::span<const PairSums> lines)
{
    const auto wanted = wantedOf(shape, axes, withPixels);
    if (!wanted)
        return;
    m_shape = shape;
    m_axis = wanted->axis;
    const auto marked = axes.softmax ? withMasksMarked(x, y, shape, *axes.softmax) : std::vector<float>();
    if (!marked.empty())
        x = marked.data();
    ChannelsAndPlaces sums;
    if (!lines.empty())
        sums.channels = energiesOf(lines, wanted->cut);
    if (sums.channels.empty())
        sums = sumBoth(x, y, wanted->cut, wanted->hasChannels || wanted->hasPartsAlong,
                       wanted->hasRows || wanted->hasPartsAcross);
    auto& [channels, places] = sums;
    addParts(axes, channels, places);
    for (const auto& each : channels.empty() ? places : channels)
        m_whole.add(each);
    if (wanted->hasChannels)
        m_energies[std::size_t(SliceKind::Channel)] = std::move(channels);
    if (wanted->hasRows)
        m_energies[std::size_t(SliceKind::Row)] = rowsOf(std::move(places));
}

std::size_t SliceSums::lineLength(const graph::Shape& shape, const SliceAxes& axes)
{
    const auto wanted = wantedOf(shape, axes, false);
    if (!wanted || wanted->hasRows || wanted->hasPartsAcross || axes.softmax || wanted->cut.columns < kLeastLine)
        return 0;
    return wanted->cut.columns;
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

} // namespace ql::analysis
