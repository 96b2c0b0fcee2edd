// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/recovered_integers.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/recovered_integers.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Less the zero point, the integers stay below 2^9, so that the reciprocal, off by 2^-24 of itself, finds them, and
/// the product tells whether it did.
bool recoverPass(const float* HWY_RESTRICT x, std::uint8_t* HWY_RESTRICT y, std::size_t count,
                 const LinearIntegers& integers)
{
    const float reciprocal = 1.0f / integers.scale;
    const auto lowest = static_cast<float>(integers.lowest - integers.zeroPoint);
    const auto highest = static_cast<float>(integers.highest - integers.zeroPoint);
    bool areAll = true;
    forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> integer;
        const hn::Rebind<std::uint8_t, decltype(d)> byte;
        const auto value = hn::LoadU(d, x + i);
        const auto steps = hn::Round(hn::Mul(value, hn::Set(d, reciprocal)));
        const auto isNumber = hn::Eq(hn::Mul(steps, hn::Set(d, integers.scale)), value);
        const auto isWithin = hn::And(hn::Ge(steps, hn::Set(d, lowest)), hn::Le(steps, hn::Set(d, highest)));
        areAll &= hn::AllTrue(d, hn::And(isNumber, isWithin));
        const auto level = hn::Add(hn::ConvertTo(integer, steps), hn::Set(integer, integers.zeroPoint));
        hn::StoreU(hn::DemoteTo(byte, hn::And(level, hn::Set(integer, 0xff))), byte, y + i);
    });
    return areAll;
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(recoverPass);

bool recoverIntegers(const float* x, std::uint8_t* y, std::size_t count, const LinearIntegers& integers)
{
    return HWY_DYNAMIC_DISPATCH(recoverPass)(x, y, count, integers);
}

} // namespace ql::ops
#endif
