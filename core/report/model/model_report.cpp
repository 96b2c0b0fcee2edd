// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/model_report.h"

#include "core/report/json/field_writer.h"
#include "core/report/schema/plain_documents.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

namespace ql::report {

using results::ModelInfo;
using results::PortInfo;
using results::RunOutput;
using results::RunResult;

namespace {

constexpr std::size_t kTextWidth = 24; ///< of a string among the first elements

std::string opsetsText(const ModelInfo& info)
{
    std::string text;
    for (const auto& [domain, version] : info.opsets)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", domain, version);
    return oneLine(text);
}

std::string portsText(const std::vector<PortInfo>& ports, const char* header)
{
    const Columns<PortInfo> columns{
        {header, kLeft, &PortInfo::name}, {"dtype", kLeft, &PortInfo::dtype}, {"shape", kLeft, &PortInfo::shape}};
    return textTable(columns, ports).plain() + "\n";
}

std::string unsupportedText(const ModelInfo& info)
{
    if (info.unsupported.empty())
        return "Every operator is supported.\n";
    using results::UnsupportedOperator;
    const Columns<UnsupportedOperator> columns{{"unsupported operator", kLeft, &UnsupportedOperator::opType},
                                               {"domain", kLeft, &UnsupportedOperator::domain},
                                               {"opset", kRight, &UnsupportedOperator::opset},
                                               {"node", kLeft, &UnsupportedOperator::node},
                                               {"reason", kLeft, &UnsupportedOperator::reason}};
    return textTable(columns, info.unsupported).plain() + "This model can be viewed, but not run.\n";
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
    using results::StoredTensorInfo;
    const Columns<StoredTensorInfo> columns{{"tensor", kLeft, &StoredTensorInfo::name},
                                            {"dtype", kLeft, &StoredTensorInfo::dtype},
                                            {"shape", kLeft, &StoredTensorInfo::shape},
                                            {"granularity", kLeft, &StoredTensorInfo::granularity}};
    return field("model", info.path) + field("format", info.format) + field("kind", info.kind)
           + field("tensors", std::to_string(info.tensors.size())) + field("parameters", parametersText(info)) + "\n"
           + textTable(columns, info.tensors).plain()
           + "\nWeights without a network can be compared (weights), not run.\n";
}

std::string formatText(const ModelInfo& info)
{
    if (info.format == "onnx")
        return fmt::format("{}, IR version {}", info.format, info.irVersion);
    return info.quantizedEngine.empty() ? info.format : info.format + ", quantized engine " + info.quantizedEngine;
}

std::string trainingText(const std::string& state)
{
    if (state == "training")
        return state + " (dropout is on, or normalization goes by the batch)";
    return state + (state == "QAT" ? " (they observe and quantize)" : " (they observe only)");
}

/// Nothing for strings.
std::optional<double> statisticOf(const RunOutput& output, double results::TensorStatistics::*field)
{
    return output.holdsStrings() ? std::nullopt : std::optional(output.statistics.*field);
}

std::string headText(const RunOutput& output)
{
    std::vector<std::string> texts;
    for (const auto& string : output.texts)
        texts.push_back(fmt::format("\"{}\"", shortened(oneLine(string), kTextWidth)));
    for (const double value : output.head)
        texts.push_back(fourDigits(value));
    const auto text = fmt::format("{}", fmt::join(texts, " "));
    return output.statistics.count > texts.size() ? text + " …" : text;
}

void documentFields(auto& visit, const ModelInfo& info)
{
    visit("model", info.path);
    visit("format", info.format);
    visit("kind", info.kind);
    visit("producer", info.producer);
    visit("ir_version", info.irVersion);
    const auto port = [](auto& inner, auto& one) {
        inner("name", one.name);
        inner("dtype", one.dtype);
        inner("shape", one.shape);
    };
    visit.orNull("training_state", info.trainingState);
    visit.orNull("quantized_engine", info.quantizedEngine);
    visit.keyed("opsets", info.opsets);
    visit.list("inputs", info.inputs, port);
    visit.list("outputs", info.outputs, port);
    visit("nodes", info.nodeCount);
    visit("layers", info.layerCount);
    visit("parameters", info.parameterCount);
    visit("parameter_bytes", info.parameterBytes);
    visit("macs", info.macs);
    visit.list("operators", info.operators, [](auto& inner, auto& one) {
        inner("type", one.first);
        inner("count", one.second);
    });
    visit.list("unsupported", info.unsupported, [](auto& inner, auto& node) {
        inner("op_type", node.opType);
        inner("domain", node.domain);
        inner("opset", node.opset);
        inner("node", node.node);
        inner("reason", node.reason);
    });
    visit.ifAny("quantizable", info.quantizable, [](auto& inner, auto& layer) {
        inner("node", layer.node);
        inner("op_type", layer.opType);
        inner("values", layer.values);
        inner("has_weight", layer.hasWeight);
        inner("per_channel", layer.isPerChannel);
        inner("must_be_quantized", layer.mustBeQuantized);
        inner.orNull("integer_operator", layer.integerOperator);
    });
    visit.list("tensors", info.tensors, [&port](auto& inner, auto& tensor) {
        port(inner, tensor);
        inner.orNull("granularity", tensor.granularity);
    });
}

void documentFields(auto& visit, const RunResult& result)
{
    visit("model", result.model);
    visit.list("outputs", result.outputs, [](auto& inner, auto& output) {
        inner("name", output.name);
        inner("dtype", output.dtype);
        inner("shape", output.shape);
        inner("min", statisticOf(output, &results::TensorStatistics::min));
        inner("max", statisticOf(output, &results::TensorStatistics::max));
        inner("mean", statisticOf(output, &results::TensorStatistics::mean));
        inner("var", statisticOf(output, &results::TensorStatistics::variance));
        inner("nan_count", output.statistics.nanCount);
        inner("inf_count", output.statistics.infCount);
        inner.either(output.texts.empty(), "head", output.head, output.texts);
        inner.orNull("file", output.file);
    });
    visit("executed_nodes", result.executedNodes);
    visit("dumped_tensors", result.dumpedTensors);
    visit("seconds", result.seconds);
}

std::string quantizableText(const ModelInfo& info)
{
    using results::QuantizableLayer;
    if (info.quantizable.empty())
        return {};
    const auto yes = [](bool is) { return is ? "yes" : ""; };
    const Columns<QuantizableLayer> columns{
        {"quantizable layer", kLeft, [](const auto& layer) { return oneLine(layer.node); }},
        {"operator", kLeft, &QuantizableLayer::opType},
        {"quantized values", kLeft, &QuantizableLayer::values},
        {"weight per channel", kLeft, [yes](const auto& layer) { return yes(layer.isPerChannel); }},
        {"integers only (CUBE)", kLeft, [yes](const auto& layer) { return yes(layer.mustBeQuantized); }},
        {"on integers as", kLeft, &QuantizableLayer::integerOperator}};
    return "\n" + textTable(columns, info.quantizable).plain()
           + fmt::format("{} layers can be quantized. Others stay in float unless a config names them.\n",
                         info.quantizable.size());
}

} // namespace

std::string infoText(const ModelInfo& info)
{
    if (info.isWeightsOnly())
        return weightsOnlyText(info);
    using Operators = std::pair<std::string, std::uint64_t>;
    const Columns<Operators> columns{{"operator", kLeft, &Operators::first}, {"count", kRight, &Operators::second}};
    return field("model", info.path) + field("format", formatText(info)) + field("kind", info.kind)
           + (info.trainingState.empty()
                  ? ""
                  : field(info.trainingState == "training" ? "mode" : "quantizers", trainingText(info.trainingState)))
           + field("producer", info.producer.empty() ? "not said" : info.producer) + field("opset", opsetsText(info))
           + field("nodes", std::to_string(info.nodeCount)) + field("layers", std::to_string(info.layerCount))
           + field("parameters", parametersText(info))
           + field("MACs", info.macs ? countText(*info.macs) : "unknown before running (shapes depend on the input)")
           + "\n" + portsText(info.inputs, "input") + portsText(info.outputs, "output")
           + textTable(columns, info.operators).plain() + "\n" + unsupportedText(info) + quantizableText(info);
}

std::string infoJson(const ModelInfo& info)
{
    Json document = documentHead("info");
    FieldWriter writer(document);
    documentFields(writer, info);
    return documentText(document);
}

Json infoSchema(std::string_view command)
{
    return documentSchema(command, [](auto& visit) { documentFields(visit, ModelInfo()); });
}

std::string runText(const RunResult& result)
{
    using results::TensorStatistics;
    const auto statistic = [](const char* header, double TensorStatistics::*field) {
        return Column<RunOutput>{header, kRight, [field](const auto& output) {
                                     const auto value = statisticOf(output, field);
                                     return value ? Cell(*value) : Cell("-");
                                 }};
    };
    const Columns<RunOutput> columns{{"output", kLeft, &RunOutput::name},
                                     {"dtype", kLeft, &RunOutput::dtype},
                                     {"shape", kLeft, [](const auto& output) { return shapeText(output.shape); }},
                                     statistic("min", &TensorStatistics::min),
                                     statistic("max", &TensorStatistics::max),
                                     statistic("mean", &TensorStatistics::mean),
                                     {"first elements", kLeft, headText}};
    std::string files;
    for (const auto& output : result.outputs) {
        if (output.statistics.nanCount + output.statistics.infCount > 0)
            files += fmt::format("{} holds {} NaN and {} infinite elements\n", oneLine(output.name),
                                 output.statistics.nanCount, output.statistics.infCount);
        if (!output.file.empty())
            files += fmt::format("wrote {}\n", oneLine(output.file));
    }
    if (result.dumpedTensors > 0)
        files += fmt::format("dumped {} tensors\n", result.dumpedTensors);
    return fmt::format("model  {}\n\n{}\n{}{} nodes in {}.\n", oneLine(result.model),
                       textTable(columns, result.outputs).plain(), files, result.executedNodes,
                       secondsText(result.seconds));
}

std::string runJson(const RunResult& result)
{
    Json document = documentHead("run");
    FieldWriter writer(document);
    documentFields(writer, result);
    return documentText(document);
}

Json runSchema(std::string_view command)
{
    return documentSchema(command, [](auto& visit) { documentFields(visit, RunResult()); });
}

} // namespace ql::report
