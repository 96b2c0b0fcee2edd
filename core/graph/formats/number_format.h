// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/minifloat.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::graph {

/// What one number is stored as: a two's complement or unsigned integer, or a small float.
struct ElementFormat {
    int bits = 8;
    bool isSigned = true;
    int pointBits = 0; ///< of an integer: those behind the point
    std::optional<MinifloatLayout> layout = {};

    double lowest() const;
    double highest() const;
    /// The number that @p code, of which the last `bits` count, stands for.
    double decode(std::uint32_t code) const;
    /// The code of the nearest number, ties to the even code; what is too large becomes the outermost number, but an
    /// infinity in float16 and bfloat16. NaN becomes NaN, the lowest integer, or the largest number of a float without.
    std::uint32_t encode(double value) const;
    friend bool operator==(const ElementFormat&, const ElementFormat&) = default;
};

/// How the values of a tensor are stored: what one element is, and what it is multiplied by.
struct NumberFormat {
    enum class Scaling {
        Tensor,         ///< a scale per tensor or per channel, from calibration
        PowerOfTwo,     ///< the same, rounded up to a power of two
        Group,          ///< a scale (and a zero point) per block, from the block's own values
        SharedExponent, ///< a power of two per block: 2^(⌊log2 of the largest⌋ − the elements' largest exponent)
        TwoLevel,       ///< a scale per block in float8e4m3 times one of the tensor
        None            ///< the elements themselves
    };
    std::string name;
    std::string_view summary;
    ElementFormat element = {};
    Scaling scaling = Scaling::Tensor;
    int blockSize = 0; ///< values that share a scale, along the axis that products sum over; 0 = no blocks
    bool hasZeroPoint = false;

    /// Integers in equal steps, as QuantizeLinear makes them.
    bool isUniform() const { return !element.layout && !isBlocked(); }
    bool isBlocked() const { return blockSize > 0; }
    /// Whether calibration finds a scale; otherwise each run's values do, or nothing has to.
    bool isScaled() const { return scaling != Scaling::None && (!isBlocked() || scaling == Scaling::TwoLevel); }
    /// What a tensor's largest magnitude is divided by for its scale. @pre isScaled()
    double largestScaled() const;
    /// Whether activations can have it: groups of integers are a way to store weights.
    bool isOfActivations() const { return scaling != Scaling::Group; }
};

/// All of them, families in the order of formats.inc.
std::span<const NumberFormat> knownNumberFormats();
/// Null where there is none of that name. Groups without zero points are of any size: "int4_g16".
const NumberFormat* findNumberFormat(std::string_view name);
/// @throws Error (BadArgument) naming what there is
const NumberFormat& numberFormatNamed(std::string_view name);

/// Values in C order: @p outer slices of @p length places along the axis, each of @p inner values.
struct AxisLayout {
    std::int64_t outer = 1;
    std::int64_t length = 1;
    std::int64_t inner = 1;
};

/// Rounds @p x to what @p format can hold. Blocks lie along the axis, the last one may be shorter; @p scales: one, or
/// one per place along the axis, none where the format needs none, or one per block of a group, in C order. NaN stays
/// NaN, and an infinity counts as the largest number but in float16 and bfloat16. Any thread. @pre not
/// format.isUniform(); @p y as long as @p x
void roundTo(const NumberFormat& format, const AxisLayout& layout, std::span<const float> scales,
             std::span<const float> x, std::span<float> y);

} // namespace ql::graph
