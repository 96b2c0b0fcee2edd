// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/depthwise_3x3.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

// Compiled without contraction of products and sums (see CMakeLists.txt): they are rounded one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/support/depthwise_3x3.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/fusion/finished.inc"

#ifndef QUANTLOUPE_DEPTHWISE_3X3
#define QUANTLOUPE_DEPTHWISE_3X3
namespace ql::ops {

constexpr std::size_t kRing = 4; ///< lines that two lines of results read
constexpr std::size_t kVector = 16;
constexpr std::size_t kRoom = 2 * kVector; ///< behind a line: a whole vector, two columns on, may be read there

/// One plane, and memory for its lines.
struct Plane3x3 {
    const float* x = nullptr;
    std::size_t readable = 0; ///< elements from x on: what follows the plane may be read
    const PlaneWindow* window = nullptr;
    const float* weight = nullptr;
    const float* bias = nullptr;
    const FloatEpilogue* epilogue = nullptr;
    float* y = nullptr;
    std::int64_t begin = 0; ///< of the band of lines that is computed, and its end
    std::int64_t end = 0;
    float* lines = nullptr; ///< 4 lines, then one of zeros; zero wherever padding is
    std::size_t pitch = 0;  ///< of a line; with a stride of 2, of the even columns and then of the odd ones
};

/// Elements for a line that results of a window are made of: the padding, the input, and what vectors read beyond.
inline std::size_t linePitch(const PlaneWindow& window)
{
    const auto columns = std::size_t(std::max(window.input[1], window.output[1] * window.strides[1]));
    return (columns / std::size_t(window.strides[1]) + 2 + kRoom + kVector - 1) / kVector * kVector;
}

} // namespace ql::ops
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Copies a line; up to a vector behind it is written where @p readable allows, with zeros.
HWY_INLINE void copyLine(const float* HWY_RESTRICT x, std::size_t count, std::size_t readable, float* HWY_RESTRICT line)
{
    const hn::ScalableTag<float> d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        hn::StoreU(hn::LoadU(d, x + i), d, line + i);
    if (i == count)
        return;
    if (i + lanes <= readable) {
        hn::StoreU(hn::IfThenElseZero(hn::FirstN(d, count - i), hn::LoadU(d, x + i)), d, line + i);
        return;
    }
    for (; i < count; ++i)
        line[i] = x[i];
}

/// Columns 0, 2, 4 … of a line to @p even, the others to @p odd.
HWY_INLINE void splitLine(const float* HWY_RESTRICT x, std::size_t count, float* HWY_RESTRICT even,
                          float* HWY_RESTRICT odd)
{
    std::size_t i = 0; // pairs
#if HWY_TARGET != HWY_SCALAR
    const auto advance = [&](auto d) {
        const std::size_t lanes = hn::Lanes(d);
        for (; 2 * (i + lanes) <= count; i += lanes) {
            const auto low = hn::LoadU(d, x + 2 * i), high = hn::LoadU(d, x + 2 * i + lanes);
            hn::StoreU(hn::ConcatEven(d, high, low), d, even + i);
            hn::StoreU(hn::ConcatOdd(d, high, low), d, odd + i);
        }
    };
    advance(hn::ScalableTag<float>());
    advance(hn::CappedTag<float, 4>());
#endif
    for (; 2 * i + 1 < count; ++i) {
        even[i] = x[2 * i];
        odd[i] = x[2 * i + 1];
    }
    if (2 * i < count)
        even[i] = x[2 * i];
}

/// The line of input at @p row, which may lie in the padding, with what is left of it.
template <std::size_t kStride>
HWY_INLINE const float* paddedLine(const Plane3x3& plane, std::ptrdiff_t row)
{
    const auto& window = *plane.window;
    const auto size = kStride * plane.pitch;
    if (row < 0 || row >= window.input[0])
        return plane.lines + kRing * size;
    float* const line = plane.lines + std::size_t(row) % kRing * size;
    const auto columns = std::size_t(window.input[1]), first = std::size_t(row) * columns;
    const auto pad = std::size_t(window.padsBegin[1]);
    if constexpr (kStride == 1)
        copyLine(plane.x + first, columns, plane.readable - first, line + pad);
    else if (pad % 2 == 0)
        splitLine(plane.x + first, columns, line + pad / 2, line + plane.pitch + pad / 2);
    else
        splitLine(plane.x + first, columns, line + plane.pitch + pad / 2, line + pad / 2 + 1);
    return line;
}

/// What three neighbouring columns of a line are read from.
template <std::size_t kStride, class D>
struct Columns {
    Columns(D d, const float* line, std::size_t pitch, std::size_t column)
    {
        if constexpr (kStride == 1) {
            taps[0] = hn::LoadU(d, line + column);
            taps[1] = hn::LoadU(d, line + column + 1);
            taps[2] = hn::LoadU(d, line + column + 2);
        } else {
            taps[0] = hn::LoadU(d, line + column);
            taps[1] = hn::LoadU(d, line + pitch + column);
            taps[2] = hn::LoadU(d, line + column + 1);
        }
    }
    hn::Vec<D> taps[3];
};

/// Σ of nine products: the first four, the next four among themselves, the last.
template <class D, class Lines>
HWY_INLINE hn::Vec<D> sumOfNine(const hn::Vec<D>* factors, const Lines& a, const Lines& b, const Lines& c)
{
    const auto first = hn::Add(hn::Add(hn::Add(hn::Mul(factors[0], a.taps[0]), hn::Mul(factors[1], a.taps[1])),
                                       hn::Mul(factors[2], a.taps[2])),
                               hn::Mul(factors[3], b.taps[0]));
    const auto second = hn::Add(hn::Add(hn::Add(hn::Mul(factors[4], b.taps[1]), hn::Mul(factors[5], b.taps[2])),
                                        hn::Mul(factors[6], c.taps[0])),
                                hn::Mul(factors[7], c.taps[1]));
    return hn::Add(hn::Mul(factors[8], c.taps[2]), hn::Add(second, first));
}

/// What makes a result of a plane's sums.
template <class D>
class Finish {
public:
    Finish(D d, const Plane3x3& plane)
        : m_epilogue(*plane.epilogue)
        , m_hasBias(plane.bias != nullptr)
        , m_clips(plane.epilogue->clips())
        , m_bias(hn::Set(d, plane.bias ? *plane.bias : 0.0f))
    {
    }

    HWY_INLINE hn::Vec<D> operator()(hn::Vec<D> sum) const
    {
        const D d;
        if (m_hasBias)
            sum = hn::Add(sum, m_bias);
        if (m_clips)
            sum = clippedTo(d, sum, m_epilogue);
        return m_epilogue.trip.isTaken() ? thereAndBack(d, sum, m_epilogue.trip) : sum;
    }

private:
    FloatEpilogue m_epilogue; ///< a copy: what is written can't change it
    bool m_hasBias;
    bool m_clips;
    hn::Vec<D> m_bias;
};

/// Writes a whole vector where @p writable elements allow it, else @p columns of it.
template <class D>
HWY_INLINE void storeResults(D d, hn::Vec<D> results, std::size_t columns, std::size_t writable, float* y)
{
    if (hn::Lanes(d) <= writable) {
        hn::StoreU(results, d, y);
        return;
    }
    HWY_ALIGN float last[kVector];
    hn::Store(results, d, last);
    std::copy_n(last, columns, y);
}

/// Lines @p line and, of @p kLines = 2, the next one, whose input is @p rows. The last vector of a line overlaps with
/// the one before it, or, where a line is shorter than a vector, reaches into lines that are written later.
template <std::size_t kStride, std::size_t kLines, class D>
HWY_INLINE void convolveLines(D d, const Plane3x3& plane, const hn::Vec<D>* factors, const Finish<D>& finish,
                              const std::array<const float*, 4>& rows, std::size_t line)
{
    const std::size_t lanes = hn::Lanes(d);
    const auto columns = std::size_t(plane.window->output[1]);
    const auto left = (std::size_t(plane.end) - line) * columns; // to the end of the band
    float* const y = plane.y + line * columns;
    using Read = Columns<kStride, D>;
    for (std::size_t next = 0; next < columns; next += lanes) {
        const auto column = columns < lanes ? 0 : std::min(next, columns - lanes);
        const Read a(d, rows[0], plane.pitch, column), b(d, rows[1], plane.pitch, column),
            c(d, rows[2], plane.pitch, column);
        storeResults(d, finish(sumOfNine<D>(factors, a, b, c)), columns, left, y + column);
        if constexpr (kLines == 2) {
            const Read below(d, rows[3], plane.pitch, column);
            storeResults(d, finish(sumOfNine<D>(factors, b, c, below)), columns, left - columns, y + columns + column);
        }
    }
}

template <std::size_t kStride>
HWY_INLINE void convolvePlane(const Plane3x3& plane)
{
    const hn::CappedTag<float, kVector> d;
    using D = std::remove_const_t<decltype(d)>;
    hn::Vec<D> factors[9];
    for (std::size_t tap = 0; tap < 9; ++tap)
        factors[tap] = hn::Set(d, plane.weight[tap]);
    const Finish<D> finish(d, plane);
    // The next row to lay out.
    std::ptrdiff_t known = plane.begin * std::ptrdiff_t(kStride) - plane.window->padsBegin[0];
    std::array<const float*, 4> rows{};
    const auto next = [&] { return paddedLine<kStride>(plane, known++); };
    rows[0] = next();
    if constexpr (kStride == 1)
        rows[1] = next();
    auto line = plane.begin;
    if constexpr (kStride == 1)
        for (; line + 2 <= plane.end; line += 2) {
            rows[2] = next();
            rows[3] = next();
            convolveLines<kStride, 2>(d, plane, factors, finish, rows, std::size_t(line));
            rows[0] = rows[2];
            rows[1] = rows[3];
        }
    for (; line < plane.end; ++line) {
        if constexpr (kStride == 2)
            rows[1] = next();
        rows[2] = next();
        convolveLines<kStride, 1>(d, plane, factors, finish, rows, std::size_t(line));
        rows[0] = rows[2];
    }
}

void convolvePlane3x3(const Plane3x3& plane)
{
    plane.window->strides[0] == 1 ? convolvePlane<1>(plane) : convolvePlane<2>(plane);
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(convolvePlane3x3);

bool isDepthwise3x3(const PlaneWindow& window)
{
    using Axes = PlaneWindow::Axes;
    const auto [rows, columns] = window.padsBegin;
    return window.kernel == Axes{3, 3} && window.dilations == Axes{1, 1}
           && (window.strides == Axes{1, 1} || window.strides == Axes{2, 2}) && rows >= 0 && rows < 3 && columns >= 0
           && columns < 3;
}

void convolveDepthwise3x3(const float* input, const float* weight, const float* bias, float* output,
                          std::int64_t samples, std::int64_t channels, const PlaneWindow& window,
                          const FloatEpilogue& epilogue)
{
    const auto inputSize = window.input[0] * window.input[1], outputSize = window.output[0] * window.output[1];
    const auto planes = samples * channels, operations = planes * 9 * outputSize;
    const auto pitch = linePitch(window);
    const auto scratch = (kRing + 1) * pitch * std::size_t(window.strides[1]);
    // A thread takes a band of every plane, not whole planes: products of 1 x 1 filters, which come before and after,
    // are dealt out that way, and what another core wrote is slow to read.
    constexpr std::int64_t kLeastLines = 4;
    const auto lines = window.output[0];
    const auto bands = std::clamp<std::int64_t>(lines / kLeastLines, 1, threadsFor(operations));
    forEachPart(bands * planes, operations, [&](std::int64_t begin, std::int64_t end) {
        const auto memory = std::make_unique<float[]>(scratch);
        for (auto unit = begin; unit < end; ++unit) {
            const auto band = unit / planes, i = unit % planes, channel = i % channels;
            HWY_DYNAMIC_DISPATCH(convolvePlane3x3)
            ({input + i * inputSize, std::size_t((planes - i) * inputSize), &window, weight + channel * 9,
              bias ? bias + channel : nullptr, &epilogue, output + i * outputSize, lines * band / bands,
              lines * (band + 1) / bands, memory.get(), pitch});
        }
    });
}

} // namespace ql::ops
#endif
