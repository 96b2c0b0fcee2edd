// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/tune_table_model.h"

#include "core/base/order.h"
#include "widgets/models/layer_table_columns.h"

#include <algorithm>

namespace ql::widgets {

namespace {

/// Gives this file's words their context.
struct Tune {
    Q_DECLARE_TR_FUNCTIONS(Tune)
};

QString overrideText(const results::TuneOverride& one)
{
    QString layer = QString::fromStdString(one.layer);
    if (!one.tensor.empty())
        layer = Tune::tr("the value %1").arg(QString::fromStdString(one.tensor));
    if (one.isScope)
        layer = Tune::tr("%n layer(s) of %1", nullptr, int(one.followers.size())).arg(layer);
    const QString words = one.action == "skip"    ? Tune::tr("%1 in float").arg(layer)
                          : one.action == "int16" ? Tune::tr("%1 in int16").arg(layer)
                                                  : Tune::tr("%1 per channel").arg(layer);
    return one.followers.empty() || one.isScope
               ? words
               : Tune::tr("%1 (and %n more)", nullptr, int(one.followers.size())).arg(words);
}

/// The value of every output that has a target.
QString outputsText(const results::TunePoint& point)
{
    QStringList lines;
    for (const auto& [output, value] : point.outputs)
        lines.append(QStringLiteral("%1: %2").arg(QString::fromStdString(output), formatExact(value, Qt::ToolTipRole)));
    return lines.isEmpty() ? formatExact(point.metric, Qt::ToolTipRole) : lines.join(u'\n');
}

bool isSame(const results::TunePoint& a, const results::TunePoint& b)
{
    return a.cost == b.cost && a.metric == b.metric
           && std::ranges::equal(a.overrides, b.overrides, [](const auto& one, const auto& other) {
                  return one.layer == other.layer && one.tensor == other.tensor && one.action == other.action;
              });
}

} // namespace

QString overridesText(const results::TunePoint& point, const QString& separator)
{
    QStringList words;
    for (const auto& one : point.overrides)
        words.append(overrideText(one));
    return words.isEmpty() ? Tune::tr("as the config says") : words.join(separator);
}

TuneTableModel::TuneTableModel(QObject* parent)
    : TableModel(parent)
{
    setColumns({
        {QT_TR_NOOP("Changes"), [](const TuneRow& row) { return int(row.point->overrides.size()); }, true},
        {.title = QT_TR_NOOP("Overrides"),
         .value = [](const TuneRow& row) { return overridesText(*row.point); },
         .tip = [](const TuneRow& row) { return overridesText(*row.point, QStringLiteral("\n")); }},
        {.title = QT_TR_NOOP("Cost"),
         .value = [](const TuneRow& row) { return row.point->cost; },
         .isRight = true,
         .hint = QT_TR_NOOP("Multiply-accumulates weighted 1 in 8 bits, 2 in int16, 4 in float, over all in 8 bits")},
        {.title = "%1",
         .value = [](const TuneRow& row) { return row.point->metric; },
         .isRight = true,
         .hint = QT_TR_NOOP("Of the output that is worst, held against its target"),
         .tip = [](const TuneRow& row) { return outputsText(*row.point); }},
        {QT_TR_NOOP("Above target"), [](const TuneRow& row) { return row.point->margin; }, true,
         QT_TR_NOOP("How much better m, the metric, is than the target t")},
        {QT_TR_NOOP("Kind"), [this](const TuneRow& row) { return kindOf(row); }},
    });
}

void TuneTableModel::setResult(Result result)
{
    beginResetModel();
    m_result = std::move(result);
    rows().clear();
    if (m_result) {
        for (const auto& point : m_result->pareto)
            add(point, true);
        add(m_result->start, false);
        add(m_result->best, false);
        std::ranges::stable_sort(rows(), Rising<NaNs::Last>(), [](const TuneRow& row) { return row.point->cost; });
    }
    endResetModel();
}

void TuneTableModel::add(const results::TunePoint& point, bool isPareto)
{
    if (std::ranges::any_of(rows(), [&point](const TuneRow& row) { return isSame(*row.point, point); }))
        return;
    rows().push_back({&point, isPareto, isSame(point, m_result->best), point.overrides.empty()});
}

QString TuneTableModel::kindOf(const TuneRow& row) const
{
    return row.isBest     ? (m_result->isReached ? tr("the answer") : tr("best so far"))
           : row.isStart  ? tr("start")
           : row.isPareto ? tr("Pareto")
                          : QString();
}

QString TuneTableModel::formulaOf(int column) const
{
    switch (column) {
    case Cost: return QStringLiteral("Σ(w · MACs) / ΣMACs, w ∈ {1, 2, 4}");
    case Metric: return metricFormula(shownMetric());
    case Margin: return results::isLowWorst(shownMetric()) ? QStringLiteral("m − t") : QStringLiteral("t − m");
    default: return {};
    }
}

results::MetricId TuneTableModel::shownMetric() const
{
    return m_result ? m_result->metric : results::MetricId::Sqnr;
}

QString TuneTableModel::headerText(int column, const char* source) const
{
    return TableModel::headerText(column, source).replace(QStringLiteral("%1"), metricTitle(shownMetric()));
}

} // namespace ql::widgets
