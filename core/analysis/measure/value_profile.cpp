// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/value_profile.h"

#include "core/analysis/measure/tensor_comparison.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr std::size_t kBins = 256;
constexpr std::size_t kChannelBins = 64; // a thousand channels of a hundred layers have to fit in memory

std::uint64_t finiteCount(const results::TensorStatistics& statistics)
{
    return statistics.count - statistics.nanCount - statistics.infCount;
}

} // namespace

void mergeStatistics(results::TensorStatistics& into, const results::TensorStatistics& next)
{
    const auto before = static_cast<double>(finiteCount(into));
    const auto added = static_cast<double>(finiteCount(next));
    into.count += next.count;
    into.nanCount += next.nanCount;
    into.infCount += next.infCount;
    if (added == 0.0)
        return;
    const double share = added / (before + added);
    const double step = next.mean - into.mean;
    into.min = before == 0.0 ? next.min : std::min(into.min, next.min);
    into.max = before == 0.0 ? next.max : std::max(into.max, next.max);
    into.variance += (next.variance - into.variance) * share + step * step * share * (1.0 - share);
    into.mean += step * share;
}

ValueProfile::ValueProfile(std::optional<std::int64_t> channelAxis)
    : m_channelAxis(channelAxis)
    , m_whole(kBins)
{
}

void ValueProfile::Part::add(const at::Tensor& floats)
{
    const auto* values = floats.data_ptr<float>();
    const auto n = static_cast<std::size_t>(floats.numel());
    const auto sample = statisticsOf(values, n);
    mergeStatistics(statistics, sample);
    if (finiteCount(sample) > 0)
        histogram.add(values, n, sample.min, sample.max);
}

/// The variance over one element less, as torch.var has it, which of a single one is NaN.
results::Distribution ValueProfile::Part::distribution() const
{
    results::Distribution distribution{statistics, histogram.histogram()};
    if (const auto count = static_cast<double>(finiteCount(statistics)); count > 0.0)
        distribution.statistics.variance *= count / (count - 1.0);
    return distribution;
}

void ValueProfile::add(const at::Tensor& floats)
{
    addShape(floats);
    addChannels(floats);
    m_whole.add(floats);
    m_hasSample = true;
}

void ValueProfile::addShape(const at::Tensor& floats)
{
    const auto shape = floats.sizes().vec();
    if (!m_hasSample)
        m_shape = shape;
    else if (shape.size() != m_shape.size())
        m_shape.clear();
    else
        for (std::size_t i = 0; i < shape.size(); ++i)
            if (m_shape[i] != shape[i])
                m_shape[i] = -1;
}

void ValueProfile::addChannels(const at::Tensor& floats)
{
    if (!m_channelAxis)
        return;
    const auto axis = *m_channelAxis < 0 ? *m_channelAxis + floats.dim() : *m_channelAxis;
    const bool hasAxis = axis >= 0 && axis < floats.dim();
    if (!m_hasSample && hasAxis) {
        m_channelAxis = axis;
        m_channels.assign(static_cast<std::size_t>(floats.size(axis)), Part(kChannelBins));
    }
    if (!hasAxis || floats.size(axis) != static_cast<std::int64_t>(m_channels.size())) {
        m_channelAxis.reset();
        m_channels.clear();
        return;
    }
    for (std::size_t channel = 0; channel < m_channels.size(); ++channel)
        m_channels[channel].add(floats.select(axis, static_cast<std::int64_t>(channel)).contiguous());
}

std::optional<std::int64_t> ValueProfile::channelAxis() const
{
    return m_channels.empty() ? std::nullopt : m_channelAxis;
}

std::vector<results::Distribution> ValueProfile::channels() const
{
    std::vector<results::Distribution> channels;
    for (const auto& channel : m_channels)
        channels.push_back(channel.distribution());
    return channels;
}

} // namespace ql::analysis
