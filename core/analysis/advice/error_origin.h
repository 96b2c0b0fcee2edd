// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ql::analysis {

/// How the error of each row compares with that of what it reads, in dB of SQNR within -40 … 50 (NaN counts as -40).
struct ErrorFlow {
    std::vector<std::optional<double>> own; ///< by row; nothing where nothing was measured
    std::vector<double> input;              ///< by row: the worst nearest measured input; 50 for exact ones
};
ErrorFlow errorFlowOf(const std::vector<LayerRowSource>& rows, const MatchedModels& models);

/// The layer at which the error starts.
struct ErrorOrigin {
    std::size_t row = 0;      ///< a quantized layer
    std::size_t worstRow = 0; ///< where it shows: the row itself, or a float layer after it that lays the error bare
    double inputDb = 0.0;
    double ownDb = 0.0;
    double worstDb = 0.0;
};

/// The quantized layer with the largest drop from its inputs to itself or to the float layers that follow it before the
/// next quantizer (a logarithm may lay bare what a quantizer rounded away). Not the lowest SQNR: that is mostly
/// inherited. Nothing unless some layer falls below 20 dB by a drop of at least 10 dB.
std::optional<ErrorOrigin> findErrorOrigin(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                           const ErrorFlow& flow);

} // namespace ql::analysis
