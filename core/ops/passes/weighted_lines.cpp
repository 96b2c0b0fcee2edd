// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/weighted_lines.h"

#include <algorithm>

// Compiled without contraction of products and sums (see CMakeLists.txt): they are rounded one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/weighted_lines.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void linesPass(const float* const* lines, const float* weights, std::size_t taps, float* y, std::size_t count)
{
    if (taps == 1 && weights[0] == 1.0f) {
        std::copy_n(lines[0], count, y);
        return;
    }
    forEachVector(count, [=](auto d, std::size_t i) HWY_ATTR {
        auto sum = hn::Mul(hn::LoadU(d, lines[0] + i), hn::Set(d, weights[0]));
        for (std::size_t tap = 1; tap < taps; ++tap)
            sum = hn::Add(sum, hn::Mul(hn::LoadU(d, lines[tap] + i), hn::Set(d, weights[tap])));
        hn::StoreU(sum, d, y + i);
    });
}

void elementsPass(const float* x, const std::int32_t* indices, const float* weights, std::size_t taps, float* y,
                  std::size_t count)
{
    forEachVector(count, [=](auto d, std::size_t i) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> dIndex;
        const auto term = [=](std::size_t tap) HWY_ATTR {
            const auto place = tap * count + i;
            const auto taken = hn::GatherIndex(d, x, hn::LoadU(dIndex, indices + place));
            return hn::Mul(taken, hn::LoadU(d, weights + place));
        };
        auto sum = term(0);
        for (std::size_t tap = 1; tap < taps; ++tap)
            sum = hn::Add(sum, term(tap));
        hn::StoreU(sum, d, y + i);
    });
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(linesPass);
HWY_EXPORT(elementsPass);

void sumWeightedLines(const float* const* lines, const float* weights, std::size_t taps, float* y, std::size_t count)
{
    HWY_DYNAMIC_DISPATCH(linesPass)(lines, weights, taps, y, count);
}

void sumWeightedElements(const float* x, const std::int32_t* indices, const float* weights, std::size_t taps, float* y,
                         std::size_t count)
{
    HWY_DYNAMIC_DISPATCH(elementsPass)(x, indices, weights, taps, y, count);
}

} // namespace ql::ops
#endif
