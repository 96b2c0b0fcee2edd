// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/graph_outline.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <set>
#include <string>
#include <vector>

namespace ql::widgets {

/// A box of the picture: a layer, or a scope that is drawn closed or as a frame around what is in it.
struct SceneItem {
    int node = -1;       ///< of the outline; -1 for a scope
    std::string scope;   ///< whole path, for scopes
    bool isOpen = false; ///< a scope whose content shows
    QRectF rect;
    std::vector<int> members; ///< of a scope: every outline node inside, at any depth
};

struct SceneEdge {
    int from = 0; ///< items: a layer or a closed scope
    int to = 0;
    int node = 0; ///< the outline node whose value it carries
    std::vector<QPointF> route;
    QRectF bounds;
};

/// Geometry of a model's picture. Frames come before what they hold.
struct GraphScene {
    std::vector<SceneItem> items;
    std::vector<SceneEdge> edges;
    std::vector<int> itemOfNode; ///< by outline node: its box, or the closed scope that hides it
    QSizeF size;
    bool isSideways = false; ///< edges run from left to right instead of from top to bottom
};

using ClosedScopes = std::set<std::string>;

/// The scopes of @p outline that get a frame: those that hold more than one box. Outer ones first.
std::vector<std::string> framedScopes(const results::GraphOutline& outline);
/// What is closed at first: the outermost scopes of a big model, so that it shows at once; nothing of a small one.
ClosedScopes closedAtFirst(const results::GraphOutline& outline);
/// Lays out @p outline with the scopes in @p closed as single boxes. @throws Cancelled
GraphScene buildScene(const results::GraphOutline& outline, const ClosedScopes& closed, JobContext& context,
                      bool isSideways = false);

/// The node that an arrow key (Qt::Key) leads to from box @p item, or -1. The keys along the edges follow these; those
/// across them go to the next box of about the same row.
int neighbourOf(const GraphScene& scene, int item, int key);

} // namespace ql::widgets
