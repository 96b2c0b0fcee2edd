// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/project.h"

#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"
#include "core/project/project_judge.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/session/layer_filter.h"
#include "widgets/session/model_session.h"
#include "widgets/text/error_text.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace ql::widgets {

namespace {

namespace fs = std::filesystem;
using project::ProjectFile;

constexpr qint64 kHeadBytes = 4096;

} // namespace

Project::Project(ModelSession& session, LayerFilter& filter, SensitivityAnalysis& sensitivity,
                 BadCaseAnalysis& badCases)
    : m_session(session)
    , m_filter(filter)
    , m_sensitivity(sensitivity)
    , m_badCases(badCases)
    , m_libraries(session)
{
    const auto fail = [this](const Error& error) { Q_EMIT m_session.failed(errorLabel(error)); };
    connect(&m_reader, &JobRunner::failed, this, fail);
    connect(&m_writer, &JobRunner::failed, this, fail);
    connect(&m_reader, &JobRunner::finished, this,
            [this] { m_libraries.load(m_reader.result()->wishes, m_reader.result()->untrusted); });
    connect(&m_libraries, &ProjectLibraries::settled, this, &Project::finishOpening);
    connect(&m_writer, &JobRunner::finished, this, [this] {
        m_path = m_target;
        m_kept = m_writing;
        Q_EMIT changed();
        Q_EMIT saved();
    });
    connect(&m_session, &ModelSession::changed, this, &Project::changed);
    connect(&m_filter, &LayerFilter::metricChanged, this, &Project::changed);
    connect(&m_sensitivity, &Analysis::changed, this, &Project::changed);
    connect(&m_badCases, &Analysis::changed, this, &Project::changed);
}

QString Project::fileName() const
{
    return QFileInfo(m_path).fileName();
}

bool Project::isDirty() const
{
    return !m_path.isEmpty() && m_kept != now();
}

ProjectState Project::now() const
{
    // Commands would prefer the model to the simulation.
    const bool isSimulated = m_session.isSimulationPreferred() && !m_session.config().isEmpty();
    return {.baseline = m_session.baseline().path(),
            .analysis = isSimulated ? QString() : m_session.analysis().path(),
            .inputs = m_session.inputs(),
            .data = m_session.data(),
            .config = m_session.config(),
            .calibration = m_session.hasRecord() ? QString() : m_session.calibration(),
            .record = m_session.hasRecord() ? m_session.calibration() : QString(),
            .map = isSimulated ? QString() : m_session.mapFile(),
            .images = m_session.images(),
            .formats = m_session.formats(),
            .targetArithmetic = m_session.targetArithmetic(),
            .postProcess = m_session.postProcess(),
            .judge = m_session.hasJudge() ? m_session.judge() : results::JudgeOptions(),
            .metric = m_filter.metric(),
            .sensitivity = m_sensitivity.choice(),
            .variant = m_session.variant(),
            .causes = m_session.causes(),
            .mostSamples = m_badCases.mostSamples()};
}

void Project::open(const QString& path)
{
    m_writer.cancel();
    m_target = QFileInfo(path).absoluteFilePath();
    m_reader.start([path] { return tr("Opening %1").arg(QFileInfo(path).fileName()); },
                   [target = fs::path(m_target.toStdString())](JobContext&) {
                       const auto file = project::readProject(target);
                       auto wishes = project::libraryWishes(file, target.parent_path());
                       if (const auto judge = project::judgeOf(file); !judge.command.empty())
                           wishes.programs.push_back(judge.command);
                       const auto untrusted = project::TrustStore().untrusted(wishes);
                       return std::make_shared<const ReadFile>(file, wishes, untrusted);
                   });
}

void Project::finishOpening(bool isTrusted)
{
    m_path = m_target;
    take(stateIn(m_reader.result()->file, fs::path(m_path.toStdString()).parent_path(), m_filter.metric()));
    if (isTrusted)
        takeJudge(m_reader.result()->file);
    else
        m_session.setJudge({});
    m_kept = now();
    Q_EMIT changed();
    Q_EMIT opened(isTrusted);
}

/// The window stands elsewhere than the project, from whose folder the command is meant.
void Project::takeJudge(const ProjectFile& file)
{
    auto judge = project::judgeOf(file);
    if (!judge.command.empty())
        judge.command = project::absoluteCommand(judge.command, fs::path(m_path.toStdString()).parent_path());
    m_session.setJudge(judge);
}

bool Project::asksToCompare() const
{
    const auto read = m_reader.result();
    return read && std::ranges::any_of(read->file.steps, [](const auto& step) { return step.command == "compare"; });
}

void Project::take(const ProjectState& state)
{
    m_session.setSimulationPreferred(false);
    m_session.baseline().setPath(state.baseline);
    m_session.analysis().setPath(state.analysis);
    m_session.setMapFile(state.map);
    m_session.setInputs(state.inputs);
    m_session.setImages(state.images);
    m_session.setFormats(state.formats);
    m_session.setTargetArithmetic(state.targetArithmetic);
    m_session.setPostProcess(state.postProcess);
    m_session.setData(state.data);
    m_session.setCalibration(state.record.isEmpty() ? state.calibration : state.record);
    m_session.setConfig(state.config);
    m_session.setVariant(state.variant);
    m_session.setCauses(state.causes);
    m_sensitivity.setChoice(state.sensitivity);
    m_badCases.setMostSamples(state.mostSamples);
    m_filter.setMetric(state.metric);
}

void Project::saveAs(const QString& path)
{
    m_target = QFileInfo(path).absoluteFilePath();
    m_writing = now();
    const fs::path target = m_target.toStdString();
    const fs::path source = m_path.toStdString();
    m_writer.start([path] { return tr("Saving %1").arg(QFileInfo(path).fileName()); },
                   [target, source, before = m_kept, after = m_writing, written = m_target](JobContext&) {
                       const bool isElsewhere = target.parent_path() != source.parent_path();
                       // Another file is replaced, as the dialog has asked; this one is patched.
                       std::string text = source.empty() ? std::string() : readTextIfThere(source).value_or("");
                       auto said = text.empty() ? ProjectState() : before;
                       if (!text.empty() && isElsewhere) {
                           text = project::movedTo(text, source.parent_path(), target.parent_path(), source.string());
                           said.judge = {}; // its files are named from the folder
                       }
                       const bool isSameJudge = text.empty() || said.judge == after.judge;
                       const auto judges =
                           isSameJudge ? project::JudgePlaces() : project::judgePlacesIn(project::readProject(source));
                       writeFileAtomically(target, changedText(text, said, after, judges, target));
                       project::trustTypedJudge(after.judge.command, target.parent_path());
                       return std::make_shared<const QString>(written);
                   });
}

bool isProjectFile(const QString& path)
{
    if (path.endsWith(QLatin1String(".quantloupe"), Qt::CaseInsensitive))
        return true;
    if (!path.endsWith(QLatin1String(".yaml"), Qt::CaseInsensitive)
        && !path.endsWith(QLatin1String(".yml"), Qt::CaseInsensitive))
        return false;
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) // a pipe would wait for a writer
        return false;
    const QByteArray head = '\n' + file.read(kHeadBytes);
    return head.contains("\nquantloupe:");
}

} // namespace ql::widgets
