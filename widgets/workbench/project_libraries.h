// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_trust.h"
#include "widgets/jobs/job_runner.h"

#include <QObject>

namespace ql::widgets {

class ModelSession;

/// Loads the operator libraries that a project names into the engine, once its user trusts them.
class ProjectLibraries : public QObject {
    Q_OBJECT

public:
    explicit ProjectLibraries(ModelSession& session);

    /// Loads @p wishes' libraries; those of @p untrusted not before trust(). Replaces what was asked for before.
    void load(const project::ProjectWishes& wishes, const project::ProjectWishes& untrusted);
    /// The user's answer: with no, none of them is loaded.
    void answer(bool isTrusted);
    JobRunner& job() { return m_loader; }
    const JobRunner& job() const { return m_loader; }

Q_SIGNALS:
    /// The user is to be asked; what the project wants, in words.
    void trustWanted(const ql::widgets::Label& wishes);
    /// All libraries are there, or none as the user wants none.
    void settled(bool isLoaded);

private:
    void start();

    ModelSession& m_session;
    project::ProjectWishes m_wishes;
    project::ProjectWishes m_untrusted;
    ResultRunner<const bool> m_loader;
};

} // namespace ql::widgets
