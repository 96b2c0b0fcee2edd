// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/quantized_binary.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/integers/quantized_binary.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

namespace {

/// A product of an 8-bit integer and a float is exact in double, so the sum rounds like a fused one.
struct Sum {
    explicit Sum(const BinaryParameters& p)
        : aRatio(p.aScale / p.yScale)
        , bRatio(p.bScale / p.yScale)
        , constant(p.yZero - (aRatio * p.aZero + bRatio * p.bZero))
    {
    }
    template <class D, class V>
    HWY_INLINE hn::Vec<D> operator()(D d, V a, V b) const
    {
        const hn::Rebind<double, D> wide;
        const auto both = [&](V integer, float ratio, auto addend) {
            return hn::DemoteTo(d, hn::MulAdd(hn::PromoteTo(wide, integer), hn::Set(wide, static_cast<double>(ratio)),
                                              hn::PromoteTo(wide, addend)));
        };
        return both(a, aRatio, both(b, bRatio, hn::Set(d, constant)));
    }
    float aRatio, bRatio, constant;
};

struct Product {
    explicit Product(const BinaryParameters& p)
        : ratio(p.aScale * p.bScale / p.yScale)
        , aZero(p.aZero)
        , bZero(p.bZero)
        , yZero(p.yZero)
    {
    }
    template <class D, class V>
    HWY_INLINE hn::Vec<D> operator()(D d, V a, V b) const
    {
        const auto left = hn::Sub(hn::ConvertTo(d, a), hn::Set(d, aZero));
        const auto right = hn::Sub(hn::ConvertTo(d, b), hn::Set(d, bZero));
        return hn::Add(hn::Mul(hn::Mul(left, right), hn::Set(d, ratio)), hn::Set(d, yZero));
    }
    float ratio, aZero, bZero, yZero;
};

/// Elements [first, …) as whole vectors; returns where it stopped.
template <class Function, class Wide, typename T>
std::size_t evaluateVectors(const Function& function, Wide wide, const T* a, const T* b, T* y, std::size_t first,
                            std::size_t count)
{
    const hn::Rebind<float, Wide> floats;
    const hn::Rebind<std::int32_t, Wide> integers;
    const hn::Rebind<T, Wide> elements;
    const auto lowest = hn::Set(floats, static_cast<float>(std::numeric_limits<T>::lowest()));
    const auto highest = hn::Set(floats, static_cast<float>(std::numeric_limits<T>::max()));
    std::size_t i = first;
    for (; i + hn::Lanes(wide) <= count; i += hn::Lanes(wide)) {
        const auto left = hn::PromoteTo(integers, hn::LoadU(elements, a + i));
        const auto right = hn::PromoteTo(integers, hn::LoadU(elements, b + i));
        const auto value = function(floats, left, right);
        const auto raised = hn::IfThenElse(hn::Gt(value, lowest), value, lowest);
        hn::StoreU(hn::DemoteTo(elements, hn::NearestInt(hn::Min(raised, highest))), elements, y + i);
    }
    return i;
}

template <class Function, typename T>
void evaluate(const Function& function, const T* a, const T* b, T* y, std::size_t count)
{
    const std::size_t done = evaluateVectors(function, hn::CappedTag<double, 8>(), a, b, y, 0, count);
    evaluateVectors(function, hn::CappedTag<double, 1>(), a, b, y, done, count);
}

} // namespace

void addSigned(const std::int8_t* a, const std::int8_t* b, std::int8_t* y, std::size_t count,
               const BinaryParameters& parameters)
{
    evaluate(Sum(parameters), a, b, y, count);
}

void addUnsigned(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::size_t count,
                 const BinaryParameters& parameters)
{
    evaluate(Sum(parameters), a, b, y, count);
}

void multiplySigned(const std::int8_t* a, const std::int8_t* b, std::int8_t* y, std::size_t count,
                    const BinaryParameters& parameters)
{
    evaluate(Product(parameters), a, b, y, count);
}

void multiplyUnsigned(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::size_t count,
                      const BinaryParameters& parameters)
{
    evaluate(Product(parameters), a, b, y, count);
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(addSigned);
HWY_EXPORT(addUnsigned);
HWY_EXPORT(multiplySigned);
HWY_EXPORT(multiplyUnsigned);

void addQuantized(const std::int8_t* a, const std::int8_t* b, std::int8_t* y, std::size_t count,
                  const BinaryParameters& parameters)
{
    HWY_DYNAMIC_DISPATCH(addSigned)(a, b, y, count, parameters);
}

void addQuantized(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::size_t count,
                  const BinaryParameters& parameters)
{
    HWY_DYNAMIC_DISPATCH(addUnsigned)(a, b, y, count, parameters);
}

void multiplyQuantized(const std::int8_t* a, const std::int8_t* b, std::int8_t* y, std::size_t count,
                       const BinaryParameters& parameters)
{
    HWY_DYNAMIC_DISPATCH(multiplySigned)(a, b, y, count, parameters);
}

void multiplyQuantized(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::size_t count,
                       const BinaryParameters& parameters)
{
    HWY_DYNAMIC_DISPATCH(multiplyUnsigned)(a, b, y, count, parameters);
}

} // namespace ql::ops
#endif
