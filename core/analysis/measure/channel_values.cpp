// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/value_pairs.h"

#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/results/weights_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ql::analysis {

namespace {

using results::ChannelValues;
using results::FiveNumbers;

/// The elements of one channel after another, of both tensors.
class ChannelReader {
public:
    ChannelReader(const FloatPair& tensors, std::int64_t axis)
        : m_tensors(tensors)
    {
        for (std::size_t i = 0; i < tensors.shape.size(); ++i) {
            const auto extent = static_cast<std::size_t>(tensors.shape[i]);
            auto& product = std::int64_t(i) < axis ? m_outer : std::int64_t(i) > axis ? m_inner : m_count;
            product *= extent;
        }
        x.resize(m_outer * m_inner);
        y.resize(m_outer * m_inner);
    }

    std::size_t count() const { return m_count; }

    void read(std::size_t channel)
    {
        for (std::size_t outer = 0; outer < m_outer; ++outer) {
            const std::size_t from = (outer * m_count + channel) * m_inner;
            std::copy_n(m_tensors.x + from, m_inner, x.begin() + std::ptrdiff_t(outer * m_inner));
            std::copy_n(m_tensors.y + from, m_inner, y.begin() + std::ptrdiff_t(outer * m_inner));
        }
    }

    std::vector<float> x; ///< of the channel that was read
    std::vector<float> y;

private:
    const FloatPair& m_tensors;
    std::size_t m_outer = 1;
    std::size_t m_count = 1;
    std::size_t m_inner = 1;
};

/// Reorders @p values. @pre they are not empty
double quantile(std::vector<float>& values, double share)
{
    const double rank = share * double(values.size() - 1);
    const auto below = values.begin() + std::ptrdiff_t(rank);
    std::nth_element(values.begin(), below, values.end());
    const double part = rank - std::floor(rank);
    if (part == 0.0)
        return *below;
    const double next = *std::min_element(below + 1, values.end());
    return *below + part * (next - *below);
}

/// Leaves nothing but the finite ones of @p values, in another order.
FiveNumbers fiveNumbersOf(std::vector<float>& values)
{
    std::erase_if(values, [](float value) { return !std::isfinite(value); });
    if (values.empty())
        return {kNaN, kNaN, kNaN, kNaN, kNaN};
    const auto [least, greatest] = std::ranges::minmax(values);
    return {least, quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75), greatest};
}

ChannelValues errorsOf(const ChannelReader& reader, std::size_t channel)
{
    ChannelValues values{.channel = std::int64_t(channel), .scale = {}};
    double signal = 0.0;
    double error = 0.0;
    double shift = 0.0;
    double range = 0.0;
    for (std::size_t i = 0; i < reader.x.size(); ++i) {
        const double x = reader.x[i];
        const double y = reader.y[i];
        if (!std::isfinite(x) || !std::isfinite(y)) {
            ++values.nonFinite;
            continue;
        }
        signal += x * x;
        error += (x - y) * (x - y);
        shift += y - x;
        range = std::max(range, std::abs(x));
    }
    const auto finite = reader.x.size() - values.nonFinite;
    values.sqnrDb = finite > 0 || reader.x.empty() ? sqnrDbOf(signal, error) : kNaN;
    values.meanError = finite > 0 ? shift / double(finite) : kNaN;
    values.rangeRatio = range;
    return values;
}

void setRatios(std::vector<ChannelValues>& channels)
{
    std::vector<double> ranges;
    for (const auto& channel : channels)
        ranges.push_back(channel.rangeRatio);
    const auto ratios = rangeRatios(ranges);
    for (std::size_t i = 0; i < channels.size(); ++i)
        channels[i].rangeRatio = ratios.empty() ? 0.0 : ratios[i];
}

void requireChannels(const std::vector<std::int64_t>& shape, std::int64_t axis, const results::ChannelsChoice& choice)
{
    if (axis < 0 || axis >= std::int64_t(shape.size()))
        throw Error(ErrorCode::BadArgument, Message("channel axis {} of a tensor of rank {}", axis, shape.size()),
                    "axes count from 0");
    const auto count = shape[std::size_t(axis)];
    if (choice.histogramOf && (*choice.histogramOf < 0 || *choice.histogramOf >= count))
        throw Error(ErrorCode::BadArgument, Message("channel {} of {}", *choice.histogramOf, count),
                    "channels count from 0");
}

} // namespace

std::vector<double> rangeRatios(const std::vector<double>& ranges)
{
    std::vector<double> used;
    std::ranges::copy_if(ranges, std::back_inserter(used), [](double range) { return range > 0.0; });
    if (used.empty())
        return {};
    const auto middle = used.begin() + std::ptrdiff_t(used.size() / 2);
    std::nth_element(used.begin(), middle, used.end());
    std::vector<double> ratios;
    for (const double range : ranges)
        ratios.push_back(range / *middle);
    return ratios;
}

bool isOutlierRatio(double ratio)
{
    return ratio > results::kOutlierRatio || (ratio > 0.0 && ratio < 1.0 / results::kOutlierRatio);
}

results::LayerChannels summarizeChannels(const FloatPair& tensors, std::optional<std::int64_t> axis,
                                         const results::ChannelsChoice& choice, JobContext& ctx)
{
    results::LayerChannels summary;
    if (tensors.shape.empty() || !axis)
        return summary;
    requireChannels(tensors.shape, *axis, choice);
    ChannelReader reader(tensors, *axis);
    summary.axis = axis;
    summary.count = std::int64_t(reader.count());
    std::vector<ChannelValues> all;
    for (std::size_t channel = 0; channel < reader.count(); ++channel) {
        reader.read(channel);
        all.push_back(errorsOf(reader, channel));
        ctx.throwIfCancelled();
    }
    setRatios(all);
    std::ranges::stable_sort(all, [](const ChannelValues& a, const ChannelValues& b) {
        return results::isWorse(results::MetricId::Sqnr, a.sqnrDb, b.sqnrDb);
    });
    all.resize(std::min(all.size(), choice.most));
    for (auto& values : all) {
        reader.read(std::size_t(values.channel));
        auto x = reader.x;
        auto y = reader.y;
        values.baseline = fiveNumbersOf(x);
        values.analysis = fiveNumbersOf(y);
        ctx.throwIfCancelled();
    }
    summary.worst = std::move(all);
    if (choice.histogramOf) {
        reader.read(std::size_t(*choice.histogramOf));
        summary.histogramOf = choice.histogramOf;
        summary.histogram = compareTensors(reader.x.data(), reader.y.data(), reader.x.size()).histogram;
    }
    return summary;
}

} // namespace ql::analysis
