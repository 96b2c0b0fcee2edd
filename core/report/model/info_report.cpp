// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/info_report.h"

#include "core/report/format/number_format.h"
#include "core/report/json/json_writer.h"
#include "core/report/table/text_table.h"

#include <fmt/format.h>

namespace ql::report {

using results::ModelInfo;
using results::PortInfo;

namespace {

std::string opsetsText(const ModelInfo& info)
{
    std::string text;
    for (const auto& [domain, version] : info.opsets)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", domain, version);
    return oneLine(text);
}

std::string portsText(const std::vector<PortInfo>& ports, const char* header)
{
    TextTable table({{header}, {"dtype"}, {"shape"}});
    for (const auto& port : ports)
        table.addRow({port.name, port.dtype, port.shape});
    return table.plain() + "\n";
}

std::string unsupportedText(const ModelInfo& info)
{
    if (info.unsupported.empty())
        return "Every operator is supported.\n";
    TextTable table({{"unsupported operator"}, {"domain"}, {"opset", TextTable::Align::Right}, {"node"}, {"reason"}});
    for (const auto& node : info.unsupported)
        table.addRow({node.opType, node.domain, std::to_string(node.opset), node.node, node.reason});
    return table.plain() + "This model can be viewed, but not run.\n";
}

Json portsJson(const std::vector<PortInfo>& ports)
{
    Json list = Json::array();
    for (const auto& port : ports)
        list.push_back({{"name", port.name}, {"dtype", port.dtype}, {"shape", port.shape}});
    return list;
}

std::string field(const char* name, const std::string& value)
{
    return fmt::format("{:<12}{}\n", name, oneLine(value));
}

std::string parametersText(const ModelInfo& info)
{
    return fmt::format("{} ({} bytes)", countText(info.parameterCount), countText(info.parameterBytes));
}

std::string weightsOnlyText(const ModelInfo& info)
{
    TextTable table({{"tensor"}, {"dtype"}, {"shape"}, {"granularity"}});
    for (const auto& tensor : info.tensors)
        table.addRow({tensor.name, tensor.dtype, tensor.shape, tensor.granularity});
    return field("model", info.path) + field("format", info.format) + field("kind", info.kind)
           + field("tensors", std::to_string(info.tensors.size())) + field("parameters", parametersText(info)) + "\n"
           + table.plain() + "\nWeights without a network can be compared (weights), not run.\n";
}

Json tensorsJson(const ModelInfo& info)
{
    Json list = Json::array();
    for (const auto& tensor : info.tensors)
        list.push_back({{"name", tensor.name},
                        {"dtype", tensor.dtype},
                        {"shape", tensor.shape},
                        {"granularity", tensor.granularity.empty() ? Json(nullptr) : Json(tensor.granularity)}});
    return list;
}

std::string formatText(const ModelInfo& info)
{
    if (info.format == "onnx")
        return fmt::format("{}, IR version {}", info.format, info.irVersion);
    return info.quantizedEngine.empty() ? info.format : info.format + ", quantized engine " + info.quantizedEngine;
}

} // namespace

std::string infoText(const ModelInfo& info)
{
    if (info.isWeightsOnly())
        return weightsOnlyText(info);
    TextTable operators({{"operator"}, {"count", TextTable::Align::Right}});
    for (const auto& [type, count] : info.operators)
        operators.addRow({type, std::to_string(count)});
    return field("model", info.path) + field("format", formatText(info)) + field("kind", info.kind)
           + field("producer", info.producer.empty() ? "not said" : info.producer) + field("opset", opsetsText(info))
           + field("nodes", std::to_string(info.nodeCount)) + field("layers", std::to_string(info.layerCount))
           + field("parameters", parametersText(info))
           + field("MACs", info.macs ? countText(*info.macs) : "unknown before running (shapes depend on the input)")
           + "\n" + portsText(info.inputs, "input") + portsText(info.outputs, "output") + operators.plain() + "\n"
           + unsupportedText(info);
}

std::string infoJson(const ModelInfo& info)
{
    Json document = documentHead("info");
    document["model"] = info.path;
    document["format"] = info.format;
    document["kind"] = info.kind;
    document["producer"] = info.producer;
    document["ir_version"] = info.irVersion;
    document["quantized_engine"] = info.quantizedEngine.empty() ? Json(nullptr) : Json(info.quantizedEngine);
    document["opsets"] = Json::object();
    for (const auto& [domain, version] : info.opsets)
        document["opsets"][domain] = version;
    document["inputs"] = portsJson(info.inputs);
    document["outputs"] = portsJson(info.outputs);
    document["nodes"] = info.nodeCount;
    document["layers"] = info.layerCount;
    document["parameters"] = info.parameterCount;
    document["parameter_bytes"] = info.parameterBytes;
    document["macs"] = info.macs ? Json(*info.macs) : Json(nullptr);
    document["operators"] = Json::array();
    for (const auto& [type, count] : info.operators)
        document["operators"].push_back({{"type", type}, {"count", count}});
    document["unsupported"] = Json::array();
    for (const auto& node : info.unsupported)
        document["unsupported"].push_back({{"op_type", node.opType},
                                           {"domain", node.domain},
                                           {"opset", node.opset},
                                           {"node", node.node},
                                           {"reason", node.reason}});
    document["tensors"] = tensorsJson(info);
    return documentText(document);
}

} // namespace ql::report
