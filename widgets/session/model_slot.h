// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/model_info.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/text/label.h"

#include <QObject>
#include <QString>

namespace ql::engine {
class Engine;
}

namespace ql::widgets {

/// One of the session's two models: its path, and what `info` says about it as soon as the engine has read it.
class ModelSlot : public QObject {
    Q_OBJECT

public:
    enum class State { Empty, Waiting, Reading, Ready, Failed };

    explicit ModelSlot(QObject* parent);

    const QString& path() const { return m_path; }
    QString fileName() const;
    State state() const { return m_state; }
    /// Whether there is a model that may be asked about: one that is damaged or missing is none.
    bool isUsable() const;
    JobRunner& job() { return m_info; }
    /// Null unless Ready.
    std::shared_ptr<const results::ModelInfo> info() const;
    /// Why it Failed, translated.
    QString problem() const { return m_problem; }

    /// An empty path empties the slot. Reading begins as soon as there is an engine.
    void setPath(const QString& path);
    void setEngine(std::shared_ptr<engine::Engine> engine);
    /// No engine will come: a slot that waits for one has failed with @p problem, until setEngine() reads it after all.
    void stopWaiting(const Label& problem);

Q_SIGNALS:
    void changed();

private:
    void read();
    void setState(State state, const Label& problem = {});

    QString m_path;
    Label m_problem;
    State m_state = State::Empty;
    std::shared_ptr<engine::Engine> m_engine;
    ResultRunner<const results::ModelInfo> m_info;
};

} // namespace ql::widgets
