// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "widgets/config_document/edit_kinds.h"

namespace ql::widgets {

/// Whether what was found out about a layer speaks for that edit: its weights for a scale per channel and more bits,
/// clamped values for another range, rounding for int16.
bool isAdvised(EditKind kind, const results::LayerRow& layer);

} // namespace ql::widgets
