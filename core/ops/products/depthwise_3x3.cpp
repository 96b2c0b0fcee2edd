// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/depthwise_planes.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

// Compiled without contraction of products and sums (see CMakeLists.txt): they are rounded one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/products/depthwise_3x3.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "core/ops/passes/finished.inc"

#ifndef QUANTLOUPE_DEPTHWISE_3X3
#define QUANTLOUPE_DEPTHWISE_3X3
namespace ql::ops {

constexpr std::size_t kVector = 16;
constexpr std::ptrdiff_t kMostLines = 32; ///< of results, that one vector's columns run down before the next ones do
constexpr std::size_t kMostRows = 2 * kMostLines + 1;
constexpr std::size_t kReach = 2 * kVector + 2; ///< elements that vectors read behind a row, at most
constexpr std::size_t kPads = 2;                ///< and before it

struct Planes3x3 {
    const float* x = nullptr;
    const float* weight = nullptr;
    const float* bias = nullptr;
    float* y = nullptr;
    std::int64_t count = 0; ///< of planes
    std::int64_t channels = 0;
    std::int64_t bands = 1; ///< that the lines of a plane are dealt out in
    const PlaneWindow* window = nullptr;
    const FloatEpilogue* epilogue = nullptr;
};

/// Results of one plane, and where they are read from.
struct Plane3x3 {
    const float* x = nullptr;
    std::size_t before = 0;   ///< elements that may be read before x
    std::size_t readable = 0; ///< from x on
    const PlaneWindow* window = nullptr;
    float* y = nullptr;
    std::ptrdiff_t begin = 0; ///< of the lines that are computed, and their end
    std::ptrdiff_t end = 0;
};

/// Memory for rows of padding and for those at the ends of the input, which vectors would read beyond: each has room
/// for that.
class SpareRows {
public:
    explicit SpareRows(const PlaneWindow& window)
        : m_length(std::size_t(std::max(window.input[1], window.output[1] * window.strides[1])) + kReach)
        , m_rows(std::make_unique<float[]>((1 + countFor(window)) * (kPads + m_length)))
    {
    }

    /// What may be read from the first element of a row on.
    std::size_t length() const { return m_length; }
    const float* zeros() const { return m_rows.get() + kPads; }
    float* row(std::size_t i) const { return m_rows.get() + (1 + i) * (kPads + m_length) + kPads; }

private:
    static std::size_t countFor(const PlaneWindow& window)
    {
        const auto lines = std::min<std::int64_t>(kMostLines, window.output[0]);
        return std::size_t((lines - 1) * window.strides[0] + 3);
    }

    std::size_t m_length;
    std::unique_ptr<float[]> m_rows; ///< the zeros, then those of as many lines as are computed at a time
};

/// A vector's columns, and the lanes that read the input, not padding, for each of three neighbouring columns.
struct ColumnBlock {
    std::size_t column = 0;
    bool isEdge = false; ///< some read padding
    std::array<std::size_t, 3> first{};
    std::array<std::size_t, 3> end{};
};

/// The last block overlaps with the one before it, or, where a line is shorter than a vector, reaches beyond it.
inline std::vector<ColumnBlock> columnBlocks(const PlaneWindow& window, std::size_t lanes)
{
    const auto columns = std::size_t(window.output[1]);
    const std::ptrdiff_t stride = window.strides[1], most = std::ptrdiff_t(lanes);
    std::vector<ColumnBlock> blocks;
    for (std::size_t next = 0; next < columns; next += lanes) {
        ColumnBlock block{.column = columns < lanes ? 0 : std::min(next, columns - lanes)};
        for (std::ptrdiff_t tap = 0; tap < 3; ++tap) {
            const auto place = std::ptrdiff_t(block.column) * stride + tap - std::ptrdiff_t(window.padsBegin[1]);
            const auto lanesBefore = [&](std::ptrdiff_t end) {
                return std::size_t(std::clamp((end - place + stride - 1) / stride, std::ptrdiff_t{0}, most));
            };
            block.first[std::size_t(tap)] = lanesBefore(0);
            block.end[std::size_t(tap)] = lanesBefore(window.input[1]);
            block.isEdge |= lanesBefore(0) > 0 || lanesBefore(window.input[1]) < lanes;
        }
        blocks.push_back(block);
    }
    return blocks;
}

} // namespace ql::ops
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using BandRows = std::array<const float*, kMostRows>;

/// Where the rows lie that @p lines lines of results from @p line on read, each with what vectors read around it; rows
/// of padding are zeros.
template <std::size_t kStride>
HWY_INLINE void findRows(const Plane3x3& plane, std::ptrdiff_t line, std::ptrdiff_t lines, const SpareRows& spare,
                         BandRows& rows)
{
    const std::ptrdiff_t columns = plane.window->input[1], height = plane.window->input[0];
    const auto first = line * std::ptrdiff_t(kStride) - std::ptrdiff_t(plane.window->padsBegin[0]);
    const auto count = (lines - 1) * std::ptrdiff_t(kStride) + 3;
    const auto begin = std::clamp(-first, std::ptrdiff_t{0}, count), end = std::clamp(height - first, begin, count);
    for (auto i = begin; i < end; ++i)
        rows[std::size_t(i)] = plane.x + (first + i) * columns;
    std::fill(rows.begin(), rows.begin() + begin, spare.zeros());
    std::fill(rows.begin() + end, rows.begin() + count, spare.zeros());
    const auto copy = [&](std::ptrdiff_t i) {
        float* const row = spare.row(std::size_t(i));
        std::copy_n(plane.x + (first + i) * columns, columns, row);
        rows[std::size_t(i)] = row;
    };
    for (auto i = begin; i < end && std::size_t((first + i) * columns) + plane.before < kPads; ++i)
        copy(i);
    for (auto i = end; i-- > begin && std::size_t((first + i) * columns) + spare.length() > plane.readable;)
        copy(i);
}

/// Which lanes of a vector read the input.
template <class D>
struct Inside {
    HWY_INLINE Inside(D d, const ColumnBlock& block)
    {
        for (std::size_t tap = 0; tap < 3; ++tap)
            masks[tap] = hn::AndNot(hn::FirstN(d, block.first[tap]), hn::FirstN(d, block.end[tap]));
    }
    hn::Mask<D> masks[3];
};

/// What a vector of results reads of a row, from @p first on: three neighbouring columns each.
template <std::size_t kStride, bool kIsEdge, class D>
struct Columns {
    HWY_INLINE Columns(D d, const float* first, const Inside<D>& inside)
    {
        left = hn::LoadU(d, first);
        middle = hn::LoadU(d, first + 1);
        right = hn::LoadU(d, first + 2);
#if HWY_TARGET != HWY_SCALAR
        if constexpr (kStride == 2) {
            const auto high = hn::LoadU(d, first + hn::Lanes(d));
            middle = hn::ConcatOdd(d, high, left);
            left = hn::ConcatEven(d, high, left);
            right = hn::ConcatEven(d, hn::LoadU(d, first + 2 + hn::Lanes(d)), right);
        }
#endif
        if constexpr (kIsEdge) {
            left = hn::IfThenElseZero(inside.masks[0], left);
            middle = hn::IfThenElseZero(inside.masks[1], middle);
            right = hn::IfThenElseZero(inside.masks[2], right);
        }
    }
    hn::Vec<D> left, middle, right;
};

/// Nine factors, each in every lane.
template <class D>
struct Factors {
    HWY_INLINE Factors(D d, const float* weight)
        : a{hn::Set(d, weight[0]), hn::Set(d, weight[1]), hn::Set(d, weight[2])}
        , b{hn::Set(d, weight[3]), hn::Set(d, weight[4]), hn::Set(d, weight[5])}
        , c{hn::Set(d, weight[6]), hn::Set(d, weight[7]), hn::Set(d, weight[8])}
    {
    }
    struct Row {
        hn::Vec<D> left, middle, right;
    };
    Row a, b, c;
};

/// Σ of nine products: the first four, the next four among themselves, the last.
template <class D, class Row>
HWY_INLINE hn::Vec<D> sumOfNine(const Factors<D>& factors, const Row& a, const Row& b, const Row& c)
{
    const auto& [fa, fb, fc] = factors;
    const auto first =
        hn::Add(hn::Add(hn::Add(hn::Mul(fa.left, a.left), hn::Mul(fa.middle, a.middle)), hn::Mul(fa.right, a.right)),
                hn::Mul(fb.left, b.left));
    const auto second =
        hn::Add(hn::Add(hn::Add(hn::Mul(fb.middle, b.middle), hn::Mul(fb.right, b.right)), hn::Mul(fc.left, c.left)),
                hn::Mul(fc.middle, c.middle));
    return hn::Add(hn::Mul(fc.right, c.right), hn::Add(second, first));
}

/// What makes a result of a plane's sums.
template <class D>
class Finish {
public:
    Finish(D d, const Planes3x3& planes, std::int64_t channel)
        : m_epilogue(*planes.epilogue)
        , m_hasBias(planes.bias != nullptr)
        , m_clips(planes.epilogue->clips())
        , m_bias(hn::Set(d, planes.bias ? planes.bias[channel] : 0.0f))
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

/// Lines @p line … @p line + @p lines − 1 of a block, one below the other. Where a line is shorter than a vector, what
/// is written reaches into lines that are written later.
template <std::size_t kStride, bool kIsEdge, class D>
HWY_INLINE void convolveBlock(D d, const Plane3x3& plane, const Factors<D>& factors, const Finish<D>& finish,
                              const BandRows& rows, std::ptrdiff_t line, std::ptrdiff_t lines, const ColumnBlock& block)
{
    using Row = Columns<kStride, kIsEdge, D>;
    const Inside<D> inside(d, block);
    const auto columns = std::size_t(plane.window->output[1]);
    const auto place = std::ptrdiff_t(block.column * kStride) - std::ptrdiff_t(plane.window->padsBegin[1]);
    float* y = plane.y + std::size_t(line) * columns + block.column;
    auto left = std::size_t(plane.end - line) * columns - block.column; // to the end of what this thread writes
    const float* const* row = rows.data();
    const auto next = [&] {
        const float* const first = *row++ + place;
        hwy::Prefetch(first + 2 * hn::Lanes(d)); // rows lie too far apart for the processor to foresee the next block
        return Row(d, first, inside);
    };
    Row a = next();
    Row b = kStride == 1 ? next() : a;
    for (std::ptrdiff_t i = 0; i < lines; ++i, y += columns, left -= columns) {
        if constexpr (kStride == 2)
            b = next();
        const Row c = next();
        hwy::Prefetch(y + hn::Lanes(d));
        storeResults(d, finish(sumOfNine<D>(factors, a, b, c)), columns, left, y);
        a = kStride == 1 ? b : c;
        b = c;
    }
}

template <std::size_t kStride, class D>
HWY_INLINE void convolvePlane(D d, const Plane3x3& plane, const Factors<D>& factors, const Finish<D>& finish,
                              const std::vector<ColumnBlock>& blocks, const SpareRows& spare)
{
    BandRows rows;
    for (auto line = plane.begin; line < plane.end; line += kMostLines) {
        const auto lines = std::min(kMostLines, plane.end - line);
        findRows<kStride>(plane, line, lines, spare, rows);
        for (const auto& block : blocks)
            if (block.isEdge)
                convolveBlock<kStride, true>(d, plane, factors, finish, rows, line, lines, block);
            else
                convolveBlock<kStride, false>(d, plane, factors, finish, rows, line, lines, block);
    }
}

template <std::size_t kStride>
HWY_INLINE void convolveUnits(const Planes3x3& planes, std::int64_t begin, std::int64_t end)
{
    const hn::CappedTag<float, kVector> d;
    using D = std::remove_const_t<decltype(d)>;
    const auto& window = *planes.window;
    const auto inputSize = window.input[0] * window.input[1], outputSize = window.output[0] * window.output[1];
    const auto blocks = columnBlocks(window, hn::Lanes(d));
    const SpareRows spare(window);
    for (auto unit = begin; unit < end; ++unit) {
        const auto band = unit / planes.count, i = unit % planes.count, channel = i % planes.channels;
        const Plane3x3 plane{.x = planes.x + i * inputSize,
                             .before = std::size_t(i * inputSize),
                             .readable = std::size_t((planes.count - i) * inputSize),
                             .window = &window,
                             .y = planes.y + i * outputSize,
                             .begin = window.output[0] * band / planes.bands,
                             .end = window.output[0] * (band + 1) / planes.bands};
        convolvePlane<kStride>(d, plane, Factors<D>(d, planes.weight + channel * 9), Finish<D>(d, planes, channel),
                               blocks, spare);
    }
}

/// Units @p begin … @p end − 1: all planes' first bands, then their second ones, …
void convolvePlanes3x3(const Planes3x3& planes, std::int64_t begin, std::int64_t end)
{
    planes.window->strides[0] == 1 ? convolveUnits<1>(planes, begin, end) : convolveUnits<2>(planes, begin, end);
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(convolvePlanes3x3);

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
    const auto planes = samples * channels, operations = planes * 9 * window.output[0] * window.output[1];
    // A thread takes a band of every plane, not whole planes: products of 1 x 1 filters, which come before and after,
    // are dealt out that way, and what another core wrote is slow to read.
    constexpr std::int64_t kLeastLines = 4;
    const auto bands = std::clamp<std::int64_t>(window.output[0] / kLeastLines, 1, threadsFor(operations));
    const Planes3x3 all{input, weight, bias, output, planes, channels, bands, &window, &epilogue};
    forEachPart(bands * planes, operations, [&](std::int64_t begin, std::int64_t end) {
        HWY_DYNAMIC_DISPATCH(convolvePlanes3x3)(all, begin, end);
    });
}

} // namespace ql::ops
#endif
