// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/tune_table_model.h"

#include "widgets/models/layer_columns.h"
#include "widgets/models/table_roles.h"
#include "widgets/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ql::widgets {

namespace {

/// Gives this file's words their context.
struct Tune {
    Q_DECLARE_TR_FUNCTIONS(Tune)
};

QString overrideText(const results::TuneOverride& one)
{
    const QString layer = QString::fromStdString(one.layer);
    const QString words = one.action == "skip"    ? Tune::tr("%1 in float").arg(layer)
                          : one.action == "int16" ? Tune::tr("%1 in int16").arg(layer)
                                                  : Tune::tr("%1 per channel").arg(layer);
    return one.followers.empty() ? words : Tune::tr("%1 (and %n more)", nullptr, int(one.followers.size())).arg(words);
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
                  return one.layer == other.layer && one.action == other.action;
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
    : QAbstractTableModel(parent)
{
}

void TuneTableModel::setResult(Result result)
{
    beginResetModel();
    m_result = std::move(result);
    m_rows.clear();
    if (m_result) {
        for (const auto& point : m_result->pareto)
            add(point, true);
        add(m_result->start, false);
        add(m_result->best, false);
        std::ranges::stable_sort(m_rows, {}, [](const Row& row) { return row.point->cost; });
    }
    endResetModel();
}

void TuneTableModel::add(const results::TunePoint& point, bool isPareto)
{
    if (std::ranges::any_of(m_rows, [&point](const Row& row) { return isSame(*row.point, point); }))
        return;
    m_rows.push_back({&point, isPareto, isSame(point, m_result->best), point.overrides.empty()});
}

int TuneTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int TuneTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant TuneTableModel::raw(const Row& row, int column) const
{
    switch (column) {
    case Count: return int(row.point->overrides.size());
    case Overrides: return overridesText(*row.point);
    case Cost: return row.point->cost;
    case Metric: return row.point->metric;
    case Margin: return row.point->margin;
    default:
        return row.isBest     ? (m_result->isReached ? tr("the answer") : tr("best so far"))
               : row.isStart  ? tr("start")
               : row.isPareto ? tr("Pareto")
                              : QString();
    }
}

QVariant TuneTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& shown = row(index.row());
    const QVariant value = raw(shown, index.column());
    const bool isReal = value.typeId() == QMetaType::Double;
    switch (role) {
    case Qt::DisplayRole: return isReal ? formatNumber(value.toDouble()) : value.toString();
    case Qt::ToolTipRole:
        return index.column() == Overrides ? overridesText(*shown.point, QStringLiteral("\n"))
               : index.column() == Metric  ? outputsText(*shown.point)
               : isReal                    ? formatExact(value.toDouble(), role)
                                           : value.toString();
    case ExactTextRole: return isReal ? formatExact(value.toDouble(), role) : value.toString();
    case Qt::TextAlignmentRole:
        return int((isReal || index.column() == Count ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole: return value;
    default: return {};
    }
}

QVariant TuneTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const bool isRight = section != Overrides && section != Kind;
    if (role == Qt::TextAlignmentRole)
        return int((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Cost)
        return tr("Multiply-accumulates weighted 1 in 8 bits, 2 in int16, 4 in float, over all in 8 bits");
    if (role == Qt::ToolTipRole && section == Metric)
        return tr("Of the output that is worst, held against its target");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Count: return tr("#");
    case Overrides: return tr("Overrides");
    case Cost: return tr("Cost");
    case Metric: return metricTitle(m_result ? m_result->metric : results::MetricId::Sqnr);
    case Margin: return tr("Above target");
    default: return tr("Kind");
    }
}

} // namespace ql::widgets
