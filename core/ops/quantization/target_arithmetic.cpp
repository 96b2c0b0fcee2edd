// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/target_arithmetic.h"

#include "core/base/error.h"
#include "core/ops/quantization/fixed_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace ql::ops {

namespace {

using Requantizing = TargetArithmetic::Requantizing;
using Halves = TargetArithmetic::Halves;

constexpr std::array kTargets{
    TargetArithmetic{"float-half-even", "float32 scale, halves to even (ONNX Runtime)"},
    TargetArithmetic{"float-half-away", "float32 scale, halves away from zero", Requantizing::FloatScale, Halves::Away},
    TargetArithmetic{"float-half-up", "float32 scale, halves up", Requantizing::FloatScale, Halves::Up},
    TargetArithmetic{"tflite-double", "32-bit fraction and shift, each rounded", Requantizing::DoubleRounding,
                     Halves::Away},
    TargetArithmetic{"tflite-single", "32-bit fraction and shift, rounded once", Requantizing::SingleRounding,
                     Halves::Up},
    TargetArithmetic{"power-of-two", "shifts alone, halves up", Requantizing::Shift, Halves::Up},
    TargetArithmetic{"accumulator-24", "float32 scale, sums of 24 bits", Requantizing::FloatScale, Halves::ToEven, 24},
    TargetArithmetic{"accumulator-16", "float32 scale, sums of 16 bits", Requantizing::FloatScale, Halves::ToEven, 16},
    TargetArithmetic{"avx2-pairs", "float32 scale, pairs of products saturate at 16 bits", Requantizing::FloatScale,
                     Halves::ToEven, 32, true}};

std::int64_t rounded(double x, Halves halves)
{
    switch (halves) {
    case Halves::ToEven: return std::int64_t(std::nearbyint(x));
    case Halves::Away: return std::int64_t(std::round(x));
    case Halves::Up: break;
    }
    return std::int64_t(std::floor(x + 0.5));
}

std::int64_t wrapped(std::int64_t sum, int bits)
{
    const int unused = 64 - bits;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) << unused) >> unused;
}

std::int64_t roundedOnce(std::int64_t sum, FixedFactor factor)
{
    const int shift = 31 - factor.shift;
    return (sum * factor.fraction + (std::int64_t{1} << (shift - 1))) >> shift;
}

} // namespace

std::span<const TargetArithmetic> knownTargetArithmetics()
{
    return kTargets;
}

const TargetArithmetic& targetArithmeticNamed(std::string_view name)
{
    const auto found = std::ranges::find(kTargets, name, &TargetArithmetic::name);
    if (found != kTargets.end())
        return *found;
    std::vector<std::string> names;
    for (const auto& target : kTargets)
        names.emplace_back(target.name);
    throw Error(ErrorCode::BadArgument, Message("target arithmetic {} is not known", name),
                Message("the arithmetics are {}", Message::names(names, ", ")));
}

std::int64_t requantizedSum(std::int64_t sum, double multiplier, const TargetArithmetic& target)
{
    const auto own = wrapped(sum, target.accumulatorBits);
    switch (target.requantizing) {
    case Requantizing::DoubleRounding: return scaled(std::int32_t(own), fixedFactor(multiplier));
    case Requantizing::SingleRounding: return roundedOnce(own, fixedFactor(multiplier));
    case Requantizing::Shift:
        return multiplier == 0.0
                   ? 0
                   : rounded(std::ldexp(double(own), int(std::lround(std::log2(multiplier)))), target.halves);
    case Requantizing::FloatScale: break;
    }
    return rounded(double(float(own) * float(multiplier)), target.halves);
}

} // namespace ql::ops
