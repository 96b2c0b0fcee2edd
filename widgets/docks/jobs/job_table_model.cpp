// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/jobs/job_table_model.h"

#include "widgets/jobs/job_runner.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"

namespace ql::widgets {

namespace {

bool isRunning(const JobEntry& job)
{
    return job.state == JobEntry::State::Running;
}

QString stateText(const JobEntry& job)
{
    switch (job.state) {
    case JobEntry::State::Running: return JobTableModel::tr("running");
    case JobEntry::State::Finished: return JobTableModel::tr("finished");
    case JobEntry::State::Cancelled: return JobTableModel::tr("cancelled");
    case JobEntry::State::Failed: return JobTableModel::tr("failed");
    }
    return {};
}

QString shareText(const JobEntry& job)
{
    return isRunning(job) && job.progress.fraction > 0.0
               ? QStringLiteral("%1 %").arg(std::lround(100.0 * job.progress.fraction))
               : QString();
}

QString leftText(const JobEntry& job)
{
    return isRunning(job) && job.progress.remaining.count() >= 0 ? formatDuration(job.progress.remaining) : QString();
}

} // namespace

JobTableModel::JobTableModel(JobList& jobs, QObject* parent)
    : TableModel(parent)
    , m_jobs(jobs)
{
    setColumns({
        column(QT_TR_NOOP("Job"), [](const JobEntry& job) { return QString(job.title); }),
        column(QT_TR_NOOP("State"), stateText),
        column(QT_TR_NOOP("Done"), shareText),
        column(QT_TR_NOOP("Time left"), leftText, true),
        column(QT_TR_NOOP("Began"),
               [](const JobEntry& job) { return QLocale().toString(job.began, QLocale::ShortFormat); }),
        column(
            QT_TR_NOOP("Took"),
            [](const JobEntry& job) { return isRunning(job) ? QString() : formatDuration(job.took); }, true),
        column(QT_TR_NOOP("Details"),
               [](const JobEntry& job) {
                   return isRunning(job) ? progressText(job.progress) : job.problem.text().replace(u'\n', u' ');
               }),
    });
    takeEntries();
    connect(&jobs, &JobList::reset, this, [this] {
        beginResetModel();
        takeEntries();
        endResetModel();
    });
    connect(&jobs, &JobList::changed, this, [this](int entry) {
        const int row = rowCount() - 1 - entry;
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    });
}

void JobTableModel::takeEntries()
{
    rows().clear();
    for (int entry = int(m_jobs.entries().size()) - 1; entry >= 0; --entry)
        rows().push_back(entry);
}

TableColumn<int> JobTableModel::column(const char* title, QString (*said)(const JobEntry& job), bool isRight) const
{
    return {title, [this, said](const int& entry) { return said(m_jobs.entries()[std::size_t(entry)]); }, isRight};
}

QVariant JobTableModel::other(const int& row, int column, int role) const
{
    const JobEntry& job = m_jobs.entries()[std::size_t(row)];
    const bool hasFailed = job.state == JobEntry::State::Failed;
    switch (role) {
    case Qt::ToolTipRole: return column == Details && hasFailed ? job.problem.text() : QString();
    case Qt::DecorationRole:
        return column == State && hasFailed ? QVariant(severityIcon(results::Severity::Error)) : QVariant();
    case Qt::ForegroundRole:
        return hasFailed ? QVariant(alarmColor(QGuiApplication::palette().color(QPalette::Base))) : QVariant();
    case ShareRole:
        return column == Share && isRunning(job) ? QVariant(int(std::lround(1000.0 * job.progress.fraction)))
                                                 : QVariant();
    default: return {};
    }
}

} // namespace ql::widgets
