// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_sections.h"
#include "core/report/format/badness_colours.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/html/network_layout.h"
#include "core/report/html/network_parts.h"
#include "core/report/html/network_routes.h"
#include "core/results/badness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace ql::report {

namespace {

using results::CompareResult;
using results::LayerRow;

constexpr std::size_t kMostLetters = 17;   ///< what fits into a box
constexpr std::size_t kNarrowLetters = 14; ///< from here on they are squeezed into it, should they be wide ones

/// By place in the result: whom each row reads. A filter may have taken some of them away.
std::vector<std::vector<std::size_t>> readsOf(const CompareResult& result)
{
    std::map<int, std::size_t> placeOf;
    for (std::size_t i = 0; i < result.layers.size(); ++i)
        placeOf.emplace(result.layers[i].index, i);
    std::vector<std::vector<std::size_t>> reads(result.layers.size());
    for (std::size_t i = 0; i < result.layers.size(); ++i)
        for (const int read : result.layers[i].reads)
            if (const auto found = placeOf.find(read); found != placeOf.end() && found->second != i)
                reads[i].push_back(found->second);
    return reads;
}

std::string shortName(const std::string& name)
{
    const auto slash = name.rfind('/', name.empty() ? 0 : name.size() - 2);
    return lastLetters(slash == std::string::npos ? name : name.substr(slash + 1), kMostLetters);
}

std::string levelClass(const LayerRow& layer, const results::BadnessScale& scale)
{
    const auto value = layer.metrics ? results::valueOf(*layer.metrics, results::MetricId::Sqnr) : std::nullopt;
    if (!value)
        return {};
    return fmt::format(" k{}", badnessStep(scale.badness(results::MetricId::Sqnr, *value)));
}

std::string boxMarkup(const CompareResult& result, std::size_t number, const NetworkLayout::Place& place,
                      const results::BadnessScale& scale)
{
    const LayerRow& layer = result.layers[number];
    using State = LayerRow::State;
    std::string classes = "box" + levelClass(layer, scale);
    if (layer.state == State::UnmatchedBaseline || layer.state == State::UnmatchedAnalysis)
        classes += " alone";
    if (!layer.name.empty() && layer.name == result.errorOrigin)
        classes += " origin";
    const auto name = shortName(layer.name);
    const auto squeezed =
        letterCount(name) > kNarrowLetters
            ? fmt::format(" textLength=\"{:.0f}\" lengthAdjust=\"spacingAndGlyphs\"", NetworkLayout::kBoxWidth - 12.0)
            : std::string();
    return fmt::format("<g data-layer=\"{}\" class=\"{}\" transform=\"translate({:.0f} {:.0f})\">"
                       "<rect width=\"{:.0f}\" height=\"{:.0f}\" rx=\"3\"/><text x=\"6\" y=\"14\"{}>{}</text></g>\n",
                       number, classes, place.x, place.y, NetworkLayout::kBoxWidth, NetworkLayout::kBoxHeight, squeezed,
                       escaped(name));
}

std::string zoomTools(const Labels& labels)
{
    std::string html = "<p class=\"tools zoom\">";
    for (const auto& [key, sign, title] :
         {std::tuple("+", "+", labels("Larger")), std::tuple("-", "−", labels("Smaller")),
          std::tuple("0", "▣", labels("Show everything"))})
        html += fmt::format("<button type=\"button\" data-key=\"{}\" title=\"{}\" aria-label=\"{}\">{}</button>", key,
                            escaped(title), escaped(title), sign);
    return html + "</p>\n";
}

} // namespace

std::string networkSection(const CompareResult& result, const Labels& labels)
{
    const auto reads = readsOf(result);
    if (std::ranges::all_of(reads, [](const auto& each) { return each.empty(); }))
        return {}; // a dump's tensors, or a document that doesn't say who reads whom
    const auto layout = layOutNetwork(reads);
    NetworkRoutes routes(layout);
    const results::BadnessScale scale(result);
    std::string edges;
    std::string boxes;
    for (std::size_t i = 0; i < reads.size(); ++i) {
        boxes += boxMarkup(result, i, layout.places[i], scale);
        for (const std::size_t read : reads[i])
            edges += fmt::format("<path data-e=\"{} {}\" d=\"{}\"/>", read, i, routes.path(read, i));
    }
    return fmt::format("<p class=\"help\">{}</p>\n",
                       escaped(labels("Every box is a layer; they go down by who reads whom, and on at the top of the "
                                      "next column. What glows is bad by the metric that is chosen above. Click a box, "
                                      "or walk with the arrow keys; + and - zoom, 0 shows everything.")))
           + zoomTools(labels)
           + fmt::format("<div class=\"scroller net\"><svg class=\"network\" viewBox=\"0 0 {:.0f} {:.0f}\" "
                         "tabindex=\"0\" role=\"application\" aria-label=\"{}\" aria-describedby=\"picked\">\n"
                         "<g class=\"edges\">{}</g>\n{}</svg></div>\n",
                         layout.width, layout.height, escaped(labels("The network")), edges, boxes);
}

} // namespace ql::report
