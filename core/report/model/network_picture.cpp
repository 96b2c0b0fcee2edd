// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/network_picture.h"

#include "core/report/html/markup.h"
#include "core/report/html/network_layout.h"
#include "core/report/html/network_parts.h"
#include "core/report/html/network_routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ql::report {

namespace {

using results::GraphOutline;
using results::OutlineNode;
using Place = NetworkLayout::Place;

constexpr std::size_t kMostLetters = 44; ///< of a name in its box; the whole name shows when the box is pointed at
constexpr double kLetterWidth = 6.4;
constexpr double kLeastWidth = 118.0;
constexpr double kHigher = 2.0; ///< boxes hold two lines
constexpr const char* kStyle = "text{font:11px sans-serif;fill:#111}.op{fill:#555}rect{fill:#f4f4f4;stroke:#777}"
                               ".q rect{fill:#cfe8cf;stroke:#2b7a2b}.end rect{stroke-width:2}"
                               "path{fill:none;stroke:#888;vector-effect:non-scaling-stroke}";

std::string shownName(const OutlineNode& node)
{
    return lastLetters(node.name, kMostLetters);
}

std::string kindOf(const OutlineNode& node)
{
    const auto type = node.quantDtype.empty() ? node.dtype : node.quantDtype;
    return node.opType + (type.empty() ? "" : " · " + type);
}

/// How much wider than in a report the boxes are, so that names fit.
double widening(const GraphOutline& outline)
{
    std::size_t letters = 0;
    for (const auto& node : outline.nodes)
        letters = std::max({letters, letterCount(shownName(node)), letterCount(kindOf(node))});
    return std::max(kLeastWidth, double(letters) * kLetterWidth + 12.0) / NetworkLayout::kBoxWidth;
}

std::string boxMarkup(const OutlineNode& node, const Place& place, double wider)
{
    std::string classes = node.quantDtype.empty() ? "" : "q";
    if (node.isInput || node.isOutput)
        classes += classes.empty() ? "end" : " end";
    auto whole = fmt::format("{}, {}, {}", node.name, kindOf(node), node.shape);
    if (node.qscale)
        whole += fmt::format(", scale {}", *node.qscale);
    return fmt::format("<g class=\"{}\" transform=\"translate({:.0f} {:.0f})\"><title>{}</title>"
                       "<rect width=\"{:.0f}\" height=\"{:.0f}\" rx=\"3\"/><text x=\"6\" y=\"15\">{}</text>"
                       "<text class=\"op\" x=\"6\" y=\"31\">{}</text></g>\n",
                       classes, place.x * wider, place.y * kHigher, escaped(whole), NetworkLayout::kBoxWidth * wider,
                       NetworkLayout::kBoxHeight * kHigher, escaped(shownName(node)), escaped(kindOf(node)));
}

} // namespace

std::string networkPicture(const GraphOutline& outline)
{
    std::vector<std::vector<std::size_t>> reads(outline.nodes.size());
    for (const auto& edge : outline.edges)
        reads[edge.to].push_back(edge.from);
    const auto layout = layOutNetwork(reads);
    NetworkRoutes routes(layout);
    const double wider = widening(outline);
    std::string edges;
    for (const auto& edge : outline.edges)
        edges += fmt::format("<path d=\"{}\"/>", routes.path(edge.from, edge.to));
    std::string boxes;
    for (std::size_t i = 0; i < outline.nodes.size(); ++i)
        boxes += boxMarkup(outline.nodes[i], layout.places[i], wider);
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
                       "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n<title>{2}</title>\n"
                       "<style>{3}</style>\n<rect style=\"fill:#fff;stroke:none\" width=\"100%\" height=\"100%\"/>\n"
                       "<g transform=\"scale({4:.4f} {5:.0f})\">{6}</g>\n{7}</svg>\n",
                       layout.width * wider, layout.height * kHigher, escaped(outline.model), kStyle, wider, kHigher,
                       edges, boxes);
}

} // namespace ql::report
