// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/job_list.h"

#include "widgets/jobs/job_runner.h"
#include "widgets/text/error_text.h"

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr std::size_t kMostEntries = 200;
} // namespace

JobList::JobList(QObject* parent)
    : QObject(parent)
{
}

void JobList::watch(JobRunner& runner, Kind kind)
{
    JobRunner* job = &runner;
    connect(job, &JobRunner::started, this, [this, job, kind] { begin(*job, kind); });
    connect(job, &JobRunner::progressed, this, [this, job](const Progress& progress) {
        const int entry = runningOf(*job);
        if (entry < 0)
            return;
        m_entries[std::size_t(entry)].progress = progress;
        Q_EMIT changed(entry);
    });
    connect(job, &JobRunner::finished, this, [this, job] { end(*job, JobEntry::State::Finished); });
    connect(job, &JobRunner::cancelled, this, [this, job] { end(*job, JobEntry::State::Cancelled); });
    connect(job, &JobRunner::failed, this,
            [this, job](const Error& error) { end(*job, JobEntry::State::Failed, errorLabel(error)); });
    // Its destructor cancels, too late for a signal.
    connect(job, &QObject::destroyed, this, [this] {
        for (JobEntry& entry : m_entries)
            if (!entry.runner && entry.state == JobEntry::State::Running)
                entry.state = JobEntry::State::Cancelled;
        Q_EMIT reset();
    });
    if (job->isRunning())
        begin(*job, kind);
}

const JobEntry* JobList::shown() const
{
    const auto found = std::find_if(m_entries.rbegin(), m_entries.rend(), [](const JobEntry& entry) {
        return entry.state == JobEntry::State::Running && !entry.isBackground;
    });
    return found == m_entries.rend() ? nullptr : &*found;
}

void JobList::cancel(int entry)
{
    if (entry < 0 || std::size_t(entry) >= m_entries.size())
        return;
    const JobEntry& cancelled = m_entries[std::size_t(entry)];
    if (cancelled.state == JobEntry::State::Running && cancelled.runner)
        cancelled.runner->cancel();
}

void JobList::forgetEnded()
{
    std::erase_if(m_entries, [](const JobEntry& entry) { return entry.state != JobEntry::State::Running; });
    Q_EMIT reset();
}

void JobList::begin(JobRunner& runner, Kind kind)
{
    if (const int replaced = runningOf(runner); replaced >= 0)
        m_entries[std::size_t(replaced)].state = JobEntry::State::Cancelled;
    const auto ended =
        std::ranges::find_if(m_entries, [](const JobEntry& entry) { return entry.state != JobEntry::State::Running; });
    if (m_entries.size() >= kMostEntries && ended != m_entries.end())
        m_entries.erase(ended);
    JobEntry entry;
    entry.runner = &runner;
    entry.title = runner.title();
    entry.isBackground = kind == Kind::Background;
    entry.began = QTime::currentTime();
    m_entries.push_back(std::move(entry));
    Q_EMIT reset();
}

void JobList::end(const JobRunner& runner, JobEntry::State state, const Label& problem)
{
    const int entry = runningOf(runner);
    if (entry < 0)
        return;
    JobEntry& ended = m_entries[std::size_t(entry)];
    ended.state = state;
    ended.problem = problem;
    ended.took = std::chrono::milliseconds(ended.began.msecsTo(QTime::currentTime()));
    Q_EMIT changed(entry);
}

int JobList::runningOf(const JobRunner& runner) const
{
    const auto found = std::ranges::find_if(m_entries, [&runner](const JobEntry& entry) {
        return entry.runner == &runner && entry.state == JobEntry::State::Running;
    });
    return found == m_entries.end() ? -1 : int(found - m_entries.begin());
}

} // namespace ql::widgets
