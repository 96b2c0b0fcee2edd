// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/boards/bare_tensor.h"

#include "core/data/boards/bare_fit.h"

#include <algorithm>
#include <cmath>

namespace ql::data {

namespace {

constexpr double kLeastSimilarity = 0.05; ///< below it a file resembles nothing
constexpr double kClearSimilarity = 0.9;  ///< below it what the folder's other files are tells more

/// What chance makes of a likeness of @p count pairs: twice the standard error of a correlation.
double chanceOf(double similarity, std::size_t count)
{
    return 2.0 * (1.0 - similarity * similarity) / std::sqrt(double(std::max<std::size_t>(count, 3) - 1));
}

/// Nearly as good as the best: closer than a quarter of what the best leaves open, or than chance.
bool isAsGood(double similarity, double best, std::size_t count)
{
    return similarity >= best - std::max({0.002, 0.25 * (1.0 - best), chanceOf(best, count)});
}

std::vector<float> decoded(const BareCandidate& candidate, const BareReading& reading, const BareNumbers& numbers,
                           const ExpectedTensor& expected)
{
    const ImageAxes axes(expected.shape, expected.isChannelsLast);
    const double scale =
        reading.fractionBits ? std::ldexp(1.0, -*reading.fractionBits) : reading.fittedScale.value_or(1);
    std::vector<float> result(expected.numbers.size());
    const auto [N, C, H, W] = axes.sizes;
    for (std::int64_t n = 0; n < N; ++n)
        for (std::int64_t c = 0; c < C; ++c)
            for (std::int64_t h = 0; h < H; ++h)
                for (std::int64_t w = 0; w < W; ++w) {
                    const auto to =
                        n * axes.strides[0] + c * axes.strides[1] + h * axes.strides[2] + w * axes.strides[3];
                    const auto number =
                        numberAt(numbers.bytes, candidate.type, std::size_t(candidate.layout.offsetOf(n, c, h, w)));
                    result[std::size_t(to)] = static_cast<float>((number - double(reading.zeroPoint)) * scale);
                }
    return result;
}

bool holdSame(const std::vector<float>& a, const std::vector<float>& b)
{
    return std::ranges::equal(a, b, [](float x, float y) { return x == y || (x != x && y != y); });
}

BareTensor unreadable(Message problem)
{
    BareTensor tensor;
    tensor.reading.problem = std::move(problem);
    return tensor;
}

BareTensor taken(const BareCandidate& candidate, const BareNumbers& numbers, const ExpectedTensor& expected)
{
    BareTensor tensor;
    auto& reading = tensor.reading;
    reading.type = candidate.type;
    reading.layout = candidate.layout.name;
    reading.similarity = candidate.similarity;
    fitScale(reading, candidate, numbers, expected);
    tensor.numbers = decoded(candidate, reading, numbers, expected);
    return tensor;
}

} // namespace

BareReader::Times BareReader::timesClear(const BareCandidate& candidate) const
{
    const auto times = [this](const std::string& what) {
        const auto found = m_clear.find(what);
        return found == m_clear.end() ? 0 : found->second;
    };
    return {times(candidate.name()), times(std::string(graph::name(candidate.type)))};
}

void BareReader::keepGood(std::vector<BareCandidate>& candidates, std::size_t count) const
{
    const double best = candidates.front().similarity;
    const bool isClear = best - chanceOf(best, count) >= kClearSimilarity;
    std::erase_if(candidates, [&](const BareCandidate& c) {
        return !isAsGood(c.similarity, best, count) && (isClear || timesClear(c).first == 0);
    });
    if (std::ranges::any_of(candidates, [](const BareCandidate& c) { return !c.layout.isPadded; }))
        std::erase_if(candidates, [](const BareCandidate& c) { return c.layout.isPadded; });
}

BareTensor BareReader::read(const BareNumbers& numbers, const ExpectedTensor& expected)
{
    if (expected.numbers.empty())
        return unreadable("the other model's value has no elements");
    auto candidates = rankedCandidates(numbers, expected);
    if (candidates.empty())
        return unreadable(
            Message("no type and layout of {} takes {} bytes", graph::toString(expected.shape), numbers.bytes.size));
    const double best = candidates.front().similarity;
    keepGood(candidates, expected.numbers.size());
    const auto clear = [this](const BareCandidate& c) { return timesClear(c); };
    std::ranges::stable_sort(candidates, std::ranges::greater{}, clear);
    auto tensor = taken(candidates.front(), numbers, expected);
    for (auto rival = candidates.begin() + 1; rival != candidates.end(); ++rival)
        if (!holdSame(taken(*rival, numbers, expected).numbers, tensor.numbers))
            tensor.reading.rivals.push_back(rival->name());
    if (tensor.reading.rivals.empty() && best >= kLeastSimilarity)
        ++m_clear[candidates.front().name()], ++m_clear[std::string(graph::name(candidates.front().type))];
    tensor.reading.isAsOthers = !tensor.reading.rivals.empty() && timesClear(candidates.front()) > Times{};
    if (best < kLeastSimilarity && !tensor.reading.rivals.empty() && !tensor.reading.isAsOthers)
        return unreadable(Message("{} bytes resemble {} in no type and layout that takes as many", numbers.bytes.size,
                                  graph::toString(expected.shape)));
    return tensor;
}

} // namespace ql::data
