// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_tile.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/integers/integer_tile.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/finished.inc"

#include "core/ops/integers/integer_dot.inc"
#include "core/ops/integers/integer_finish.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace {

constexpr std::size_t kLanes = hn::MaxLanes(Integers());

#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t kLargestGroup = 12;
#else
constexpr std::size_t kLargestGroup = 4;
#endif

/// Rows that are summed at the same time when @p rows are left.
std::size_t groupOf(std::size_t rows)
{
    for (const std::size_t group : {std::size_t{12}, std::size_t{8}, std::size_t{4}, std::size_t{2}})
        if (group <= kLargestGroup && rows >= group)
            return group;
    return 1;
}

/// kRows × kVectors vectors of sums in registers.
template <std::size_t kRows, std::size_t kVectors>
HWY_INLINE void multiplyTile(const ProductBlock& block, const std::int32_t* HWY_RESTRICT rows, std::size_t column,
                             std::int32_t* HWY_RESTRICT tile)
{
    const Integers d;
    Sums sums[kRows][kVectors];
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t v = 0; v < kVectors; ++v)
            sums[row][v] = hn::Zero(d);
    const std::uint8_t* HWY_RESTRICT columns = block.columns + column * kQuad;
    const std::ptrdiff_t* HWY_RESTRICT offsets = block.offsets;
    for (std::size_t k = 0; k < block.depth; ++k) {
        const auto* quads = reinterpret_cast<const std::int32_t*>(columns + offsets[k]);
        Quads values[kVectors];
        for (std::size_t v = 0; v < kVectors; ++v)
            values[v] = quadsOf(d, hn::LoadU(d, quads + v * kLanes));
        for (std::size_t row = 0; row < kRows; ++row, rows += kWordsPerQuad) {
            const Factor factor = loadFactor(d, rows);
            for (std::size_t v = 0; v < kVectors; ++v)
                sums[row][v] = addProducts(d, values[v], factor, sums[row][v]);
        }
    }
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t v = 0; v < kVectors; ++v)
            hn::StoreU(sums[row][v], d, tile + row * kBlockColumns + column + v * kLanes);
}

template <std::size_t kRows, std::size_t kVectors>
void multiplyGroup(const ProductBlock& block, const std::int32_t* rows, std::int32_t* tile)
{
    std::size_t column = 0;
    for (; column + (kVectors - 1) * kLanes < block.columnCount; column += kVectors * kLanes)
        multiplyTile<kRows, kVectors>(block, rows, column, tile);
    for (; column < block.columnCount; column += kLanes)
        multiplyTile<kRows, 1>(block, rows, column, tile);
}

void multiplyGroupOf(std::size_t group, const ProductBlock& block, const std::int32_t* rows, std::int32_t* tile)
{
    switch (group) {
#if HWY_TARGET <= HWY_AVX3
    case 12: return multiplyGroup<12, 2>(block, rows, tile);
    case 8: return multiplyGroup<8, 2>(block, rows, tile);
    case 4: return multiplyGroup<4, 4>(block, rows, tile);
#else
    case 4: return multiplyGroup<4, 2>(block, rows, tile);
#endif
    case 2: return multiplyGroup<2, 4>(block, rows, tile);
    default: return multiplyGroup<1, 4>(block, rows, tile);
    }
}

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
/// Brings the four taps of each lane together. Highway 1.0.3 has no name for the instruction.
struct WindowOrder {
    using Bytes = hn::Repartition<std::uint8_t, Integers>;
    explicit WindowOrder(const WindowTables& tables)
        : places(hn::Load(Bytes(), tables.places.data()))
    {
    }
    HWY_INLINE Sums taps(hn::Vec<Bytes> line) const
    {
        Sums result;
        asm("vpermb %2, %1, %0" : "=v"(result.raw) : "v"(places.raw), "v"(line.raw));
        return result;
    }
    hn::Vec<Bytes> places;
};
#elif HWY_TARGET != HWY_SCALAR
struct WindowOrder {
    using Bytes = hn::Repartition<std::uint8_t, Integers>;
    explicit WindowOrder(const WindowTables& tables)
        : words(hn::SetTableIndices(Integers(), tables.words.data()))
        , bytes(hn::Load(Bytes(), tables.bytes.data()))
    {
    }
    HWY_INLINE Sums taps(hn::Vec<Bytes> line) const
    {
        const auto spread = hn::TableLookupLanes(hn::BitCast(Integers(), line), words);
        return hn::BitCast(Integers(), hn::TableLookupBytes(hn::BitCast(Bytes(), spread), bytes));
    }
    decltype(hn::SetTableIndices(Integers(), static_cast<const std::int32_t*>(nullptr))) words;
    hn::Vec<Bytes> bytes;
};
#endif

/// The sums of one filter's quads.
void slide(const WindowBlock& block, const std::int32_t* factors, std::int32_t* sums)
{
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t column = 0; column < block.columnCount; ++column) {
        std::uint32_t sum = 0;
        for (std::size_t i = 0; i < block.depth * kQuad; ++i)
            sum += static_cast<std::uint32_t>(factors[i])
                   * block.line[block.offsets[i / kQuad]
                                + static_cast<std::ptrdiff_t>(column * block.tables->stride
                                                              + i % kQuad * block.tables->dilation)];
        sums[column] = static_cast<std::int32_t>(sum);
    }
#else
    const Integers d;
    const hn::Repartition<std::uint8_t, Integers> bytes;
    const WindowOrder order(*block.tables);
    for (std::size_t column = 0; column < block.columnCount; column += kLanes) {
        Sums sum = hn::Zero(d);
        for (std::size_t k = 0; k < block.depth; ++k) {
            const auto line = hn::LoadU(bytes, block.line + block.offsets[k] + column * block.tables->stride);
            sum = addProducts(d, quadsOf(d, order.taps(line)), loadFactor(d, factors + k * kWordsPerQuad), sum);
        }
        hn::StoreU(sum, d, sums + column);
    }
#endif
}

} // namespace

std::size_t rowWords(std::size_t depth)
{
    return depth * kWordsPerQuad;
}

void packGroups(const std::int8_t* rows, std::size_t count, std::size_t depth, std::int32_t* packed)
{
    for (std::size_t row = 0; row < count;) {
        const std::size_t group = groupOf(count - row);
        for (std::size_t k = 0; k < depth; ++k)
            for (std::size_t i = 0; i < group; ++i, packed += kWordsPerQuad)
                packQuad(rows + ((row + i) * depth + k) * kQuad, packed);
        row += group;
    }
}

void multiplyRows(const ProductBlock& block)
{
    // Finishing a segment may read a vector from its last column on.
    alignas(64) std::int32_t tile[kLargestGroup * kBlockColumns + kLanes];
    for (std::size_t row = 0; row < block.rowCount;) {
        const std::size_t group = groupOf(block.rowCount - row);
        multiplyGroupOf(group, block, block.rows + row * rowWords(block.depth), tile);
        for (const ColumnSegment& segment : block.segments)
            finishSegment(tile, {row, group}, segment, block.finish, block.y, block.rowPitch);
        row += group;
    }
}

void slideBlock(const WindowBlock& block)
{
    alignas(64) std::int32_t sums[kBlockColumns + kLanes];
    alignas(64) std::int32_t columnSums[kBlockColumns + kLanes];
    SumFinish finish = block.finish;
    if (block.ones) {
        slide(block, block.ones, columnSums);
        finish.columnSum = columnSums;
    }
    slide(block, block.factors, sums);
    for (const ColumnSegment& segment : block.segments)
        finishSegment(sums, RowRange(), segment, finish, block.y, 0);
}

/// From byte @p i on whole vectors; returns where it stopped.
template <class D>
std::size_t interleaveVectors(D d, std::size_t i, const FourRows& rows, std::size_t count, std::uint8_t flip,
                              std::uint8_t* quads)
{
    const std::size_t lanes = hn::Lanes(d);
    const auto mask = hn::Set(d, flip);
    for (; i + lanes <= count; i += lanes)
        hn::StoreInterleaved4(hn::Xor(hn::LoadU(d, rows[0] + i), mask), hn::Xor(hn::LoadU(d, rows[1] + i), mask),
                              hn::Xor(hn::LoadU(d, rows[2] + i), mask), hn::Xor(hn::LoadU(d, rows[3] + i), mask), d,
                              quads + i * kQuad);
    return i;
}

void interleaveFour(const FourRows& rows, std::size_t count, std::uint8_t flip, std::uint8_t* quads)
{
    std::size_t i = interleaveVectors(hn::CappedTag<std::uint8_t, 64>(), 0, rows, count, flip, quads);
    i = interleaveVectors(hn::CappedTag<std::uint8_t, 16>(), i, rows, count, flip, quads);
    for (; i < count; ++i)
        for (std::size_t j = 0; j < kQuad; ++j)
            quads[i * kQuad + j] = rows[j][i] ^ flip;
}

void copyRow(const std::uint8_t* row, std::size_t count, std::uint8_t flip, std::uint8_t* target)
{
    const hn::CappedTag<std::uint8_t, 16> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto mask = hn::Set(d, flip);
    const auto copyFrom = [&](std::size_t i) { hn::StoreU(hn::Xor(hn::LoadU(d, row + i), mask), d, target + i); };
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        copyFrom(i);
    if (i < count && count >= lanes) // again up to the last one
        copyFrom(count - lanes);
    else
        for (; i < count; ++i)
            target[i] = row[i] ^ flip;
}

void pickEverySecond(const std::uint8_t* row, std::size_t count, std::uint8_t* picked)
{
    const hn::CappedTag<std::uint8_t, 64> d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes < count; i += lanes) { // < : the last pair may be cut
        auto even = hn::Zero(d), odd = hn::Zero(d);
        hn::LoadInterleaved2(d, row + 2 * i, even, odd);
        hn::StoreU(even, d, picked + i);
    }
    for (; i < count; ++i)
        picked[i] = row[2 * i];
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(rowWords);
HWY_EXPORT(packGroups);
HWY_EXPORT(multiplyRows);
HWY_EXPORT(slideBlock);
HWY_EXPORT(copyRow);
HWY_EXPORT(interleaveFour);
HWY_EXPORT(pickEverySecond);

std::size_t packedRowWords(std::size_t depth)
{
    return HWY_DYNAMIC_DISPATCH(rowWords)(depth);
}

std::vector<std::int32_t> packRows(const std::int8_t* rows, std::size_t count, std::size_t depth)
{
    std::vector<std::int32_t> packed(count * packedRowWords(depth));
    HWY_DYNAMIC_DISPATCH(packGroups)(rows, count, depth, packed.data());
    return packed;
}

void multiplyBlock(const ProductBlock& block)
{
    HWY_DYNAMIC_DISPATCH(multiplyRows)(block);
}

WindowTables::WindowTables(std::int64_t step, std::int64_t tapStep)
    : stride(static_cast<std::size_t>(step))
    , dilation(static_cast<std::size_t>(tapStep))
{
    for (std::size_t lane = 0; lane < words.size(); ++lane) {
        words[lane] = static_cast<std::int32_t>(lane / 4 * stride + lane % 4);
        for (std::size_t tap = 0; tap < kQuad; ++tap) {
            places[lane * kQuad + tap] = static_cast<std::uint8_t>(lane * stride + tap * dilation);
            bytes[lane * kQuad + tap] = static_cast<std::uint8_t>(lane % 4 * stride + tap * dilation);
        }
    }
}

void slideWindow(const WindowBlock& block)
{
    HWY_DYNAMIC_DISPATCH(slideBlock)(block);
}

void interleave(const FourRows& rows, std::size_t count, std::uint8_t flip, std::uint8_t* quads)
{
    HWY_DYNAMIC_DISPATCH(interleaveFour)(rows, count, flip, quads);
}

void copyFlipped(const std::uint8_t* row, std::size_t count, std::uint8_t flip, std::uint8_t* target)
{
    HWY_DYNAMIC_DISPATCH(copyRow)(row, count, flip, target);
}

void pickEvery(std::size_t stride, const std::uint8_t* row, std::size_t count, std::uint8_t* picked)
{
    if (stride == 1)
        std::copy_n(row, count, picked);
    else if (stride == 2)
        HWY_DYNAMIC_DISPATCH(pickEverySecond)(row, count, picked);
    else
        for (std::size_t i = 0; i < count; ++i)
            picked[i] = row[i * stride];
}

} // namespace ql::ops
#endif
