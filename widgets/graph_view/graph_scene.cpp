// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_scene.h"

#include "widgets/graph_view/graph_layout.h"
#include "widgets/graph_view/scope_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <Qt>

namespace ql::widgets {

namespace {

constexpr QSizeF kNodeSize(158, 42);
constexpr QSizeF kScopeSize(176, 46);
constexpr double kFrameMargin = 8.0;
constexpr double kFrameTitle = 20.0;
constexpr std::size_t kBigModel = 400; ///< layers

/// Lays out scope after scope, the innermost first, then moves everything to its place.
class SceneBuilder {
public:
    SceneBuilder(const results::GraphOutline& outline, const ClosedScopes& closed, JobContext& context, bool isSideways)
        : m_outline(outline)
        , m_closed(closed)
        , m_context(context)
        , m_tree(scopeTree(outline))
        , m_contents(m_tree.scopes.size())
    {
        m_scene.isSideways = isSideways;
    }

    GraphScene build()
    {
        shareEdges();
        layOutScope(0);
        m_scene.itemOfNode.assign(m_outline.nodes.size(), -1);
        placeScope(0, {0.0, 0.0});
        m_scene.size = m_contents[0].layout.size;
        drawEdges();
        return std::move(m_scene);
    }

private:
    /// What one open scope shows, in its own space.
    struct Content {
        std::vector<int> nodes;  ///< the boxes: first the nodes …
        std::vector<int> scopes; ///< … then the scopes
        LayoutTask task;
        LayoutResult layout;
        std::vector<std::size_t> outlineEdges;
        std::vector<std::size_t> taskEdges; ///< by outlineEdges: which of the task's
        QPointF origin;
    };

    bool isOpen(int scope) const { return scope == 0 || !m_closed.contains(m_tree.scopes[std::size_t(scope)].path); }

    /// From the node's own scope outwards to the root, leaving out what lies inside a closed one.
    std::vector<int> openPath(int node) const
    {
        std::vector<int> path;
        for (int scope = m_tree.scopeOfNode[std::size_t(node)]; scope != -1;
             scope = m_tree.scopes[std::size_t(scope)].parent) {
            if (!isOpen(scope))
                path.clear();
            path.push_back(scope);
        }
        return path;
    }

    /// Gives each edge to the innermost open scope that holds both of its ends.
    void shareEdges()
    {
        for (std::size_t edge = 0; edge < m_outline.edges.size(); ++edge) {
            const std::vector<int> from = openPath(int(m_outline.edges[edge].from));
            const std::vector<int> to = openPath(int(m_outline.edges[edge].to));
            std::size_t common = 0;
            while (common < std::min(from.size(), to.size())
                   && from[from.size() - 1 - common] == to[to.size() - 1 - common])
                ++common;
            const int home = from[from.size() - common];
            if (isOpen(home))
                m_contents[std::size_t(home)].outlineEdges.push_back(edge);
        }
    }

    QSizeF layOutScope(int scope)
    {
        m_context.throwIfCancelled();
        Content& content = m_contents[std::size_t(scope)];
        const auto& source = m_tree.scopes[std::size_t(scope)];
        content.nodes = source.nodes;
        content.scopes = source.scopes;
        std::map<int, int> boxOfScope;
        for (std::size_t i = 0; i < content.nodes.size(); ++i)
            content.task.sizes.push_back(turned(kNodeSize));
        for (const int child : content.scopes) {
            boxOfScope[child] = int(content.task.sizes.size());
            content.task.sizes.push_back(turned(isOpen(child) ? framed(layOutScope(child)) : kScopeSize));
        }
        std::map<int, int> boxOfNode;
        for (std::size_t i = 0; i < content.nodes.size(); ++i)
            boxOfNode[content.nodes[i]] = int(i);
        const auto boxOf = [&](std::size_t node) {
            if (const auto own = boxOfNode.find(int(node)); own != boxOfNode.end())
                return own->second;
            int child = m_tree.scopeOfNode[node];
            while (m_tree.scopes[std::size_t(child)].parent != scope)
                child = m_tree.scopes[std::size_t(child)].parent;
            return boxOfScope.at(child);
        };
        std::map<std::pair<int, int>, std::size_t> known;
        for (const std::size_t edge : content.outlineEdges) {
            const std::pair ends{boxOf(m_outline.edges[edge].from), boxOf(m_outline.edges[edge].to)};
            const auto [found, isNew] = known.emplace(ends, content.task.edges.size());
            if (isNew)
                content.task.edges.push_back(ends);
            content.taskEdges.push_back(found->second);
        }
        content.layout = layOut(content.task, m_context);
        turnLayout(content.layout);
        return content.layout.size;
    }

    /// The layout runs from top to bottom: for the other direction it is given, and gives, everything turned.
    QSizeF turned(const QSizeF& size) const { return m_scene.isSideways ? size.transposed() : size; }

    void turnLayout(LayoutResult& layout) const
    {
        if (!m_scene.isSideways)
            return;
        layout.size.transpose();
        for (QPointF& centre : layout.centres)
            centre = centre.transposed();
        for (auto& route : layout.routes)
            for (QPointF& point : route)
                point = point.transposed();
    }

    static QSizeF framed(QSizeF inside) { return inside + QSizeF(2 * kFrameMargin, 2 * kFrameMargin + kFrameTitle); }

    void placeScope(int scope, QPointF origin)
    {
        Content& content = m_contents[std::size_t(scope)];
        content.origin = origin;
        const auto rectOf = [this, &content, origin](std::size_t box) {
            QRectF rect(QPointF(), turned(content.task.sizes[box]));
            rect.moveCenter(origin + content.layout.centres[box]);
            return rect;
        };
        for (std::size_t i = 0; i < content.nodes.size(); ++i) {
            const int node = content.nodes[i];
            m_scene.itemOfNode[std::size_t(node)] = int(m_scene.items.size());
            m_scene.items.push_back({.node = node, .scope = {}, .rect = rectOf(i), .members = {}});
        }
        for (std::size_t i = 0; i < content.scopes.size(); ++i) {
            const int child = content.scopes[i];
            const auto& source = m_tree.scopes[std::size_t(child)];
            const QRectF rect = rectOf(content.nodes.size() + i);
            if (!isOpen(child))
                for (const int node : source.members)
                    m_scene.itemOfNode[std::size_t(node)] = int(m_scene.items.size());
            m_scene.items.push_back(
                {.scope = source.path, .isOpen = isOpen(child), .rect = rect, .members = source.members});
            if (isOpen(child))
                placeScope(child, rect.topLeft() + QPointF(kFrameMargin, kFrameMargin + kFrameTitle));
        }
    }

    /// Ends each route at the boxes themselves: inside an open scope the frame is only passed.
    void drawEdges()
    {
        std::set<std::pair<int, int>> drawn;
        for (std::size_t scope = 0; scope < m_contents.size(); ++scope) {
            const Content& content = m_contents[scope];
            for (std::size_t i = 0; i < content.outlineEdges.size(); ++i) {
                const auto& edge = m_outline.edges[content.outlineEdges[i]];
                const int from = m_scene.itemOfNode[edge.from];
                const int to = m_scene.itemOfNode[edge.to];
                if (from == to || !drawn.emplace(from, to).second)
                    continue;
                std::vector<QPointF> route = content.layout.routes[content.taskEdges[i]];
                for (QPointF& point : route)
                    point += content.origin;
                const QRectF& start = m_scene.items[std::size_t(from)].rect;
                const QRectF& end = m_scene.items[std::size_t(to)].rect;
                if (route.size() < 2)
                    route.resize(2);
                route.front() = m_scene.isSideways ? QPointF(start.right(), start.center().y())
                                                   : QPointF(start.center().x(), start.bottom());
                route.back() =
                    m_scene.isSideways ? QPointF(end.left(), end.center().y()) : QPointF(end.center().x(), end.top());
                m_scene.edges.push_back({from, to, int(edge.from), route, boundsOf(route)});
            }
        }
    }

    static QRectF boundsOf(const std::vector<QPointF>& route)
    {
        QRectF bounds(route.front(), route.front());
        for (const QPointF& point : route)
            bounds = bounds.united(QRectF(point, QSizeF(0.01, 0.01)));
        return bounds.adjusted(-4, -4, 4, 4);
    }

    const results::GraphOutline& m_outline;
    const ClosedScopes& m_closed;
    JobContext& m_context;
    ScopeTree m_tree;
    std::vector<Content> m_contents; ///< by scope; empty for closed ones
    GraphScene m_scene;
};

} // namespace

std::vector<std::string> framedScopes(const results::GraphOutline& outline)
{
    const ScopeTree tree = scopeTree(outline);
    std::vector<std::string> paths;
    for (const auto& scope : tree.scopes)
        if (!scope.path.empty())
            paths.push_back(scope.path);
    return paths;
}

ClosedScopes closedAtFirst(const results::GraphOutline& outline)
{
    ClosedScopes closed;
    if (outline.nodes.size() <= kBigModel)
        return closed;
    const ScopeTree tree = scopeTree(outline);
    for (const int scope : tree.scopes.front().scopes)
        closed.insert(tree.scopes[std::size_t(scope)].path);
    return closed;
}

GraphScene buildScene(const results::GraphOutline& outline, const ClosedScopes& closed, JobContext& context,
                      bool isSideways)
{
    return SceneBuilder(outline, closed, context, isSideways).build();
}

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
