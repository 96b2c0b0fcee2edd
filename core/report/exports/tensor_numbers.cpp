// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/exports/tensor_numbers.h"

#include "core/results/compare_result.h"
#include "core/results/profile_result.h"
#include "core/results/shadow_result.h"
#include "core/results/weights_result.h"

namespace ql::report {

using results::Metrics;
using results::QuantizerInfo;
using results::TensorStatistics;

namespace {

void add(Json& fields, const std::string& key, Json value)
{
    if (!value.is_null() && !fields.contains(key))
        fields.push_back({key, std::move(value)});
}
void addWord(Json& fields, const std::string& key, const std::string& word)
{
    if (!word.empty())
        add(fields, key, word);
}

template <typename Number>
Json oneOrList(const std::vector<Number>& numbers, bool isList)
{
    if (numbers.empty())
        return nullptr;
    Json list = Json::array();
    for (const auto number : numbers)
        if constexpr (std::is_same_v<Number, double>)
            list.push_back(jsonNumber(number));
        else
            list.push_back(number);
    return isList || numbers.size() > 1 ? list : list.front();
}

void addQuantizer(Json& fields, const std::optional<QuantizerInfo>& quantizer)
{
    if (!quantizer)
        return;
    addWord(fields, "quant_dtype", quantizer->dtype);
    add(fields, "qscale", oneOrList(quantizer->scales, quantizer->isPerChannel()));
    add(fields, "zero_point", oneOrList(quantizer->zeroPoints, quantizer->isPerChannel()));
    if (quantizer->channelAxis)
        add(fields, "channel_axis", *quantizer->channelAxis);
}

void addStatistics(Json& fields, const TensorStatistics& statistics)
{
    if (!statistics.count)
        return;
    add(fields, "min", jsonNumber(statistics.min));
    add(fields, "max", jsonNumber(statistics.max));
    add(fields, "mean", jsonNumber(statistics.mean));
    add(fields, "var", jsonNumber(statistics.variance));
}

void addMetrics(Json& fields, const std::optional<Metrics>& metrics, const std::string& prefix)
{
    if (metrics)
        for (const auto metric : results::kAllMetrics)
            add(fields, prefix + std::string(results::key(metric)), jsonNumber(valueOf(*metrics, metric)));
}

void addSide(TensorNumbers& numbers, const results::LayerSide& side, const std::vector<std::int64_t>& shape,
             const std::optional<QuantizerInfo>& quantizer, const std::optional<Metrics>& metrics,
             const std::string& prefix)
{
    if (side.value.empty())
        return;
    Json& fields = numbers.of(side.value);
    addWord(fields, "layer", side.node);
    addWord(fields, "op_type", side.opType);
    addWord(fields, "dtype", side.dtype);
    if (side.statistics.count || metrics)
        add(fields, "shape", shape);
    addQuantizer(fields, quantizer);
    addStatistics(fields, side.statistics);
    addMetrics(fields, metrics, prefix);
}

void addComparisons(TensorNumbersOfPair& pair, const results::ResultParts& parts)
{
    for (const auto& result : parts.all<results::CompareResult>())
        for (const auto& row : result->layers) {
            addSide(pair.baseline, row.baseline, row.baselineShape, {}, row.metrics, "");
            addSide(pair.analysis, row.analysis, row.shape, row.quantizer, row.metrics, "");
        }
}

void addShadows(TensorNumbersOfPair& pair, const results::ResultParts& parts)
{
    for (const auto& result : parts.all<results::ShadowResult>())
        for (const auto& row : result->rows) {
            addSide(pair.baseline, row.baseline, row.shape, {}, row.onBaselineInputs, "shadow_");
            addSide(pair.analysis, row.analysis, row.shape, row.quantizer, row.onBaselineInputs, "shadow_");
        }
}

void addWeight(TensorNumbers& numbers, const results::WeightSide& side, const results::WeightRow& row, bool isQuantized)
{
    if (side.empty())
        return;
    Json& fields = numbers.of(side.name);
    addWord(fields, "layer", side.layer);
    addWord(fields, "op_type", side.opType);
    addWord(fields, "dtype", side.dtype);
    add(fields, "shape", side.shape);
    if (isQuantized)
        addQuantizer(fields, row.quantizer);
    addStatistics(fields, side.statistics);
    addMetrics(fields, row.metrics, "");
}

void addProfile(TensorNumbers& numbers, const results::ProfileResult& result)
{
    for (const auto& row : result.rows) {
        if (row.tensor.empty())
            continue;
        Json& fields = numbers.of(row.tensor);
        const bool isMade = row.attribute != results::ProfileAttribute::Input;
        if (isMade)
            addWord(fields, "layer", row.modName);
        if (isMade)
            addWord(fields, "op_type", row.opName);
        addWord(fields, "dtype", row.dtype);
        add(fields, "shape", row.shape);
        addQuantizer(fields, row.quantizer);
        if (hasNumbers(row.whole.statistics))
            addStatistics(fields, row.whole.statistics);
        if (row.micros)
            add(fields, "time_us", jsonNumber(*row.micros));
    }
}

} // namespace

Json& TensorNumbers::of(const std::string& name)
{
    const auto [found, isNew] = m_places.emplace(name, m_tensors.size());
    if (isNew)
        m_tensors.push_back({name});
    return m_tensors[found->second].fields;
}

TensorNumbersOfPair tensorNumbers(const results::ResultParts& parts)
{
    TensorNumbersOfPair pair;
    const auto models = parts.models();
    pair.baseline.model = models.baseline;
    pair.analysis.model = models.analysis;
    addComparisons(pair, parts);
    addShadows(pair, parts);
    for (const auto& result : parts.all<results::WeightsResult>())
        for (const auto& row : result->rows) {
            addWeight(pair.baseline, row.baseline, row, false);
            addWeight(pair.analysis, row.analysis, row, true);
        }
    for (const auto& result : parts.all<results::ProfileResult>())
        addProfile(!models.baseline.empty() && result->model == models.baseline ? pair.baseline : pair.analysis,
                   *result);
    return pair;
}

} // namespace ql::report
