// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "widgets/text/label.h"

#include <QObject>
#include <QPointer>
#include <QTime>

#include <chrono>
#include <vector>

namespace ql::widgets {

class JobRunner;

/// One start of a job: how it goes, or how it went.
struct JobEntry {
    enum class State { Running, Finished, Cancelled, Failed };

    QPointer<JobRunner> runner;
    Label title;
    State state = State::Running;
    bool isBackground = false; ///< nobody asked for it: reading a model, laying out a graph
    Progress progress;
    QTime began;
    std::chrono::milliseconds took{0}; ///< of an ended one
    Label problem;                     ///< why it failed
};

/// The window's jobs, running and ended, in the order in which they began; the oldest ended ones are forgotten.
class JobList : public QObject {
    Q_OBJECT

public:
    enum class Kind { Asked, Background };

    explicit JobList(QObject* parent = nullptr);

    /// From now on every start of @p runner is an entry.
    void watch(JobRunner& runner, Kind kind = Kind::Asked);
    const std::vector<JobEntry>& entries() const { return m_entries; }
    /// The running job that began last and that somebody asked for, or null.
    const JobEntry* shown() const;
    void cancel(int entry);
    void forgetEnded();

Q_SIGNALS:
    /// Entries came or went.
    void reset();
    /// One of them goes on or has ended.
    void changed(int entry);

private:
    void begin(JobRunner& runner, Kind kind);
    void end(const JobRunner& runner, JobEntry::State state, const Label& problem = {});
    int runningOf(const JobRunner& runner) const;

    std::vector<JobEntry> m_entries;
};

} // namespace ql::widgets
