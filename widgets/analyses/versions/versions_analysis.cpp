// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/versions/versions_analysis.h"

#include "core/engine/engine.h"
#include "widgets/session/model_session.h"
#include "widgets/text/error_text.h"

#include <QFileInfo>

#include <algorithm>

namespace ql::widgets {

namespace {
using SourceKind = VersionSource::Kind;
constexpr std::size_t kMostAnswers = 4;
} // namespace

VersionsAnalysis::VersionsAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context, {.isOffered = false})
{
    connect(&context.session, &ModelSession::resultChanged, this, [this] { m_known.clear(); });
    // Before anybody is told.
    connect(&runner(), &JobRunner::finished, this, [this] { keep(runner().result(), {}); });
    connect(&runner(), &JobRunner::failed, this, [this](const Error& error) { keep(nullptr, errorText(error)); });
    connect(&runner(), &JobRunner::cancelled, this,
            [this] { keep(nullptr, tr("Stopped. Choose another version, or this one again, to go on.")); });
}

QList<VersionSource> VersionsAnalysis::sources() const
{
    QList<VersionSource> all;
    if (!session().config().isEmpty())
        all.append({SourceKind::Simulation});
    if (!session().analysis().path().isEmpty())
        all.append({SourceKind::Analysis});
    all.append({SourceKind::Folded});
    all.append({SourceKind::Fused});
    for (const VersionSource& chosen : m_chosen)
        if (chosen.kind == SourceKind::File && !all.contains(chosen))
            all.append(chosen);
    return all;
}

VersionSource VersionsAnalysis::source(int column) const
{
    const auto all = sources();
    const VersionSource& chosen = m_chosen.at(std::size_t(column));
    if (all.contains(chosen))
        return chosen;
    const auto& other = m_chosen.at(std::size_t(1 - column));
    QList<VersionSource> free;
    std::ranges::copy_if(all, std::back_inserter(free), [&](const VersionSource& each) {
        return !(each == other) && each.kind != SourceKind::Fused && each.kind != SourceKind::File;
    });
    const bool isOtherChosen = all.contains(other);
    return free.value(isOtherChosen ? 0 : column);
}

void VersionsAnalysis::setSource(int column, const VersionSource& source)
{
    m_chosen.at(std::size_t(column)) = source;
    const auto question = questionOf(column);
    std::erase_if(m_known, [&](const Known& known) { return !known.answer && known.question == question; });
    Q_EMIT changed();
}

void VersionsAnalysis::setFile(int column, const QString& path)
{
    setSource(column, {SourceKind::File, path});
}

VersionsAnalysis::Question VersionsAnalysis::questionOf(int column) const
{
    const VersionSource chosen = source(column);
    Question question;
    question.models.baseline = session().baseline().path().toStdString();
    question.samples = session().samples();
    switch (chosen.kind) {
    case SourceKind::None: return {};
    case SourceKind::Simulation:
        if (!session().canSimulate())
            return {};
        // As it was compared: an edit shows after the next comparison.
        question.models.quantization = session().comparedSimulation().value_or(session().quantization());
        break;
    case SourceKind::Analysis:
        question.models.analysis = session().analysis().path().toStdString();
        question.mapFile = session().mapFile().toStdString();
        break;
    case SourceKind::Folded: question.models.variant = results::ModelVariant::Folded; break;
    case SourceKind::Fused: question.models.variant = results::ModelVariant::Fused; break;
    case SourceKind::File: question.models.analysis = chosen.path.toStdString(); break;
    }
    // A folder of tensors may hold its inputs.
    const bool isFolder = QFileInfo(QString::fromStdString(question.models.analysis)).isDir();
    if (session().inputs().isEmpty() && isFolder)
        question.samples.inputs.clear();
    return question;
}

void VersionsAnalysis::ask()
{
    Question next;
    for (int column = kColumns; column-- > 0;) {
        const auto question = questionOf(column);
        if (isRunning() && question == m_asked)
            return;
        if (!question.models.baseline.empty() && !shownAnswer(question) && !find(question))
            next = question;
    }
    if (next.models.baseline.empty())
        return;
    m_asked = next;
    start();
}

VersionsAnalysis::Answer VersionsAnalysis::answerOf(int column) const
{
    const auto question = questionOf(column);
    if (const auto shown = shownAnswer(question))
        return shown;
    const auto* known = find(question);
    return known ? known->answer : nullptr;
}

QString VersionsAnalysis::problemOf(int column) const
{
    if (source(column).kind == SourceKind::Simulation && !session().canSimulate())
        return tr("Open calibration data to simulate the config.");
    const auto* known = find(questionOf(column));
    return known ? known->problem : QString();
}

const VersionsAnalysis::Known* VersionsAnalysis::find(const Question& question) const
{
    const auto found = std::ranges::find(m_known, question, &Known::question);
    return found == m_known.end() ? nullptr : &*found;
}

/// The window's comparison, if it is about the same.
VersionsAnalysis::Answer VersionsAnalysis::shownAnswer(const Question& question) const
{
    const auto& request = session().request();
    const bool isTheSame = session().result() && request.models == question.models
                           && request.samples == question.samples && request.mapFile == question.mapFile;
    return isTheSame ? session().result() : nullptr;
}

void VersionsAnalysis::keep(Answer answer, const QString& problem)
{
    m_known.push_front({m_asked, std::move(answer), problem});
    if (m_known.size() > kMostAnswers)
        m_known.pop_back();
}

bool VersionsAnalysis::canStart() const
{
    return !m_asked.models.baseline.empty();
}

void VersionsAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::CompareRequest request;
    request.models = m_asked.models;
    request.samples = m_asked.samples;
    request.mapFile = m_asked.mapFile;
    request.causes = results::CauseRuns::None;
    request.withHistograms = true; // every metric is shown beside the others' versions
    const auto& models = request.models;
    const bool isOfConfig = models.isSimulated() && !models.isVariant() && !models.quantization.config.empty();
    const QString name =
        QFileInfo(QString::fromStdString(isOfConfig ? models.quantization.config : models.analysisName())).fileName();
    runner().start([name] { return tr("Comparing the baseline with %1").arg(name); },
                   [engine, request](JobContext& context) { return engine->compare(request, context, {}); });
}

std::unique_ptr<Analysis> makeVersionsAnalysis(const AnalysisContext& context)
{
    return std::make_unique<VersionsAnalysis>(context);
}

} // namespace ql::widgets
