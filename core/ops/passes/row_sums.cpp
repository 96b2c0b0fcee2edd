// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/row_sums.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

/// @p kLanes numbers side by side, whatever the processor's vectors hold.
template <std::size_t kLanes>
struct Lanes {
    float lane[kLanes] = {};

    HWY_INLINE void add(const float* from)
    {
        for (std::size_t i = 0; i < kLanes; ++i)
            lane[i] += from[i];
    }
};

constexpr std::size_t kInterleaved = 4; ///< sums that don't wait for each other
constexpr std::size_t kLevels = 4;
constexpr std::size_t kStep = 16; ///< additions before a sum is passed on: rounding errors grow with its logarithm

/// The sums of @p x over blocks of @p kLanes elements; @p blocks of them.
template <std::size_t kLanes>
Lanes<kLanes> sumBlocks(const float* x, std::size_t blocks)
{
    Lanes<kLanes> sums[kLevels][kInterleaved];
    const std::size_t rounds = blocks / kInterleaved;
    std::size_t round = 0;
    while (round < rounds) {
        const std::size_t end = round + kStep <= rounds ? round + kStep : rounds;
        const bool isWhole = end - round == kStep;
        for (; round < end; ++round)
            for (std::size_t k = 0; k < kInterleaved; ++k)
                sums[0][k].add(x + (round * kInterleaved + k) * kLanes);
        std::size_t mask = kStep - 1;
        for (std::size_t level = 1; isWhole && level < kLevels; ++level) {
            for (std::size_t k = 0; k < kInterleaved; ++k) {
                sums[level][k].add(sums[level - 1][k].lane);
                sums[level - 1][k] = {};
            }
            mask *= kStep;
            if ((round & mask) != 0)
                break;
        }
    }
    for (std::size_t level = 1; level < kLevels; ++level)
        for (std::size_t k = 0; k < kInterleaved; ++k)
            sums[0][k].add(sums[level][k].lane);
    for (std::size_t block = rounds * kInterleaved; block < blocks; ++block)
        sums[0][0].add(x + block * kLanes);
    for (std::size_t k = 1; k < kInterleaved; ++k)
        sums[0][0].add(sums[0][k].lane);
    return sums[0][0];
}

float sumOf(const float* x, std::size_t count)
{
    constexpr std::size_t kWide = 8;
    if (count < kWide)
        return sumBlocks<1>(x, count).lane[0];
    const auto partial = sumBlocks<kWide>(x, count / kWide);
    float sum = 0.0f;
    for (std::size_t i = count / kWide * kWide; i < count; ++i)
        sum += x[i];
    for (const float each : partial.lane)
        sum += each;
    return sum;
}

void sumRowsPass(const float* x, float* sums, std::size_t rows, std::size_t columns, float divisor)
{
    for (std::size_t row = 0; row < rows; ++row)
        sums[row] = sumOf(x + row * columns, columns) / divisor;
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(sumRowsPass);

void sumRows(const float* x, float* sums, std::size_t rows, std::size_t columns, float divisor)
{
    HWY_DYNAMIC_DISPATCH(sumRowsPass)(x, sums, rows, columns, divisor);
}

} // namespace ql::ops
#endif
