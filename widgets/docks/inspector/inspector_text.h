// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/attribution_result.h"
#include "core/results/compare_result.h"

#include <QPalette>
#include <QString>

namespace ql::widgets {

/// "conv_34 · Conv · int8"
QString inspectorTitle(const results::LayerRow& layer);

/// Why nothing of @p layer's values can be drawn; empty where something can. A null @p layer is none that is selected.
QString reasonNotToDraw(const results::LayerRow* layer, bool hasResult);

/// Advice, metrics, statistics of both sides, quantizer and match rule of one layer, as rich text.
/// @p causes may be null: then what the comparison itself found out.
QString inspectorDetails(const results::LayerRow& layer, const results::AttributionRow* causes,
                         const QPalette& palette);

} // namespace ql::widgets
