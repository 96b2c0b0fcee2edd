// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"
#include "core/base/message.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ql::analysis {

/// A model that was calibrated on data prepared otherwise than what it gets.
struct WrongCalibration {
    std::size_t row = 0; ///< of the input whose quantizer shows it
    Message sentence;    ///< what shows it
    Message origin;      ///< the same, where the error starts there
    Message remedy;
};

/// Nothing unless the quantizer of an input is far from the data, and what stands behind it is off the same way, as by
/// one cause: or it spans what pictures do before anybody normalises them. One input quantizer that is wrong alone is
/// none.
std::optional<WrongCalibration> wrongCalibration(const std::vector<LayerRowSource>& rows, const MatchedModels& models);

} // namespace ql::analysis
