// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_file.h"

#include "core/base/documents/yaml_keys.h"
#include "core/base/error.h"
#include "core/base/files.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace ql::project {

namespace {

namespace fs = std::filesystem;

constexpr const char* kVersionKey = "quantloupe";
constexpr int kVersion = 1;
constexpr std::uintmax_t kMostBytes = 1 << 20;

int lineOf(const YAML::Node& node)
{
    return node.Mark().line + 1;
}

[[noreturn]] void refuse(int line, const Message& message, const Message& hint = {})
{
    throw Error(ErrorCode::FileCorrupt, Message("line {}: {}", line, message), hint);
}

std::string scalarOf(const YAML::Node& node, const Message& what)
{
    if (!node.IsScalar())
        refuse(lineOf(node), Message("{} must be one value", what));
    return node.Scalar();
}

ProjectSetting settingOf(const YAML::Node& key, const YAML::Node& value)
{
    ProjectSetting setting{scalarOf(key, "a setting's name"), {}, lineOf(key)};
    std::replace(setting.name.begin(), setting.name.end(), '_', '-');
    if (value.IsSequence())
        for (const auto& each : value)
            setting.values.push_back(scalarOf(each, Message("an entry of {}", setting.name)));
    else
        setting.values.push_back(scalarOf(value, Message::text(setting.name)));
    if (setting.values.empty())
        refuse(setting.line, Message("{} has no value", setting.name), "leave the line out");
    return setting;
}

ProjectStep stepOf(const YAML::Node& node)
{
    if (node.IsScalar())
        return {node.Scalar(), {}, lineOf(node)};
    if (!node.IsMap() || node.size() != 1)
        refuse(lineOf(node), "expected a command or one command with its settings",
               "write  - compare  or  - sensitivity: {mode: one-off}");
    const auto entry = *node.begin();
    ProjectStep step{scalarOf(entry.first, "a command"), {}, lineOf(entry.first)};
    if (entry.second.IsNull())
        return step;
    if (!entry.second.IsMap())
        refuse(step.line, Message("the settings of {} must be names with values", step.command));
    for (const auto& setting : entry.second)
        step.settings.push_back(settingOf(setting.first, setting.second));
    return step;
}

void requireVersion(const YAML::Node& root)
{
    const auto found = root[kVersionKey];
    if (!found)
        throw Error(ErrorCode::UnsupportedFormat, Message("no key {}: this is not a project file", kVersionKey),
                    Message("a project begins with the line  {}: {}", kVersionKey, kVersion));
    if (!found.IsScalar() || found.Scalar() != std::to_string(kVersion))
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("line {}: {} is {}, expected {}", lineOf(found), kVersionKey,
                            found.IsScalar() ? Message::text(found.Scalar()) : Message("no number"), kVersion),
                    "the project was written for another version of this program");
}

ProjectFile projectOf(const YAML::Node& root)
{
    if (!root.IsMap())
        throw Error(ErrorCode::UnsupportedFormat, "this is not a project file: expected names with values");
    requireVersion(root);
    ProjectFile project;
    for (const auto& entry : root) {
        const auto key = scalarOf(entry.first, "a name");
        if (key == kVersionKey)
            continue;
        if (key != kStepsKey) {
            project.shared.push_back(settingOf(entry.first, entry.second));
            continue;
        }
        if (!entry.second.IsSequence())
            refuse(lineOf(entry.first), "run must be a list of commands");
        for (const auto& step : entry.second)
            project.steps.push_back(stepOf(step));
    }
    if (project.steps.empty())
        throw Error(ErrorCode::FileCorrupt, "the project asks nothing", "add  run: [compare]");
    return project;
}

std::string textOf(const fs::path& path)
{
    std::error_code unknown;
    const auto bytes = fs::file_size(path, unknown);
    if (!unknown && bytes > kMostBytes)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("{} bytes are too many for a project, expected at most {}", bytes, kMostBytes));
    return readText(path);
}

} // namespace

ProjectFile readProject(const fs::path& path)
try {
    try {
        const auto root = YAML::Load(textOf(path));
        YamlKeys<YAML::Node>::requireOnce(root);
        return projectOf(root);
    } catch (const YAML::Exception& error) {
        refuse(error.mark.line + 1, Message::text(error.msg), "check the indentation and the quotes");
    }
} catch (Error& error) {
    error.addContext(Message::text(path.string()));
    throw;
}

} // namespace ql::project
