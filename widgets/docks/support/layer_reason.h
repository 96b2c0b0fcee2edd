// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <QString>

namespace ql::widgets {

/// The first finding about a layer that is shown, no note, and names a cause of its own: not only where the error
/// starts, or what kind it is of. Null without one.
const results::Diagnostic* tellingAdvice(const results::LayerRow& layer);

/// What the layer itself does wrong, in one sentence: that finding, else what controlled runs blame. Empty without.
QString layerReason(const results::LayerRow& layer);

} // namespace ql::widgets
