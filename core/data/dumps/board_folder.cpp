// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dumps/board_folder.h"

#include "core/base/files.h"
#include "core/base/log.h"
#include "core/data/boards/board_names.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace ql::data {

namespace fs = std::filesystem;

namespace {

/// Subfolders that tools put tensors in: msprobe, RKNN's accuracy analysis.
constexpr const char* kPlaces[]{"dump_tensor_data", "runtime/npy", "runtime", "simulator/npy", "simulator"};
constexpr const char* kRknnList = "map_name_to_file.txt";

/// The N of a folder Result_N: QNN, SNPE.
std::optional<std::size_t> sampleNumber(const fs::path& folder)
{
    constexpr std::string_view kPrefix = "Result_";
    const auto name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    const auto* end = name.data() + name.size();
    std::size_t number = 0;
    if (!name.starts_with(kPrefix) || !fs::is_directory(folder))
        return std::nullopt;
    const auto read = std::from_chars(name.data() + kPrefix.size(), end, number);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

/// Those in @p folder, by their numbers.
std::map<std::size_t, fs::path> sampleFolders(const fs::path& folder)
{
    std::map<std::size_t, fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (const auto number = sampleNumber(entry.path()))
            found.emplace(*number, entry.path());
    return found;
}

std::vector<std::string> wordsOf(const std::string& line)
{
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

using NameByStem = std::map<std::string, std::string>;

/// The last one counts.
void put(NameByStem& names, const std::string& stem, const std::string& name, const fs::path& list)
{
    auto& known = names[stem];
    if (!known.empty() && known != name)
        logWarning(Message("{}: {} is the file of {} and of {}, which counts", list.string(), stem, known, name));
    known = name;
}

/// Lines of a layer's name and its file's.
NameByStem rknnNames(const fs::path& list)
{
    NameByStem names;
    for (const auto& line : readLines(list))
        if (const auto words = wordsOf(line); words.size() >= 2)
            put(names, fs::path(words.back()).stem().string(), words.front(), list);
    return names;
}

/// Lines of a layer's number, its data's and its name, a file for each subgraph.
NameByStem tidlNames(const fs::path& folder)
{
    NameByStem names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto file = entry.path().filename().string();
        const auto at = file.find("subgraph_");
        if (!file.ends_with("layer_info.txt") || at == file.npos || !entry.is_regular_file())
            continue;
        const int graph = std::atoi(file.c_str() + at + std::string_view("subgraph_").size());
        for (const auto& line : readLines(entry.path()))
            if (const auto words = wordsOf(line); words.size() >= 3) {
                char stem[64];
                std::snprintf(stem, sizeof stem, "tidl_trace_subgraph_%d_%04d", graph, std::atoi(words[1].c_str()));
                put(names, stem, words[2], entry.path());
            }
    }
    return names;
}

/// What the tool listed, for folders up to two above the tensors.
NameByStem listedNames(const fs::path& folder, const fs::path& place)
{
    for (const auto& where : {folder, place, place.parent_path(), place.parent_path().parent_path()})
        if (fs::is_regular_file(where / kRknnList))
            return rknnNames(where / kRknnList);
    return tidlNames(folder);
}

} // namespace

bool isSampleFolder(const fs::path& folder)
{
    return sampleNumber(folder).has_value();
}

fs::path folderOfTensors(const fs::path& folder, std::vector<Message>& notes)
{
    if (const auto samples = sampleFolders(folder); !samples.empty()) {
        const auto& first = samples.begin()->second;
        if (samples.size() > 1)
            notes.push_back(Message("the folder holds {} samples; the first, {}, is compared: name {} for another",
                                    samples.size(), first.filename().string(),
                                    std::next(samples.begin())->second.string()));
        return first;
    }
    for (const char* place : kPlaces)
        if (fs::is_directory(folder / place))
            return folder / place;
    return folder;
}

void nameByTool(std::vector<DumpedTensor>& tensors, const fs::path& folder, const fs::path& place,
                std::vector<Message>& notes)
{
    std::vector<std::string> files;
    for (const auto& tensor : tensors)
        files.push_back(tensor.entry.empty() && tensor.isBare ? tensor.file.filename().string() : std::string());
    const auto byRule = namesByTool(files);
    const auto listed = listedNames(folder, place);
    std::set<std::string> taken;
    std::vector<DumpedTensor> named;
    bool isRuleUsed = false;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        auto name = byRule.names.empty() ? tensors[i].name : byRule.names[i].layer;
        if (!byRule.names.empty() && byRule.names[i].isInput)
            continue;
        if (const auto above = tensors[i].file.parent_path().lexically_relative(place);
            !byRule.names.empty() && above != ".")
            name = (above / name).generic_string();
        isRuleUsed = isRuleUsed || name != tensors[i].name;
        if (const auto found = listed.find(name); found != listed.end())
            name = found->second;
        if (taken.insert(name).second)
            tensors[i].name = name; // of several outputs the first
        else if (!taken.insert(tensors[i].name).second)
            continue;
        named.push_back(std::move(tensors[i]));
    }
    tensors = std::move(named);
    if (!listed.empty())
        notes.push_back(Message("layers are named by the list that the tool left beside their files"));
    else if (isRuleUsed)
        notes.push_back(Message("files are named as {} names them", std::string(byRule.tool)));
}

} // namespace ql::data
