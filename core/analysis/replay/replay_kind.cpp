// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/replay_kind.h"

#include "core/analysis/measure/error_energy.h"
#include "core/analysis/measure/parallel.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ql::analysis {

namespace {

using results::ReplayKind;

constexpr std::int64_t kFew = 3; ///< elements that may differ in the same way by chance

struct Span {
    float low = 0.0F;
    float high = 0.0F;
};

Span spanOf(const at::Tensor& values)
{
    const auto [low, high] = at::aminmax(values);
    return {low.item<float>(), high.item<float>()};
}

std::int64_t countOf(const at::Tensor& mask)
{
    return mask.sum().item<std::int64_t>();
}

/// Whether @p explained is so much nearer to @p found than what differs by @p db.
bool explains(const at::Tensor& explained, const at::Tensor& found, double db)
{
    const double explainedDb = agreementOf(explained, found);
    return explainedDb >= std::max(kLikeDb, db + kExplainedDb);
}

/// The bound of @p span that changes most of @p values, the nearer to zero where both do.
double boundThatEnds(const at::Tensor& values, const Span& span)
{
    const double below = (span.low - values).clamp_min(0.0).square().sum().item<double>();
    const double above = (values - span.high).clamp_min(0.0).square().sum().item<double>();
    const double less = std::min(below, above);
    constexpr double kBoth = 0.1;
    if (less > kBoth * std::max(below, above))
        return std::abs(span.low) < std::abs(span.high) ? span.low : span.high;
    return below > above ? span.low : span.high;
}

/// @p found ends where @p expected goes on.
std::optional<double> foundEnds(const ReplayedPair& pair, double db)
{
    const auto span = spanOf(pair.found);
    const auto outside = pair.expected.lt(span.low).logical_or(pair.expected.gt(span.high));
    if (countOf(outside) < kFew || !explains(pair.expected.clamp(span.low, span.high), pair.found, db))
        return std::nullopt;
    return boundThatEnds(pair.expected, span);
}

/// @p found goes on where @p expected ends, at a bound that it has several times.
std::optional<double> expectedEnds(const ReplayedPair& pair, double db)
{
    const auto span = spanOf(pair.expected);
    const auto outside = pair.found.lt(span.low).logical_or(pair.found.gt(span.high));
    const auto count = countOf(outside);
    if (count < kFew || !explains(pair.expected, pair.found.clamp(span.low, span.high), db))
        return std::nullopt;
    const double bound = boundThatEnds(pair.found, span);
    const auto atBound =
        countOf(pair.expected.masked_select(outside).sub(bound).abs().le(1e-6 * (1.0 + std::abs(bound))));
    return 2 * atBound >= count ? std::optional(bound) : std::nullopt;
}

/// The period by multiples of which @p found is off, where all values beyond a bound are.
std::optional<double> periodOf(const ReplayedPair& pair, double db)
{
    constexpr double kSame = 0.05;
    const auto difference = (pair.found - pair.expected).to(at::kDouble);
    const auto size = difference.abs();
    const double largest = size.max().item<double>();
    const auto isLarge = size.gt(0.5 * largest);
    const double period = size.masked_select(isLarge).median().item<double>();
    const auto times = (difference / period).round();
    const auto isOff = times.ne(0.0);
    if (countOf(isOff) < kFew || !explains(pair.expected, (pair.found - (times * period)).to(at::kFloat), db))
        return std::nullopt;
    const auto left = (difference - times * period).masked_select(isOff).abs();
    const auto span = spanOf(pair.found);
    if (left.max().item<double>() > kSame * period || span.high - span.low > (1.0 + kSame) * period)
        return std::nullopt;
    // Decisions that fall otherwise differ by whole numbers, too, but only some of those of one value do.
    const auto beyond = pair.expected.masked_select(isOff);
    const auto within = pair.expected.masked_select(isOff.logical_not());
    const auto inside = within.numel() == 0 ? Span{} : spanOf(within);
    const auto isWithin = beyond.ge(inside.low).logical_and(beyond.le(inside.high));
    return 10 * countOf(isWithin) <= beyond.numel() ? std::optional(period) : std::nullopt;
}

/// @p found takes few values, evenly spaced, each next to what it stands for.
bool isOnGrid(const ReplayedPair& pair)
{
    constexpr std::int64_t kMostLevels = 4096;
    constexpr double kUneven = 0.02;
    const auto levels = std::get<0>(at::_unique(pair.found.flatten(), true)).to(at::kDouble);
    const auto count = levels.numel();
    if (count < 2 || count > kMostLevels || 2 * count > pair.found.numel())
        return false;
    const auto gaps = levels.slice(0, 1) - levels.slice(0, 0, count - 1);
    const double step = gaps.min().item<double>();
    const auto places = (levels - levels[0]) / step;
    const bool isEven = (places - places.round()).abs().max().item<double>() <= kUneven;
    return isEven && (pair.found - pair.expected).abs().max().item<double>() <= 1.01 * step;
}

/// With a factor and an offset for each place along @p axis the two agree.
bool areAffineAlong(const ReplayedPair& pair, std::int64_t axis, double db)
{
    constexpr std::int64_t kLeastElements = 8;
    const auto rows = [axis](const at::Tensor& tensor) { return tensor.movedim(axis, 0).flatten(1).to(at::kDouble); };
    const auto x = rows(pair.expected);
    const auto y = rows(pair.found);
    if (x.size(1) < kLeastElements)
        return false;
    const auto xMean = x.mean(1, true);
    const auto yMean = y.mean(1, true);
    const auto variance = (x - xMean).square().sum(1, true);
    const auto factor = ((x - xMean) * (y - yMean)).sum(1, true) / variance.clamp_min(1e-30);
    const auto fitted = (x - xMean) * factor + yMean;
    return explains(fitted.to(at::kFloat).contiguous(), y.to(at::kFloat).contiguous(), db + kExplainedDb);
}

bool areAffine(const ReplayedPair& pair, double db)
{
    const auto rank = pair.expected.dim();
    return rank >= 2 && (areAffineAlong(pair, 1, db) || (rank > 2 && areAffineAlong(pair, rank - 1, db)));
}

/// Of large tensors every so many elements, which tell as much of what is done to each.
ReplayedPair samplesOf(const ReplayedPair& pair)
{
    constexpr std::int64_t kMostElements = 1 << 22;
    const auto count = pair.expected.numel();
    if (count <= kMostElements)
        return pair;
    const auto every = count / kMostElements + 1;
    const auto few = [every, count](const at::Tensor& tensor) {
        return tensor.flatten().slice(0, 0, count, every).contiguous();
    };
    return {few(pair.expected), few(pair.found)};
}

} // namespace

double agreementOf(const at::Tensor& expected, const at::Tensor& found)
{
    ErrorEnergy energy;
    energy.add(ops::Tensor(expected.contiguous()), ops::Tensor(found.contiguous()));
    return energy.db();
}

ReplayDifference differenceOf(const ReplayedPair& pair)
{
    const double db = agreementOf(pair.expected, pair.found);
    if (std::isnan(db))
        return {ReplayKind::MakesNan, std::nullopt};
    if (const auto bound = foundEnds(pair, db))
        return {pair.endsItself ? ReplayKind::OtherBounds : ReplayKind::Clamps, bound};
    if (const auto bound = expectedEnds(pair, db))
        return {pair.endsItself ? ReplayKind::OtherBounds : ReplayKind::ActivationMissing, bound};
    const auto sampled = samplesOf(pair);
    for (const auto& either : {sampled, ReplayedPair{sampled.found, sampled.expected}})
        if (const auto period = periodOf(either, agreementOf(either.expected, either.found)))
            return {ReplayKind::Wraps, period};
    if (isOnGrid(sampled))
        return {ReplayKind::Rounds, std::nullopt};
    const bool isWhole = sampled.expected.numel() == pair.expected.numel();
    if (pair.haveOtherConstants || (isWhole && areAffine(pair, db)))
        return {ReplayKind::ConstantsDiffer, std::nullopt};
    return {};
}

} // namespace ql::analysis
