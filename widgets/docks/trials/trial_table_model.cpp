// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/trials/trial_table_model.h"

#include "widgets/analyses/trials/trials.h"
#include "widgets/models/layer_table_columns.h"

#include <QLocale>

#include <numeric>

namespace ql::widgets {

namespace {

/// The day, too, unless it is today.
QString timeText(const QDateTime& time)
{
    return time.date() == QDate::currentDate() ? QLocale().toString(time.time(), QLocale::ShortFormat)
                                               : QLocale().toString(time, QLocale::ShortFormat);
}

} // namespace

TrialTableModel::TrialTableModel(Trials& trials, QObject* parent)
    : TableModel(parent, QStringLiteral("–"))
    , m_trials(trials)
{
    setColumns({
        {QT_TR_NOOP("Trial"), [](int row) { return row + 1; }, true},
        {.title = QT_TR_NOOP("Time"),
         .value = [this](int row) { return trial(row).time.toLocalTime(); },
         .text = [this](int row) { return timeText(trial(row).time.toLocalTime()); },
         .exact = [this](int row) { return trial(row).time.toLocalTime().toString(Qt::ISODate); }},
        {.title = QT_TR_NOOP("Edits"),
         .value = [this](int row) { return trial(row).edits.text(); },
         .text = [this](int row) { return editsText(row); },
         .elidesMiddle = true},
        measure(QT_TR_NOOP("Before"), &ChangeRow::before),
        measure(QT_TR_NOOP("After"), &ChangeRow::after),
        {QT_TR_NOOP("Note"), [this](int row) { return trial(row).note; }},
    });
    follow();
}

const Trial& TrialTableModel::trial(int row) const
{
    return m_trials.at(std::size_t(row));
}

/// What a trial added to those before it, so that long lists of edits differ at first sight.
QString TrialTableModel::editsText(int row) const
{
    const QString edits = trial(row).edits;
    int base = -1;
    qsizetype size = 0;
    for (int earlier = 0; earlier < row; ++earlier) {
        const QString before = trial(earlier).edits;
        if (before.size() >= size && edits.startsWith(before + QStringLiteral("; "))) {
            base = earlier;
            size = before.size();
        }
    }
    return base < 0 ? edits : tr("As trial %1, and %2").arg(base + 1).arg(edits.mid(size + 2));
}

TableColumn<int> TrialTableModel::measure(const char* title,
                                          std::optional<results::Metrics> results::ChangeRow::*side) const
{
    return {.title = title,
            .value =
                [this, side](int row) {
                    const ChangeRow* output = trial(row).change->worstOutput(m_metric);
                    return output ? metricCell(output->*side, m_metric) : QVariant();
                },
            .isRight = true,
            .hint = QT_TR_NOOP("%1 of the output that is worst after the trial")};
}

void TrialTableModel::follow()
{
    const auto number = [this] {
        rows().resize(m_trials.count());
        std::iota(rows().begin(), rows().end(), 0);
    };
    number();
    connect(&m_trials, &Trials::added, this, [this, number](int row) {
        beginInsertRows({}, row, row);
        number();
        endInsertRows();
    });
    connect(&m_trials, &Trials::removing, this, [this](int row) { beginRemoveRows({}, row, row); });
    connect(&m_trials, &Trials::removed, this, [this, number] {
        number();
        endRemoveRows();
    });
    connect(&m_trials, &Trials::replacing, this, [this] { beginResetModel(); });
    connect(&m_trials, &Trials::replaced, this, [this, number] {
        number();
        endResetModel();
    });
    connect(&m_trials, &Trials::noteChanged, this,
            [this](int row) { Q_EMIT dataChanged(index(row, Note), index(row, Note)); });
}

void TrialTableModel::setMetric(results::MetricId metric)
{
    m_metric = metric;
    retranslate();
}

QString TrialTableModel::headerText(int column, const char* source) const
{
    return TableModel::headerText(column, source).replace(QStringLiteral("%1"), metricTitle(m_metric));
}

QVariant TrialTableModel::other(const int& row, int column, int role) const
{
    return role == Qt::EditRole && column == Note ? QVariant(trial(row).note) : QVariant();
}

Qt::ItemFlags TrialTableModel::flags(const QModelIndex& index) const
{
    const auto flags = TableModel::flags(index);
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
