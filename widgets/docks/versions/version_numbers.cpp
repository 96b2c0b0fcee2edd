// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/versions/version_numbers.h"

#include "core/base/order.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <functional>

namespace ql::widgets {

namespace {

using results::LayerRow;
using results::TensorStatistics;

/// Gives this file's words their context.
struct Versions {
    Q_DECLARE_TR_FUNCTIONS(Versions)
};

QString html(const std::string& text)
{
    return QString::fromStdString(text).toHtmlEscaped();
}

class VersionTable {
public:
    explicit VersionTable(const QList<LayerVersion>& versions)
        : m_versions(versions)
    {
    }

    /// A line unless every version answers with nothing.
    void add(const QString& nameHtml, const std::function<QString(const LayerVersion&)>& cell)
    {
        QString cells;
        bool isSaid = false;
        for (const LayerVersion& version : m_versions) {
            const QString words = version.layer ? cell(version) : QString();
            isSaid = isSaid || !words.isEmpty();
            cells += QStringLiteral("<td align='right'>%1</td>").arg(words);
        }
        if (isSaid)
            m_lines += QStringLiteral("<tr><td>%1</td>%2</tr>").arg(nameHtml, cells);
    }
    void addHeading(const QStringList& titles)
    {
        QString cells;
        for (const QString& title : titles)
            cells += QStringLiteral("<th align='right'>%1</th>").arg(title);
        m_lines += QStringLiteral("<tr><td></td>%1</tr>").arg(cells);
    }
    QString text() const
    {
        return QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'>%1</table>").arg(m_lines);
    }

private:
    const QList<LayerVersion>& m_versions;
    QString m_lines;
};

void addStatistics(VersionTable& table)
{
    const auto number = [&table](const QString& name, double TensorStatistics::*field) {
        table.add(name, [field](const LayerVersion& version) {
            const auto value = results::measured(version.side().statistics, field);
            return value ? formatNumber(*value) : QString();
        });
    };
    number(Versions::tr("Minimum"), &TensorStatistics::min);
    number(Versions::tr("Maximum"), &TensorStatistics::max);
    number(Versions::tr("Mean"), &TensorStatistics::mean);
    number(Versions::tr("Variance"), &TensorStatistics::variance);
    table.add(Versions::tr("NaN and infinite"), [](const LayerVersion& version) {
        const auto& found = version.side().statistics;
        return found.count > 0 ? formatCount(found.nanCount + found.infCount) : QString();
    });
    table.add(Versions::tr("Operator"), [](const LayerVersion& version) { return html(version.side().opType); });
    table.add(Versions::tr("Shape"), [](const LayerVersion& version) {
        return formatShape(version.isBaseline ? version.layer->baselineShape : version.layer->shape);
    });
}

/// The formula stands in the tool tip.
void addDifferences(VersionTable& table)
{
    for (const auto metric : results::kAllMetrics)
        table.add(QStringLiteral("<span title=\"%1\">%2</span>")
                      .arg(metricFormula(metric).toHtmlEscaped(), metricTitle(metric).toHtmlEscaped()),
                  [metric](const LayerVersion& version) {
                      const auto value = results::valueOf(version.layer->metrics, metric);
                      return value && !version.isBaseline ? formatNumber(*value) : QString();
                  });
}

void addQuantizers(VersionTable& table)
{
    const auto add = [&table](const QString& name, const std::function<QString(const LayerRow&)>& words) {
        table.add(name, [words](const LayerVersion& version) {
            const auto& quantizer = version.layer->quantizer;
            const bool hasScales = quantizer && !quantizer->scales.empty() && !version.isBaseline;
            return hasScales ? words(*version.layer) : QString();
        });
    };
    const auto span = [](const auto& numbers, const auto& text) {
        const auto [least, most, nans] = extentOf(numbers);
        return least == most ? text(least) : Versions::tr("%1 to %2").arg(text(least), text(most));
    };
    add(Versions::tr("Quantized to"), [](const LayerRow& layer) { return html(layer.quantizer->dtype); });
    add(Versions::tr("Scale"), [span](const LayerRow& layer) {
        return span(layer.quantizer->scales, [](double scale) { return formatNumber(scale); });
    });
    add(Versions::tr("Zero point"), [span](const LayerRow& layer) {
        const auto& points = layer.quantizer->zeroPoints;
        return points.empty() ? QString()
                              : span(points, [](double point) { return QString::number(std::int64_t(point)); });
    });
    add(Versions::tr("Clamped"), [](const LayerRow& layer) {
        return Versions::tr("%1 (%2)").arg(formatCount(layer.clampedCount),
                                           formatShare(layer.clampedCount, layer.baseline.statistics.count));
    });
}

} // namespace

QString versionNumbers(const QList<LayerVersion>& versions, const QPalette& palette)
{
    const QColor background = palette.color(QPalette::Window);
    QStringList titles;
    bool isAnyKnown = false;
    for (const LayerVersion& version : versions) {
        const QColor color = version.isBaseline ? baselineColor(background) : analysisColor(background);
        titles.append(
            QStringLiteral("<span style='color:%1'>%2</span>").arg(color.name(), version.title.toHtmlEscaped()));
        isAnyKnown = isAnyKnown || version.layer != nullptr;
    }
    if (!isAnyKnown)
        return {};
    VersionTable table(versions);
    table.addHeading(titles);
    addStatistics(table);
    addDifferences(table);
    addQuantizers(table);
    return table.text();
}

} // namespace ql::widgets
