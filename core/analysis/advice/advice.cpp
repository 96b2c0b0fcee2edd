// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/error_origin.h"
#include "core/analysis/advice/layer_advice.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::Severity;

constexpr std::size_t kManyLayers = 3;
constexpr double kUselessDb = 10.0;

bool isCompared(const LayerRowSource& source)
{
    return source.row.state == results::LayerRow::State::Compared && source.row.metrics && source.analysis != kNoLayer;
}

bool hasScaleOne(const LayerRowSource& source)
{
    const auto& quantizer = source.row.quantizer;
    return quantizer
           && std::all_of(quantizer->scales.begin(), quantizer->scales.end(), [](double s) { return s == 1.0; });
}

/// A quantizer's scale starts at 1; where many still have it, calibration never ran.
void adviseScaleOne(std::vector<LayerRowSource>& rows)
{
    const auto quantized = static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [](const auto& source) { return source.row.quantizer.has_value(); }));
    const auto atOne = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), hasScaleOne));
    if (atOne < kManyLayers || 2 * atOne < quantized)
        return;
    for (LayerRowSource& source : rows)
        if (hasScaleOne(source))
            source.row.advice.push_back(
                {Severity::Error,
                 "scale-one",
                 {},
                 Message("the scale is exactly 1, as on {} of {} quantized layers: it was never calibrated.", atOne,
                         quantized),
                 "Run calibration before the comparison."});
}

double worstOutputDb(const std::vector<results::OutputComparison>& outputs)
{
    double worst = 1e9;
    for (const auto& output : outputs)
        if (output.metrics)
            worst = std::min(worst, output.metrics->sqnrDb);
    return worst;
}

Message remedyFor(const results::LayerRow& row)
{
    if (!row.quantizer)
        return "Check the scales of its input and weight, or leave it in float.";
    const bool isClamping = std::any_of(row.advice.begin(), row.advice.end(), [](const Diagnostic& advice) {
        return advice.rule == "clamping" && advice.severity == Severity::Error;
    });
    if (isClamping && !row.quantizer->isPerChannel())
        return Message("Fix this layer first: a scale of {} covers its data; else try {}.", number(coveringScale(row)),
                       widerThan(row.quantizer->dtype));
    return Message("Fix this layer first: try {}, or skip it.", widerThan(row.quantizer->dtype));
}

std::string adviseOrigin(std::vector<LayerRowSource>& rows, const ErrorOrigin& origin, Severity severity)
{
    results::LayerRow& row = rows[origin.row].row;
    const results::LayerRow& worst = rows[origin.worstRow].row;
    const Message input = origin.inputDb >= 50.0 ? Message("its input is exact")
                                                 : Message("its input is at {}", decibels(origin.inputDb));
    const Message itself("its own output is at {}", decibels(origin.ownDb));
    const Message reason = truncationOrRounding(row);
    const Message message =
        origin.row == origin.worstRow
            ? Message("the error starts here: {}, {}. {}.", input, itself, reason)
            : Message("the error starts here: {}, {}, and {} ({}), which computes in float on it, is at {}. {}.", input,
                      itself, worst.name, worst.analysis.opType, decibels(origin.worstDb), reason);
    row.advice.push_back({severity, "error-origin", {}, message, remedyFor(row)});
    return row.name;
}

} // namespace

std::string advise(std::vector<LayerRowSource>& rows, const MatchedModels& models,
                   const std::vector<results::OutputComparison>& outputs)
{
    const ErrorFlow flow = errorFlowOf(rows, models);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isCompared(rows[i]))
            continue;
        const LayerFacts facts{rows[i].row, models.analysis[rows[i].analysis], models, flow.input[i]};
        for (const LayerRule rule : layerRules())
            if (auto advice = rule(facts))
                rows[i].row.advice.push_back(std::move(*advice));
    }
    adviseScaleOne(rows);
    std::string originName;
    if (const auto origin = findErrorOrigin(rows, models, flow))
        originName =
            adviseOrigin(rows, *origin, worstOutputDb(outputs) < kUselessDb ? Severity::Error : Severity::Warning);
    for (LayerRowSource& source : rows)
        std::stable_sort(source.row.advice.begin(), source.row.advice.end(),
                         [](const Diagnostic& left, const Diagnostic& right) {
                             const bool isLeftOrigin = left.rule == "error-origin";
                             const bool isRightOrigin = right.rule == "error-origin";
                             return isLeftOrigin != isRightOrigin ? isLeftOrigin : left.severity > right.severity;
                         });
    return originName;
}

} // namespace ql::analysis
