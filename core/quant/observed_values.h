// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/counted_values.h"
#include "core/quant/observer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::quant {

/// The distribution of any number of values in bounded memory (about 1 MB). Up to kExactCount finite values it is
/// exact. Beyond that each value counts as the middle of its bin: it is displaced by less than 1/65536 of the largest
/// magnitude seen, which is 1/257 of a step of 8-bit quantization and at most one step of 16-bit quantization. One
/// pass; the result depends on the values alone, not on how they were cut into batches. NaN and infinities are left
/// out.
class ValueSketch {
public:
    static constexpr std::size_t kExactCount = 1 << 16;

    void add(std::span<const float> values);
    /// As if its values were added: in whatever order sketches are brought together, the result is the same.
    void add(const ValueSketch& other);

    std::uint64_t count() const { return m_count; }
    bool isExact() const { return m_bins.empty(); }
    /// The exact bounds; 0 and 0 without values.
    Range range() const { return m_count == 0 ? Range{} : m_range; }
    /// The value that @p rank values (from 0) are smaller than. @pre rank < count()
    double valueAt(std::uint64_t rank) const;
    /// Every distinct value, rising, and how often it occurs.
    void forEach(const std::function<void(double value, double count)>& body) const;
    /// The same as lists, for questions that are asked many times.
    CountedValues counted() const;
    /// Counts over equal bins on [@p low, @p high]; values outside go to the first and the last.
    std::vector<double> histogram(double low, double high, std::size_t bins) const;
    /// Likewise of the magnitudes, on [0, @p high].
    std::vector<double> magnitudeHistogram(double high, std::size_t bins) const;

    /// What is in it, for another process.
    std::string bytes() const;
    /// @throws Error (FileCorrupt) for bytes of anything else
    static ValueSketch ofBytes(std::string_view bytes);

private:
    static constexpr std::int64_t kHalfBins = 1 << 16;
    static constexpr int kSmallestExponent = -164; ///< that the least float asks for
    static constexpr int kLongestShift = 63;

    static int exponentFor(double largest);
    static std::size_t coarser(std::size_t bin, int shift);
    double largest() const { return std::max(-m_range.lowest, m_range.highest); }
    void take(Range range, std::uint64_t count);
    void takeValues(std::span<const float> values);
    void coarsen(int exponent);
    void fillBins();
    void putInBins(std::span<const float> values);
    double middleOf(std::size_t bin) const;

    std::uint64_t m_count = 0;
    Range m_range;
    mutable std::vector<float> m_values; ///< while exact
    mutable bool m_isSorted = true;
    std::vector<std::uint64_t> m_bins; ///< kHalfBins below zero, kHalfBins above
    int m_exponent = 0;                ///< a bin is 2^m_exponent wide
};

/// An observer that works on a sketch of all values, which those that took it over share until one sees more.
class SketchObserver : public Observer {
public:
    void observe(std::span<const float> values) final { own().add(values); }
    Sharing sharing() const final { return Sharing::InAnyOrder; }
    std::string seen() const final { return m_sketch->bytes(); }
    void absorb(std::string_view bytes) final { own().add(ValueSketch::ofBytes(bytes)); }
    bool takeOver(const Observer& other) final
    {
        const auto* sketched = dynamic_cast<const SketchObserver*>(&other);
        if (sketched)
            m_sketch = sketched->m_sketch;
        return sketched;
    }

    const ValueSketch& sketch() const { return *m_sketch; }

private:
    ValueSketch& own()
    {
        if (m_sketch.use_count() > 1)
            m_sketch = std::make_shared<ValueSketch>(*m_sketch);
        return *m_sketch;
    }

    std::shared_ptr<ValueSketch> m_sketch = std::make_shared<ValueSketch>();
};

/// The lowest and the highest finite value; nothing when there is none.
std::optional<Range> boundsOf(std::span<const float> values);

/// @p a widened to hold @p b.
Range united(std::optional<Range> a, Range b);

/// A range on its way to another process. @throws Error (FileCorrupt) for bytes of anything else
std::string bytesOf(const std::optional<Range>& range);
std::optional<Range> rangeOf(std::string_view bytes);

/// An observer of the lowest and the highest value ever seen.
class BoundsObserver : public Observer {
public:
    explicit BoundsObserver(const ObserverSettings& settings)
        : m_smallestScale(settings.smallestScale())
        , m_hasHalfStep(settings.hasHalfStep)
    {
    }

    void observe(std::span<const float> values) final
    {
        if (const auto bounds = boundsOf(values))
            m_range = united(m_range, *bounds);
    }
    Sharing sharing() const final { return Sharing::InAnyOrder; }
    std::string seen() const final { return bytesOf(m_range); }
    void absorb(std::string_view bytes) final
    {
        if (const auto bounds = rangeOf(bytes))
            m_range = united(m_range, *bounds);
    }
    bool takeOver(const Observer& other) final
    {
        if (const auto* bounded = dynamic_cast<const BoundsObserver*>(&other)) {
            m_range = bounded->m_range;
            return true;
        }
        const auto* sketched = dynamic_cast<const SketchObserver*>(&other); // whose bounds are exact
        if (sketched && sketched->sketch().count() > 0)
            m_range = sketched->sketch().range();
        return sketched;
    }

protected:
    double m_smallestScale;
    bool m_hasHalfStep;
    std::optional<Range> m_range;
};

} // namespace ql::quant
