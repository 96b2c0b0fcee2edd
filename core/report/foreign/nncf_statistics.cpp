// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/log.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/profile_result.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

/// NNCF's statistics (dump_statistics of nncf 2.14 to 2.17, common/tensor_statistics/statistics_serializer.py and
/// aggregator.py, openvino/statistics/aggregator.py): a folder with statistics_metadata.json, whose `mapping` gives the
/// name of each file beside it, "MinMaxTensorStatistic_NODE_TargetType.POST_LAYER_OPERATION_0". A file is safetensors
/// with min_values and max_values, one or one per channel, or abs_max; other statistics hold no range.
namespace ql::report::nncf_statistics {

namespace {

using results::ProfileAttribute;

constexpr std::string_view kStatistic = "TensorStatistic_";

bool recognises(std::string_view head)
{
    return firstOf(head) == '{' && holds(head, "\"mapping\"") && holds(head, kStatistic);
}

[[noreturn]] void throwCut(const std::string& file)
{
    throw Error(ErrorCode::FileCorrupt, Message("{} breaks off or is no safetensors file", file),
                "collect the statistics again");
}

double numberAt(std::string_view bytes, std::size_t at, bool isDouble)
{
    if (isDouble) {
        double number = 0.0;
        std::memcpy(&number, bytes.data() + at, sizeof number);
        return number;
    }
    float number = 0.0F;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

/// The numbers of tensor @p name; none where there is no such tensor of float32 or float64.
std::vector<double> numbersOf(const std::string& file, std::string_view bytes, const char* name)
{
    std::uint64_t length = 0;
    if (bytes.size() < sizeof length)
        throwCut(file);
    std::memcpy(&length, bytes.data(), sizeof length);
    if (length > bytes.size() - sizeof length)
        throwCut(file);
    const auto header = readJson(bytes.substr(sizeof length, length));
    const auto found = header.is_object() ? header.find(name) : header.end();
    if (!header.is_object() || found == header.end() || !found->is_object())
        return {};
    const auto type = found->value("dtype", std::string());
    const auto places = found->find("data_offsets");
    if ((type != "F32" && type != "F64") || places == found->end() || !places->is_array() || places->size() != 2
        || !(*places)[0].is_number_unsigned() || !(*places)[1].is_number_unsigned())
        return {};
    const auto data = bytes.substr(sizeof length + length);
    const auto begin = (*places)[0].get<std::uint64_t>(), end = (*places)[1].get<std::uint64_t>();
    if (begin > end || end > data.size())
        throwCut(file);
    std::vector<double> numbers;
    const std::size_t width = type == "F64" ? sizeof(double) : sizeof(float);
    for (std::size_t at = begin; at + width <= end; at += width)
        numbers.push_back(numberAt(data, at, type == "F64"));
    return numbers;
}

/// A node's name with which of its values was looked at.
struct Subject {
    std::string node;
    ProfileAttribute attribute = ProfileAttribute::Output;
    int port = 0;
};

/// Of "MinMaxTensorStatistic_NODE_TargetType.POST_LAYER_OPERATION_0". A name may have underscores itself.
Subject subjectOf(std::string_view key)
{
    struct Target {
        std::string_view word;
        ProfileAttribute attribute;
    };
    constexpr std::array kTargets{Target{"_TargetType.POST_LAYER_OPERATION_", ProfileAttribute::Output},
                                  Target{"_TargetType.PRE_LAYER_OPERATION_", ProfileAttribute::Input},
                                  Target{"_TargetType.OPERATION_WITH_WEIGHTS_", ProfileAttribute::Weight}};
    if (const auto at = key.find(kStatistic); at != key.npos)
        key.remove_prefix(at + kStatistic.size());
    for (const auto& target : kTargets)
        if (const auto at = key.rfind(target.word); at != key.npos) {
            const auto port = numberIn(key.substr(at + target.word.size()));
            return {std::string(key.substr(0, at)), target.attribute, int(port.value_or(0.0))};
        }
    return {std::string(key)};
}

/// The range over all channels; nothing where no finite one is said.
std::optional<std::pair<double, double>> rangeIn(const std::string& file, std::string_view bytes)
{
    auto lows = numbersOf(file, bytes, "min_values"), highs = numbersOf(file, bytes, "max_values");
    if (lows.empty() || highs.empty())
        for (const auto magnitude : numbersOf(file, bytes, "abs_max")) {
            lows.push_back(-magnitude);
            highs.push_back(magnitude);
        }
    if (lows.empty() || highs.empty())
        return std::nullopt;
    const std::pair range(*std::ranges::min_element(lows), *std::ranges::max_element(highs));
    return std::isfinite(range.first) && std::isfinite(range.second) ? std::optional(range) : std::nullopt;
}

void addRow(results::ProfileResult& result, const Subject& subject, std::pair<double, double> range)
{
    auto& row = result.rows.emplace_back();
    row.index = int(result.rows.size()) - 1;
    row.modName = subject.node;
    row.tensor = subject.node;
    row.attribute = subject.attribute;
    row.number = subject.port;
    row.whole.statistics.count = 1; // it isn't said how many there are
    row.whole.statistics.min = range.first;
    row.whole.statistics.max = range.second;
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    auto result = std::make_shared<results::ProfileResult>();
    result->model = file.name;
    const auto metadata = readJson(file.text);
    const auto mapping = metadata.find("mapping");
    if (mapping == metadata.end() || !mapping->is_object())
        throw Error(ErrorCode::FileCorrupt, "it maps no files to statistics");
    const auto folder = std::filesystem::path(file.name).parent_path();
    std::size_t others = 0;
    for (const auto& [name, key] : mapping->items()) {
        if (!key.is_string() || name.empty() || std::filesystem::path(name).filename() != name || name == "..")
            throw Error(ErrorCode::FileCorrupt, Message("it maps {}, which is no file beside it", name));
        const auto path = (folder / name).string();
        const auto range = rangeIn(path, readText(path));
        if (range)
            addRow(*result, subjectOf(key.get<std::string>()), *range);
        else
            ++others;
    }
    if (result->rows.empty())
        throw Error(ErrorCode::UnsupportedFormat, "none of its statistics is a range of values",
                    "collect those of nncf.quantize; weight compression keeps other ones");
    if (others > 0)
        logWarning(Message("{}: {} statistics hold no range and are left out", file.name, others));
    parts.add(result);
    return "profile";
}

} // namespace

ForeignTool tool()
{
    return {Message("NNCF's statistics"), recognises, read};
}

} // namespace ql::report::nncf_statistics
