// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/inspector_view.h"

#include "core/base/order.h"
#include "core/report/compare/compare_report.h"
#include "widgets/docks/inspector/details_browser.h"
#include "widgets/docks/inspector/layer_summary.h"
#include "widgets/docks/support/layer_text.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/error_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace ql::widgets {

namespace {

using results::LayerRow;

/// Gives this file's words their context.
struct Inspector {
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

QString html(const std::string& text)
{
    return QString::fromStdString(text).toHtmlEscaped();
}

/// The core's messages are lower-case continuations of the layer's name.
QString sentence(QString words)
{
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words.toHtmlEscaped();
}

QString heading(const QString& text)
{
    return QStringLiteral("<p style='margin-top:10px; margin-bottom:2px'><b>%1</b></p>").arg(text.toHtmlEscaped());
}

/// One table row; the first cell is the name, the others are right-aligned.
QString line(const QString& name, const QStringList& cells)
{
    QString row = QStringLiteral("<tr><td>%1</td>").arg(name.toHtmlEscaped());
    for (const QString& cell : cells)
        row += QStringLiteral("<td align='right'>%1</td>").arg(cell);
    return row + QStringLiteral("</tr>");
}

QString table(const QString& lines)
{
    return QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'>%1</table>").arg(lines);
}

QColor severityColor(results::Severity severity, const QColor& background)
{
    switch (severity) {
    case results::Severity::Error: return alarmColor(background);
    case results::Severity::Warning: return analysisColor(background);
    case results::Severity::Info: break;
    }
    return baselineColor(background);
}

/// What stands in the lines above, or in the table below, isn't said again.
QString adviceHtml(const LayerRow& layer, const LayerSummary& summary, bool hasCauses, const QPalette& palette)
{
    QString text;
    for (const results::Diagnostic& finding : layer.advice) {
        const bool isInTable = hasCauses && (finding.rule == "weight-rounding" || finding.rule == "rounding");
        const bool isAbove = &finding == summary.said || (summary.tellsEffect && finding.rule == "error-origin");
        const QColor color = severityColor(finding.severity, palette.color(QPalette::Window));
        const QString message = isAbove || isInTable ? QString() : sentence(coreText(finding.message));
        QString title = adviceTitle(finding).toHtmlEscaped();
        title = !message.isEmpty() && message.startsWith(title, Qt::CaseInsensitive) ? QString()
                                                                                     : Inspector::tr("%1.").arg(title);
        text += QStringLiteral(
                    "<p style='margin-top:4px; margin-bottom:4px'><b><span style='color:%1'>%2</span> %3</b> %4 %5 "
                    "<a style='color:%8' href='advice#%6'>%7</a></p>")
                    .arg(color.name(), Inspector::tr("%1:").arg(severityText(finding.severity).toHtmlEscaped()), title,
                         message, coreText(finding.remedy).toHtmlEscaped(),
                         QString::fromStdString(finding.rule).toHtmlEscaped(), Inspector::tr("More"),
                         baselineColor(palette.color(QPalette::Window)).name());
    }
    return text.isEmpty() ? text : heading(Inspector::tr("Advice")) + text;
}

/// The metric's name, its formula in the tool tip.
QString metricLine(results::MetricId metric, double value)
{
    const QString name = QStringLiteral("<span title=\"%1\">%2</span>")
                             .arg(metricFormula(metric).toHtmlEscaped(), metricTitle(metric).toHtmlEscaped());
    return line(QStringLiteral("\1"), {formatNumber(value)}).replace(u'\1', name);
}

QString metricsHtml(const LayerRow& layer)
{
    if (!layer.metrics)
        return {}; // why, is said above
    QString text = heading(Inspector::tr("Difference"));
    QString lines;
    for (const results::MetricId metric : results::kAllMetrics)
        if (const auto value = results::valueOf(*layer.metrics, metric))
            lines += metricLine(metric, *value);
    if (layer.missing.leftOut > 0)
        text += coreText(results::leftOutSentence(layer)).toHtmlEscaped();
    return text + table(lines);
}

QString statisticsHtml(const LayerRow& layer, const QPalette& palette)
{
    const auto cell = [](const results::LayerSide& side, double results::TensorStatistics::*field) {
        return side.statistics.count > 0 ? formatNumber(side.statistics.*field) : QStringLiteral("—");
    };
    const auto both = [&layer, &cell](double results::TensorStatistics::*field) {
        return QStringList{cell(layer.baseline, field), cell(layer.analysis, field)};
    };
    const QColor background = palette.color(QPalette::Window);
    const auto colored = [](const QString& text, const QColor& color) {
        return QStringLiteral("<span style='color:%1'>%2</span>").arg(color.name(), text.toHtmlEscaped());
    };
    QString lines = line({}, {colored(Inspector::tr("baseline"), baselineColor(background)),
                              colored(Inspector::tr("analysis"), analysisColor(background))});
    lines += line(Inspector::tr("Minimum"), both(&results::TensorStatistics::min));
    lines += line(Inspector::tr("Maximum"), both(&results::TensorStatistics::max));
    lines += line(Inspector::tr("Mean"), both(&results::TensorStatistics::mean));
    lines += line(Inspector::tr("Variance"), both(&results::TensorStatistics::variance));
    const auto count = [](std::uint64_t number) { return formatCount(number); };
    lines += line(Inspector::tr("Elements"),
                  {count(layer.baseline.statistics.count), count(layer.analysis.statistics.count)});
    lines += line(Inspector::tr("NaN"),
                  {count(layer.baseline.statistics.nanCount), count(layer.analysis.statistics.nanCount)});
    lines += line(Inspector::tr("Infinite"),
                  {count(layer.baseline.statistics.infCount), count(layer.analysis.statistics.infCount)});
    lines += line(Inspector::tr("Operator"), {html(layer.baseline.opType), html(layer.analysis.opType)});
    lines += line(Inspector::tr("Shape"), {formatShape(layer.baselineShape), formatShape(layer.shape)});
    return heading(Inspector::tr("Values")) + table(lines);
}

QString quantizerHtml(const LayerRow& layer)
{
    QString text = heading(Inspector::tr("Quantizer"));
    if (!layer.quantizer || layer.quantizer->scales.empty())
        return text + Inspector::tr("The analysis value is not quantized.");
    const results::QuantizerInfo& quantizer = *layer.quantizer;
    const auto [least, most, nans] = extentOf(quantizer.scales);
    QString lines = line(Inspector::tr("Type"), {html(quantizer.dtype)});
    lines += line(Inspector::tr("Granularity"),
                  {quantizer.isPerChannel() ? Inspector::tr("per channel, axis %1").arg(*quantizer.channelAxis)
                                            : Inspector::tr("per tensor")});
    lines += line(
        Inspector::tr("Scale"),
        {least == most ? formatNumber(least) : Inspector::tr("%1 to %2").arg(formatNumber(least), formatNumber(most))});
    if (!quantizer.zeroPoints.empty()) {
        const auto [lowest, highest] = std::ranges::minmax(quantizer.zeroPoints);
        lines +=
            line(Inspector::tr("Zero point"),
                 {lowest == highest ? QString::number(lowest) : Inspector::tr("%1 to %2").arg(lowest).arg(highest)});
    }
    lines += line(Inspector::tr("Clamped"),
                  {Inspector::tr("%1 (%2)").arg(formatCount(layer.clampedCount),
                                                formatShare(layer.clampedCount, layer.baseline.statistics.count))});
    return text + table(lines);
}

QString matchHtml(const LayerRow& layer)
{
    QString lines;
    if (!layer.match.rule.empty())
        lines += line(Inspector::tr("Paired by"), {Inspector::tr("%1, confidence %2")
                                                       .arg(html(report::matchWord(layer.match.rule, coreLabels())),
                                                            formatNumber(layer.match.confidence))});
    const auto add = [&lines](const QString& name, const std::string& words) {
        if (!words.empty())
            lines += line(name, {html(words)});
    };
    if (layer.reading && !layer.reading->dtype.empty())
        lines += line(Inspector::tr("File read as"),
                      {html(layer.reading->dtype + ' ' + layer.reading->layout + " (" + layer.reading->file + ')')});
    add(Inspector::tr("Baseline value"), layer.baseline.value);
    add(Inspector::tr("Analysis value"), layer.analysis.value);
    add(Inspector::tr("Scope"), layer.scope);
    if (layer.macs > 0)
        lines += line(Inspector::tr("MACs"), {formatCount(layer.macs)});
    return heading(Inspector::tr("Match")) + table(lines);
}

/// Where the layer's error comes from.
QString causesHtml(const results::LayerCauses& causes)
{
    const auto part = [](const QString& name, const results::ErrorPart& cause) {
        return line(name,
                    {DetailsBrowser::bar(cause.share), QStringLiteral("%1 %").arg(formatNumber(100.0 * cause.share)),
                     Inspector::tr("%1 dB").arg(formatNumber(cause.sqnrDb))});
    };
    QString lines = causes.propagated ? part(Inspector::tr("Inherited"), *causes.propagated) : QString();
    lines += part(Inspector::tr("Weights"), causes.weights);
    lines += part(Inspector::tr("Rounding"), causes.rounding);
    lines += part(Inspector::tr("Clamping"), causes.clamping);
    return heading(Inspector::tr("Where the error comes from")) + table(lines)
           + QStringLiteral("<p style='margin-top:2px'>%1</p>")
                 .arg(Inspector::tr("On its own the layer reaches %1 dB.").arg(formatNumber(causes.localDb)));
}

} // namespace

QString inspectorDetails(const LayerRow& layer, const LayerSummary& summary, const results::AttributionRow* causes,
                         const QPalette& palette)
{
    QString whence;
    if (causes)
        whence = causesHtml({.localDb = causes->localDb,
                             .localSteps = {},
                             .propagated = causes->propagated,
                             .weights = causes->weights,
                             .rounding = causes->rounding,
                             .clamping = causes->clamping,
                             .mainCause = {}});
    else if (layer.causes && layer.metrics)
        whence = causesHtml(*layer.causes);
    return adviceHtml(layer, summary, !whence.isEmpty(), palette) + whence + metricsHtml(layer)
           + statisticsHtml(layer, palette) + quantizerHtml(layer) + matchHtml(layer);
}

} // namespace ql::widgets
