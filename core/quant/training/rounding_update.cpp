// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/rounding_update.h"

#include "core/quant/training/adam_constants.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/quant/training/rounding_update.cpp"
#include <hwy/foreach_target.h>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#ifndef QUANTLOUPE_ADAM_FACTORS
#define QUANTLOUPE_ADAM_FACTORS
namespace ql::quant {

/// An update, with Adam's corrections for moments that began with 0.
struct UpdateFactors {
    float rate;
    float ofSecond;
    float push;
    float exponent; ///< of the derivative's power
};

} // namespace ql::quant
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::quant::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Vectors of one row, at @p i.
template <class D>
class RowUpdate {
public:
    using V = hn::Vec<D>;

    HWY_INLINE RowUpdate(D d, const LearnedRows& weight, std::size_t row, const UpdateFactors& factors)
        : m_d(d)
        , m_weight(weight)
        , m_begin(row * weight.columns)
        , m_lowest(hn::Set(d, weight.lowest[row]))
        , m_highest(hn::Set(d, weight.highest[row]))
        , m_factors(factors)
    {
    }

    HWY_INLINE void update(std::size_t i, const float* HWY_RESTRICT gradient, float* HWY_RESTRICT errors) const
    {
        const auto place = m_begin + i;
        const auto parameter = hn::LoadU(m_d, m_weight.parameters + place);
        if (hn::AllTrue(m_d, hn::Gt(hn::Abs(parameter), set(kSettledParameter))))
            return;
        const auto ratio = hn::LoadU(m_d, m_weight.ratios + place);
        const auto down = hn::Floor(ratio);
        const auto sigmoid = hn::LoadU(m_d, m_weight.sigmoids + place);
        const auto slope = slopeOf(sigmoid, down, hn::LoadU(m_d, gradient + place));
        const auto moved = hn::Add(parameter, moveOf(slope, m_weight.first + place, m_weight.second + place));
        const auto sigmoidNow = sigmoidOf(moved);
        hn::StoreU(moved, m_d, m_weight.parameters + place);
        hn::StoreU(sigmoidNow, m_d, m_weight.sigmoids + place);
        hn::StoreU(hn::Sub(within(hn::Add(down, shareOf(sigmoidNow))), ratio), m_d, errors + place);
    }

private:
    HWY_INLINE V set(double number) const { return hn::Set(m_d, static_cast<float>(number)); }
    HWY_INLINE V within(V numbers) const { return hn::Min(hn::Max(numbers, m_lowest), m_highest); }

    HWY_INLINE V sigmoidOf(V parameter) const
    {
        const auto one = set(1.0);
        return hn::Div(one, hn::Add(one, hn::Exp(m_d, hn::Min(hn::Neg(parameter), set(80.0)))));
    }

    HWY_INLINE V shareOf(V sigmoid) const
    {
        const auto stretched = hn::MulAdd(sigmoid, set(RectifiedSigmoid::kStretch), set(RectifiedSigmoid::kBelow));
        return hn::Min(hn::Max(stretched, hn::Zero(m_d)), set(1.0));
    }

    /// How the term that pushes changes with the share.
    HWY_INLINE V pushOf(V share) const
    {
        const auto off = hn::MulSub(share, set(2.0), set(1.0));
        const auto size = hn::Max(hn::Abs(off), set(1e-30)); // of which there is a logarithm
        const auto power = hn::Exp(m_d, hn::Mul(set(m_factors.exponent), hn::Log(m_d, size)));
        return hn::Mul(hn::CopySign(power, off), set(-2.0 * (m_factors.exponent + 1.0) * m_factors.push));
    }

    /// Of the cost by the parameter: 0 where the share is rectified or the number stands at a limit.
    HWY_INLINE V slopeOf(V sigmoid, V down, V gradient) const
    {
        const auto share = shareOf(sigmoid);
        const auto number = hn::Add(down, share);
        auto slope = hn::Add(gradient, gradient);
        if (m_factors.push != 0.0f)
            slope = hn::Add(slope, pushOf(share));
        const auto ofSigmoid = hn::Mul(hn::NegMulAdd(sigmoid, sigmoid, sigmoid), set(RectifiedSigmoid::kStretch));
        const auto isFree = hn::And(hn::Gt(share, hn::Zero(m_d)), hn::Lt(share, set(1.0)));
        return hn::IfThenElseZero(hn::And(isFree, hn::Eq(within(number), number)), hn::Mul(slope, ofSigmoid));
    }

    HWY_INLINE V moveOf(V slope, float* HWY_RESTRICT first, float* HWY_RESTRICT second) const
    {
        const auto mean = hn::MulAdd(hn::LoadU(m_d, first), set(AdamConstants::kFirst),
                                     hn::Mul(slope, set(1.0 - AdamConstants::kFirst)));
        const auto square = hn::MulAdd(hn::LoadU(m_d, second), set(AdamConstants::kSecond),
                                       hn::Mul(hn::Mul(slope, slope), set(1.0 - AdamConstants::kSecond)));
        hn::StoreU(mean, m_d, first);
        hn::StoreU(square, m_d, second);
        const auto deviation =
            hn::Add(hn::Sqrt(hn::Mul(square, set(m_factors.ofSecond))), set(AdamConstants::kSmallest));
        return hn::Div(hn::Mul(mean, set(-m_factors.rate)), deviation);
    }

    D m_d;
    const LearnedRows& m_weight;
    std::size_t m_begin;
    V m_lowest;
    V m_highest;
    UpdateFactors m_factors;
};

/// Whole vectors from column @p begin on; gives where they end.
template <class D>
std::size_t updateVectors(D d, const LearnedRows& weight, std::size_t row, std::size_t begin, const float* gradient,
                          const UpdateFactors& factors, float* errors)
{
    const RowUpdate<D> update(d, weight, row, factors);
    for (; begin + hn::Lanes(d) <= weight.columns; begin += hn::Lanes(d))
        update.update(begin, gradient, errors);
    return begin;
}

void updateRows(const LearnedRows& weight, const float* gradient, const UpdateFactors& factors, float* errors)
{
    for (std::size_t row = 0; row < weight.rows; ++row) {
        auto column = updateVectors(hn::ScalableTag<float>(), weight, row, 0, gradient, factors, errors);
        column = updateVectors(hn::CappedTag<float, 4>(), weight, row, column, gradient, factors, errors);
        updateVectors(hn::CappedTag<float, 1>(), weight, row, column, gradient, factors, errors);
    }
}

} // namespace ql::quant::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::quant {

HWY_EXPORT(updateRows);

void updateRounding(const LearnedRows& weight, const float* gradient, const RoundingUpdate& update, float* errors)
{
    const double firstBias = 1.0 - std::pow(AdamConstants::kFirst, update.number);
    const double secondBias = 1.0 - std::pow(AdamConstants::kSecond, update.number);
    const UpdateFactors factors{.rate = static_cast<float>(update.rate / firstBias),
                                .ofSecond = static_cast<float>(1.0 / secondBias),
                                .push = update.push,
                                .exponent = update.power - 1.0f};
    HWY_DYNAMIC_DISPATCH(updateRows)(weight, gradient, factors, errors);
}

} // namespace ql::quant
#endif
