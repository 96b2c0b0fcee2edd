// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_walk.h"

#include <Qt>

#include <cmath>
#include <limits>

namespace ql::widgets {

int neighbourOf(const GraphScene& scene, int item, int key)
{
    const bool isForward = key == (scene.isSideways ? Qt::Key_Right : Qt::Key_Down);
    const bool isAlong = isForward || key == (scene.isSideways ? Qt::Key_Left : Qt::Key_Up);
    const bool isBefore = key == (scene.isSideways ? Qt::Key_Up : Qt::Key_Left);
    const auto placeOf = [&scene](int box) { // x across the edges, y along them
        const QPointF centre = scene.items[std::size_t(box)].rect.center();
        return scene.isSideways ? centre.transposed() : centre;
    };
    const QPointF start = placeOf(item);
    double nearest = std::numeric_limits<double>::max();
    int target = -1;
    const auto offer = [&](int box) {
        const QPointF away = placeOf(box) - start;
        const double distance = std::abs(away.x()) + 3.0 * std::abs(away.y());
        const int node = scene.items[std::size_t(box)].node;
        if (box == item || node < 0 || distance >= nearest)
            return;
        nearest = distance;
        target = node;
    };
    if (isAlong) {
        for (const SceneEdge& edge : scene.edges)
            if ((isForward ? edge.from : edge.to) == item)
                offer(isForward ? edge.to : edge.from);
        return target;
    }
    for (int box = 0; box < int(scene.items.size()); ++box) {
        const QPointF away = placeOf(box) - start;
        if (isBefore == (away.x() < 0) && std::abs(away.x()) > std::abs(away.y()))
            offer(box);
    }
    return target;
}

} // namespace ql::widgets
