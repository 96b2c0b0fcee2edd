// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/graph/ir/data_type.h"

#include <cstdint>
#include <vector>

namespace ql::quant {

/// What the integers of one quantizer look like.
struct IntegerFormat {
    int bits = 8; ///< 2 to 16
    bool isSigned = true;
    bool isSymmetric = false; ///< zero lies in the middle of the integers: at 0, or unsigned at half of them

    std::int64_t lowest() const;
    std::int64_t highest() const;
    /// The type that a file keeps them in: 8 or 16 bits wide.
    graph::DataType storage() const;
    /// Whether every integer of storage() is one of the format's. Otherwise a clamp must come before the quantizer.
    bool fillsStorage() const { return bits == 8 || bits == 16; }
    friend bool operator==(const IntegerFormat&, const IntegerFormat&) = default;
};

/// @throws Error (BadArgument) naming @p what for other widths than 2 to 16
void requireKnownWidth(int bits, const Message& what);

/// What a quantizer computes with: integer = saturate(round(x / scale) + zero point), x ≈ (integer − zero point) ·
/// scale.
struct Parameters {
    std::vector<float> scales;            ///< one, or one per channel
    std::vector<std::int32_t> zeroPoints; ///< as many
    /// The only integers allowed, rising, one list per scale (4-bit non-uniform weights); empty = all of the format's.
    std::vector<std::vector<std::int32_t>> codes;

    bool isPerTensor() const { return scales.size() == 1; }
    friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// Bounds of what a quantizer shall represent.
struct Range {
    double lowest = 0.0;
    double highest = 0.0;
};

/// Spreads the format's integers over @p range, widened so that it holds zero: (high − low) / (2^b − 1), or for a
/// symmetric format max(|low|, |high|) / (2^(b−1) − 1), in double and rounded once, as ONNX Runtime does. A range
/// without width has scale 1. A scale below @p smallestScale becomes that. With @p hasHalfStep a symmetric format is
/// spread as torch does: max(|low|, |high|) / ((2^b − 1) / 2), 127.5 steps each way of 8 bits.
Parameters parametersFor(Range range, const IntegerFormat& format, double smallestScale = 0.0,
                         bool hasHalfStep = false);

/// The same with every scale rounded up to a power of two; a zero point is worked out anew for the same lower limit.
/// @pre no codes
Parameters withPowersOfTwo(Parameters parameters, const IntegerFormat& format);

/// One scale and zero point per tensor.
Parameters perTensor(double scale, std::int64_t zeroPoint);

} // namespace ql::quant
