// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/profile_result.h"

#include <algorithm>
#include <cmath>

/// ONNX Runtime's calibration table (write_calibration_table of onnxruntime 1.9 to 1.23, quantization/quant_utils.py):
/// calibration.json has the lowest and highest number of each tensor, as [low, high] or, since 1.16, in objects of
/// class TensorData; calibration.cache has a line for each, "name 2.64", with the largest magnitude.
namespace ql::report::onnxruntime_calibration {

namespace {

/// "name number" a line, and nothing else.
bool areRanges(std::string_view text, bool isWhole)
{
    auto lines = linesOf(text);
    if (!isWhole && !lines.empty())
        lines.pop_back(); // the head may end within it
    std::size_t count = 0;
    for (const auto line : lines) {
        const auto words = wordsIn(line);
        if (words.empty())
            continue;
        const auto number = words.size() == 2 ? numberIn(words[1]) : std::nullopt;
        const bool isFraction = words.back().find_first_of(".e") != std::string_view::npos;
        if (!number || !isFraction || !(*number >= 0.0))
            return false;
        ++count;
    }
    return count > 0;
}

bool recognises(std::string_view head)
{
    if (firstOf(head) == '{')
        return holds(head, "\"CLS\"") && (holds(head, "\"TensorData\"") || holds(head, "\"TensorsData\""));
    return areRanges(head, head.size() < kForeignHead);
}

void addRange(results::ProfileResult& result, const std::string& name, double low, double high)
{
    auto& row = result.rows.emplace_back();
    row.index = int(result.rows.size()) - 1;
    row.modName = name;
    row.tensor = name;
    row.whole.statistics.count = 1; // it isn't said how many there are
    row.whole.statistics.min = low;
    row.whole.statistics.max = high;
}

/// A number, a list of one, or {"CLS": "numpy.array", "data": …}.
std::optional<double> numberAt(const ReadJson& json)
{
    if (json.is_number())
        return json.get<double>();
    if (json.is_array() && !json.empty())
        return numberAt(json.front());
    const auto data = json.is_object() ? json.find("data") : json.end();
    return json.is_object() && data != json.end() ? numberAt(*data) : std::nullopt;
}

void readJsonTable(const ReadJson& json, results::ProfileResult& result)
{
    const auto data = json.find("data");
    const auto& tensors = data != json.end() && data->is_object() ? *data : json;
    for (const auto& [name, said] : tensors.items()) {
        if (!said.is_object())
            continue;
        const auto low = said.find("lowest");
        const auto high = said.find("highest");
        if (low == said.end() || high == said.end())
            continue;
        const auto lowest = numberAt(*low);
        const auto highest = numberAt(*high);
        if (lowest && highest && std::isfinite(*lowest) && std::isfinite(*highest))
            addRange(result, name, *lowest, *highest);
    }
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    auto result = std::make_shared<results::ProfileResult>();
    result->model = file.name;
    if (firstOf(file.text) == '{') {
        readJsonTable(readJson(file.text), *result);
    } else {
        for (const auto line : linesOf(file.text)) {
            const auto words = wordsIn(line);
            const auto largest = words.size() == 2 ? numberIn(words[1]) : std::nullopt;
            if (largest && std::isfinite(*largest))
                addRange(*result, std::string(words[0]), -*largest, *largest);
        }
    }
    if (result->rows.empty())
        throw Error(ErrorCode::FileCorrupt, "no range of a tensor in it");
    parts.add(result);
    return "profile";
}

} // namespace

ForeignTool tool()
{
    return {Message("ONNX Runtime's calibration table"), recognises, read};
}

} // namespace ql::report::onnxruntime_calibration
