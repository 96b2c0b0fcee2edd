// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets/sample_labels.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/log.h"
#include "core/data/file_suffix.h"
#include "core/data/tensors/npy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

namespace ql::data {

namespace {

bool isInteger(graph::DataType type)
{
    using enum graph::DataType;
    constexpr std::array kIntegers{Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64};
    return std::ranges::find(kIntegers, type) != kIntegers.end();
}

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

struct NamedLabel {
    std::int64_t label = 0;
    std::size_t line = 0;
    std::string sample = {}; ///< that it was found for
};
using NamedLabels = std::unordered_map<std::string, NamedLabel>;

struct TextLabels {
    std::vector<std::int64_t> inOrder;
    NamedLabels byName;
};

std::int64_t labelOf(const std::string& word)
{
    std::int64_t label = 0;
    const auto result = std::from_chars(word.data(), word.data() + word.size(), label);
    if (result.ec != std::errc() || result.ptr != word.data() + word.size() || label < 0)
        throw Error(ErrorCode::FileCorrupt, Message("{} is no integer from 0 on", word),
                    "write one label per line, or SAMPLE LABEL");
    return label;
}

TextLabels readTextLabels(const std::filesystem::path& path)
{
    TextLabels labels;
    std::size_t number = 0;
    for (const auto& line : readLines(path)) {
        ++number;
        const auto [name, word] = splitLine(line);
        if (word.empty())
            continue;
        withContext(Message("line {}", number), [&, &name = name, &word = word] {
            const auto label = labelOf(word);
            if (name.empty())
                labels.inOrder.push_back(label);
            else if (const auto [known, isNew] = labels.byName.try_emplace(name, NamedLabel{label, number}); !isNew)
                throw Error(
                    ErrorCode::FileCorrupt,
                    Message("{} has a label already, {} in line {}", name, known->second.label, known->second.line),
                    "remove one of the two");
        });
    }
    if (!labels.inOrder.empty() && !labels.byName.empty())
        throw Error(ErrorCode::FileCorrupt, "some lines name a sample and some don't");
    return labels;
}

/// By its name, else by its file's, which must be that of no other sample then.
NamedLabel& labelNamed(NamedLabels& labels, const std::string& sample)
{
    if (const auto entry = labels.find(sample); entry != labels.end())
        return entry->second;
    const auto entry = labels.find(std::filesystem::path(sample).filename().string());
    if (entry == labels.end())
        throw Error(ErrorCode::BadArgument, Message("has no label for sample {}", sample));
    if (!entry->second.sample.empty())
        throw Error(ErrorCode::BadArgument,
                    Message("line {}: {} may be sample {} or {}", entry->second.line, entry->first,
                            entry->second.sample, sample),
                    "write the whole name of each");
    return entry->second;
}

std::vector<std::int64_t> labelsByName(TextLabels labels, const Dataset& dataset, const std::filesystem::path& path)
{
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < dataset.size(); ++i) {
        auto& label = labelNamed(labels.byName, dataset.sampleName(i));
        label.sample = dataset.sampleName(i);
        found.push_back(label.label);
    }
    const auto isUnused = [](const auto& entry) { return entry.second.sample.empty(); };
    if (const auto count = std::ranges::count_if(labels.byName, isUnused); count > 0) {
        const auto unused = std::ranges::find_if(labels.byName, isUnused);
        logWarning(Message("{}: {} labels are of no sample that is there, such as {} in line {}", path.string(), count,
                           unused->first, unused->second.line));
    }
    return found;
}

std::vector<std::int64_t> read(const std::filesystem::path& path, const Dataset& dataset)
{
    auto text = readTextLabels(path);
    return text.byName.empty() ? std::move(text.inOrder) : labelsByName(std::move(text), dataset, path);
}

} // namespace

std::vector<std::int64_t> labelsInNpy(const std::filesystem::path& path)
{
    const auto array = readNpy(path);
    return withContext(Message::text(path.string()), [&array] {
        if (!isInteger(array.type()))
            throw Error(ErrorCode::TypeMismatch, Message("holds {}, expected labels as integers", name(array.type())),
                        "save the classes as int64");
        auto labels = array.toInts();
        const auto negative = std::ranges::find_if(labels, [](std::int64_t label) { return label < 0; });
        if (negative != labels.end())
            throw Error(ErrorCode::FileCorrupt,
                        Message("label {} is {}, expected a class from 0 on", negative - labels.begin(), *negative),
                        "leave samples without a class out, and their labels");
        return labels;
    });
}

std::vector<std::int64_t> readLabels(const std::filesystem::path& path, const Dataset& dataset)
{
    auto labels = lowerCaseSuffix(path) == ".npy"
                      ? labelsInNpy(path)
                      : withContext(Message::text(path.string()), [&] { return read(path, dataset); });
    if (labels.size() != dataset.size())
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{}: found {} labels for {} samples", path.string(), labels.size(), dataset.size()),
                    "give one label per sample, in the order of the samples");
    return labels;
}

void requireClass(const std::filesystem::path& path, std::size_t sample, std::int64_t label, std::size_t classes)
{
    if (label < 0 || std::uint64_t(label) >= classes)
        throw Error(
            ErrorCode::BadArgument,
            Message("{}: the label of sample {} is {}, expected a class from 0 to {}: the output has {} elements",
                    path.string(), sample, label, std::int64_t(classes) - 1, classes),
            "are these the labels of another data set, or counted from 1?");
}

void requireClasses(const std::filesystem::path& path, const std::vector<std::int64_t>& labels,
                    const graph::Value& output)
{
    const auto classes = classCount(output);
    for (std::size_t i = 0; classes && i < labels.size(); ++i)
        requireClass(path, i, labels[i], *classes);
}

std::optional<std::size_t> classCount(const graph::Value& output)
{
    if (!output.shape || output.shape->size() < 2)
        return std::nullopt;
    std::size_t classes = 1;
    for (std::size_t axis = 0; axis < output.shape->size(); ++axis) {
        const auto size = (*output.shape)[axis].size;
        if (size < 0 && axis > 0)
            return std::nullopt;
        classes *= size < 0 ? 1 : std::size_t(size); // the batch
    }
    return classes;
}

} // namespace ql::data
