// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/integer_passes.h"

#include <algorithm>

// Compiled without contraction of products and sums (see CMakeLists.txt): they are rounded one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/quantization/integer_passes.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <bool kIsStepping, class D, class T>
HWY_INLINE auto parameter(D d, const T* values, std::size_t position)
{
    if constexpr (kIsStepping)
        return hn::LoadU(d, values + position);
    else
        return hn::Set(d, *values);
}

template <class D, class T>
HWY_INLINE auto loadIntegers(D /*tag*/, const T* from)
{
    const hn::RebindToSigned<D> wide;
    if constexpr (sizeof(T) == sizeof(std::int32_t))
        return hn::LoadU(wide, from);
    else
        return hn::PromoteTo(wide, hn::LoadU(hn::Rebind<T, D>(), from));
}

/// @p value rounded half to even and clamped to the limits less the zero point, which is then added.
/// Adding and subtracting 1.5 · 2^23 rounds exactly. Comparisons with NaN are false, which gives the lowest integer.
template <class D, class V, class I, class T>
HWY_INLINE void storeRounded(D d, V value, I zeroPoint, const IntegerElements& y, T* to)
{
    const hn::RebindToSigned<D> wide;
    const auto lowest = hn::ConvertTo(d, hn::Sub(hn::Set(wide, y.lowest), zeroPoint));
    const auto highest = hn::ConvertTo(d, hn::Sub(hn::Set(wide, y.highest), zeroPoint));
    const auto raised = hn::IfThenElse(hn::Gt(value, lowest), value, lowest);
    const auto clamped = hn::IfThenElse(hn::Lt(raised, highest), raised, highest);
    const auto rounder = hn::Set(d, 12582912.0f);
    const auto rounded = hn::Sub(hn::Add(clamped, rounder), rounder);
    const auto integers = hn::ConvertTo(wide, hn::Add(rounded, hn::ConvertTo(d, zeroPoint)));
    if constexpr (sizeof(T) == sizeof(std::int32_t))
        hn::StoreU(integers, wide, to);
    else
        hn::StoreU(hn::DemoteTo(hn::Rebind<T, D>(), integers), hn::Rebind<T, D>(), to);
}

template <bool kIsStepping, class T>
void quantizeTo(const float* x, T* to, const IntegerElements& y, std::size_t count, const PassParameters& parameters)
{
    forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
        const auto scale = parameter<kIsStepping>(d, parameters.scales, i);
        const auto zeroPoint = parameter<kIsStepping>(hn::RebindToSigned<decltype(d)>(), parameters.zeroPoints, i);
        storeRounded(d, hn::Div(hn::LoadU(d, x + i), scale), zeroPoint, y, to + i);
    });
}

template <bool kIsStepping, class T>
void dequantizeFrom(const T* from, float* y, std::size_t count, const PassParameters& parameters)
{
    forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
        const auto scale = parameter<kIsStepping>(d, parameters.scales, i);
        const auto zeroPoint = parameter<kIsStepping>(hn::RebindToSigned<decltype(d)>(), parameters.zeroPoints, i);
        const auto centred = hn::Sub(loadIntegers(d, from + i), zeroPoint);
        hn::StoreU(hn::Mul(hn::ConvertTo(d, centred), scale), d, y + i);
    });
}

/// Less the zero point, integers stay below 2^9, so that a reciprocal of 11 bits finds them, and the product tells
/// whether it did.
template <bool kIsStepping>
bool recoverTo(const float* x, std::uint8_t* to, const IntegerElements& y, std::size_t count,
               const PassParameters& parameters)
{
    // Copies, as bytes might be any memory for all that the compiler knows.
    const float scale = *parameters.scales;
    const std::int32_t zeroPoint = *parameters.zeroPoints, lowest = y.lowest, highest = y.highest;
    const float* const scales = kIsStepping ? parameters.scales : &scale;
    const std::int32_t* const zeroPoints = kIsStepping ? parameters.zeroPoints : &zeroPoint;
    bool areAll = true;
    forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> wide;
        const hn::Rebind<std::uint8_t, decltype(d)> byte;
        const auto factor = parameter<kIsStepping>(d, scales, i);
        const auto value = hn::LoadU(d, x + i);
        const auto steps = hn::Round(hn::Mul(value, hn::ApproximateReciprocal(factor)));
        const auto level = hn::Add(hn::ConvertTo(wide, steps), parameter<kIsStepping>(wide, zeroPoints, i));
        const auto within = hn::Max(hn::Min(level, hn::Set(wide, highest)), hn::Set(wide, lowest));
        const auto isThere = hn::And(hn::Eq(hn::Mul(steps, factor), value), hn::RebindMask(d, hn::Eq(level, within)));
        areAll &= hn::AllTrue(d, isThere);
        hn::StoreU(hn::DemoteTo(byte, hn::And(level, hn::Set(wide, 0xff))), byte, to + i);
    });
    return areAll;
}

template <bool kIsStepping, class T>
void requantizeTo(const std::int32_t* x, T* to, const IntegerElements& y, std::size_t count,
                  const RequantizationPass& pass)
{
    const std::int32_t* biases = pass.biases;
    forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> wide;
        auto sum = hn::LoadU(wide, x + i);
        if (biases)
            sum = hn::Add(sum, parameter<kIsStepping>(wide, biases, i));
        const auto scaled = hn::Mul(hn::ConvertTo(d, sum), parameter<kIsStepping>(d, pass.multipliers, i));
        storeRounded(d, scaled, hn::Set(wide, pass.zeroPoint), y, to + i);
    });
}

/// Calls @p body with the first element in its own type.
template <class Body>
void inStorage(const IntegerElements& elements, const Body& body)
{
    switch (elements.storage) {
    case IntegerStorage::Int8: return body(static_cast<std::int8_t*>(elements.first));
    case IntegerStorage::UInt8: return body(static_cast<std::uint8_t*>(elements.first));
    case IntegerStorage::Int16: return body(static_cast<std::int16_t*>(elements.first));
    case IntegerStorage::Int32: return body(static_cast<std::int32_t*>(elements.first));
    }
}

void quantizePass(const float* x, const IntegerElements& y, std::size_t count, const PassParameters& parameters)
{
    inStorage(y, [&](auto* to) {
        parameters.isStepping ? quantizeTo<true>(x, to, y, count, parameters)
                              : quantizeTo<false>(x, to, y, count, parameters);
    });
}

void dequantizePass(const IntegerElements& x, float* y, std::size_t count, const PassParameters& parameters)
{
    inStorage(x, [&](const auto* from) {
        parameters.isStepping ? dequantizeFrom<true>(from, y, count, parameters)
                              : dequantizeFrom<false>(from, y, count, parameters);
    });
}

bool recoverPass(const float* x, const IntegerElements& y, std::size_t count, const PassParameters& parameters)
{
    auto* const to = static_cast<std::uint8_t*>(y.first);
    return parameters.isStepping ? recoverTo<true>(x, to, y, count, parameters)
                                 : recoverTo<false>(x, to, y, count, parameters);
}

void requantizePass(const std::int32_t* x, const IntegerElements& y, std::size_t count, const RequantizationPass& pass)
{
    inStorage(y, [&](auto* to) {
        pass.isStepping ? requantizeTo<true>(x, to, y, count, pass) : requantizeTo<false>(x, to, y, count, pass);
    });
}

FloatRange rangePass(const float* x, std::size_t count)
{
    const hn::ScalableTag<float> d;
    auto lowest = hn::Zero(d), highest = hn::Zero(d);
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
        const auto values = hn::LoadU(d, x + i);
        lowest = hn::IfThenElse(hn::Lt(values, lowest), values, lowest);
        highest = hn::IfThenElse(hn::Gt(values, highest), values, highest);
    }
    FloatRange range{hn::GetLane(hn::MinOfLanes(d, lowest)), hn::GetLane(hn::MaxOfLanes(d, highest))};
    for (; i < count; ++i) {
        range.lowest = x[i] < range.lowest ? x[i] : range.lowest;
        range.highest = x[i] > range.highest ? x[i] : range.highest;
    }
    return range;
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(quantizePass);
HWY_EXPORT(dequantizePass);
HWY_EXPORT(recoverPass);
HWY_EXPORT(requantizePass);
HWY_EXPORT(rangePass);

void quantizeElements(const float* x, const IntegerElements& y, std::size_t count, const PassParameters& parameters)
{
    HWY_DYNAMIC_DISPATCH(quantizePass)(x, y, count, parameters);
}

void dequantizeElements(const IntegerElements& x, float* y, std::size_t count, const PassParameters& parameters)
{
    HWY_DYNAMIC_DISPATCH(dequantizePass)(x, y, count, parameters);
}

bool recoverElements(const float* x, const IntegerElements& y, std::size_t count, const PassParameters& parameters)
{
    constexpr std::size_t kPiece = 4096; // what is passed over although it holds another number
    for (std::size_t first = 0; first < count; first += kPiece) {
        IntegerElements to = y;
        to.first = static_cast<std::uint8_t*>(y.first) + first;
        PassParameters part = parameters;
        if (parameters.isStepping)
            part = {parameters.scales + first, parameters.zeroPoints + first, true};
        if (!HWY_DYNAMIC_DISPATCH(recoverPass)(x + first, to, std::min(kPiece, count - first), part))
            return false;
    }
    return true;
}

void requantizeElements(const std::int32_t* x, const IntegerElements& y, std::size_t count,
                        const RequantizationPass& pass)
{
    HWY_DYNAMIC_DISPATCH(requantizePass)(x, y, count, pass);
}

FloatRange rangeOfElements(const float* x, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(rangePass)(x, count);
}

} // namespace ql::ops
#endif
