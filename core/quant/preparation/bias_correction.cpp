// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/preparation/float_preparation.h"

#include "core/ops/registry.h"
#include "core/quant/planned_points.h"
#include "core/runtime/on_ranks.h"

#include <mutex>
#include <numeric>
#include <tuple>

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

/// What one run of a layer is off by.
struct Offset {
    std::uint64_t correction = 0; ///< which
    std::vector<double> sums;     ///< as of Correction
    double count = 0.0;

    static auto parts(auto& self) { return std::tie(self.correction, self.sums, self.count); }
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

/// Per channel of axis 1, what the output is off by with the quantized weight.
Offset offsetOf(const Correction& correction, const Tensor& input, const runtime::Program& program)
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
    auto rows = off.transpose(0, 1).reshape({channels, -1});
    if (channels == 1)
        rows = rows.expand({2, rows.size(1)}); // ATen would cut a single sum by the number of threads
    const auto sums = rows.sum(1, false, at::kDouble).contiguous();
    const auto* begin = sums.data_ptr<double>();
    return {0, {begin, begin + channels}, double(off.numel()) / double(channels)};
}

std::vector<Offset> offsetsOn(runtime::NamedTensors inputs, const std::vector<Correction>& corrections,
                              const runtime::Program& program, JobContext& ctx)
{
    std::vector<Offset> offsets;
    runtime::Execution execution(program, std::move(inputs), {{}, {}, ctx.stopToken()});
    while (!execution.isDone()) {
        for (std::size_t k = 0; k < corrections.size(); ++k) {
            const auto& node = *corrections[k].node;
            if (execution.next() != node.id)
                continue;
            offsets.push_back(offsetOf(corrections[k], execution.tensor(node.inputs[0]), program));
            offsets.back().correction = k;
        }
        ctx.throwIfCancelled();
        execution.step();
    }
    ctx.step();
    return offsets;
}

void add(std::vector<Correction>& corrections, const std::vector<Offset>& offsets)
{
    for (const auto& offset : offsets) {
        auto& correction = corrections.at(offset.correction);
        for (std::size_t i = 0; i < correction.sums.size(); ++i)
            correction.sums[i] += offset.sums.at(i);
        correction.count += offset.count;
    }
}

} // namespace

void correctBiases(graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, JobContext& ctx,
                   RankGroup& ranks)
{
    auto corrections = correctionsOf(graph, plan);
    {
        const runtime::Program program(graph);
        std::mutex reading;
        const auto work = [&](std::size_t i, JobContext& context) {
            std::unique_lock lock(reading);
            auto inputs = data.read(i);
            lock.unlock();
            return offsetsOn(std::move(inputs), corrections, program, context);
        };
        const auto take = [&](std::size_t, const std::vector<Offset>& offsets) { add(corrections, offsets); };
        if (ranks.isAlone())
            for (std::size_t i = 0; i < data.count; ++i)
                take(i, work(i, ctx));
        else
            runtime::runOnRanks<std::vector<Offset>>(ranks, {.end = data.count}, "samples",
                                                     runtime::declaredBytes(graph), ctx, work, take);
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
