// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"

#include <cstddef>
#include <vector>

namespace ql::analysis {

/// Whether row @p row's layer loses on exact inputs what its kind loses everywhere, so that it isn't damaged, only as
/// coarse as all: it is not harmless alone and keeps something (3 to 30 dB), there is another layer of its operator,
/// its quantizer's type and its cause of which that was measured, and it is less than a bit (6 dB) worse than their
/// median. Nothing is alike without controlled runs.
bool isAsItsKind(const std::vector<LayerRowSource>& rows, std::size_t row);

} // namespace ql::analysis
