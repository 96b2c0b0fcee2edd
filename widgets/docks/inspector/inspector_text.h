// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/attribution_result.h"
#include "core/results/compare_result.h"

#include <QPalette>
#include <QString>

namespace ql::widgets {

/// "conv_34 · Conv · int8"
QString inspectorTitle(const results::LayerRow& layer);

/// Where the layer's error comes from, as rich text.
QString causesHtml(const results::AttributionRow& row);

/// Advice, metrics, statistics of both sides, quantizer and match rule of one layer, as rich text.
/// @p causes may be null.
QString inspectorDetails(const results::LayerRow& layer, const results::AttributionRow* causes,
                         const QPalette& palette);

} // namespace ql::widgets
