// SPDX-License-Identifier: GPL-3.0-or-later
// What observers tell those of other processes. Few of a sketch's bins hold anything, and most of these little: gaps
// and counts go in as few bytes as they need, seven bits each, the lowest first.
#include "core/base/packed.h"
#include "core/quant/observed_values.h"

#include <cmath>

namespace ql::quant {

namespace {

constexpr unsigned kBits = 7;
constexpr unsigned kMore = 1u << kBits;
constexpr unsigned kMostBits = 64;

[[noreturn]] void refuse()
{
    throw Error(ErrorCode::FileCorrupt, "another process sent bytes that mean nothing here",
                "start the same version of the program everywhere");
}

void append(std::string& bytes, std::uint64_t number)
{
    for (; number >= kMore; number >>= kBits)
        bytes.push_back(char(unsigned(number % kMore) | kMore));
    bytes.push_back(char(number));
}

std::uint64_t nextNumber(std::string_view& bytes)
{
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < kMostBits && !bytes.empty(); shift += kBits) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        number |= std::uint64_t(byte % kMore) << shift;
        if (byte < kMore)
            return number;
    }
    refuse();
}

} // namespace

std::string bytesOf(const std::optional<Range>& range)
{
    return packed(range ? std::optional(std::pair(range->lowest, range->highest)) : std::nullopt);
}

std::optional<Range> rangeOf(std::string_view bytes)
{
    const auto bounds = unpacked<std::optional<std::pair<double, double>>>(bytes);
    return bounds ? std::optional(Range{bounds->first, bounds->second}) : std::nullopt;
}

std::string ValueSketch::bytes() const
{
    std::string bins;
    std::size_t last = 0;
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
        if (m_bins[i] == 0)
            continue;
        append(bins, i - last);
        append(bins, m_bins[i]);
        last = i;
    }
    return Packer().add(m_count).add(m_range.lowest).add(m_range.highest).add(m_values).add(bins).take();
}

ValueSketch ValueSketch::ofBytes(std::string_view bytes)
{
    Unpacker unpacker(bytes);
    ValueSketch sketch;
    sketch.m_count = unpacker.next<std::uint64_t>();
    sketch.m_range.lowest = unpacker.next<double>();
    sketch.m_range.highest = unpacker.next<double>();
    sketch.m_values = unpacker.next<std::vector<float>>();
    sketch.m_isSorted = false;
    const auto packedBins = unpacker.next<std::string>();
    unpacker.end();
    std::string_view bins = packedBins;
    std::uint64_t counted = sketch.m_values.size();
    if (!bins.empty()) {
        sketch.m_bins.assign(std::size_t(2 * kHalfBins), 0);
        sketch.m_exponent = exponentFor(sketch.largest());
    }
    for (std::uint64_t i = 0; !bins.empty();) {
        i += nextNumber(bins);
        if (i >= sketch.m_bins.size())
            refuse();
        sketch.m_bins[i] = nextNumber(bins);
        counted += sketch.m_bins[i];
    }
    const bool isRange = std::isfinite(sketch.m_range.lowest) && std::isfinite(sketch.m_range.highest);
    if (counted != sketch.m_count || !isRange || sketch.m_values.size() > kExactCount)
        refuse();
    return sketch;
}

} // namespace ql::quant
