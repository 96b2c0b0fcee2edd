// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/job_runner.h"

#include <QAction>
#include <QObject>

namespace ql::engine {
class Engine;
}

namespace ql::widgets {

class ModelSession;

/// A question that the user asks beside the comparison, with the action that asks it: starts when the engine is there,
/// can be cancelled, and tells the session when it fails. Its owner outlives it.
class Analysis : public QObject {
    Q_OBJECT

public:
    bool isRunning() const { return m_isWanted || m_runner.isRunning(); }
    void start();
    /// What is known so far stays.
    void cancel();

    QAction* startAction() { return &m_start; }
    JobRunner& job() { return m_runner; }
    virtual void retranslate() = 0;

Q_SIGNALS:
    /// Began, ended, or what is asked changed.
    void changed();
    /// There is more to show.
    void resultChanged();

protected:
    /// @p runner is a member of the derived class: watch() must be called when it is there.
    Analysis(ModelSession& session, JobRunner& runner);
    void watch();

    ModelSession& session() const { return m_session; }
    virtual bool canStart() const = 0;
    virtual void begin(const std::shared_ptr<engine::Engine>& engine) = 0;
    void updateAction();

private:
    ModelSession& m_session;
    JobRunner& m_runner;
    bool m_isWanted = false; ///< asked for before the engine was there
    QAction m_start;
};

} // namespace ql::widgets
