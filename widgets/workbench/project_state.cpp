// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/project_state.h"

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

SensitivityChoice sensitivityIn(const ProjectFile& file)
{
    SensitivityChoice choice;
    choose(kModes, firstOf(valuesOf(file, "mode", "sensitivity")), choice.mode);
    choose(kMethods, firstOf(valuesOf(file, "method", "sensitivity")), choice.method);
    choose(kWhats, firstOf(valuesOf(file, "what", "sensitivity")), choice.what);
    choose(kGroups, firstOf(valuesOf(file, "group", "sensitivity")), choice.group);
    return choice;
}

} // namespace

ProjectState stateIn(const ProjectFile& file, const fs::path& folder, results::MetricId metric)
{
    const auto whole = [&folder](const std::string& word) {
        return word.empty() ? QString() : QString::fromStdString(project::absoluteWord(word, folder));
    };
    const auto compared = [&file](const char* name) { return firstOf(valuesOf(file, name, "compare")); };
    ProjectState state;
    state.baseline = whole(firstOf(valuesOf(file, "baseline")));
    state.analysis = whole(firstOf(valuesOf(file, "analysis")));
    state.map = whole(compared("map"));
    for (const std::string& word : valuesOf(file, "input", "compare"))
        state.inputs.append(whole(word));
    state.images.file = whole(compared("preprocess")).toStdString();
    for (const char* key : results::kImageSettings)
        if (const auto values = valuesOf(file, key, "compare"); !values.empty())
            state.images.settings.push_back(settingText(key, values));
    for (const auto& [key, field] : kFormats)
        state.formats.*field = compared(key);
    state.postProcess = valuesOf(file, "post-process", "compare");
    state.targetArithmetic = QString::fromStdString(compared("target-arithmetic"));
    state.data = whole(firstOf(valuesOf(file, "data", "badcase")));
    state.record = whole(compared("record"));
    state.calibration = whole(compared("calibration-data"));
    state.config = whole(compared("config"));
    choose(kVariants, compared("variant"), state.variant);
    choose(kCauses, compared("causes"), state.causes);
    state.sensitivity = sensitivityIn(file);
    const auto most = firstOf(valuesOf(file, "num-steps", "badcase"));
    state.mostSamples = std::size_t(QString::fromStdString(most).toULongLong());
    state.metric = metric;
    for (const char* command : {"badcase", "sensitivity"})
        if (const auto said = results::metricFromKey(firstOf(valuesOf(file, "metric", command))))
            state.metric = *said;
    return state;
}

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
    if (after.postProcess != before.postProcess)
        shared.push_back({"post-process", after.postProcess});
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

} // namespace ql::widgets
