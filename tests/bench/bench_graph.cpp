// SPDX-License-Identifier: GPL-3.0-or-later
// Laying out large graphs, and how long one frame takes while they are panned. Aims: 50,000 nodes appear below 3 s, and
// move at 60 frames a second.
#include "tests/bench/stopwatch.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/graph_view/graph_painter.h"
#include "widgets/graph_view/graph_scene.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
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

/// Of processor time, so that what else runs does not count: all this is done by one thread.
double millisOf(const std::function<void()>& work)
{
    const auto begin = std::clock();
    work();
    return 1000.0 * double(std::clock() - begin) / CLOCKS_PER_SEC;
}

void printFrames(std::vector<double> taken, const std::string& what)
{
    std::ranges::sort(taken);
    const auto at = [&taken](double share) { return taken[std::size_t(share * double(taken.size() - 1))]; };
    fmt::print(
        "  {:<22} a frame takes {:6.1f} ms, 95 % of them at most {:6.1f} ms, the longest {:6.1f} ms: {:.1f} times "
        "a sixtieth of a second\n",
        what, at(0.5), at(0.95), taken.back(), at(0.95) / kFrameMillis);
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
    return taken;
}

/// What a user does: everything in sight, then pans and zooms; the minimap is drawn, too.
void useCanvas(const std::shared_ptr<const GraphScene>& scene, const GraphLook& look, int count)
{
    GraphCanvas canvas;
    canvas.resize(kWindow);
    canvas.look() = look;
    QImage picture(kWindow, QImage::Format_ARGB32_Premultiplied);
    const auto draw = [&] { canvas.render(&picture); };
    fmt::print("  on a canvas: its first frame takes {:.0f} ms", millisOf([&] {
                   canvas.setScene(scene);
                   draw();
               }));
    fmt::print(", the first of everything {:.0f} ms\n", millisOf([&] {
                   canvas.fitWhole();
                   draw();
               }));
    std::vector<double> whole;
    for (int i = 0; i < count; ++i)
        whole.push_back(millisOf([&] {
            canvas.panBy({0.0, i % 2 == 0 ? 7.0 : -7.0});
            draw();
        }));
    printFrames(whole, "panned, everything:");
    std::vector<double> zooms;
    for (int i = 0; i < count; ++i)
        zooms.push_back(millisOf([&] {
            canvas.zoomBy(1.2);
            draw();
        }));
    printFrames(zooms, "zooming in:");
    std::vector<double> near;
    for (int i = 0; i < count; ++i)
        near.push_back(millisOf([&] {
            canvas.panBy({0.0, -40.0});
            draw();
        }));
    printFrames(near, "panned, near:");
}

void measure(std::size_t count, bool isQuick)
{
    GraphLook look;
    look.outline = std::make_shared<const results::GraphOutline>(residualNetwork(count));
    for (std::size_t i = 0; i < count; ++i)
        look.badness.emplace_back(double(i % 101) / 100.0);
    look.valueText.assign(count, QStringLiteral("37.13"));
    JobContext context;
    auto closed = std::make_shared<GraphScene>();
    auto open = std::make_shared<GraphScene>();
    const double closedMillis =
        millisOf([&] { *closed = buildScene(*look.outline, closedAtFirst(*look.outline), context); });
    const double openMillis = millisOf([&] { *open = buildScene(*look.outline, {}, context); });
    fmt::print("{} nodes: laid out closed in {:.0f} ms, opened in {:.0f} ms\n", count, closedMillis, openMillis);
    for (const double zoom : {1.0, 0.5, 0.2, 0.02})
        printFrames(frames(*open, look, zoom, isQuick ? 10 : 120), fmt::format("zoom {:4.2f}:", zoom));
    useCanvas(open, look, isQuick ? 5 : 40);
}

} // namespace

int main(int argc, char** argv)
{
    const bool isQuick = bench::isQuick(argc, argv);
    QApplication application(argc, argv);
    for (const std::size_t count : isQuick ? std::vector<std::size_t>{1000} : std::vector<std::size_t>{10000, 50000})
        measure(count, isQuick);
    return 0;
}
