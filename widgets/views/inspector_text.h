// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <QPalette>
#include <QString>

namespace ql::widgets {

/// "conv_34 · Conv · int8"
QString inspectorTitle(const results::LayerRow& layer);

/// Advice, metrics, statistics of both sides, quantizer and match rule of one layer, as rich text.
QString inspectorDetails(const results::LayerRow& layer, const QPalette& palette);

} // namespace ql::widgets
