// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/layer_inputs.h"

#include <algorithm>

namespace ql::quant {

namespace {

constexpr std::size_t kMostSamples = 8;
constexpr std::int64_t kMostNumbers = std::int64_t(1) << 19; ///< that a layer reads, over all samples but the first

std::int64_t sizeOf(const runtime::NamedTensors& inputs)
{
    std::int64_t size = 0;
    for (const auto& [name, tensor] : inputs)
        if (tensor.isDefined())
            size += tensor.data.numel();
    return size;
}

runtime::NamedTensors inputsOf(const graph::Graph& graph, const graph::Node& node, const runtime::Execution& execution)
{
    runtime::NamedTensors inputs;
    for (const auto value : node.inputs)
        if (value.isValid() && !graph.constantOf(value))
            inputs.insert_or_assign(graph.value(value).name, execution.tensor(value));
    return inputs;
}

} // namespace

std::map<std::string, std::vector<runtime::NamedTensors>> layerInputs(const graph::Graph& graph,
                                                                      const std::vector<std::string>& layers,
                                                                      const CalibrationData& data, JobContext& ctx)
{
    std::map<std::string, std::vector<runtime::NamedTensors>> found;
    std::map<std::string, std::int64_t> left;
    for (const auto& name : layers) {
        found[name];
        left[name] = kMostNumbers;
    }
    const runtime::Program program(graph);
    const auto count = std::min(data.count, kMostSamples);
    for (std::size_t i = 0; i < count; ++i) {
        runtime::Execution execution(program, data.read(i * data.count / count), {{}, {}, ctx.stopToken()});
        while (!execution.isDone()) {
            const auto& node = graph.node(execution.next());
            if (const auto own = found.find(node.name); own != found.end() && left[node.name] > 0) {
                own->second.push_back(inputsOf(graph, node, execution));
                left[node.name] -= sizeOf(own->second.back());
            }
            ctx.throwIfCancelled();
            execution.step();
        }
    }
    std::erase_if(found, [](const auto& each) { return each.second.empty(); });
    return found;
}

} // namespace ql::quant
