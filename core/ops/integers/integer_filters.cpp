// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_filters.h"

namespace ql::ops {

namespace {

constexpr std::int64_t kQuadTerms = kQuad;
constexpr std::ptrdiff_t kNoTerm = -1;

std::int64_t quadsOf(std::int64_t terms)
{
    return (terms + kQuadTerms - 1) / kQuadTerms;
}

/// One filter or a few of one channel: more of them share what is gathered once.
bool isWindowed(const ConvolutionSizes& sizes)
{
    constexpr std::int64_t kMostFilters = 8;
    return sizes.channels == 1 && sizes.filters <= kMostFilters
           && sizes.axes[2].stride + sizes.axes[2].dilation <= kLargestWindowStep;
}

double wholeVectors(std::int64_t columns)
{
    constexpr std::int64_t kColumns = 16;
    return static_cast<double>((columns + kColumns - 1) / kColumns * kColumns);
}

/// Columns from the first to the last output of a padded plane whose every stride-th line is kept.
double planeColumns(const ConvolutionSizes& sizes)
{
    std::int64_t columns = 0;
    for (const SpatialAxis& axis : sizes.axes)
        columns = columns * (axis.output + (axis.kernel - 1) * axis.dilation / axis.stride) + axis.output - 1;
    return wholeVectors(columns + 1);
}

/// The terms of a filter quad by quad; kNoTerm where there is none left.
std::vector<std::ptrdiff_t> termsInOrder(const ConvolutionSizes& sizes, FilterLayout layout)
{
    std::vector<std::ptrdiff_t> terms;
    const std::int64_t taps = sizes.taps();
    const auto addQuad = [&](std::int64_t first, std::int64_t step, std::int64_t left) {
        for (std::int64_t i = 0; i < kQuadTerms; ++i)
            terms.push_back(i < left ? first + i * step : kNoTerm);
    };
    const std::int64_t length = layout == FilterLayout::Windows ? sizes.axes[2].kernel : sizes.channels * taps;
    if (layout == FilterLayout::Planes)
        for (std::int64_t channel = 0; channel < sizes.channels; channel += kQuadTerms)
            for (std::int64_t tap = 0; tap < taps; ++tap)
                addQuad(channel * taps + tap, taps, sizes.channels - channel);
    else
        for (std::int64_t line = 0; line < sizes.channels * taps; line += length)
            for (std::int64_t i = 0; i < length; i += kQuadTerms)
                addQuad(line + i, 1, length - i);
    return terms;
}

void arrange(const std::uint8_t* filter, const std::vector<std::ptrdiff_t>& terms, std::uint8_t flip,
             std::int8_t* arranged)
{
    for (std::size_t i = 0; i < terms.size(); ++i)
        arranged[i] = terms[i] == kNoTerm ? std::int8_t{0} : static_cast<std::int8_t>(filter[terms[i]] ^ flip);
}

} // namespace

FilterLayout filterLayout(const ConvolutionSizes& sizes)
{
    if (isWindowed(sizes))
        return FilterLayout::Windows;
    // Quads to multiply; gathering one costs about as much as 96 filters, and each line of them as 64 quads.
    const auto filters = static_cast<double>(sizes.filters);
    const double planes = planeColumns(sizes) * static_cast<double>(quadsOf(sizes.channels) * sizes.taps()) * filters;
    const double lines = static_cast<double>(sizes.axes[0].output * sizes.axes[1].output);
    const double gathering = (static_cast<double>(sizes.outputPlane()) + lines * 64.0) * 96.0;
    const double gathered = static_cast<double>(quadsOf(sizes.channels * sizes.taps()))
                            * (wholeVectors(sizes.outputPlane()) * filters + gathering);
    return planes <= gathered ? FilterLayout::Planes : FilterLayout::Gathered;
}

PackedFilters packFilters(const EightBitData& weight, const ConvolutionSizes& sizes, FilterLayout layout)
{
    const auto terms = termsInOrder(sizes, layout);
    const auto length = static_cast<std::size_t>(sizes.channels * sizes.taps());
    const std::size_t depth = terms.size() / kQuad;
    // Windows take one filter at a time.
    const auto together = static_cast<std::size_t>(layout == FilterLayout::Windows ? 1 : sizes.filters);
    const auto count = static_cast<std::size_t>(sizes.groups * sizes.filters);
    PackedFilters packed{layout, {count, length, depth, weight.shiftToSigned(), {}, {}}, {}};
    std::vector<std::int8_t> arranged(together * terms.size());
    for (std::size_t first = 0; first < count; first += together) {
        for (std::size_t i = 0; i < together; ++i)
            arrange(weight.bytes + (first + i) * length, terms, weight.flipToSigned(),
                    arranged.data() + i * terms.size());
        const PackedRows rows = packArranged(arranged, together, length, 0);
        packed.rows.words.insert(packed.rows.words.end(), rows.words.begin(), rows.words.end());
        packed.rows.sums.insert(packed.rows.sums.end(), rows.sums.begin(), rows.sums.end());
    }
    arranged.assign(terms.size(), 0);
    for (std::size_t i = 0; i < terms.size(); ++i)
        arranged[i] = terms[i] != kNoTerm;
    packed.ones = packRows(arranged.data(), 1, depth);
    return packed;
}

} // namespace ql::ops
