// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/record/record.h"

namespace ql::quant {

/// The lists of Parameters::codes one after the other, as `params` has them. Several are filled up to 2^bits each with
/// their own last integer, so that the count alone tells whose they are.
std::vector<std::int64_t> recordedCodes(const std::vector<std::vector<std::int32_t>>& codes, int bits);

/// The way back: one list per weight scale, rising. Up to 2^weightBits integers are of all scales together.
std::vector<std::vector<std::int32_t>> codesFrom(const LayerRecord& record);

/// Whether `params` are one list, or lists of one length for each weight scale.
bool hasWholeLists(const LayerRecord& record);

/// The scale that `params[i]` is multiplied by. @pre record.weightScales isn't empty
float scaleOfCode(const LayerRecord& record, std::size_t i);

} // namespace ql::quant
