// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/vector_map.h"

// Compiled without contraction of products and sums (see CMakeLists.txt): they are rounded one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/vector_map.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// y = formula(tag, x)
template <class Formula>
HWY_INLINE void mapWith(const float* x, float* y, std::size_t count, const Formula& formula)
{
    forEachVector(count,
                  [&](auto d, std::size_t i) HWY_ATTR { hn::StoreU(formula(d, hn::LoadU(d, x + i)), d, y + i); });
}

/// Comparisons with NaN are false, which keeps it.
template <class D, class V>
HWY_INLINE V clipped(D d, V x, float low, float high)
{
    const auto lowest = hn::Set(d, low), highest = hn::Set(d, high);
    const V raised = hn::IfThenElse(hn::Lt(x, lowest), lowest, x);
    return hn::IfThenElse(hn::Gt(raised, highest), highest, raised);
}

void mapOne(UnaryMap map, const float* x, float* y, std::size_t count, float first, float second)
{
    const auto with = [&](const auto& formula) HWY_ATTR { mapWith(x, y, count, formula); };
    switch (map) {
    case UnaryMap::Abs: return with([](auto /*d*/, auto v) HWY_ATTR { return hn::Abs(v); });
    case UnaryMap::Clip: return with([=](auto d, auto v) HWY_ATTR { return clipped(d, v, first, second); });
    case UnaryMap::HardSigmoid:
        return with([=](auto d, auto v) HWY_ATTR {
            return clipped(d, hn::Add(hn::Mul(v, hn::Set(d, first)), hn::Set(d, second)), 0.0f, 1.0f);
        });
    case UnaryMap::HardSwish:
        return with([](auto d, auto v) HWY_ATTR {
            const auto raised = hn::Add(hn::Div(v, hn::Set(d, 6.0f)), hn::Set(d, 0.5f));
            return hn::Mul(clipped(d, raised, 0.0f, 1.0f), v);
        });
    case UnaryMap::LeakyRelu:
        return with([=](auto d, auto v)
                        HWY_ATTR { return hn::IfThenElse(hn::Gt(v, hn::Zero(d)), v, hn::Mul(v, hn::Set(d, first))); });
    case UnaryMap::Negative: return with([](auto /*d*/, auto v) HWY_ATTR { return hn::Neg(v); });
    case UnaryMap::Reciprocal: return with([](auto d, auto v) HWY_ATTR { return hn::Div(hn::Set(d, 1.0f), v); });
    case UnaryMap::Relu:
        return with([](auto d, auto v) HWY_ATTR { return hn::IfThenZeroElse(hn::Lt(v, hn::Zero(d)), v); });
    case UnaryMap::Softsign:
        return with([](auto d, auto v) HWY_ATTR { return hn::Div(v, hn::Add(hn::Abs(v), hn::Set(d, 1.0f))); });
    case UnaryMap::Square: return with([](auto /*d*/, auto v) HWY_ATTR { return hn::Mul(v, v); });
    case UnaryMap::SquareRoot: return with([](auto /*d*/, auto v) HWY_ATTR { return hn::Sqrt(v); });
    }
}

/// y = formula(left, right)
template <class Formula>
HWY_INLINE void combineWith(OperandShape shape, const float* left, const float* right, float* y, std::size_t count,
                            const Formula& formula)
{
    switch (shape) {
    case OperandShape::BothFull:
        return forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
            hn::StoreU(formula(d, hn::LoadU(d, left + i), hn::LoadU(d, right + i)), d, y + i);
        });
    case OperandShape::SingleLeft:
        return forEachVector(count, [right, y, &formula, single = *left](auto d, std::size_t i) HWY_ATTR {
            hn::StoreU(formula(d, hn::Set(d, single), hn::LoadU(d, right + i)), d, y + i);
        });
    case OperandShape::SingleRight:
        return forEachVector(count, [left, y, &formula, single = *right](auto d, std::size_t i) HWY_ATTR {
            hn::StoreU(formula(d, hn::LoadU(d, left + i), hn::Set(d, single)), d, y + i);
        });
    }
}

/// @p chosen, or NaN where one of the operands is.
template <class V>
HWY_INLINE V keepingNan(V left, V right, V chosen)
{
    return hn::IfThenElse(hn::IsNaN(left), left, hn::IfThenElse(hn::IsNaN(right), right, chosen));
}

void mapTwo(BinaryMap map, OperandShape shape, const float* left, const float* right, float* y, std::size_t count)
{
    const auto with = [&](const auto& formula) HWY_ATTR { combineWith(shape, left, right, y, count, formula); };
    switch (map) {
    case BinaryMap::Add: return with([](auto /*d*/, auto a, auto b) HWY_ATTR { return hn::Add(a, b); });
    case BinaryMap::Divide: return with([](auto /*d*/, auto a, auto b) HWY_ATTR { return hn::Div(a, b); });
    case BinaryMap::Largest:
        return with([](auto /*d*/, auto a, auto b)
                        HWY_ATTR { return keepingNan(a, b, hn::IfThenElse(hn::Gt(a, b), a, b)); });
    case BinaryMap::Multiply: return with([](auto /*d*/, auto a, auto b) HWY_ATTR { return hn::Mul(a, b); });
    case BinaryMap::ScaleNegative:
        return with([](auto d, auto a, auto b)
                        HWY_ATTR { return hn::IfThenElse(hn::Ge(a, hn::Zero(d)), a, hn::Mul(a, b)); });
    case BinaryMap::Smallest:
        return with([](auto /*d*/, auto a, auto b)
                        HWY_ATTR { return keepingNan(a, b, hn::IfThenElse(hn::Lt(a, b), a, b)); });
    case BinaryMap::Subtract: return with([](auto /*d*/, auto a, auto b) HWY_ATTR { return hn::Sub(a, b); });
    }
}

void scaleAndShiftPass(const float* x, float* y, std::size_t count, float scale, float shift)
{
    mapWith(x, y, count, [=](auto d, auto v) HWY_ATTR { return hn::MulAdd(v, hn::Set(d, scale), hn::Set(d, shift)); });
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(mapOne);
HWY_EXPORT(mapTwo);
HWY_EXPORT(scaleAndShiftPass);

void mapElements(UnaryMap map, const float* x, float* y, std::size_t count, float first, float second)
{
    HWY_DYNAMIC_DISPATCH(mapOne)(map, x, y, count, first, second);
}

void mapElements(BinaryMap map, OperandShape shape, const float* left, const float* right, float* y, std::size_t count)
{
    HWY_DYNAMIC_DISPATCH(mapTwo)(map, shape, left, right, y, count);
}

void scaleAndShift(const float* x, float* y, std::size_t count, float scale, float shift)
{
    HWY_DYNAMIC_DISPATCH(scaleAndShiftPass)(x, y, count, scale, shift);
}

} // namespace ql::ops
#endif
