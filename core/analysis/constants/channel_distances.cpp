// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/constants/channel_distances.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ql::analysis {

namespace {

constexpr double kMostRounding = 1.5;    ///< steps that rounding, also a clever one, moves a number
constexpr double kLeastOtherSteps = 1.0; ///< root mean square, of a channel that was replaced
constexpr double kOtherEnergy = 0.25;    ///< of the signal's: an error that neither 3 bits nor training make, −6 dB
constexpr double kFloatRounding = 0.01;  ///< of a channel's farthest number: more than a narrower float type moves one
constexpr double kLeastLeft = 0.25;      ///< of a channel's numbers, to judge it by

constexpr std::int64_t kMostSorted = 4096;
constexpr double kMostDifferent = 0.75; ///< of the numbers of a channel on a grid

/// From the least to the greatest number.
struct Span {
    double low = 0.0;
    double high = 0.0;
};

Span spanOf(const float* values, std::int64_t count)
{
    const auto [low, high] = std::minmax_element(values, values + count);
    return {double(*low), double(*high)};
}

/// The least distance between two different numbers of @p values, 0 being one: no number was rounded to a finer grid
/// than that. 0 unless many of them are equal, as only a grid makes them. Of many numbers some tell.
double gridOf(const float* values, std::int64_t count)
{
    std::vector<float> sorted{0.0F};
    const auto every = count / kMostSorted + 1;
    for (std::int64_t i = 0; i < count; i += every)
        if (std::isfinite(values[i]) && values[i] != 0.0F)
            sorted.push_back(values[i]);
    std::ranges::sort(sorted);
    double least = std::numeric_limits<double>::infinity();
    std::size_t different = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (const double gap = double(sorted[i]) - double(sorted[i - 1]); gap > 0.0) {
            least = std::min(least, gap);
            ++different;
        }
    return double(different) <= kMostDifferent * double(sorted.size() - 1) && different > 0 ? least : 0.0;
}

/// Where the analysis model's numbers end, what lies farther out was clamped.
bool isClamped(double x, double y, const Span& ends, double tolerance)
{
    return (x > ends.high && y >= ends.high - tolerance) || (x < ends.low && y <= ends.low + tolerance);
}

/// @p ends are those of all channels where one scale serves them, which clamps none earlier.
ChannelDistance distanceOf(const float* xs, const float* ys, std::int64_t count, double step, double grid,
                           const std::optional<Span>& ends)
{
    const auto span = spanOf(ys, count);
    const double coarsest = std::max(step, grid);
    const double farthest = std::max(std::abs(span.low), std::abs(span.high));
    const double rounding = std::max(kMostRounding * coarsest, kFloatRounding * farthest);
    ChannelDistance distance;
    for (std::int64_t i = 0; i < count; ++i) {
        const double x = xs[i], y = ys[i];
        const bool isLost = count > 1 && (y == 0.0 || isClamped(x, y, ends.value_or(span), 0.5 * step));
        if (isLost && std::abs(x - y) > 0.5 * step)
            continue; // made 0 by pruning, or by a grid too coarse for it
        const double error = x - y;
        ++distance.numbers;
        distance.signal += x * x;
        distance.error += error * error;
        if (std::abs(error) <= rounding)
            continue;
        ++distance.others;
        if (step > 0.0)
            distance.mostSteps = std::max(distance.mostSteps, std::abs(error) / step);
    }
    const double numbers = double(distance.numbers);
    distance.isOther = numbers >= kLeastLeft * double(count) && distance.numbers > 0
                       && !(distance.error <= kOtherEnergy * distance.signal)
                       && !(distance.error <= numbers * kLeastOtherSteps * coarsest * kLeastOtherSteps * coarsest);
    return distance;
}

} // namespace

ChannelNumbers channelNumbers(const WeightNumbers& numbers, std::optional<std::int64_t> axis,
                              const ModelWeight& analysis)
{
    const auto& quantizer = analysis.quantizer;
    ChannelNumbers channels;
    channels.isVector = !axis || numbers.baseline.dim() < 2;
    channels.isOneScale = quantizer && quantizer->scales.size() == 1;
    const auto turned = [&](const at::Tensor& tensor) {
        return channels.isVector ? tensor.reshape({-1, 1}).contiguous()
                                 : tensor.movedim(*axis, 0).flatten(1).contiguous();
    };
    channels.baseline = turned(numbers.baseline);
    channels.analysis = turned(numbers.analysis);
    const auto count = std::size_t(channels.baseline.size(0));
    // Of blocks, or of another axis' channels, the largest stands for all.
    const bool isByChannel =
        quantizer && quantizer->scales.size() == count && (channels.isVector || analysis.hasScalePerChannel());
    double largest = !quantizer && analysis.largestStep ? analysis.largestStep() : 0.0;
    for (std::size_t i = 0; quantizer && i < quantizer->scales.size(); ++i)
        largest = std::max(largest, std::abs(quantizer->scales[i]));
    channels.steps.assign(count, largest);
    for (std::size_t i = 0; isByChannel && i < count; ++i)
        channels.steps[i] = std::abs(quantizer->scales[i]);
    return channels;
}

std::vector<ChannelDistance> channelDistances(const ChannelNumbers& numbers)
{
    std::vector<ChannelDistance> distances;
    const auto count = numbers.baseline.size(0);
    const auto each = numbers.baseline.size(1);
    std::optional<Span> ends;
    if (numbers.isOneScale && count * each > 0)
        ends = spanOf(numbers.analysis.data_ptr<float>(), count * each);
    for (std::int64_t i = 0; i < count && each > 0; ++i) {
        const auto* ys = numbers.analysis.data_ptr<float>() + i * each;
        const auto* xs = numbers.baseline.data_ptr<float>() + i * each;
        const double step = numbers.steps[std::size_t(i)];
        auto distance = distanceOf(xs, ys, each, step, 0.0, ends);
        if (!numbers.isVector && (distance.isOther || distance.others > 0))
            distance = distanceOf(xs, ys, each, step, gridOf(ys, each), ends);
        distances.push_back(distance);
    }
    return distances;
}

} // namespace ql::analysis
