// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/check/check_report.h"
#include "core/report/format/layer_words.h"
#include "core/report/json/json_writer.h"

namespace ql::report {

using results::CheckResult;

namespace {

Json axisJson(const std::optional<std::int64_t>& axis)
{
    return axis ? Json(*axis) : Json(nullptr);
}

/// null for an empty word.
Json wordJson(const std::string& label)
{
    return label.empty() ? Json(nullptr) : Json(label);
}

Json findingsJson(const CheckResult& result)
{
    Json list = Json::array();
    for (const auto& finding : result.findings)
        list.push_back({{"severity", severityKey(finding.severity)},
                        {"rule", finding.rule},
                        {"layer", wordJson(finding.subject)},
                        {"message", finding.message.english()},
                        {"advice", finding.remedy.english()}});
    return list;
}

Json runsJson(const CheckResult& result)
{
    Json list = Json::array();
    for (const auto& run : result.fusableRuns) {
        Json members = Json::array();
        for (const auto& member : run.members)
            members.push_back({{"name", member.name}, {"op_type", member.opType}});
        list.push_back({{"pattern", run.pattern}, {"members", members}, {"quantizer_inside", run.hasQuantizerInside}});
    }
    return list;
}

Json layersJson(const CheckResult& result)
{
    Json list = Json::array();
    for (const auto& layer : result.layers)
        list.push_back({{"name", layer.name},
                        {"op_type", layer.opType},
                        {"input_dtype", layer.inputDtype},
                        {"output_dtype", layer.outputDtype},
                        {"channel_axis", axisJson(layer.channelAxis)},
                        {"observer", wordJson(layer.observer)}});
    return list;
}

Json weightsJson(const CheckResult& result)
{
    Json list = Json::array();
    for (const auto& weight : result.weights)
        list.push_back({{"layer", weight.layer},
                        {"op_type", weight.opType},
                        {"tensor", weight.tensor},
                        {"dtype", weight.dtype},
                        {"channel_axis", axisJson(weight.channelAxis)},
                        {"scales", weight.scaleCount},
                        {"observer", wordJson(weight.observer)}});
    return list;
}

} // namespace

std::string checkJson(const CheckResult& result)
{
    using Severity = results::Severity;
    Json document = documentHead("check");
    document["model"] = result.model;
    document["kind"] = result.kind;
    document["quantizer_state"] = result.quantizerState;
    for (const auto severity : {Severity::Error, Severity::Warning, Severity::Info})
        document["counts"][std::string(severityKey(severity))] = result.countOf(severity);
    document["findings"] = findingsJson(result);
    document["fusable_runs"] = runsJson(result);
    document["weight_uses"] = Json::array();
    for (const auto& use : result.weightUses)
        document["weight_uses"].push_back({{"name", use.name}, {"uses", use.layers.size()}, {"layers", use.layers}});
    document["layers"] = layersJson(result);
    document["weights"] = weightsJson(result);
    return documentText(document);
}

} // namespace ql::report
