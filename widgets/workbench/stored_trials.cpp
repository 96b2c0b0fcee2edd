// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/stored_trials.h"

#include "core/report/overview/edit_words.h"
#include "widgets/config_document/autosave.h"
#include "widgets/config_document/config_document.h"
#include "widgets/text/error_text.h"
#include "widgets/workbench/project.h"

#include <future>
#include <utility>

namespace ql::widgets {

namespace {

namespace fs = std::filesystem;

const QString kFolder = QStringLiteral("trials");

results::Trial toKept(const Trial& trial)
{
    return {.time = trial.time.toUTC().toString(Qt::ISODateWithMs).toStdString(),
            .edits = trial.edits.message().english(),
            .note = trial.note.toStdString(),
            .config = trial.config.toStdString(),
            .text = trial.text,
            .change = trial.change};
}

Trial fromKept(const results::Trial& kept)
{
    return {.time = QDateTime::fromString(QString::fromStdString(kept.time), Qt::ISODateWithMs),
            .edits = report::editsFrom(kept.edits),
            .note = QString::fromStdString(kept.note),
            .config = QString::fromStdString(kept.config),
            .text = kept.text,
            .change = kept.change};
}

std::vector<results::Trial> toKept(const Trials& trials)
{
    std::vector<results::Trial> kept;
    for (const Trial& trial : trials.all())
        kept.push_back(toKept(trial));
    return kept;
}

fs::path ownFile(const QString& about)
{
    return autosave::ownFile(kFolder, about).toStdString() + ".yaml";
}

} // namespace

StoredTrials::StoredTrials(Trials& trials, const Project& project, const ConfigDocument& config)
    : m_trials(trials)
    , m_project(project)
    , m_config(config)
    , m_worker(std::make_unique<jobs::Worker>())
{
    connect(&m_trials, &Trials::added, this, &StoredTrials::keep);
    connect(&m_trials, &Trials::removed, this, &StoredTrials::keep);
    connect(&m_trials, &Trials::noteChanged, this, &StoredTrials::keep);
    connect(&m_project, &Project::opened, this, [this] { follow(false); });
    connect(&m_project, &Project::saved, this, [this] { follow(true); });
    connect(&m_config, &ConfigDocument::opened, this, [this] { follow(false); });
}

StoredTrials::~StoredTrials()
{
    // Jobs are done one after the other: when this one is, the others are.
    auto done = std::make_shared<std::promise<void>>();
    m_worker->start<bool>([done](JobContext&) { return done->set_value(), true; }, {});
    done->get_future().wait();
}

std::vector<results::Trial> StoredTrials::kept() const
{
    return toKept(m_trials);
}

/// The trials belong to the project or, without one, to the config. @p isCarried: those that are shown go along.
void StoredTrials::follow(bool isCarried)
{
    const bool isProject = !m_project.path().isEmpty();
    const fs::path path = isProject                   ? project::trialsBeside(m_project.path().toStdString())
                          : m_config.path().isEmpty() ? fs::path()
                                                      : ownFile(m_config.path());
    if (path == m_path)
        return;
    m_path = path;
    m_keeper =
        std::make_shared<project::TrialsKeeper>(path, isProject, isProject ? ownFile(m_project.path()) : fs::path());
    if (!isCarried)
        m_trials.replace({});
    load(isCarried);
}

void StoredTrials::load(bool isCarried)
{
    m_isChanged = isCarried && m_trials.count() > 0;
    m_isLoading = !m_path.empty();
    const quint64 number = ++m_loads;
    if (!m_isLoading)
        return;
    jobs::Callbacks<project::TrialsFile> callbacks;
    callbacks.finished = [this, number](project::TrialsFile file) {
        QMetaObject::invokeMethod(
            this,
            [this, number, file = std::move(file)] {
                if (number == m_loads)
                    take(file);
            },
            Qt::QueuedConnection);
    };
    m_worker->start<project::TrialsFile>([keeper = m_keeper](JobContext&) { return keeper->load(); },
                                         std::move(callbacks));
}

void StoredTrials::take(const project::TrialsFile& file)
{
    m_isLoading = false;
    std::vector<Trial> trials;
    for (const auto& kept : project::merged(toKept(m_trials), file.trials))
        trials.push_back(fromKept(kept));
    if (!file.trials.empty())
        m_trials.replace(std::move(trials));
    if (!file.problems.empty())
        Q_EMIT told(tr("Trials of an earlier session cannot be read. Their file stays as it is. %1")
                        .arg(errorText(file.problems.front())),
                    true);
    if (std::exchange(m_isChanged, false))
        keep();
}

void StoredTrials::keep()
{
    if (m_path.empty())
        return;
    m_isChanged = m_isLoading;
    if (m_isLoading)
        return;
    jobs::Callbacks<project::TrialsSaved> callbacks;
    callbacks.finished = [this](project::TrialsSaved saved) {
        QMetaObject::invokeMethod(
            this, [this, saved = std::move(saved)] { notify(saved); }, Qt::QueuedConnection);
    };
    callbacks.failed = [this](const Error& error) {
        QMetaObject::invokeMethod(
            this, [this, error] { Q_EMIT told(errorText(error), true); }, Qt::QueuedConnection);
    };
    m_worker->start<project::TrialsSaved>(
        [keeper = m_keeper, trials = toKept(m_trials)](JobContext&) { return keeper->save(trials); },
        std::move(callbacks));
}

void StoredTrials::notify(const project::TrialsSaved& saved)
{
    if (!saved.aside.empty())
        Q_EMIT told(tr("What could not be read of earlier trials is kept as %1.")
                        .arg(QString::fromStdString(saved.aside.string())),
                    false);
    if (!saved.spare.empty() && saved.spare != m_told) {
        m_told = saved.spare; // once is enough
        Q_EMIT told(tr("Nothing can be written beside the project: the trials are kept in %1.")
                        .arg(QString::fromStdString(saved.spare.string())),
                    false);
    }
}

} // namespace ql::widgets
