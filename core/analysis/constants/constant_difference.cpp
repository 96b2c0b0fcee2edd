// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/constants/constant_difference.h"

#include "core/analysis/constants/axis_factors.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/numbers.h"

#include <ATen/ops/index_select.h>
#include <ATen/ops/tensor.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ql::analysis {

namespace {

using Kind = OtherConstant::Kind;

constexpr double kLikeDb = 15.0;      ///< from it on two constants are one, moved by rounding or training
constexpr double kBetterDb = 10.0;    ///< what an explanation must explain
constexpr double kLeastMoved = 0.25;  ///< of the numbers, so that a constant counts as moved
constexpr double kMostChannels = 0.5; ///< of all: with more of them replaced, the whole is
constexpr double kOne = 0.1;          ///< a factor so near to 1 explains nothing
constexpr std::int64_t kMostInAnyOrder = 4;

double dbOf(const std::vector<ChannelDistance>& distances, bool ofOthers)
{
    double signal = 0.0, error = 0.0;
    for (const auto& distance : distances)
        if (distance.isOther == ofOthers)
            signal += distance.signal, error += distance.error;
    return sqnrDbOf(signal, error);
}

double wholeDb(const std::vector<ChannelDistance>& distances)
{
    double signal = 0.0, error = 0.0;
    for (const auto& distance : distances)
        signal += distance.signal, error += distance.error;
    return sqnrDbOf(signal, error);
}

/// The factor that makes @p x most like @p y.
double factorOf(const at::Tensor& x, const at::Tensor& y)
{
    const auto* xs = x.data_ptr<float>();
    const auto* ys = y.data_ptr<float>();
    double products = 0.0, squares = 0.0;
    for (std::int64_t i = 0; i < x.numel(); ++i)
        products += double(xs[i]) * double(ys[i]), squares += double(xs[i]) * double(xs[i]);
    return squares > 0.0 ? products / squares : kNaN;
}

bool explainsAsFactor(OtherConstant& other, const WeightNumbers& numbers)
{
    const double factor = factorOf(numbers.baseline, numbers.analysis);
    if (!std::isfinite(factor) || std::abs(factor - 1.0) < kOne || numbers.baseline.numel() < 2)
        return false;
    const auto scaled = (numbers.baseline * factor).contiguous();
    if (constantDb(scaled, numbers.analysis) < std::max(kLikeDb, other.sqnrDb + kBetterDb))
        return false;
    other.kind = Kind::Factor;
    other.factor = factor;
    return true;
}

bool explainsAsScaled(OtherConstant& other, const WeightNumbers& numbers, std::int64_t axis)
{
    const auto factors = axisFactors(numbers.baseline, numbers.analysis, axis, {});
    if (!factors || !AxisFactors::differ(factors->output))
        return false;
    const auto isThere = [](double factor) { return !std::isnan(factor); };
    std::vector<double> there;
    std::ranges::copy_if(factors->output, std::back_inserter(there), isThere);
    const auto [least, greatest] = std::ranges::minmax(there);
    other.kind = Kind::Scaled;
    other.factor = least;
    other.mostFactor = greatest;
    return true;
}

bool explainsAsOrder(OtherConstant& other, const WeightNumbers& numbers, std::int64_t axis)
{
    const auto input = inputAxisOf(numbers.baseline, axis);
    const auto count = input ? numbers.baseline.size(*input) : 1;
    if (count < 2)
        return false;
    std::vector<std::int64_t> order;
    order.resize(std::size_t(count));
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::vector<std::int64_t>> orders{{order.rbegin(), order.rend()}};
    while (count <= kMostInAnyOrder && std::ranges::next_permutation(order).found)
        orders.push_back(order);
    for (const auto& each : orders) {
        const auto turned = at::index_select(numbers.baseline, *input, at::tensor(each)).contiguous();
        if (constantDb(turned, numbers.analysis) < std::max(kLikeDb, other.sqnrDb + kBetterDb))
            continue;
        other.kind = Kind::Order;
        other.order = each;
        return true;
    }
    return false;
}

OtherConstant measured(const std::vector<ChannelDistance>& distances, const WeightNumbers& numbers)
{
    OtherConstant other;
    other.numbers = std::uint64_t(numbers.baseline.numel());
    other.channelCount = std::int64_t(distances.size());
    other.sqnrDb = wholeDb(distances);
    for (std::size_t i = 0; i < distances.size(); ++i) {
        other.others += distances[i].others;
        other.mostSteps = std::max(other.mostSteps, distances[i].mostSteps);
        if (distances[i].isOther)
            other.channels.push_back(std::int64_t(i));
    }
    if (numbers.baseline.dim() < 2 || numbers.baseline.numel() == other.channelCount)
        other.meanSquare = (numbers.analysis - numbers.baseline).square().mean().item<double>();
    return other;
}

} // namespace

double constantDb(const at::Tensor& baseline, const at::Tensor& analysis)
{
    const auto* xs = baseline.data_ptr<float>();
    const auto* ys = analysis.data_ptr<float>();
    double signal = 0.0, error = 0.0;
    for (std::int64_t i = 0; i < baseline.numel(); ++i) {
        if (ys[i] == 0.0F && baseline.dim() > 1)
            continue;
        const double difference = double(xs[i]) - double(ys[i]);
        signal += double(xs[i]) * double(xs[i]);
        error += difference * difference;
    }
    return sqnrDbOf(signal, error);
}

std::optional<OtherConstant> constantDifference(const WeightNumbers& numbers, std::optional<std::int64_t> axis,
                                                const ModelWeight& analysis)
{
    if (numbers.baseline.numel() == 0)
        return std::nullopt;
    const auto channels = channelNumbers(numbers, axis, analysis);
    const auto distances = channelDistances(channels);
    auto other = measured(distances, numbers);
    other.isQuantized = analysis.hasSteps();
    if (other.channels.empty() && other.sqnrDb >= kLikeDb) {
        other.kind = Kind::Moved;
        const bool isMoved = double(other.others) >= kLeastMoved * double(other.numbers) && other.numbers > 0;
        return isMoved ? std::optional(other) : std::nullopt;
    }
    other.restDb = dbOf(distances, false);
    const bool isPart = !other.channels.empty() && other.restDb >= kLikeDb
                        && double(other.channels.size()) <= kMostChannels * double(other.channelCount);
    if (isPart) {
        other.kind = Kind::Channels;
        other.sqnrDb = dbOf(distances, true);
        return other;
    }
    if (explainsAsFactor(other, numbers))
        return other;
    if (!channels.isVector && explainsAsOrder(other, numbers, *axis))
        return other;
    if (!channels.isVector && channels.baseline.size(1) > 2 && explainsAsScaled(other, numbers, *axis))
        return other;
    other.kind = other.channels.empty() ? Kind::Moved : Kind::Whole;
    const bool isMoved = double(other.others) >= kLeastMoved * double(other.numbers);
    return other.kind == Kind::Whole || isMoved ? std::optional(other) : std::nullopt;
}

} // namespace ql::analysis
