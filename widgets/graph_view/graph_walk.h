// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_scene.h"

namespace ql::widgets {

/// The node that an arrow key (Qt::Key) leads to from box @p item, or -1. The keys along the edges follow these; those
/// across them go to the next box of about the same row.
int neighbourOf(const GraphScene& scene, int item, int key);

} // namespace ql::widgets
