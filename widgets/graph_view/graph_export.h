// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_look.h"

#include <memory>
#include <vector>

namespace ql::widgets {

/// A graph to write, with a line above it that may be empty.
struct ExportedGraph {
    std::shared_ptr<const GraphScene> scene;
    GraphLook look;
    QString title;
};

/// Writes whole graphs into one picture, one beside the other in the direction across their edges, to @p path as SVG,
/// PDF or PNG by its suffix, beside the target and renamed into place. False if that did not work.
bool exportGraphs(const QString& path, const std::vector<ExportedGraph>& graphs);

} // namespace ql::widgets
