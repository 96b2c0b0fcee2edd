// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model/run_model.h"

#include "core/analysis/compare/target_fit.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/layers/quantizer_lookup.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/caller/functions.h"
#include "core/data/inputs.h"
#include "core/data/tensors/tensor_writer.h"
#include "core/graph/ir/graph_copy.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/text_form/text_form.h"
#include "core/runs/run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

namespace ql::analysis {

namespace {

constexpr std::int64_t kHeadElements = 8;

double secondsSince(std::chrono::steady_clock::time_point began)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

struct NamedOutput {
    std::string name;
    runs::Tensor tensor;
};

/// The items of a sequence one by one, as "boxes[0]"; of maps with the same keys the values as one tensor, and the
/// keys; nothing for an optional without an element.
std::vector<NamedOutput> itemsOf(const std::string& name, const runs::Tensor& value)
{
    if (!value.items)
        return value.isDefined() || value.holdsStrings() ? std::vector<NamedOutput>{{name, value}}
                                                         : std::vector<NamedOutput>();
    if (auto values = measurable(value); values.isPresent())
        return {{name, std::move(values)}, {name + ".keys", commonKeys(value)}};
    if (value.isMap())
        return {{name, value.items->back()}, {name + ".keys", value.items->front()}};
    std::vector<NamedOutput> items;
    for (std::size_t i = 0; i < value.items->size(); ++i)
        std::ranges::move(itemsOf(name + "[" + std::to_string(i) + "]", (*value.items)[i]), std::back_inserter(items));
    return items;
}

/// A tap that writes every value. Lives as long as the execution.
class Dump {
public:
    Dump(const std::string& folder, data::TensorFormat format, const graph::Graph& graph,
         const std::vector<graph::NodeId>& order)
        : m_folder(folder)
        , m_graph(graph)
        , m_quantizers(quantizersByValue(graph, order))
        , m_writer(folder, format)
    {
    }

    void writeInputs(const runs::NamedTensors& inputs)
    {
        for (const auto input : m_graph.inputs())
            if (const auto found = inputs.find(m_graph.value(input).name); found != inputs.end())
                for (const auto& [name, tensor] : itemsOf(found->first, found->second))
                    m_writer.add(name, ops::toTensorData(tensor), {}, "Input");
    }

    void write(const runs::ValueEvent& event)
    {
        m_writer.add(nameOf(event), ops::toTensorData(event.tensor), event.node.name, event.node.qualifiedOpType(),
                     quantizerOf(event));
    }

    std::size_t finish()
    {
        writeFileAtomically(m_folder / "graph.txt", graph::printGraph(graph::skeletonOf(m_graph)));
        m_writer.finish();
        return m_writer.count();
    }

private:
    /// The value's, which is the graph's only one of that name, behind the turn where a loop makes it.
    std::string nameOf(const runs::ValueEvent& event) const
    {
        const auto& name = event.graph.value(event.value).name;
        const bool isMadeOnce = &event.graph == &m_graph && event.iterations.empty();
        return isMadeOnce ? name : event.path + name;
    }

    /// Of the integers themselves, or of those that a DequantizeLinear reads.
    std::optional<data::DumpedQuantizer> quantizerOf(const runs::ValueEvent& event) const
    {
        if (&event.graph != &m_graph)
            return std::nullopt;
        const bool isDequantized = graph::opKind(event.node) == graph::OpKind::Dequantize;
        const auto& info = m_quantizers[(isDequantized ? event.node.inputs.at(0) : event.value).position()];
        if (!info)
            return std::nullopt;
        return data::DumpedQuantizer{*graph::dataTypeFromName(info->dtype), info->scales, info->zeroPoints,
                                     info->channelAxis};
    }

    std::filesystem::path m_folder;
    const graph::Graph& m_graph;
    std::vector<std::optional<results::QuantizerInfo>> m_quantizers; ///< by value index
    data::TensorWriter m_writer;
};

results::RunOutput withStrings(results::RunOutput output, const std::vector<std::string>& strings)
{
    output.statistics.count = strings.size();
    const auto count = std::min(std::size_t(kHeadElements), strings.size());
    output.texts.assign(strings.begin(), strings.begin() + std::ptrdiff_t(count));
    return output;
}

results::RunOutput describe(const std::string& name, const runs::Tensor& tensor)
{
    results::RunOutput output;
    output.name = name;
    output.dtype = std::string(graph::name(tensor.type));
    output.shape = tensor.shape();
    if (tensor.holdsStrings())
        return withStrings(std::move(output), tensor.strings->strings());
    const auto values = floatValues(tensor);
    output.statistics = statisticsOf(values.data_ptr<float>(), std::size_t(values.numel()));
    const auto head = ops::toTensorData(runs::Tensor(
        tensor.data.flatten().slice(0, 0, std::min(kHeadElements, tensor.data.numel())).contiguous(), tensor.type));
    output.head = head.toDoubles();
    return output;
}

std::vector<results::RunOutput> collectOutputs(const graph::Graph& graph, const std::vector<runs::Tensor>& tensors,
                                               const std::string& folder, data::TensorFormat format)
{
    std::optional<data::TensorWriter> writer;
    if (!folder.empty())
        writer.emplace(folder, format);
    std::vector<results::RunOutput> outputs;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const auto& value = graph.value(graph.outputs()[i]);
        const auto* maker = value.producer.isValid() ? &graph.node(value.producer) : nullptr;
        for (const auto& [name, tensor] : itemsOf(value.name, tensors[i])) {
            outputs.push_back(describe(name, tensor));
            if (!writer)
                continue;
            const auto file = writer->add(name, ops::toTensorData(tensor), maker ? maker->name : std::string(),
                                          maker ? maker->qualifiedOpType() : std::string());
            outputs.back().file = (std::filesystem::path(folder) / file).string();
        }
    }
    if (writer)
        writer->finish();
    return outputs;
}

/// What a run is asked to write, held against what it reads before it takes its time.
void requireApart(const graph::Graph& graph, const results::RunRequest& request)
{
    const auto format = data::tensorFormatNamed(request.dumpFormat);
    std::vector<std::string> names;
    for (const auto output : graph.outputs())
        names.push_back(graph.value(output).name);
    if (!request.outputsFolder.empty())
        data::TensorWriter(request.outputsFolder, format).requireApart(names);
    for (const auto& value : graph.values())
        names.push_back(value.name);
    if (!request.dumpFolder.empty())
        data::TensorWriter(request.dumpFolder, format).requireApart(names);
}

} // namespace

std::shared_ptr<const results::RunResult> runModel(const importers::ImportedModel& model, runs::NamedTensors inputs,
                                                   const results::RunRequest& request, JobContext& ctx)
{
    const auto inFile = [&model](auto&& body) {
        return withContext(Message::text(model.path.string()), std::forward<decltype(body)>(body));
    };
    const bool isOnTarget = !request.targetArithmetic.empty();
    const auto onTarget = isOnTarget ? inFile([&] { return onTargetIntegers(model.graph); }) : graph::Graph();
    const auto& graph = isOnTarget ? onTarget : model.graph;
    requireApart(graph, request);
    const auto program = inFile([&] { return runs::Program(graph); });
    const auto format = data::tensorFormatNamed(request.dumpFormat);
    std::optional<Dump> dump;
    runs::Hooks hooks;
    if (!request.dumpFolder.empty()) {
        dump.emplace(request.dumpFolder, format, graph, program.flatOrder());
        dump->writeInputs(inputs);
        hooks.taps.push_back([&](const runs::ValueEvent& event) { dump->write(event); });
    }
    if (isOnTarget)
        hooks.interceptors.push_back(computesAs(ops::targetArithmeticNamed(request.targetArithmetic)));
    if (const auto functions = tapped(request.options); functions && functions->tap)
        hooks.taps.push_back([tap = functions->tap](const runs::ValueEvent& event) {
            if (event.tensor.isDefined())
                tap(event.node.name, std::array{ops::toTensorData(event.tensor)});
        });
    auto result = std::make_shared<results::RunResult>();
    result->model = request.model;
    result->executedNodes = program.order().size();
    ctx.beginStage("running the model", program.order().size(), 0.05, 1.0);
    runs::requireInputs(program, inputs);
    const auto began = std::chrono::steady_clock::now();
    const auto outputs = inFile([&] { return runs::run(program, std::move(inputs), ctx, std::move(hooks)); });
    result->seconds = secondsSince(began);
    result->outputs = collectOutputs(graph, outputs, request.outputsFolder, format);
    if (dump)
        result->dumpedTensors = dump->finish();
    return result;
}

} // namespace ql::analysis
