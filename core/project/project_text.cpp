// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_file.h"

#include "core/base/error.h"
#include "core/config/edit/tree_editor.h"

#include <algorithm>

namespace ql::project {

namespace {

namespace fs = std::filesystem;
using config::edit::TreeEditor;
using config::text::Path;
using config::text::Step;
using config::text::Syntax;
using config::text::Value;

constexpr const char* kBeginning = "quantloupe: 1\n";

Value valueOf(const ProjectSetting& setting, bool isList)
{
    if (setting.values.size() == 1 && !isList)
        return Value::ofText(setting.values.front());
    std::vector<Value> items;
    for (const auto& value : setting.values)
        items.push_back(Value::ofText(value));
    return Value::ofSequence(std::move(items));
}

std::vector<std::string> textsOf(const Value& value)
{
    std::vector<std::string> texts;
    if (!value.isCollection())
        return {value.text};
    for (const auto& [key, item] : value.entries)
        texts.push_back(item.text);
    return texts;
}

/// As @p map spells the key: words may be joined by hyphens or underscores.
std::string spelling(const Value* map, const std::string& name)
{
    if (map)
        for (const auto& [key, value] : map->entries) {
            std::string spelled = key;
            std::replace(spelled.begin(), spelled.end(), '_', '-');
            if (spelled == name)
                return key;
        }
    return name;
}

void put(TreeEditor& editor, Path path, const ProjectSetting& setting)
{
    const Value* map = config::text::at(editor.meaning(), path);
    path.push_back({spelling(map, setting.name)});
    const Value* old = config::text::at(editor.meaning(), path);
    if (setting.values.empty()) {
        if (old)
            editor.remove(path);
    } else if (!old || textsOf(*old) != setting.values) {
        editor.set(path, valueOf(setting, old && old->kind == Value::Kind::Sequence));
    }
}

/// Where the first question with that command stands, or where it would be appended.
std::size_t positionOf(const TreeEditor& editor, const std::string& command)
{
    const Value* run = editor.meaning().find(kStepsKey);
    if (!run)
        return 0;
    std::size_t position = 0;
    for (const auto& [key, item] : run->entries) {
        if (item.kind == Value::Kind::Map ? item.find(command) != nullptr : item.text == command)
            break;
        ++position;
    }
    return position;
}

void ask(TreeEditor& editor, const ProjectStep& step)
{
    const Value* run = editor.meaning().find(kStepsKey);
    const std::size_t position = positionOf(editor, step.command);
    const Path item{{kStepsKey}, {"", position}};
    if (!run || position >= run->entries.size()) {
        editor.append({{kStepsKey}}, Value::ofText(step.command));
        editor.commit();
    }
    const bool isSet =
        std::ranges::any_of(step.settings, [](const ProjectSetting& each) { return !each.values.empty(); });
    const Value* asked = config::text::at(editor.meaning(), item);
    if (!asked || editor.meaning().find(kStepsKey)->kind != Value::Kind::Sequence)
        throw Error(ErrorCode::FileCorrupt, "run must be a list of commands");
    if (asked->kind != Value::Kind::Map) {
        if (!isSet)
            return;
        Value settings = Value::ofMap();
        for (const auto& setting : step.settings)
            if (!setting.values.empty())
                settings.add(setting.name, valueOf(setting, false));
        Value map = Value::ofMap();
        map.add(step.command, std::move(settings));
        editor.set(item, map);
        return;
    }
    Path inside = item;
    inside.push_back({step.command});
    for (const auto& setting : step.settings)
        if (!setting.values.empty() || config::text::at(editor.meaning(), inside)->kind == Value::Kind::Map)
            put(editor, inside, setting);
}

bool isRandom(const std::string& word)
{
    return word == "random" || word.starts_with("random:");
}

/// "name=" of an `--input` word; empty where there is none.
std::size_t pathBegin(const std::string& word)
{
    const auto equals = word.find('=');
    return equals == std::string::npos ? 0 : equals + 1;
}

/// Every scalar below @p value with the path that leads to it.
template <typename Visit>
void visitScalars(const Value& value, Path& path, const Visit& visit)
{
    if (!value.isCollection()) {
        visit(path, value);
        return;
    }
    for (std::size_t i = 0; i < value.entries.size(); ++i) {
        const auto& [key, entry] = value.entries[i];
        path.push_back(key.empty() ? Step{"", i} : Step{key});
        visitScalars(entry, path, visit);
        path.pop_back();
    }
}

} // namespace

std::string withSettings(const std::string& text, const std::vector<ProjectSetting>& shared,
                         const std::vector<ProjectStep>& steps, const std::string& name)
{
    TreeEditor editor(config::text::sharedDocument(text.empty() ? kBeginning : text, Syntax::Yaml, name));
    // A commit for each: a list grows as it would if the user added a line at a time.
    for (const auto& setting : shared) {
        put(editor, {}, setting);
        editor.commit();
    }
    for (const auto& step : steps) {
        ask(editor, step);
        editor.commit();
    }
    return editor.commit()->bytes;
}

std::string movedTo(const std::string& text, const fs::path& from, const fs::path& to, const std::string& name)
{
    TreeEditor editor(config::text::sharedDocument(text, Syntax::Yaml, name));
    std::vector<std::pair<Path, std::string>> moved;
    Path path;
    visitScalars(editor.meaning(), path, [&](const Path& at, const Value& value) {
        const std::string whole = absoluteWord(value.text, from);
        std::error_code ignored;
        if (!value.text.empty() && fs::exists(whole.substr(pathBegin(whole)), ignored))
            moved.emplace_back(at, relativeWord(whole, to));
    });
    for (const auto& [at, word] : moved)
        editor.set(at, Value::ofText(word));
    return editor.commit()->bytes;
}

std::string relativeWord(const std::string& word, const fs::path& folder)
{
    const auto begin = pathBegin(word);
    if (isRandom(word.substr(begin)) || word.size() == begin)
        return word;
    const auto path =
        fs::absolute(word.substr(begin)).lexically_normal().lexically_relative(fs::absolute(folder).lexically_normal());
    return word.substr(0, begin) + (path.empty() ? word.substr(begin) : path.generic_string());
}

std::string absoluteWord(const std::string& word, const fs::path& folder)
{
    const auto begin = pathBegin(word);
    if (isRandom(word.substr(begin)) || word.size() == begin)
        return word;
    return word.substr(0, begin) + (fs::absolute(folder) / word.substr(begin)).lexically_normal().generic_string();
}

} // namespace ql::project
