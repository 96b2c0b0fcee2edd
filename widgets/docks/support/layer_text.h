// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <QString>

namespace ql::widgets {

/// "conv_34 · Conv · int8"
QString layerTitle(const results::LayerRow& layer);

/// Why nothing of @p layer's values can be drawn; empty where something can. A null @p layer is none that is selected.
QString reasonNotToDraw(const results::LayerRow* layer, bool hasResult);

/// Why a layer in @p body has nothing to show: the models didn't run it alike.
QString leftOutText(const results::LayerRow& layer, const QString& body);
/// Of a layer whose values are strings.
QString stringsText(const results::LayerRow& layer);

} // namespace ql::widgets
