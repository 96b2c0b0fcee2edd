// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/profile/value_profile.h"

#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/packed.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr std::size_t kBins = 256;
constexpr std::size_t kChannelBins = 64; // a thousand channels of a hundred layers have to fit in memory

std::uint64_t finiteCount(const results::TensorStatistics& statistics)
{
    return statistics.count - statistics.nanCount - statistics.infCount;
}

SummedValues counted(const at::Tensor& floats, GrowingHistogram& histogram)
{
    const auto* values = floats.data_ptr<float>();
    const auto n = static_cast<std::size_t>(floats.numel());
    const SummedValues statistics{statisticsOf(values, n)};
    if (finiteCount(statistics) > 0)
        histogram.add(values, n, statistics.min, statistics.max);
    return statistics;
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
    : m_wantedAxis(channelAxis)
    , m_histogram(kBins)
{
}

/// The variance over one element less, as torch.var has it, which of a single one is NaN.
results::Distribution ValueProfile::distributionOf(const results::TensorStatistics& statistics,
                                                   const GrowingHistogram& histogram)
{
    results::Distribution distribution{statistics, histogram.histogram()};
    if (const auto count = static_cast<double>(finiteCount(statistics)); count > 0.0)
        distribution.statistics.variance *= count / (count - 1.0);
    return distribution;
}

ValueSummary ValueProfile::count(const at::Tensor& floats)
{
    ValueSummary summary{.shape = floats.sizes().vec()};
    countChannels(floats, summary);
    summary.whole = counted(floats, m_histogram);
    return summary;
}

void ValueProfile::countChannels(const at::Tensor& floats, ValueSummary& summary)
{
    if (!m_wantedAxis)
        return;
    const auto axis = *m_wantedAxis < 0 ? *m_wantedAxis + floats.dim() : *m_wantedAxis;
    if (axis < 0 || axis >= floats.dim())
        return;
    const auto channels = static_cast<std::size_t>(floats.size(axis));
    summary.channelAxis = axis;
    while (m_channelHistograms.size() < channels)
        m_channelHistograms.emplace_back(kChannelBins);
    for (std::size_t channel = 0; channel < channels; ++channel)
        summary.channels.push_back(counted(floats.select(axis, static_cast<std::int64_t>(channel)).contiguous(),
                                           m_channelHistograms[channel]));
}

void ValueProfile::take(const ValueSummary& summary)
{
    takeShape(summary.shape);
    takeChannels(summary);
    mergeStatistics(m_whole, summary.whole);
    m_hasSample = true;
}

void ValueProfile::takeShape(const std::vector<std::int64_t>& shape)
{
    if (!m_hasSample)
        m_shape = shape;
    else if (shape.size() != m_shape.size())
        m_shape.clear();
    else
        for (std::size_t i = 0; i < shape.size(); ++i)
            if (m_shape[i] != shape[i])
                m_shape[i] = -1;
}

void ValueProfile::takeChannels(const ValueSummary& summary)
{
    if (!m_hasSample) {
        m_channelAxis = summary.channelAxis;
        m_channels.resize(summary.channels.size());
    }
    if (summary.channelAxis != m_channelAxis || summary.channels.size() != m_channels.size()) {
        m_channelAxis = -1;
        m_channels.clear();
        m_channelHistograms.clear();
        m_wantedAxis.reset();
    }
    for (std::size_t channel = 0; channel < m_channels.size(); ++channel)
        mergeStatistics(m_channels[channel], summary.channels[channel]);
}

std::string ValueProfile::counts() const
{
    std::vector<std::string> all{m_histogram.bytes()};
    for (std::size_t channel = 0; channel < m_channels.size(); ++channel)
        all.push_back(
            (channel < m_channelHistograms.size() ? m_channelHistograms[channel] : GrowingHistogram(kChannelBins))
                .bytes());
    return packed(all);
}

void ValueProfile::absorb(std::string_view counts)
{
    const auto all = unpacked<std::vector<std::string>>(counts);
    if (all.size() != m_channels.size() + 1)
        throw Error(ErrorCode::FileCorrupt, "another process sent bytes that mean nothing here",
                    "start the same version of the program everywhere");
    m_channelHistograms.resize(m_channels.size(), GrowingHistogram(kChannelBins));
    m_histogram.absorb(all.front());
    for (std::size_t channel = 0; channel < m_channels.size(); ++channel)
        m_channelHistograms[channel].absorb(all[channel + 1]);
}

void ValueProfile::forgetCounts()
{
    m_histogram = GrowingHistogram(kBins);
    m_channelHistograms.clear();
}

ValueSummary ValueProfile::taken() const
{
    ValueSummary summary{.shape = m_shape, .whole = {m_whole}, .channelAxis = m_channelAxis};
    for (const auto& channel : m_channels)
        summary.channels.push_back({channel});
    return summary;
}

std::optional<std::int64_t> ValueProfile::channelAxis() const
{
    return m_channels.empty() ? std::nullopt : std::optional(m_channelAxis);
}

std::vector<results::Distribution> ValueProfile::channels() const
{
    std::vector<results::Distribution> channels;
    for (std::size_t channel = 0; channel < m_channels.size(); ++channel)
        channels.push_back(distributionOf(m_channels[channel], m_channelHistograms[channel]));
    return channels;
}

} // namespace ql::analysis
