// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <optional>
#include <string_view>

namespace ql::analysis {

constexpr double kBadDb = 20.0;      ///< below it a layer's error is called bad
constexpr double kHarmlessDb = 30.0; ///< from it on an error explains nothing that a user sees

constexpr double kDropDb = 6.0; ///< without controlled runs: so much worse than its inputs may be its own doing

/// Both are there, with the same scales and zero points.
bool isSameGrid(const std::optional<results::QuantizerInfo>& one, const std::optional<results::QuantizerInfo>& other);

/// Its error is bad, or it holds NaN that the baseline doesn't.
bool isBad(const results::LayerRow& row);

/// More of the analysis model's values are NaN or infinite than of the baseline's.
bool hasMoreNonFinite(const results::LayerRow& row);

/// On the inputs that it had, the baseline's layer gives other values, which matters and is not its quantizers' doing.
bool computesOtherwise(const results::LayerRow& row);

/// Likewise, but so little that a quantizer which isn't known may do it: nothing tells what it computes.
bool mayBeQuantization(const results::LayerRow& row);
/// Nor for that of its constants: it wraps, lacks an activation, ends elsewhere, or makes NaN.
bool isOtherFunction(const results::LayerRow& row);

/// The part of its error's energy that the layer makes by itself, 0 … 1; nothing without controlled runs.
std::optional<double> shareMadeHere(const results::LayerRow& row);

/// Controlled runs showed that the layer makes most of its error itself.
bool isMadeHere(const results::LayerRow& row);
/// Controlled runs showed that @p cause ("weights", "rounding" or "clamping") makes most of the layer's own error, and
/// that error is bad.
bool isMadeBy(const results::LayerRow& row, std::string_view cause);
/// Controlled runs showed that most of its error comes in with its inputs.
bool isInherited(const results::LayerRow& row);
/// What is quantized of the layer does little harm, by controlled runs, or since even with all else it is close.
bool isHarmless(const results::LayerRow& row);

/// What makes most of the layer's own error: "weights", "rounding", "clamping", or nothing. @pre it has causes
std::string_view ownCause(const results::LayerCauses& causes);
const results::ErrorPart& partOf(const results::LayerCauses& causes, std::string_view cause);

} // namespace ql::analysis
