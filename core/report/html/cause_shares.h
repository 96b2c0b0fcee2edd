// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/table/column.h"
#include "core/results/compare_result.h"

#include <optional>
#include <string>

namespace ql::report {

/// "Rounding" of "Rounding (dB)".
std::string withoutUnit(const std::string& label);

/// The shares of what is inherited, of the weights, rounding and clamping as one bar; hovering tells them.
Cell sharesCell(const results::ErrorPart& propagated, const results::ErrorPart& weights,
                const results::ErrorPart& rounding, const results::ErrorPart& clamping, const Labels& labels);
/// Likewise; empty where nothing was run.
Cell causesCell(const std::optional<results::LayerCauses>& causes, const Labels& labels);

/// The layer's SQNR when nothing but itself is quantized; nothing where that wasn't run.
inline std::optional<double> localDbOf(const results::LayerRow& layer)
{
    return layer.causes ? std::optional(layer.causes->localDb) : std::nullopt;
}

} // namespace ql::report
