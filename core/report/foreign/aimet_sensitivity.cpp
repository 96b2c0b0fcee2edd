// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/sensitivity_result.h"

#include <algorithm>
#include <cctype>
#include <limits>

/// What AIMET's QuantAnalyzer writes: an object of a number for each layer, nothing else. The file's name says what
/// they are: per_layer_quant_enabled and _disabled hold the scores of the user's own evaluation, per_layer_mse_loss
/// mean square errors. Under another name the numbers count as scores with only that layer quantized.
namespace ql::report::aimet_sensitivity {

namespace {

using results::MetricId;

void skipSpace(std::string_view text, std::size_t& at)
{
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0)
        ++at;
}

/// @returns whether a string was there
bool skipString(std::string_view text, std::size_t& at)
{
    if (at >= text.size() || text[at] != '"')
        return false;
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    ++at;
    return at <= text.size();
}

/// Texts that stand for numbers only, as far as the head goes.
bool recognises(std::string_view head)
{
    std::size_t at = 0, numbers = 0;
    skipSpace(head, at);
    if (at >= head.size() || head[at] != '{')
        return false;
    for (++at; at < head.size(); ++at) {
        skipSpace(head, at);
        if (!skipString(head, at))
            return numbers > 0 && at >= head.size();
        skipSpace(head, at);
        if (at >= head.size() || head[at] != ':')
            return numbers > 0 && at >= head.size();
        const auto end = head.find_first_of(",}", ++at);
        if (end == head.npos)
            return numbers > 0;
        const auto word = trimmed(head.substr(at, end - at));
        if (!numberIn(word) && word != "NaN" && word != "Infinity" && word != "-Infinity")
            return false;
        ++numbers;
        at = end;
        if (head[at] == '}')
            return true;
    }
    return numbers > 0;
}

bool isNamed(const std::string& path, const char* word)
{
    return path.substr(path.find_last_of("/\\") + 1).find(word) != std::string::npos;
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    const auto json = readJson(file.text);
    auto result = std::make_shared<results::SensitivityResult>();
    result->analysis = file.name;
    result->mode = isNamed(file.name, "disabled") ? results::SensitivityMode::OneOff : results::SensitivityMode::OneOn;
    result->isComplete = true;
    auto& output = result->outputs.emplace_back();
    output.metric = isNamed(file.name, "mse") ? MetricId::Mse : MetricId::Judge;
    output.everythingOn = std::numeric_limits<double>::quiet_NaN();
    output.reproductionDb = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [layer, score] : json.items()) {
        auto& row = output.rows.emplace_back();
        row.opName = layer;
        row.sensitiveType = "both";
        row.metricValue = JsonPlace(score, layer).number();
        row.layers = {layer};
    }
    const bool isWorstFirst = result->mode == results::SensitivityMode::OneOn;
    std::ranges::stable_sort(output.rows, [&](const auto& a, const auto& b) {
        return isWorstFirst ? isWorse(output.metric, a.metricValue, b.metricValue)
                            : isWorse(output.metric, b.metricValue, a.metricValue);
    });
    if (output.rows.empty())
        throw Error(ErrorCode::FileCorrupt, "no layer in it");
    parts.add(result);
    return "sensitivity";
}

} // namespace

ForeignTool tool()
{
    return {Message("AIMET's analysis of layers"), recognises, read};
}

} // namespace ql::report::aimet_sensitivity
