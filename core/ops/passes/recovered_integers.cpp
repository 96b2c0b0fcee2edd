// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/recovered_integers.h"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/recovered_integers.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <bool kIsStepping, class D, class T>
HWY_INLINE auto parameterAt(D d, const T* each, T all, std::size_t position)
{
    if constexpr (kIsStepping)
        return hn::LoadU(d, each + position);
    else
        return hn::Set(d, all);
}

/// Less the zero point, the integers stay below 2^9, so that a reciprocal of 11 bits finds them, and the product tells
/// whether it did.
template <bool kIsStepping>
bool recover(const float* HWY_RESTRICT x, std::uint8_t* HWY_RESTRICT y, std::size_t count,
             const LinearIntegers& integers)
{
    // Copies, as y might be any memory for all that the compiler knows.
    const float scaleOfAll = *integers.scales;
    const auto [zeroPointOfAll, least, most] = std::array{*integers.zeroPoints, integers.lowest, integers.highest};
    bool areAll = true;
    forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> integer;
        const hn::Rebind<std::uint8_t, decltype(d)> byte;
        const auto scale = parameterAt<kIsStepping>(d, integers.scales, scaleOfAll, i);
        const auto zeroPoint = parameterAt<kIsStepping>(integer, integers.zeroPoints, zeroPointOfAll, i);
        const auto value = hn::LoadU(d, x + i);
        const auto steps = hn::Round(hn::Mul(value, hn::ApproximateReciprocal(scale)));
        const auto level = hn::Add(hn::ConvertTo(integer, steps), zeroPoint);
        const auto within = hn::Max(hn::Min(level, hn::Set(integer, most)), hn::Set(integer, least));
        const auto isThere = hn::And(hn::Eq(hn::Mul(steps, scale), value), hn::RebindMask(d, hn::Eq(level, within)));
        areAll &= hn::AllTrue(d, isThere);
        hn::StoreU(hn::DemoteTo(byte, hn::And(level, hn::Set(integer, 0xff))), byte, y + i);
    });
    return areAll;
}

bool recoverPass(const float* x, std::uint8_t* y, std::size_t count, const LinearIntegers& integers)
{
    return integers.isStepping ? recover<true>(x, y, count, integers) : recover<false>(x, y, count, integers);
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(recoverPass);

bool recoverIntegers(const float* x, std::uint8_t* y, std::size_t count, const LinearIntegers& integers)
{
    constexpr std::size_t kPiece = 4096; ///< what is passed over although it has another number
    auto part = integers;
    for (std::size_t first = 0; first < count; first += kPiece) {
        if (integers.isStepping) {
            part.scales = integers.scales + first;
            part.zeroPoints = integers.zeroPoints + first;
        }
        if (!HWY_DYNAMIC_DISPATCH(recoverPass)(x + first, y + first, std::min(kPiece, count - first), part))
            return false;
    }
    return true;
}

} // namespace ql::ops
#endif
