// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/layer_inputs.h"
#include "core/runs/run.h"

#include <algorithm>

namespace ql::quant {

namespace {

constexpr std::size_t kMostSamples = 8;
constexpr std::int64_t kMostNumbers = std::int64_t(1) << 19; ///< that a layer reads, over all samples but the first

std::int64_t sizeOf(const runs::NamedTensors& inputs)
{
    std::int64_t size = 0;
    for (const auto& [name, tensor] : inputs)
        if (tensor.isDefined())
            size += tensor.data.numel();
    return size;
}

/// By name, without constants.
runs::NamedTensors named(const graph::Graph& graph, const graph::Node& node, std::span<const runs::Tensor> read)
{
    runs::NamedTensors inputs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (const auto value = node.inputs[i]; value.isValid() && !graph.constantOf(value))
            inputs.insert_or_assign(graph.value(value).name, read[i]);
    return inputs;
}

std::map<std::string, std::vector<runs::NamedTensors>> inputsOf(const graph::Graph& graph,
                                                                const std::vector<std::string>& layers,
                                                                const CalibrationData& data, JobContext& ctx)
{
    std::map<std::string, std::vector<runs::NamedTensors>> found;
    std::map<std::string, std::int64_t> left;
    for (const auto& name : layers) {
        found[name];
        left[name] = kMostNumbers;
    }
    const runs::Program program(graph);
    const auto tap = runs::tapOfNodes(graph, [&](const graph::Node& node, std::span<const runs::Tensor> inputs) {
        if (const auto own = found.find(node.name); own != found.end() && left[node.name] > 0) {
            own->second.push_back(named(graph, node, inputs));
            left[node.name] -= sizeOf(own->second.back());
        }
    });
    const auto count = std::min(data.count, kMostSamples);
    for (std::size_t i = 0; i < count; ++i)
        runs::outputsOf(program, data.read(i * data.count / count), ctx, {.taps = {tap}});
    std::erase_if(found, [](const auto& each) { return each.second.empty(); });
    return found;
}

} // namespace

const std::map<std::string, std::vector<runs::NamedTensors>>&
layerInputs(const FixSubject& subject, std::vector<std::string> layers, const CalibrationData& data, JobContext& ctx)
{
    auto& known = subject.learned().inputs;
    std::erase_if(layers, [&known](const std::string& layer) { return known.contains(layer); });
    if (!layers.empty())
        known.merge(inputsOf(subject.graph(), layers, data, ctx));
    return known;
}

} // namespace ql::quant
