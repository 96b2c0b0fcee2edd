// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/jobs/job_table_model.h"

#include "widgets/jobs/job_runner.h"
#include "widgets/models/table_roles.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"

#include <QGuiApplication>
#include <QPalette>

#include <cmath>

namespace ql::widgets {

JobTableModel::JobTableModel(JobList& jobs, QObject* parent)
    : QAbstractTableModel(parent)
    , m_jobs(jobs)
    , m_count(int(jobs.entries().size()))
{
    connect(&jobs, &JobList::reset, this, [this] {
        beginResetModel();
        m_count = int(m_jobs.entries().size());
        endResetModel();
    });
    connect(&jobs, &JobList::changed, this, [this](int entry) {
        const int row = m_count - 1 - entry;
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    });
}

int JobTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_count;
}

int JobTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString JobTableModel::text(const JobEntry& job, int column) const
{
    const bool isRunning = job.state == JobEntry::State::Running;
    switch (column) {
    case Title: return job.title;
    case State:
        switch (job.state) {
        case JobEntry::State::Running: return tr("running");
        case JobEntry::State::Finished: return tr("finished");
        case JobEntry::State::Cancelled: return tr("cancelled");
        case JobEntry::State::Failed: return tr("failed");
        }
        return {};
    case Share:
        return isRunning && job.progress.fraction > 0.0
                   ? QStringLiteral("%1 %").arg(std::lround(100.0 * job.progress.fraction))
                   : QString();
    case Left:
        return isRunning && job.progress.remaining.count() >= 0 ? formatDuration(job.progress.remaining) : QString();
    case Began: return QLocale().toString(job.began, QLocale::ShortFormat);
    case Took: return isRunning ? QString() : formatDuration(job.took);
    default: return isRunning ? progressText(job.progress) : job.problem.text().replace(u'\n', u' ');
    }
}

QVariant JobTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const JobEntry& job = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole: return text(job, index.column());
    case Qt::ToolTipRole:
        return index.column() == Details && job.state == JobEntry::State::Failed ? job.problem.text() : QVariant();
    case Qt::DecorationRole:
        if (index.column() == State && job.state == JobEntry::State::Failed)
            return severityIcon(results::Severity::Error);
        return {};
    case Qt::ForegroundRole:
        if (job.state == JobEntry::State::Failed)
            return alarmColor(QGuiApplication::palette().color(QPalette::Base));
        return {};
    case Qt::TextAlignmentRole:
        return int((index.column() == Left || index.column() == Took ? Qt::AlignRight : Qt::AlignLeft)
                   | Qt::AlignVCenter);
    case ShareRole:
        return index.column() == Share && job.state == JobEntry::State::Running
                   ? QVariant(int(std::lround(1000.0 * job.progress.fraction)))
                   : QVariant();
    default: return {};
    }
}

QVariant JobTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Title: return tr("Job");
    case State: return tr("State");
    case Share: return tr("Done");
    case Left: return tr("Time left");
    case Began: return tr("Began");
    case Took: return tr("Took");
    case Details: return tr("Details");
    default: return {};
    }
}

} // namespace ql::widgets
