// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/jobs/worker.h"
#include "core/project/trials_file.h"
#include "widgets/analyses/trials/trials.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>
#include <vector>

namespace ql::widgets {

class ConfigDocument;
class Project;

/// Keeps the trials across restarts and crashes: beside the project file, or without a project in the program's own
/// folder, one file per config. Reads and writes on a thread of its own, each trial as soon as it is there.
class StoredTrials : public QObject {
    Q_OBJECT

public:
    StoredTrials(Trials& trials, const Project& project, const ConfigDocument& config);
    /// Waits until everything is written.
    ~StoredTrials() override;

    /// The file; empty without a project and a config.
    const std::filesystem::path& path() const { return m_path; }
    bool isLoading() const { return m_isLoading; }
    /// The trials as they are kept.
    std::vector<results::Trial> kept() const;

Q_SIGNALS:
    /// Something that the user should know, already translated.
    void told(const QString& message, bool isError);

private:
    void follow(bool isCarried);
    void load(bool isCarried);
    void take(const project::TrialsFile& file);
    void keep();
    void notify(const project::TrialsSaved& saved);

    Trials& m_trials;
    const Project& m_project;
    const ConfigDocument& m_config;
    std::filesystem::path m_path;
    std::filesystem::path m_told;                    ///< the spare file that the user knows of
    std::shared_ptr<project::TrialsKeeper> m_keeper; ///< used by the worker alone
    quint64 m_loads = 0;                             ///< number of the last one
    bool m_isLoading = false;
    bool m_isChanged = false; ///< since it began to load
    std::unique_ptr<jobs::Worker> m_worker;
};

} // namespace ql::widgets
