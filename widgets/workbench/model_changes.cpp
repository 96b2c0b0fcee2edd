// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/model_changes.h"

#include "core/report/overview/trial_words.h"
#include "widgets/analyses/trials/trials.h"
#include "widgets/text/core_text.h"
#include "widgets/workbench/workbench.h"

#include <QFileInfo>

#include <chrono>
#include <utility>

namespace ql::widgets {

namespace {
/// Exporters write large models for longer than one look takes.
constexpr std::chrono::milliseconds kSettleInterval{700};
} // namespace

ModelChanges::ModelChanges(Workbench& workbench)
    : m_workbench(workbench)
    , m_baseline{workbench.session().baseline(), {}, {}, {}}
    , m_analysis{workbench.session().analysis(), {}, {}, {}}
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleInterval);
    connect(&m_settle, &QTimer::timeout, this, &ModelChanges::look);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle, qOverload<>(&QTimer::start));
    auto& session = workbench.session();
    connect(&session, &ModelSession::changed, this, &ModelChanges::watch);
    connect(&session, &ModelSession::resultChanged, this, &ModelChanges::tell);
    connect(&session.compareJob(), &JobRunner::failed, this, [this] { m_before.reset(); });
    connect(&session.compareJob(), &JobRunner::cancelled, this, [this] { m_before.reset(); });
}

ModelChanges::Stamp ModelChanges::stampOf(const QString& path)
{
    const QFileInfo file(path);
    return file.isFile() ? Stamp{file.lastModified(), file.size()} : Stamp{};
}

/// Folders are watched, too: a file that is replaced vanishes for a moment.
void ModelChanges::watch()
{
    bool isOther = false;
    for (auto* watched : {&m_baseline, &m_analysis})
        if (watched->path != watched->slot.path()) {
            watched->path = watched->slot.path();
            watched->read = watched->seen = stampOf(watched->path);
            isOther = true;
        }
    if (!isOther)
        return;
    m_before.reset();
    if (const QStringList old = m_watcher.files() + m_watcher.directories(); !old.isEmpty())
        m_watcher.removePaths(old);
    for (const auto* watched : {&m_baseline, &m_analysis})
        if (QFileInfo(watched->path).isFile())
            m_watcher.addPaths({watched->path, QFileInfo(watched->path).absolutePath()});
}

bool ModelChanges::isNew(Watched& watched)
{
    const Stamp last = std::exchange(watched.seen, stampOf(watched.path));
    return watched.seen.size > 0 && watched.seen == last && watched.seen != watched.read;
}

void ModelChanges::look()
{
    const bool isBaselineNew = isNew(m_baseline);
    const bool isAnalysisNew = isNew(m_analysis);
    for (const auto* watched : {&m_baseline, &m_analysis})
        if (watched->seen.size >= 0 && !m_watcher.files().contains(watched->path))
            m_watcher.addPath(watched->path);
    const bool isChanging = (m_baseline.seen != m_baseline.read && m_baseline.seen.size >= 0)
                            || (m_analysis.seen != m_analysis.read && m_analysis.seen.size >= 0);
    if (isChanging && (m_workbench.isBusy() || !(isBaselineNew || isAnalysisNew)))
        return m_settle.start();
    if (isBaselineNew)
        takeBaseline();
    else if (isAnalysisNew)
        takeAnalysis();
}

/// Whatever was tried is about the old one, so that nothing is asked again before the user says so.
void ModelChanges::takeBaseline()
{
    m_baseline.read = m_baseline.seen;
    m_analysis.read = m_analysis.seen;
    m_baseline.slot.setPath(m_baseline.path);
    m_analysis.slot.setPath(m_analysis.path);
    dropAnswersAbout(m_baseline.path);
    Q_EMIT m_workbench.noticed([name = m_baseline.slot.fileName()] {
        return tr("%1 was written anew. What the table shows is of the file as it was: examine it again.").arg(name);
    });
}

void ModelChanges::takeAnalysis()
{
    auto& session = m_workbench.session();
    m_analysis.read = m_analysis.seen;
    const bool isCompared = session.result() && !session.isSimulated() && !session.isVariant()
                            && session.areOpen(session.request().models) && !session.isComparing();
    auto before = isCompared ? session.result() : nullptr;
    m_analysis.slot.setPath(m_analysis.path);
    dropAnswersAbout(m_analysis.path);
    if (!before)
        return;
    m_before = std::move(before);
    session.compare();
}

void ModelChanges::dropAnswersAbout(const QString& path)
{
    for (Analysis* analysis : m_workbench.offeredAnalyses())
        analysis->dropAnswerAbout(path.toStdString());
}

void ModelChanges::tell()
{
    const auto before = std::exchange(m_before, nullptr);
    const auto after = m_workbench.session().result();
    if (!before || !after || before == after)
        return;
    const auto sentence = report::trialSentence(changeBetween(*before, *after), m_workbench.filter().metric());
    Q_EMIT m_workbench.noticed([name = m_analysis.slot.fileName(), sentence] {
        return tr("%1 was written anew, and compared again. %2").arg(name, coreText(sentence));
    });
    m_workbench.examineOpened();
}

} // namespace ql::widgets
