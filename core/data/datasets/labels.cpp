// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets/labels.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/tensors/npy.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace ql::data {

namespace {

/// A line without its comment, as the words before the last one and the last one.
std::pair<std::string, std::string> splitLine(std::string line)
{
    constexpr const char* kBlanks = " \t\r,;";
    line.resize(std::min(line.find('#'), line.size()));
    const auto end = line.find_last_not_of(kBlanks);
    if (end == std::string::npos)
        return {};
    line.resize(end + 1);
    const auto gap = line.find_last_of(kBlanks);
    if (gap == std::string::npos)
        return {{}, line};
    const auto from = line.find_first_not_of(kBlanks);
    const auto to = line.find_last_not_of(kBlanks, gap);
    return {to == std::string::npos || to < from ? std::string() : line.substr(from, to - from + 1),
            line.substr(gap + 1)};
}

struct TextLabels {
    std::vector<std::int64_t> inOrder;
    std::unordered_map<std::string, std::int64_t> byName;
};

TextLabels readTextLabels(const std::filesystem::path& path)
{
    TextLabels labels;
    std::size_t number = 0;
    for (const auto& line : readLines(path)) {
        ++number;
        const auto [name, word] = splitLine(line);
        if (word.empty())
            continue;
        std::int64_t label = 0;
        const auto result = std::from_chars(word.data(), word.data() + word.size(), label);
        if (result.ec != std::errc() || result.ptr != word.data() + word.size())
            throw Error(ErrorCode::FileCorrupt, Message("line {}: {} is no integer", number, word),
                        "write one label per line, or SAMPLE LABEL");
        if (name.empty())
            labels.inOrder.push_back(label);
        else
            labels.byName[name] = label;
    }
    if (!labels.inOrder.empty() && !labels.byName.empty())
        throw Error(ErrorCode::FileCorrupt, "some lines name a sample and some don't");
    return labels;
}

std::vector<std::int64_t> labelsByName(const TextLabels& labels, const Dataset& dataset)
{
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < dataset.size(); ++i) {
        const auto name = dataset.sampleName(i);
        auto entry = labels.byName.find(name);
        if (entry == labels.byName.end())
            entry = labels.byName.find(std::filesystem::path(name).filename().string());
        if (entry == labels.byName.end())
            throw Error(ErrorCode::BadArgument, Message("has no label for sample {}", name));
        found.push_back(entry->second);
    }
    return found;
}

std::vector<std::int64_t> read(const std::filesystem::path& path, const Dataset& dataset)
{
    if (path.extension() == ".npy")
        return readNpy(path).toInts();
    const auto text = readTextLabels(path);
    return text.byName.empty() ? text.inOrder : labelsByName(text, dataset);
}

} // namespace

std::vector<std::int64_t> readLabels(const std::filesystem::path& path, const Dataset& dataset)
{
    // readNpy() names the file itself.
    auto labels = path.extension() == ".npy"
                      ? read(path, dataset)
                      : withContext(Message::text(path.string()), [&] { return read(path, dataset); });
    if (labels.size() != dataset.size())
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{}: found {} labels for {} samples", path.string(), labels.size(), dataset.size()),
                    "give one label per sample, in the order of the samples");
    return labels;
}

} // namespace ql::data
