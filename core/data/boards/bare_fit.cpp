// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/boards/bare_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ql::data {

namespace {

using graph::DataType;

constexpr std::int64_t kSampled = 8192;
constexpr double kLeastPlausible = 1e-20; ///< of a float's magnitude, but for 0
constexpr double kMostPlausible = 1e20;

/// Sums over pairs of an expected number x and the file's q.
struct PairSums {
    double count = 0, x = 0, q = 0, xx = 0, xq = 0, qq = 0;
    double odd = 0; ///< pairs left out, for one is not finite or of no plausible magnitude
    double equal = 0;

    void add(double expected, double found)
    {
        const double size = std::abs(found);
        if (!std::isfinite(found) || size > kMostPlausible || (size > 0.0 && size < kLeastPlausible)) {
            odd += std::isfinite(expected) ? 1 : 0;
            return;
        }
        if (!std::isfinite(expected))
            return;
        count += 1, x += expected, q += found;
        xx += expected * expected, xq += expected * found, qq += found * found;
        equal += expected == found;
    }
    double varianceX() const { return xx - x * x / count; }
    double varianceQ() const { return qq - q * q / count; }
    double covariance() const { return xq - x * q / count; }
    /// Correlation; where one side is constant, the share of equal numbers.
    double similarity() const
    {
        if (count == 0)
            return 0.0;
        const double product = varianceX() * varianceQ();
        const bool isFlat = varianceX() <= 1e-12 * xx || varianceQ() <= 1e-12 * qq;
        const double fit = isFlat ? equal / count : covariance() / std::sqrt(product);
        return std::max(0.0, fit) * count / (count + odd);
    }
};

bool isFloat(DataType type)
{
    return graph::isFloatingPoint(type);
}

PairSums sampled(const BareCandidate& candidate, const BareNumbers& numbers, const ExpectedTensor& expected)
{
    const ImageAxes axes(expected.shape, expected.isChannelsLast);
    const auto [N, C, H, W] = axes.sizes;
    const auto count = axes.elements();
    PairSums sums;
    for (std::int64_t i = 0; i < std::min(count, kSampled); ++i) {
        // Scattered over the tensor, the same in every run.
        auto rest =
            count <= kSampled ? i : std::int64_t(std::uint64_t(i + 1) * 0x9E3779B97F4A7C15u % std::uint64_t(count));
        const auto w = rest % W;
        const auto h = (rest /= W) % H;
        const auto c = (rest /= H) % C;
        const auto n = rest / C;
        const auto index = n * axes.strides[0] + c * axes.strides[1] + h * axes.strides[2] + w * axes.strides[3];
        sums.add(expected.numbers[std::size_t(index)],
                 numberAt(numbers.bytes, candidate.type, std::size_t(candidate.layout.offsetOf(n, c, h, w))));
    }
    return sums;
}

/// An array that says its sizes is kept in no other; one axis says nothing.
bool fitsArray(const BareNumbers& numbers, const ImageAxes& axes, const BareLayout& layout)
{
    if (!numbers.shape)
        return true;
    auto sizes = *numbers.shape;
    std::erase(sizes, 1);
    return sizes.size() <= 1 || sizes == arraySizes(axes, layout);
}

/// Whether raw numbers can be floats of @p type: those of other types are mostly out of any range.
bool areFloats(const FileBytes& bytes, DataType type)
{
    const auto count = bytes.size / (graph::bitsPerElement(type) / 8);
    const auto step = std::max<std::size_t>(1, count / 4096);
    std::size_t plausible = 0, all = 0;
    for (std::size_t i = 0; i < count; i += step, ++all) {
        const double size = std::abs(numberAt(bytes, type, i));
        plausible += size == 0.0 || (size > kLeastPlausible && size < kMostPlausible) || !std::isfinite(size);
    }
    return all > 0 && plausible * 100 >= all * 98;
}

/// Bytes below 128 are the same number with and without a sign.
bool needsNoSign(const BareNumbers& numbers)
{
    const auto bytes = numbers.bytes.span();
    return std::ranges::none_of(bytes, [](std::byte b) { return (b & std::byte(0x80)) != std::byte(0); });
}

std::vector<DataType> possibleTypes(const BareNumbers& numbers, const ImageAxes& axes)
{
    if (numbers.type)
        return {*numbers.type};
    const auto needed = std::size_t(axes.elements()) * 4;
    // Raw floats are what most boards write; nothing else of that size looks like them.
    if (numbers.bytes.size == needed && areFloats(numbers.bytes, DataType::Float))
        return {DataType::Float};
    std::vector<DataType> types(bareTypes().begin(), bareTypes().end());
    if (needsNoSign(numbers))
        std::erase(types, DataType::UInt8);
    if (numbers.bytes.size % 4 == 0 && areFloats(numbers.bytes, DataType::Float))
        std::erase(types, DataType::Int32);
    return types;
}

} // namespace

std::vector<BareCandidate> rankedCandidates(const BareNumbers& numbers, const ExpectedTensor& expected)
{
    const ImageAxes axes(expected.shape, expected.isChannelsLast);
    std::vector<BareCandidate> candidates;
    for (const auto type : possibleTypes(numbers, axes)) {
        const auto width = graph::bitsPerElement(type) / 8;
        if (numbers.bytes.size % width != 0)
            continue;
        for (auto& layout : layoutsFor(axes, std::int64_t(numbers.bytes.size / width)))
            if (fitsArray(numbers, axes, layout)) {
                BareCandidate candidate{type, std::move(layout)};
                candidate.similarity = sampled(candidate, numbers, expected).similarity();
                candidates.push_back(std::move(candidate));
            }
    }
    std::ranges::stable_sort(candidates, [](const BareCandidate& a, const BareCandidate& b) {
        if (a.similarity != b.similarity)
            return a.similarity > b.similarity;
        return !a.layout.isPadded && b.layout.isPadded;
    });
    return candidates;
}

void fitScale(BareReading& reading, const BareCandidate& candidate, const BareNumbers& numbers,
              const ExpectedTensor& expected)
{
    if (isFloat(candidate.type) || expected.isWhole)
        return;
    const auto sums = sampled(candidate, numbers, expected);
    if (sums.qq == 0.0 || sums.count < 2)
        return;
    const double scale = sums.xq / sums.qq;
    const double error = std::max(0.0, sums.xx - scale * sums.xq);
    const double slope = sums.varianceQ() > 0.0 ? sums.covariance() / sums.varianceQ() : scale;
    const double zeroPoint = slope > 0.0 ? std::round((sums.q - sums.x / slope) / sums.count) : 0.0;
    const double affineError = std::max(0.0, sums.varianceX() - slope * sums.covariance());
    const bool isAffine = zeroPoint != 0.0 && affineError < 0.8 * error && std::abs(zeroPoint) < 65536.0;
    if (!isAffine && scale > 0.0) {
        const int bits = static_cast<int>(std::lround(-std::log2(scale)));
        const double uncertain = std::sqrt(error / (sums.count - 1) / sums.qq) / scale;
        if (std::abs(std::ldexp(1.0, -bits) / scale - 1.0) < std::min(0.05, 0.002 + 4.0 * uncertain)) {
            reading.fractionBits = bits;
            return;
        }
    }
    reading.fittedScale = isAffine ? slope : std::max(scale, 0.0);
    reading.zeroPoint = isAffine ? std::int64_t(zeroPoint) : 0;
}

} // namespace ql::data
