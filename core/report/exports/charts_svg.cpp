// SPDX-License-Identifier: GPL-3.0-or-later
// Every chart of the page as an SVG file of its own. The page's sections draw them; here each gets what the page around
// it gives: colours, a white ground and a name. Programs that know little CSS draw them, too, so colours are spelt out.
#include "core/report/analysis_report.h"
#include "core/report/exports/export_format.h"
#include "core/report/format/badness_colours.h"
#include "core/report/html/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace ql::report::charts_svg {

namespace {

constexpr std::string_view kStyle =
    "text{font-family:sans-serif;font-size:12px;fill:#5d6670}path{fill:none}.axis{fill:#1b1f24}.grid{stroke:#e6e9ee}"
    ".histogram text{text-anchor:middle}.histogram text.u{text-anchor:end}"
    ".strip .line{stroke:#d87010;stroke-width:1.2}.strip .rim{stroke:#1b1f24;stroke-width:8;stroke-linecap:round}"
    ".strip .dot{stroke-width:6;stroke-linecap:round}.strip .beyond{fill:#1b1f24}"
    ".strip path.origin{stroke:#c01c28;stroke-dasharray:5 4}.strip text.origin{fill:#c01c28;font-weight:600}"
    ".histogram .baseline{fill:#1f6fb8;fill-opacity:.45;stroke:#1f6fb8}"
    ".histogram .analysis{stroke:#d87010;stroke-width:1.6}.range{stroke:#1b1f24;stroke-dasharray:5 3}"
    ".outside{fill:#c01c28;fill-opacity:.12}.spread{fill:#d87010;fill-opacity:.55;stroke:#d87010}"
    ".pareto .steps{stroke:#d87010;stroke-width:1.6}.pareto .mark{fill:#d87010}"
    ".network .edges path{stroke:#5d6670}.network rect{fill:#f5f6f8;stroke:#5d6670;stroke-width:.8}"
    ".network .box text{font-size:11px;fill:#1b1f24}.network .alone rect{stroke-dasharray:4 3}"
    ".network .origin rect{stroke:#c01c28;stroke-width:2.5}";

/// Of boxes and dots, by how bad what they stand for is.
std::string badnessStyle()
{
    std::string style;
    for (std::size_t step = 0; step < kBadnessColours.size(); ++step)
        style += fmt::format(".dot.k{0}{{stroke:{1}}}.network .k{0} rect{{fill:{1}}}.network .k{0} text{{fill:{2}}}",
                             step, kBadnessColours[step], step > kLastDarkBadness ? "#000" : "#fff");
    return style;
}

/// Drawings of the page that are charts; others are bars within a table.
constexpr std::array<std::string_view, 3> kCharts{"histogram", "network", "pareto"};

/// The value of @p attribute in the last @p tag that ends before @p end; empty if there is none.
std::string_view lastAttribute(std::string_view html, std::size_t end, std::string_view attribute)
{
    const auto head = fmt::format(" {}=\"", attribute);
    const auto at = html.substr(0, end).rfind(head);
    if (at == html.npos)
        return {};
    const auto from = at + head.size();
    return html.substr(from, html.find('"', from) - from);
}

/// A drawing within a section: all places are in the section's HTML.
struct Drawing {
    std::size_t begin = 0;  ///< of its tag
    std::size_t inside = 0; ///< behind its tag
    std::size_t end = 0;    ///< of what is inside
};

std::optional<Drawing> nextDrawing(std::string_view html, std::size_t from)
{
    Drawing drawing;
    drawing.begin = html.find("<svg", from);
    if (drawing.begin == html.npos)
        return std::nullopt;
    drawing.inside = html.find('>', drawing.begin) + 1;
    drawing.end = html.find("</svg>", drawing.inside);
    return drawing.end == html.npos ? std::nullopt : std::optional(drawing);
}

/// "strip", "histogram" …; empty for what is no chart.
std::string_view kindOf(std::string_view html, const Drawing& drawing)
{
    const auto tag = html.substr(drawing.begin, drawing.inside - drawing.begin);
    const auto kind = lastAttribute(tag, tag.size(), "class");
    if (kind.empty())
        return lastAttribute(html, drawing.begin, "class") == "strip" ? "strip" : "";
    return std::ranges::find(kCharts, kind) == kCharts.end() ? "" : kind;
}

/// What the page calls it, escaped: the metric of a strip, the caption of a figure, else what screen readers say.
std::string_view nameOf(std::string_view html, const Drawing& drawing, std::string_view kind)
{
    if (kind == "strip")
        return lastAttribute(html, drawing.begin, "data-metric");
    constexpr std::string_view kCaption = "<figcaption><strong>";
    const auto before = html.substr(0, drawing.begin);
    const auto caption = before.rfind(kCaption);
    const auto figure = before.rfind("<figure");
    if (caption != before.npos && figure != before.npos && figure < caption)
        return before.substr(caption + kCaption.size(),
                             before.find('<', caption + kCaption.size()) - caption - kCaption.size());
    const auto tag = html.substr(drawing.begin, drawing.inside - drawing.begin);
    return lastAttribute(tag, tag.size(), "aria-label");
}

/// Of "0 0 WIDTH HEIGHT".
std::pair<std::string_view, std::string_view> sizeOf(std::string_view box)
{
    const auto last = box.rfind(' ');
    const auto before = box.rfind(' ', last - 1);
    return {box.substr(before + 1, last - before - 1), box.substr(last + 1)};
}

/// A dot is a line without length, which not every program draws.
std::string withDots(std::string markup)
{
    for (const std::string_view end : {"h0M", "h0\""})
        for (auto at = markup.find(end); at != markup.npos; at = markup.find(end, at))
            markup.replace(at, 2, "h.01");
    return markup;
}

std::string fileOf(std::string_view html, const Drawing& drawing, std::string_view kind)
{
    const auto tag = html.substr(drawing.begin, drawing.inside - drawing.begin);
    const auto box = lastAttribute(tag, tag.size(), "viewBox");
    const auto [width, height] = sizeOf(box);
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
                       "width=\"{}\" height=\"{}\" viewBox=\"{}\">\n<title>{}</title>\n<style>{}{}</style>\n"
                       "<path style=\"fill:#fff\" d=\"M0 0H{}V{}H0z\"/>\n<g class=\"{}\">{}</g>\n</svg>\n",
                       width, height, box, nameOf(html, drawing, kind), kStyle, badnessStyle(), width, height, kind,
                       withDots(std::string(html.substr(drawing.inside, drawing.end - drawing.inside))));
}

ReportFiles write(const results::ResultParts& parts, const Labels& labels)
{
    ReportFiles files;
    std::set<std::string> names;
    for (const auto* report : analysisReports())
        for (const auto& section : report->sections) {
            const auto html = section.write(parts, labels);
            for (auto drawing = nextDrawing(html, 0); drawing; drawing = nextDrawing(html, drawing->end)) {
                const auto kind = kindOf(html, *drawing);
                if (kind.empty())
                    continue;
                const auto first = fmt::format("{}_{}", section.id, fileNamePart(nameOf(html, *drawing, kind)));
                auto name = first;
                for (int number = 2; !names.insert(name).second; ++number)
                    name = fmt::format("{}_{}", first, number);
                files.emplace_back(name + ".svg", fileOf(html, *drawing, kind));
            }
        }
    return files;
}

} // namespace

ExportFormat format()
{
    return {"charts-svg", Message("the charts of the page, an SVG file for each"), write};
}

} // namespace ql::report::charts_svg
