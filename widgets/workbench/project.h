// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_file.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/workbench/project_libraries.h"
#include "widgets/workbench/project_state.h"

#include <QObject>
#include <QString>

namespace ql::widgets {

class BadCaseAnalysis;
class LayerFilter;
class ModelSession;
class SensitivityAnalysis;

/// The project file that the session was opened from or saved to, if there is one, and whether the session has changed
/// since. Files are read and written in the background; what the window knows nothing of stays in them.
class Project : public QObject {
    Q_OBJECT

public:
    Project(ModelSession& session, LayerFilter& filter, SensitivityAnalysis& sensitivity, BadCaseAnalysis& badCases);

    /// Empty while the session belongs to no file.
    const QString& path() const { return m_path; }
    QString fileName() const;
    bool isDirty() const;
    bool isBusy() const { return m_reader.isRunning() || m_writer.isRunning() || m_libraries.job().isRunning(); }

    void open(const QString& path);
    /// Whether the file that was opened lists "compare" among what is to be run.
    bool asksToCompare() const;
    /// @pre path() is not empty
    void save() { saveAs(m_path); }
    void saveAs(const QString& path);
    JobRunner& readJob() { return m_reader; }
    JobRunner& writeJob() { return m_writer; }
    /// What asks whether a project that is being opened may load its operator libraries.
    ProjectLibraries& libraries() { return m_libraries; }

Q_SIGNALS:
    /// Another file, or the session differs from it now, or no longer.
    void changed();
    /// @p isWhole is false where the project names operator libraries that aren't loaded, or a judge that isn't taken.
    void opened(bool isWhole);
    void saved();

private:
    /// What was read of a file in the background.
    struct ReadFile {
        project::ProjectFile file;
        project::Permissions wishes;    ///< operator libraries and the judge
        project::Permissions untrusted; ///< of them
    };

    ProjectState now() const;
    void finishOpening(bool isTrusted);
    void take(const ProjectState& state);
    /// @pre its command is trusted
    void takeJudge(const project::ProjectFile& file);

    ModelSession& m_session;
    LayerFilter& m_filter;
    SensitivityAnalysis& m_sensitivity;
    BadCaseAnalysis& m_badCases;
    QString m_path;
    ProjectState m_kept;    ///< as in the file
    ProjectState m_writing; ///< what is being written
    QString m_target;       ///< of the job that reads or writes
    ResultRunner<const ReadFile> m_reader;
    ResultRunner<const QString> m_writer;
    ProjectLibraries m_libraries;
};

/// Whether @p path is a project: by its name (.quantloupe), or a YAML file that says so in its first lines.
bool isProjectFile(const QString& path);

} // namespace ql::widgets
