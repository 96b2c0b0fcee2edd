// SPDX-License-Identifier: GPL-3.0-or-later
// Trials as YAML and back.
#include "core/base/documents/yaml_keys.h"
#include "core/base/error.h"
#include "core/project/trials_file.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>

namespace ql::project {

namespace {

namespace fs = std::filesystem;
using results::Trial;
using results::TrialChange;

constexpr const char* kTrialsKey = "quantloupe-trials";
constexpr int kTrialsVersion = 1;
constexpr std::string_view kSeparator = "---\n";

std::string inQuotes(std::string_view text)
{
    std::string line = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            line += '\\';
        if (c == '\n')
            line += "\\n";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else
            line += c;
    }
    return line + '"';
}

/// As written, line by line below its key.
std::string block(const std::string& text)
{
    const bool endsLine = text.ends_with('\n');
    std::string lines = !endsLine ? "|2-\n" : text.ends_with("\n\n") || text == "\n" ? "|2+\n" : "|2\n";
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        lines += "  " + text.substr(begin, end - begin) + "\n";
        begin = end + 1;
    }
    lines.pop_back();
    return lines;
}

bool isPlain(const std::string& text)
{
    return std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
}

/// Readable where YAML can say it byte for byte, else as base64.
std::string exactly(const std::string& text)
{
    if (text.empty())
        return inQuotes(text);
    if (isPlain(text))
        return block(text);
    for (const auto& candidate : {block(text), inQuotes(text)})
        try {
            if (YAML::Load("text: " + candidate + "\n")["text"].Scalar() == text)
                return candidate;
        } catch (const YAML::Exception&) {
            continue;
        }
    return "!!binary " + YAML::EncodeBase64(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

std::string relativePath(const std::string& path, const fs::path& folder)
{
    if (folder.empty() || !fs::path(path).is_absolute())
        return path;
    const auto from = fs::path(path).lexically_relative(folder.lexically_normal());
    return from.empty() ? path : from.generic_string();
}

/// A path, or a sentence that names files of the folder.
std::string withoutFolder(const std::string& name, const fs::path& folder)
{
    if (folder.empty() || fs::path(name).is_absolute())
        return relativePath(name, folder);
    const std::string front = folder.lexically_normal().string() + '/';
    std::string text = name;
    for (auto at = text.find(front); at != std::string::npos; at = text.find(front, at))
        text.erase(at, front.size());
    return text;
}

std::string absolutePath(const std::string& path, const fs::path& folder)
{
    return path.empty() || fs::path(path).is_absolute() ? path : (folder / path).lexically_normal().string();
}

std::string trialText(const Trial& trial, const fs::path& folder)
{
    return fmt::format(
        "time: {}\nedits: {}\nnote: {}\nconfig: {}\nbefore: {}\nafter: {}\ntext: {}\nvalues: {}\ncomplete: true\n",
        inQuotes(trial.time), inQuotes(trial.edits), inQuotes(trial.note), inQuotes(relativePath(trial.config, folder)),
        inQuotes(withoutFolder(trial.change->before, folder)), inQuotes(withoutFolder(trial.change->after, folder)),
        exactly(trial.text), exactly(changeTable(trial.change->rows)));
}

[[noreturn]] void refuse(const YAML::Node& node, const Message& message)
{
    throw Error(ErrorCode::FileCorrupt, Message("line {}: {}", node.Mark().line + 1, message));
}

std::string wordOf(const YAML::Node& map, const char* key, bool isNeeded = true)
{
    const auto found = map[key];
    if (!found && !isNeeded)
        return {};
    if (!found || !found.IsScalar())
        refuse(found ? found : map, Message("{} must be one value", key));
    if (found.Tag() != "tag:yaml.org,2002:binary")
        return found.Scalar();
    const auto bytes = YAML::DecodeBase64(found.Scalar());
    return {bytes.begin(), bytes.end()};
}

Trial trialOf(const YAML::Node& root, const fs::path& folder)
{
    YamlKeys<YAML::Node>::requireOnce(root);
    if (!root.IsMap())
        refuse(root, "a trial must be names with values");
    if (wordOf(root, "complete", false) != "true")
        refuse(root, "the trial breaks off");
    Trial trial{.time = wordOf(root, "time"),
                .edits = wordOf(root, "edits"),
                .note = wordOf(root, "note"),
                .config = absolutePath(wordOf(root, "config"), folder),
                .text = wordOf(root, "text"),
                .change = nullptr};
    TrialChange change{wordOf(root, "before"), wordOf(root, "after"), {}};
    try {
        change.rows = rowsOfChangeTable(wordOf(root, "values"));
    } catch (const Error& error) {
        refuse(root["values"], error.whole());
    }
    trial.change = std::make_shared<const TrialChange>(std::move(change));
    return trial;
}

/// The parts between the separators, at least one; lines may end as on Windows.
std::vector<std::string> documentsOf(std::string text)
{
    for (auto at = text.find("\r\n"); at != std::string::npos; at = text.find("\r\n", at))
        text.erase(at, 1);
    const std::string separator = fmt::format("\n{}", kSeparator);
    std::vector<std::string> documents;
    std::size_t begin = 0;
    for (auto end = text.find(separator); end != std::string::npos; end = text.find(separator, begin)) {
        documents.push_back(text.substr(begin, end + 1 - begin));
        begin = end + separator.size();
    }
    documents.push_back(text.substr(begin));
    return documents;
}

/// Passes over what a document holds.
class Passing final : public YAML::EventHandler {
public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnMapEnd() override {}
};

/// Not by YAML::LoadAll(): where a document breaks off before a comma it finds empty ones without end (yaml-cpp 0.7).
bool isOneDocument(const std::string& text)
{
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    Passing passing;
    return parser.HandleNextDocument(passing) && !parser.HandleNextDocument(passing);
}

/// Whether the first document says that trials follow.
void requireHeader(const std::string& text)
{
    std::string found;
    try {
        const auto header = YAML::Load(text);
        found = header.IsMap() && header[kTrialsKey] ? header[kTrialsKey].as<std::string>() : "";
    } catch (const YAML::Exception&) {
        found.clear();
    }
    if (found.empty())
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("no line  {}: {}  at the beginning: these are no trials", kTrialsKey, kTrialsVersion));
    if (found != std::to_string(kTrialsVersion))
        throw Error(ErrorCode::UnsupportedFormat, Message("{} is {}, expected {}", kTrialsKey, found, kTrialsVersion),
                    "the trials were written by another version of this program");
}

} // namespace

std::string trialsText(const std::vector<Trial>& trials, const fs::path& folder)
{
    std::string text = fmt::format("# What was tried in Quantloupe, one trial after each line of ---.\n{}: {}\n",
                                   kTrialsKey, kTrialsVersion);
    for (const auto& trial : trials)
        text += fmt::format("{}{}", kSeparator, trialText(trial, folder));
    return text;
}

TrialsFile trialsOf(const std::string& text, const fs::path& folder)
{
    TrialsFile file;
    int line = 0;
    const auto documents = documentsOf(text);
    requireHeader(documents.front());
    for (const auto& document : documents) {
        try {
            // Blank lines in front, so that marks say the line of the whole file.
            const auto part = std::string(std::size_t(line), '\n') + document;
            if (!isOneDocument(part))
                throw Error(ErrorCode::FileCorrupt, Message("line {}: expected one trial and nothing else", line + 1));
            if (&document != &documents.front())
                file.trials.push_back(trialOf(YAML::Load(part), folder));
        } catch (const YAML::Exception& error) {
            file.problems.emplace_back(ErrorCode::FileCorrupt, Message("line {}: {}", error.mark.line + 1, error.msg));
        } catch (const Error& error) {
            file.problems.push_back(error);
        }
        line += int(std::ranges::count(document, '\n')) + 1;
    }
    return file;
}

} // namespace ql::project
