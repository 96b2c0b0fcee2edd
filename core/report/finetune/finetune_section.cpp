// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/order.h"
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/finetune/finetune_report.h"
#include "core/report/html/drawing.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

using results::FinetunePoint;
using results::FinetuneResult;

namespace {

constexpr PlotArea kCurveArea{.width = 640, .height = 240, .left = 70, .right = 630, .top = 10, .bottom = 190};

/// The loss of every step, on a logarithmic axis.
std::string lossCurve(const FinetuneResult& result, const Labels& labels)
{
    std::vector<FinetunePoint> points;
    std::ranges::copy_if(result.curve, std::back_inserter(points),
                         [](const auto& point) { return point.loss > 0.0 && std::isfinite(point.loss); });
    if (points.size() < 2)
        return {};
    const auto losses = extentOf(points, &FinetunePoint::loss);
    const auto x =
        Axis::linear(double(points.front().step), double(points.back().step), kCurveArea.left, kCurveArea.right);
    const auto y = Axis::logarithmic(losses.low, losses.high, kCurveArea.bottom, kCurveArea.top);
    std::string path;
    for (const auto& point : points)
        path +=
            fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x.place(double(point.step)), y.place(point.loss));
    return fmt::format("<svg class=\"histogram\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">{}"
                       "<path class=\"analysis\" d=\"{}\"/></svg>\n",
                       kCurveArea.width, kCurveArea.height, escaped(labels("Loss")),
                       axesMarkup(kCurveArea, x, y, labels("Step"), labels("Loss")), path);
}

std::string section(const FinetuneResult& result, const Labels& labels)
{
    auto html = fmt::format(
        "<p class=\"help\">{}</p>\n",
        escaped(labels("Weights and ranges were trained with the float model as teacher. What is offered is the best "
                       "network on samples that it was not trained on, if no output lost there.")));
    html += fmt::format("<p>{}: {}</p>\n", escaped(labels("Before training")), terminalText(Cell(result.start.metric)));
    if (result.equalized)
        html += fmt::format("<p>{}: {}</p>\n", escaped(labels("Ranges of channels evened out between layers")),
                            terminalText(Cell(result.equalized->metric)));
    if (result.bestStep > 0)
        html += fmt::format("<p>{}: {}</p>\n", escaped(labels("Trained")), terminalText(Cell(result.best.metric)));
    else
        html += fmt::format("<p>{}</p>\n", escaped(labels("Nothing is offered.")));
    return html + lossCurve(result, labels)
           + pageTable("finetune sortable", columnsAt(Place::Page, finetuneColumns(result, labels)),
                       finetuneChecks(result));
}

} // namespace

const AnalysisReport& finetuneReport()
{
    static const AnalysisReport kReport{"finetune",
                                        readPart<FinetuneResult>,
                                        {{58, "finetune", "Training", sectionOf<FinetuneResult, section>}},
                                        measureEach<FinetuneResult, measureBest<FinetuneResult>>,
                                        resultSchema<FinetuneResult>};
    return kReport;
}

} // namespace ql::report
