// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/observer.h"

#include <optional>
#include <span>
#include <string_view>

namespace ql::quant {

/// A trained quantizer in the form it has at inference: integers in equal steps, or cluster centres. What training
/// learns starts from an observer.
struct QuantizerDefinition {
    std::string_view name;
    std::string_view summary;
    std::string_view observer; ///< what finds its parameters when nothing else is said
};

/// ARQ, fixed, linear, LNQ, LUQ, ULQ, in alphabetical order.
std::span<const QuantizerDefinition> knownQuantizers();
/// @throws Error (BadArgument) listing the known ones
const QuantizerDefinition& quantizerNamed(std::string_view name);

/// Parameters of clip limits that were learned or are given (ULQ's clip_max_min): equal steps between them, zero kept
/// on the grid. @p isMinFixed pins the lower limit to 0.
Parameters clippedParameters(Range clip, bool isMinFixed, const IntegerFormat& format);

} // namespace ql::quant
