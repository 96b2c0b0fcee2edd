// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/project.h"

#include "core/base/atomic_file.h"
#include "core/base/files.h"
#include "core/project/project_file.h"
#include "core/project/project_judge.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/session/layer_filter.h"
#include "widgets/session/model_session.h"
#include "widgets/text/error_text.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace ql::widgets {

namespace {

namespace fs = std::filesystem;
using project::ProjectFile;
using project::ProjectSetting;
using results::SensitivityGroup;
using results::SensitivityMode;
using results::SensitivityWhat;
using results::Word;

constexpr qint64 kHeadBytes = 4096;

constexpr auto kModes = results::wordsOf(SensitivityMode());
constexpr auto kMethods = results::wordsOf(results::SensitivityMethod());
constexpr auto kVariants = results::wordsOf(results::ModelVariant());
constexpr auto kCauses = results::wordsOf(results::CauseRuns());
constexpr auto kWhats = results::wordsOf(SensitivityWhat());
constexpr auto kGroups = results::wordsOf(SensitivityGroup());
constexpr std::pair<const char*, std::string SimulatedFormats::*> kFormats[]{
    {"activation-format", &SimulatedFormats::activation},
    {"weight-format", &SimulatedFormats::weight},
    {"high-precision-format", &SimulatedFormats::highPrecision}};

/// The word for @p choice; none for the default, which a file need not mention.
template <typename Words, typename Choice>
std::vector<std::string> wordOf(const Words& words, Choice choice, Choice fallback)
{
    if (choice == fallback)
        return {};
    return {std::string(std::ranges::find(words, choice, &Word<Choice>::value)->key)};
}

template <typename Words, typename Choice>
void choose(const Words& words, const std::string& word, Choice& choice)
{
    for (const auto& [meaning, text] : words)
        if (word == text)
            choice = meaning;
}

/// The values of a setting: of the question @p command if it has its own, else the shared ones.
std::vector<std::string> valuesOf(const ProjectFile& file, const std::string& name, const std::string& command = {})
{
    for (const auto& analysis : file.steps)
        if (analysis.command == command)
            if (const auto own = std::ranges::find(analysis.settings, name, &ProjectSetting::name);
                own != analysis.settings.end())
                return own->values;
    const auto shared = std::ranges::find(file.shared, name, &ProjectSetting::name);
    return shared == file.shared.end() ? std::vector<std::string>() : shared->values;
}

std::string firstOf(const std::vector<std::string>& values)
{
    return values.empty() ? std::string() : values.front();
}

std::vector<std::string> relative(const QStringList& words, const fs::path& folder)
{
    std::vector<std::string> values;
    for (const QString& word : words)
        if (!word.isEmpty())
            values.push_back(project::relativeWord(word.toStdString(), folder));
    return values;
}

/// Of images; empty for none.
std::string settingOf(const results::ImageOptions& images, const std::string& key)
{
    const auto found =
        std::ranges::find_if(images.settings, [&key](const auto& each) { return each.starts_with(key + '='); });
    return found == images.settings.end() ? std::string() : found->substr(key.size() + 1);
}

/// A project may write several numbers as a list.
std::string settingText(const std::string& key, const std::vector<std::string>& values)
{
    auto text = key + '=' + values.front();
    for (std::size_t i = 1; i < values.size(); ++i)
        text += ',' + values[i];
    return text;
}

/// What is calibrated with, said in full: commands take no data set in its place.
QString calibrationOf(const ProjectState& state)
{
    const bool takesData = state.calibration.isEmpty() && state.record.isEmpty() && !state.config.isEmpty();
    return takesData ? state.data : state.calibration;
}

/// The steps beside a comparison whose settings differ. @p isOtherData: the samples were replaced, too.
void addOtherSteps(std::vector<project::ProjectStep>& steps, const ProjectState& before, const ProjectState& after,
                   bool isOtherData, const fs::path& folder)
{
    const bool isOtherMetric = after.metric != before.metric;
    const std::vector<std::string> metric{std::string(results::key(after.metric))};
    if (after.sensitivity != before.sensitivity || isOtherMetric) {
        const SensitivityChoice plain;
        steps.push_back({"sensitivity",
                         {{"mode", wordOf(kModes, after.sensitivity.mode, plain.mode)},
                          {"method", wordOf(kMethods, after.sensitivity.method, plain.method)},
                          {"what", wordOf(kWhats, after.sensitivity.what, plain.what)},
                          {"group", wordOf(kGroups, after.sensitivity.group, plain.group)}}});
        // Rankings know no steps of a quantizer.
        if (isOtherMetric && after.metric != results::MetricId::MaxQscaleDiff)
            steps.back().settings.push_back({"metric", metric});
    }
    if (isOtherData ? !(after.data.isEmpty() && before.data.isEmpty())
                    : !after.data.isEmpty() && (after.mostSamples != before.mostSamples || isOtherMetric)) {
        const std::string most = std::to_string(after.mostSamples);
        steps.push_back(
            {"badcase", {{"num-steps", after.mostSamples > 0 ? std::vector{most} : std::vector<std::string>()}}});
        if (isOtherData)
            steps.back().settings.push_back({"data", relative({after.data}, folder)});
        if (isOtherMetric && after.metric != results::MetricId::MaxQscaleDiff)
            steps.back().settings.push_back({"metric", metric});
    }
}

/// Where the file has one, else with the questions that the window asks: a shared judge would be held against targets
/// of others.
void addJudge(std::vector<ProjectSetting>& shared, std::vector<project::ProjectStep>& steps, const ProjectState& after,
              const project::JudgePlaces& places, const fs::path& folder)
{
    auto judge = after.judge;
    if (!judge.command.empty())
        judge.command = project::relativeCommand(judge.command, folder);
    const auto settings = project::judgeSettings(judge);
    if (places.isShared)
        shared.insert(shared.end(), settings.begin(), settings.end());
    auto commands = places.commands;
    if (commands.empty() && !places.isShared && !judge.command.empty()) {
        const bool isPredicted = after.sensitivity.method == results::SensitivityMethod::Gradient; // judges nothing
        if (!after.data.isEmpty())
            commands.emplace_back("badcase");
        if (!isPredicted || commands.empty())
            commands.emplace_back("sensitivity");
    }
    for (const auto& command : commands)
        steps.push_back({command, settings});
}

/// What turns a file that says @p before into one that says @p after. A setting that is the same stays untouched.
std::string changedText(const std::string& text, const ProjectState& before, const ProjectState& after,
                        const project::JudgePlaces& judges, const fs::path& path)
{
    const bool isNew = text.empty();
    const fs::path folder = path.parent_path();
    std::vector<ProjectSetting> shared;
    const auto share = [&](const char* name, const QStringList& old, const QStringList& now) {
        if (isNew || old != now)
            shared.push_back({name, relative(now, folder)});
    };
    share("baseline", {before.baseline}, {after.baseline});
    share("analysis", {before.analysis}, {after.analysis});
    share("input", before.inputs, after.inputs);
    // Only bad cases are sought in it: a command that takes inputs as well would not know which.
    const bool isOtherData = isNew || before.data != after.data;
    if (isOtherData)
        shared.push_back({"data", {}});
    share("config", {before.config}, {after.config});
    share("calibration-data", {before.calibration}, {calibrationOf(after)});
    if (isNew ? !after.record.isEmpty() : before.record != after.record)
        share("record", {before.record}, {after.record});
    if (isNew ? !after.map.isEmpty() : before.map != after.map)
        share("map", {before.map}, {after.map});
    if (before.images.file != after.images.file)
        share("preprocess", {QString::fromStdString(before.images.file)}, {QString::fromStdString(after.images.file)});
    for (const char* key : results::kImageSettings)
        if (const auto now = settingOf(after.images, key); now != settingOf(before.images, key))
            shared.push_back({key, now.empty() ? std::vector<std::string>() : std::vector{now}});
    for (const auto& [key, field] : kFormats)
        if (const auto& now = after.formats.*field; now != before.formats.*field)
            shared.push_back({key, now.empty() ? std::vector<std::string>() : std::vector{now}});
    std::vector<project::ProjectStep> steps;
    const auto compare = [&steps]() -> project::ProjectStep& {
        return steps.empty() ? steps.emplace_back(project::ProjectStep{"compare", {}}) : steps.front();
    };
    if (isNew)
        compare();
    if (after.causes != before.causes)
        compare().settings.push_back({"causes", wordOf(kCauses, after.causes, ProjectState().causes)});
    if (const auto now = after.targetArithmetic.toStdString(); after.targetArithmetic != before.targetArithmetic)
        compare().settings.push_back(
            {"target-arithmetic", now.empty() ? std::vector<std::string>() : std::vector{now}});
    if (after.variant != before.variant)
        compare().settings.push_back({"variant", wordOf(kVariants, after.variant, ProjectState().variant)});
    addOtherSteps(steps, before, after, isOtherData, folder);
    if (after.judge != before.judge)
        addJudge(shared, steps, after, judges, folder);
    return project::withSettings(text, shared, steps, path.string());
}

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
                       const auto untrusted = project::TrustedWishes().untrusted(wishes);
                       return std::make_shared<const ReadFile>(file, wishes, untrusted);
                   });
}

void Project::finishOpening(bool isTrusted)
{
    m_path = m_target;
    take(m_reader.result()->file);
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

void Project::take(const ProjectFile& file)
{
    const fs::path folder = fs::path(m_path.toStdString()).parent_path();
    const auto whole = [&folder](const std::string& word) {
        return word.empty() ? QString() : QString::fromStdString(project::absoluteWord(word, folder));
    };
    m_session.setSimulationPreferred(false);
    m_session.baseline().setPath(whole(firstOf(valuesOf(file, "baseline"))));
    m_session.analysis().setPath(whole(firstOf(valuesOf(file, "analysis"))));
    m_session.setMapFile(whole(firstOf(valuesOf(file, "map", "compare"))));
    QStringList inputs;
    for (const std::string& word : valuesOf(file, "input", "compare"))
        inputs.append(whole(word));
    m_session.setInputs(inputs);
    results::ImageOptions images;
    images.file = whole(firstOf(valuesOf(file, "preprocess", "compare"))).toStdString();
    for (const char* key : results::kImageSettings)
        if (const auto values = valuesOf(file, key, "compare"); !values.empty())
            images.settings.push_back(settingText(key, values));
    m_session.setImages(images);
    SimulatedFormats formats;
    for (const auto& [key, field] : kFormats)
        formats.*field = firstOf(valuesOf(file, key, "compare"));
    m_session.setFormats(formats);
    m_session.setTargetArithmetic(QString::fromStdString(firstOf(valuesOf(file, "target-arithmetic", "compare"))));
    m_session.setData(whole(firstOf(valuesOf(file, "data", "badcase"))));
    const auto record = firstOf(valuesOf(file, "record", "compare"));
    m_session.setCalibration(whole(record.empty() ? firstOf(valuesOf(file, "calibration-data", "compare")) : record));
    m_session.setConfig(whole(firstOf(valuesOf(file, "config", "compare"))));
    auto variant = ProjectState().variant;
    choose(kVariants, firstOf(valuesOf(file, "variant", "compare")), variant);
    m_session.setVariant(variant);
    auto causes = ProjectState().causes;
    choose(kCauses, firstOf(valuesOf(file, "causes", "compare")), causes);
    m_session.setCauses(causes);
    SensitivityChoice choice;
    choose(kModes, firstOf(valuesOf(file, "mode", "sensitivity")), choice.mode);
    choose(kMethods, firstOf(valuesOf(file, "method", "sensitivity")), choice.method);
    choose(kWhats, firstOf(valuesOf(file, "what", "sensitivity")), choice.what);
    choose(kGroups, firstOf(valuesOf(file, "group", "sensitivity")), choice.group);
    m_sensitivity.setChoice(choice);
    m_badCases.setMostSamples(
        std::size_t(QString::fromStdString(firstOf(valuesOf(file, "num-steps", "badcase"))).toULongLong()));
    for (const char* command : {"badcase", "sensitivity"})
        if (const auto metric = results::metricFromKey(firstOf(valuesOf(file, "metric", command))))
            m_filter.setMetric(*metric);
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
