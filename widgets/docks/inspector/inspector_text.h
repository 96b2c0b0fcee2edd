// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/attribution_result.h"
#include "core/results/compare_result.h"

#include <QPalette>
#include <QString>

namespace ql::widgets {

/// Advice, metrics, statistics of both sides, quantizer and match rule of one layer, as rich text.
/// @p causes may be null: then what the comparison itself found out.
QString inspectorDetails(const results::LayerRow& layer, const results::AttributionRow* causes,
                         const QPalette& palette);

} // namespace ql::widgets
