// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/selected_elements.h"

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/selected_elements.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE auto loadStepping(D d, const float* from, std::size_t step, std::size_t i)
{
    return step == 0 ? hn::Set(d, *from) : hn::LoadU(d, from + i);
}

void selectPass(const SelectedRun& run, float* to, std::size_t count)
{
    const auto* const condition = reinterpret_cast<const std::uint8_t*>(run.condition);
    forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
        using D = decltype(d);
        const hn::Rebind<std::uint8_t, D> dBytes;
        const hn::RebindToSigned<D> dSigned;
        const auto bytes = run.conditionStep == 0 ? hn::Set(dBytes, *condition) : hn::LoadU(dBytes, condition + i);
        const auto holds = hn::Gt(hn::PromoteTo(dSigned, bytes), hn::Zero(dSigned));
        hn::StoreU(hn::IfThenElse(hn::RebindMask(d, holds), loadStepping(d, run.x, run.xStep, i),
                                  loadStepping(d, run.y, run.yStep, i)),
                   d, to + i);
    });
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(selectPass);

void selectElements(const SelectedRun& run, float* to, std::size_t count)
{
    HWY_DYNAMIC_DISPATCH(selectPass)(run, to, count);
}

} // namespace ql::ops
#endif
