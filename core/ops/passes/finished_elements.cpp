// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/epilogue.h"

// Compiled without contraction of products and sums (see CMakeLists.txt): they are rounded one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/finished_elements.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/finished.inc"
#include "core/ops/passes/for_each_vector.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void finishPass(const float* x, float* y, std::size_t count, const FloatEpilogue& epilogue)
{
    if (!epilogue.addend && !epilogue.clips() && epilogue.trip.isTaken())
        return forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
            hn::StoreU(thereAndBack(d, hn::LoadU(d, x + i), epilogue.trip), d, y + i);
        });
    forEachVector(count, [&](auto d, std::size_t i)
                             HWY_ATTR { hn::StoreU(finished(d, hn::LoadU(d, x + i), epilogue, i), d, y + i); });
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(finishPass);

void finishElements(const float* x, float* y, std::size_t count, const FloatEpilogue& epilogue)
{
    HWY_DYNAMIC_DISPATCH(finishPass)(x, y, count, epilogue);
}

} // namespace ql::ops
#endif
