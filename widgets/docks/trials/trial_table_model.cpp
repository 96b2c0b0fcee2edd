// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/trials/trial_table_model.h"

#include "widgets/analyses/trials/trials.h"
#include "widgets/models/layer_columns.h"
#include "widgets/models/table_roles.h"
#include "widgets/text/display_text.h"

#include <QLocale>

#include <limits>

namespace ql::widgets {

namespace {

bool isMeasure(int column)
{
    return column == TrialTableModel::Before || column == TrialTableModel::After;
}

/// The day, too, unless it is today.
QString timeText(const QDateTime& time)
{
    return time.date() == QDate::currentDate() ? QLocale().toString(time.time(), QLocale::ShortFormat)
                                               : QLocale().toString(time, QLocale::ShortFormat);
}

} // namespace

TrialTableModel::TrialTableModel(Trials& trials, QObject* parent)
    : QAbstractTableModel(parent)
    , m_trials(trials)
{
    connect(&m_trials, &Trials::added, this, [this](int row) {
        beginInsertRows({}, row, row);
        endInsertRows();
    });
    connect(&m_trials, &Trials::removing, this, [this](int row) { beginRemoveRows({}, row, row); });
    connect(&m_trials, &Trials::removed, this, [this] { endRemoveRows(); });
    connect(&m_trials, &Trials::replacing, this, [this] { beginResetModel(); });
    connect(&m_trials, &Trials::replaced, this, [this] { endResetModel(); });
    connect(&m_trials, &Trials::noteChanged, this,
            [this](int row) { Q_EMIT dataChanged(index(row, Note), index(row, Note)); });
}

void TrialTableModel::setMetric(results::MetricId metric)
{
    m_metric = metric;
    retranslate();
}

void TrialTableModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int TrialTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_trials.count());
}

int TrialTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TrialTableModel::raw(int row, int column) const
{
    const Trial& trial = m_trials.at(std::size_t(row));
    const auto measure = [this, &trial](std::optional<results::Metrics> ChangeRow::*side) -> QVariant {
        const ChangeRow* output = trial.change->worstOutput(m_metric);
        const auto value = output && output->*side ? results::valueOf(*(output->*side), m_metric) : std::nullopt;
        return value ? QVariant(*value) : QVariant();
    };
    switch (column) {
    case Index: return row + 1;
    case Time: return trial.time.toLocalTime();
    case Edits: return trial.edits;
    case Before: return measure(&ChangeRow::before);
    case After: return measure(&ChangeRow::after);
    default: return trial.note;
    }
}

QVariant TrialTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QVariant cell = raw(index.row(), index.column());
    const bool isReal = isMeasure(index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (isReal)
            return cell.isValid() ? formatNumber(cell.toDouble()) : QStringLiteral("–");
        return index.column() == Time ? timeText(cell.toDateTime()) : cell.toString();
    case Qt::EditRole: return cell;
    case Qt::ToolTipRole:
    case ExactTextRole:
        if (isReal && cell.isValid())
            return formatExact(cell.toDouble(), role);
        return index.column() == Time ? cell.toDateTime().toString(Qt::ISODate) : cell.toString();
    case Qt::TextAlignmentRole:
        return int((isReal || index.column() == Index ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole: return cell;
    default: return {};
    }
}

QVariant TrialTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isMeasure(section) || section == Index ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && isMeasure(section))
        return tr("%1 of the output that is worst after the trial").arg(metricTitle(m_metric));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Index: return tr("#");
    case Time: return tr("Time");
    case Edits: return tr("Edits");
    case Before: return tr("Before");
    case After: return tr("After");
    default: return tr("Note");
    }
}

Qt::ItemFlags TrialTableModel::flags(const QModelIndex& index) const
{
    const auto flags = QAbstractTableModel::flags(index);
    return index.column() == Note ? flags | Qt::ItemIsEditable : flags;
}

bool TrialTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || index.column() != Note)
        return false;
    m_trials.setNote(std::size_t(index.row()), value.toString());
    return true;
}

} // namespace ql::widgets
