// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"

#include <QPointF>
#include <QSizeF>

#include <utility>
#include <vector>

namespace ql::widgets {

/// Boxes and which of them comes above which.
struct LayoutTask {
    std::vector<QSizeF> sizes;
    std::vector<std::pair<int, int>> edges; ///< from, to; cycles are broken, loops and repetitions allowed
};

/// Where everything goes, in a space that begins at (0, 0). Rows run from top to bottom.
struct LayoutResult {
    std::vector<QPointF> centres;
    std::vector<std::vector<QPointF>>
        routes; ///< by edge: from the lower side of one box to the upper side of the other
    QSizeF size;
};

/// A layered layout (Sugiyama, Tagawa, Toda 1981): rows by longest path, long edges cut into pieces, crossings reduced
/// by barycentres, positions by least squares that keep the order. Pure geometry; nothing is painted. @throws Cancelled
LayoutResult layOut(const LayoutTask& task, JobContext& context);

} // namespace ql::widgets
