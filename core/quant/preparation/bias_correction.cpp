// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/preparation/float_preparation.h"

#include "core/ops/registry.h"
#include "core/quant/planned_points.h"

#include <numeric>

namespace ql::quant {

namespace {

using runtime::Tensor;

/// One layer whose bias is corrected, and what its output is off by so far.
struct Correction {
    const graph::Node* node;
    ops::Kernel kernel;
    Tensor weight;            ///< quantized and dequantized
    std::vector<double> sums; ///< by channel
    double count = 0.0;       ///< values per channel
};

std::vector<Correction> correctionsOf(const graph::Graph& graph, const QuantPlan& plan)
{
    const auto points = plannedPoints(graph, plan);
    std::vector<Correction> corrections;
    for (const auto& bias : plan.biases) {
        const auto& node = graph.node(bias.node);
        const auto* definition = ops::Registry::builtIn().find(node);
        const auto channels = graph.constantOf(node.inputs[bias.slot])->size();
        corrections.push_back(
            {&node, definition->bind(node), points[bias.weight].apply({}), std::vector(channels, 0.0)});
    }
    return corrections;
}

/// Adds, per channel of axis 1, what the output is off by with the quantized weight.
void add(Correction& correction, const Tensor& input, const runtime::Program& program)
{
    static const ops::BodyRunner kNoBodies;
    std::vector<Tensor> inputs;
    for (const auto value : correction.node->inputs)
        inputs.push_back(value.isValid() ? program.constant(value) : Tensor());
    inputs[0] = input;
    const auto exact = correction.kernel({inputs, kNoBodies}).at(0).data;
    inputs[1] = correction.weight;
    const auto off = correction.kernel({inputs, kNoBodies}).at(0).data - exact;
    const auto channels = std::int64_t(correction.sums.size());
    const auto sums = off.transpose(0, 1).reshape({channels, -1}).sum(1, false, at::kDouble).contiguous();
    for (std::size_t i = 0; i < correction.sums.size(); ++i)
        correction.sums[i] += sums.data_ptr<double>()[i];
    correction.count += double(off.numel()) / double(channels);
}

} // namespace

void correctBiases(graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, JobContext& ctx)
{
    auto corrections = correctionsOf(graph, plan);
    {
        const runtime::Program program(graph);
        for (std::size_t i = 0; i < data.count; ++i) {
            runtime::Execution execution(program, data.read(i), {{}, {}, ctx.stopToken()});
            while (!execution.isDone()) {
                for (auto& correction : corrections)
                    if (execution.next() == correction.node->id)
                        add(correction, execution.tensor(correction.node->inputs[0]), program);
                ctx.throwIfCancelled();
                execution.step();
            }
            ctx.step();
        }
    }
    for (const auto& correction : corrections) {
        const auto value = correction.node->inputs[2];
        const auto& bias = *graph.constantOf(value);
        const auto before = bias.toDoubles();
        std::vector<float> after(before.size());
        for (std::size_t i = 0; i < after.size(); ++i)
            after[i] = float(before[i] - (correction.count > 0.0 ? correction.sums[i] / correction.count : 0.0));
        graph.setInitializer(value, graph::TensorData::of<float>(graph::DataType::Float, bias.shape(), after));
    }
}

} // namespace ql::quant
