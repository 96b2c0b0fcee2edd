// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/config/config_report.h"
#include "core/report/format/layer_words.h"
#include "core/report/json/json_writer.h"

namespace ql::report {

namespace {

using results::ConfigRow;
using results::ConfigTensor;

/// Empty = not said: null.
Json wordJson(const std::string& label)
{
    return label.empty() ? Json(nullptr) : Json(label);
}

Json tensorJson(const ConfigTensor& tensor)
{
    Json scales = Json::array();
    for (const double scale : tensor.scales)
        scales.push_back(jsonNumber(scale));
    return {{"type", wordJson(tensor.type)},
            {"scheme", wordJson(tensor.scheme)},
            {"granularity", wordJson(tensor.granularity)},
            {"observer", wordJson(tensor.observer)},
            {"quantizer", wordJson(tensor.quantizer)},
            {"scales", scales},
            {"offsets", tensor.offsets}};
}

Json rowsJson(const std::vector<ConfigRow>& rows, bool isOfModel)
{
    Json list = Json::array();
    for (const auto& row : rows) {
        Json inputs = Json::array();
        for (const auto& input : row.inputs)
            inputs.push_back(tensorJson(input));
        Json json{{isOfModel ? "op_type" : "kind", row.kind},
                  {"name", row.name},
                  {"quantized", row.quantized.empty() ? Json(nullptr) : Json(row.quantized == "yes")},
                  {"activation", tensorJson(row.activation)},
                  {"inputs", inputs},
                  {"weight", tensorJson(row.weight)},
                  {"output", tensorJson(row.output)},
                  {"line", row.line > 0 ? Json(row.line) : Json(nullptr)}};
        if (isOfModel)
            json["origin"] = row.origin;
        list.push_back(std::move(json));
    }
    return list;
}

Json findingsJson(const std::vector<results::Diagnostic>& findings)
{
    Json list = Json::array();
    for (const auto& finding : findings)
        list.push_back({{"severity", std::string(keyOf(finding.severity))},
                        {"rule", finding.rule},
                        {"layer", wordJson(finding.subject)},
                        {"message", finding.message.english()},
                        {"advice", finding.remedy.english()},
                        {"line", finding.line > 0 ? Json(finding.line) : Json(nullptr)},
                        {"column", finding.column > 0 ? Json(finding.column) : Json(nullptr)},
                        {"layers", finding.layers}});
    return list;
}

Json lossesJson(const std::vector<std::pair<std::string, std::string>>& losses)
{
    Json list = Json::array();
    for (const auto& [subject, loss] : losses)
        list.push_back({{"subject", subject}, {"loss", loss}});
    return list;
}

} // namespace

std::string configShowJson(const results::ConfigDescription& description)
{
    Json document = documentHead("config-show");
    document["file"] = description.file;
    document["dialect"] = description.dialect;
    document["settings"] = Json::object();
    for (const auto& [name, value] : description.settings)
        document["settings"][name] = value;
    document["rows"] = rowsJson(description.rows, false);
    document["model"] = wordJson(description.model);
    document["layers"] = rowsJson(description.layers, true);
    document["findings"] = findingsJson(description.findings);
    return documentText(document);
}

std::string configCheckJson(const results::ConfigCheck& check)
{
    Json document = documentHead("config-check");
    document["file"] = check.file;
    document["dialect"] = check.dialect;
    document["model"] = wordJson(check.model);
    document["findings"] = findingsJson(check.findings);
    return documentText(document);
}

std::string configEditJson(const results::ConfigEdit& edit)
{
    Json document = documentHead("config-edit");
    document["file"] = edit.file;
    document["dialect"] = edit.dialect;
    document["changes"] = Json::array();
    for (const auto& [layer, change] : edit.changes)
        document["changes"].push_back({{"layer", layer}, {"change", change}});
    document["diff"] = edit.diff;
    document["written"] = edit.isWritten;
    document["closure"] = Json::array();
    for (const auto& follower : edit.closure)
        document["closure"].push_back({{"layer", follower.layer},
                                       {"op_type", follower.opType},
                                       {"because", follower.because},
                                       {"macs", follower.macs},
                                       {"mac_share", jsonNumber(follower.macShare)}});
    document["findings"] = findingsJson(edit.findings);
    return documentText(document);
}

std::string configConversionJson(const results::ConfigConversion& conversion)
{
    Json document = documentHead("config-convert");
    document["file"] = conversion.file;
    document["from"] = conversion.from;
    document["to"] = conversion.to;
    document["out"] = wordJson(conversion.out);
    document["text"] = wordJson(conversion.text);
    document["losses"] = lossesJson(conversion.losses);
    return documentText(document);
}

std::string configFromModelJson(const results::ConfigFromModel& made)
{
    Json document = documentHead("config-from-model");
    document["baseline"] = made.baseline;
    document["analysis"] = made.analysis;
    document["dialect"] = made.dialect;
    document["out"] = wordJson(made.out);
    document["record"] = wordJson(made.recordFile);
    document["quantized_layers"] = made.quantizedLayers;
    document["float_layers"] = made.floatLayers;
    document["losses"] = lossesJson(made.losses);
    return documentText(document);
}

} // namespace ql::report
