// SPDX-License-Identifier: GPL-3.0-or-later
// Laying out a large graph, and how long one frame takes while it is panned. Aims: 10,000 nodes below 5 s, 60 frames a
// second.
#include "tests/bench/stopwatch.h"
#include "widgets/graph_view/graph_painter.h"
#include "widgets/graph_view/graph_scene.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace ql;
using namespace ql::widgets;

constexpr double kFrameMillis = 1000.0 / 60.0;
constexpr QSize kWindow(1100, 640);

/// Residual blocks of eight layers, ten blocks to a stage.
results::GraphOutline residualNetwork(std::size_t count)
{
    results::GraphOutline outline;
    for (std::size_t i = 0; i < count; ++i) {
        results::OutlineNode node;
        node.name = fmt::format("/stage{}/block{}/conv{}", i / 80, i / 8, i);
        node.opType = i % 8 == 7 ? "Add" : i % 2 == 0 ? "Conv" : "Relu";
        node.scope = fmt::format("stage{}/block{}", i / 80, i / 8);
        node.dtype = "float32";
        node.shape = "1x64x56x56";
        node.quantDtype = "int8";
        node.qscale = 0.0123;
        node.isCompute = true;
        outline.nodes.push_back(std::move(node));
        if (i > 0)
            outline.edges.push_back({i - 1, i});
        if (i % 8 == 7 && i >= 8)
            outline.edges.push_back({i - 8, i});
    }
    return outline;
}

double millisOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// Frames along the graph from its top to its bottom.
std::vector<double> frames(const GraphScene& scene, const GraphLook& look, double zoom, int count)
{
    QImage picture(kWindow, QImage::Format_ARGB32_Premultiplied);
    std::vector<double> taken;
    const QSizeF seen = QSizeF(kWindow) / zoom;
    for (int i = 0; i < count; ++i) {
        const QPointF place((scene.size.width() - seen.width()) / 2.0,
                            (scene.size.height() - seen.height()) * i / count);
        taken.push_back(millisOf([&] {
            QPainter painter(&picture);
            painter.fillRect(picture.rect(), Qt::white);
            painter.scale(zoom, zoom);
            painter.translate(-place);
            paintGraph(painter, scene, look, QRectF(place, seen), zoom);
        }));
    }
    std::ranges::sort(taken);
    return taken;
}

} // namespace

int main(int argc, char** argv)
{
    const bool isQuick = bench::isQuick(argc, argv);
    QGuiApplication application(argc, argv);
    const std::size_t count = isQuick ? 1000 : 10000;
    GraphLook look;
    look.outline = std::make_shared<const results::GraphOutline>(residualNetwork(count));
    look.badness.assign(count, 0.5);
    look.valueText.assign(count, QStringLiteral("37.13"));
    JobContext context;
    GraphScene closed;
    GraphScene open;
    const double closedMillis =
        millisOf([&] { closed = buildScene(*look.outline, closedAtFirst(*look.outline), context); });
    const double openMillis = millisOf([&] { open = buildScene(*look.outline, {}, context); });
    fmt::print("{} nodes: laid out closed in {:.0f} ms, opened in {:.0f} ms\n", count, closedMillis, openMillis);
    for (const double zoom : {1.0, 0.5, 0.2, 0.02}) {
        const auto taken = frames(open, look, zoom, isQuick ? 10 : 120);
        fmt::print("zoom {:4.2f}: a frame takes {:.1f} ms, at worst {:.1f} ms: {:.1f} times a sixtieth of a second\n",
                   zoom, taken[taken.size() / 2], taken.back(), taken.back() / kFrameMillis);
    }
    return 0;
}
