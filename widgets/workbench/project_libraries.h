// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_trust.h"
#include "widgets/jobs/job_runner.h"

#include <QObject>

#include <memory>

namespace ql::engine {
class Engine;
}

namespace ql::widgets {

class ModelSession;

/// Loads the operator libraries that a project names into the engine, once its user trusts them; and asks as well
/// whether its programs may run.
class ProjectLibraries : public QObject {
    Q_OBJECT

public:
    explicit ProjectLibraries(ModelSession& session);

    /// Loads @p wishes' libraries; nothing of @p untrusted is taken before answer(). Replaces what was asked for
    /// before.
    void load(const project::Permissions& wishes, const project::Permissions& untrusted);
    /// The user's answer: with no, none of them is loaded.
    void answer(bool isTrusted);
    JobRunner& job() { return m_loader; }
    const JobRunner& job() const { return m_loader; }

Q_SIGNALS:
    /// The user is to be asked; what the project wants, in words.
    void trustWanted(const ql::widgets::Label& wishes);
    /// All libraries are there and the programs may run, or none of that as the user wants none.
    void settled(bool isTrusted);

private:
    void start();
    /// Loads with @p engine, or without one remembers only what is trusted.
    void run(const std::shared_ptr<engine::Engine>& engine);

    ModelSession& m_session;
    project::Permissions m_wishes;
    project::Permissions m_untrusted;
    ResultRunner<const bool> m_loader;
};

} // namespace ql::widgets
