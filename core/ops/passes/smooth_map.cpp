// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/smooth_map.h"

#include <numbers>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/smooth_map.cpp"
#include <hwy/foreach_target.h>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"
#include "core/ops/passes/smooth_functions.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void mapSmoothly(SmoothMap map, const float* x, float* y, std::size_t count, float slope)
{
    const auto with = [=](const auto& formula) HWY_ATTR {
        forEachVector(count,
                      [&](auto d, std::size_t i) HWY_ATTR { hn::StoreU(formula(d, hn::LoadU(d, x + i)), d, y + i); });
    };
    switch (map) {
    case SmoothMap::ErrorFunction: return with([](auto d, auto v) HWY_ATTR { return errorFunction(d, v); });
    case SmoothMap::Exponential: return with([](auto d, auto v) HWY_ATTR { return exponential(d, v); });
    case SmoothMap::Gelu:
        return with([](auto d, auto v) HWY_ATTR {
            const auto scaled = hn::Mul(v, hn::Set(d, static_cast<float>(1.0 / std::numbers::sqrt2)));
            const auto raised = hn::Add(hn::Set(d, 1.0f), errorFunction(d, scaled));
            return hn::Mul(hn::Mul(v, hn::Set(d, 0.5f)), raised);
        });
    case SmoothMap::GeluTanh:
        return with([](auto d, auto v) HWY_ATTR {
            const auto factor = hn::MulAdd(hn::Mul(v, v), hn::Set(d, 0.044715f), hn::Set(d, 1.0f));
            const auto inner = hn::Mul(hn::Mul(v, hn::Set(d, 0.7978845608028654f)), factor); // √(2 / π)
            return hn::Mul(hn::Mul(v, hn::Set(d, 0.5f)), hn::Add(hn::Set(d, 1.0f), hyperbolicTangent(d, inner)));
        });
    case SmoothMap::HyperbolicTangent: return with([](auto d, auto v) HWY_ATTR { return hyperbolicTangent(d, v); });
    case SmoothMap::Sigmoid: return with([](auto d, auto v) HWY_ATTR { return sigmoid(d, v); });
    case SmoothMap::Swish:
        return with([=](auto d, auto v) HWY_ATTR { return hn::Mul(v, sigmoid(d, hn::Mul(v, hn::Set(d, slope)))); });
    }
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(mapSmoothly);

void mapElements(SmoothMap map, const float* x, float* y, std::size_t count, float slope)
{
    HWY_DYNAMIC_DISPATCH(mapSmoothly)(map, x, y, count, slope);
}

} // namespace ql::ops
#endif
