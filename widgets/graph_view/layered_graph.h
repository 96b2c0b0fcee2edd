// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_layout.h"

#include <vector>

namespace ql::widgets {

/// The layout's working form: every box and every bend of a long edge is a place in a row, and pieces of edges join
/// neighbouring rows only.
struct LayeredGraph {
    struct Place {
        int row = 0;
        double width = 0.0;
        double height = 0.0;
        double x = 0.0;      ///< of the centre
        bool isBend = false; ///< not a box
        std::vector<int> above;
        std::vector<int> below;
    };

    std::vector<Place> places;          ///< the task's boxes first
    std::vector<std::vector<int>> rows; ///< places in order from left to right
    std::vector<std::vector<int>>
        chains;                   ///< by edge: its places from top to bottom, both ends included; a loop's is empty
    std::vector<bool> isReversed; ///< by edge: it runs upwards
};

/// Breaks cycles, gives every box its row and cuts the edges.
LayeredGraph makeLayers(const LayoutTask& task, JobContext& context);
/// Sorts each row so that few edges cross.
void reduceCrossings(LayeredGraph& graph, JobContext& context);
/// Gives every place its x: near its neighbours, in the row's order, without overlap.
void placeInRows(LayeredGraph& graph, JobContext& context);

} // namespace ql::widgets
