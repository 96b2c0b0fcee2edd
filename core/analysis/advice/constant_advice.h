// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/constants/constant_comparison.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// Whether the numbers of @p row call for a look at its layer's constants: controlled runs found its error in them, or
/// without any it is much worse than what it reads (@p inputDb).
bool mayHaveOtherConstants(const results::LayerRow& row, double inputDb);

/// Of @p others those that can make the error of @p row: a bias' difference must reach it.
std::vector<OtherConstant> harmfulConstants(std::vector<OtherConstant> others, const results::LayerRow& row);

/// "its weight w isn't the baseline's: …", without a full stop; begins a sentence on demand.
Message differenceOf(const OtherConstant& other, bool beginsSentence);
/// What brings the baseline's constant back.
Message remedyOf(const OtherConstant& other);
/// What brings back all of them, one at least, which are one layer's.
Message remedyOf(const std::vector<OtherConstant>& others);
/// What helps a weight that was rounded too coarsely, kept as @p grid.
Message finerWeight(const std::optional<WeightGrid>& grid);

} // namespace ql::analysis
