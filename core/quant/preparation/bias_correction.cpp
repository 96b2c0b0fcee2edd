// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/preparation/float_preparation.h"

#include "core/graph/operators/operator_traits.h"
#include "core/ops/registry.h"
#include "core/quant/planned_points.h"
#include "core/quant/preparation/input_means.h"
#include "core/runs/ranks/on_ranks.h"
#include "core/runs/run.h"

#include <map>
#include <mutex>
#include <tuple>

namespace ql::quant {

namespace {

using runs::Tensor;

/// One layer whose bias is corrected.
struct Correction {
    const graph::Node* node;
    ops::Kernel kernel;
    Tensor weight;            ///< quantized and dequantized
    std::size_t channels = 0; ///< of the bias
    bool isByMeans = false;   ///< of what it reads; else the layer is run
};

/// Of one layer: what it reads, where that is known, or what its output is off by, channel by channel.
struct Part {
    std::uint64_t correction = 0; ///< which
    std::vector<double> sums;
    double count = 0.0; ///< values in each sum

    static auto parts(auto& self) { return std::tie(self.correction, self.sums, self.count); }
};

std::vector<Correction> correctionsOf(const graph::Graph& graph, const QuantPlan& plan)
{
    const auto points = plannedPoints(graph, plan);
    std::vector<Correction> corrections;
    for (const auto& bias : plan.biases) {
        const auto& node = graph.node(bias.node);
        const auto channels = graph.constantOf(node.inputs[bias.slot])->size();
        auto weight = points[bias.weight].apply({});
        const auto made = weight.data.size(graph::weightChannelAxis(graph, node));
        corrections.push_back({.node = &node,
                               .kernel = ops::Registry::builtIn().find(node)->bind(node),
                               .weight = std::move(weight),
                               .channels = channels,
                               .isByMeans = hasInputMeans(graph, node) && std::size_t(made) == channels});
    }
    return corrections;
}

/// Per channel of axis 1, what the output is off by with the quantized weight.
Part offsetOf(const Correction& correction, const Tensor& input, const runs::Program& program)
{
    static const ops::BodyRunner kNoBodies;
    std::vector<Tensor> inputs;
    for (const auto value : correction.node->inputs)
        inputs.push_back(value.isValid() ? program.constant(value) : Tensor());
    inputs[0] = input;
    const auto exact = correction.kernel({inputs, kNoBodies}).at(0).data;
    inputs[1] = correction.weight;
    const auto off = correction.kernel({inputs, kNoBodies}).at(0).data - exact;
    const auto channels = std::int64_t(correction.channels);
    auto rows = off.transpose(0, 1).reshape({channels, -1});
    if (channels == 1)
        rows = rows.expand({2, rows.size(1)}); // ATen would cut a single sum by the number of threads
    const auto sums = rows.sum(1, false, at::kDouble).contiguous();
    const auto* begin = sums.data_ptr<double>();
    return {0, {begin, begin + channels}, double(off.numel()) / double(channels)};
}

/// One pass over the samples.
class Pass {
public:
    Pass(const graph::Graph& graph, const std::vector<Correction>& corrections, const InputMeans& known)
        : m_graph(graph)
        , m_corrections(corrections)
        , m_program(graph)
        , m_sums(corrections.size())
    {
        for (std::size_t k = 0; k < corrections.size(); ++k)
            if (!corrections[k].isByMeans || !known.contains(corrections[k].node->name))
                m_wanted.emplace(corrections[k].node->id, k);
    }

    void run(const CalibrationData& data, JobContext& ctx, RankGroup& ranks)
    {
        if (m_wanted.empty())
            return ctx.step(data.count);
        std::mutex reading;
        const auto work = [&](std::size_t i, JobContext& context) {
            std::unique_lock lock(reading);
            auto inputs = data.read(i);
            lock.unlock();
            return partsOf(std::move(inputs), context);
        };
        const auto take = [&](std::size_t, const std::vector<Part>& parts) { add(parts); };
        if (ranks.isAlone())
            for (std::size_t i = 0; i < data.count; ++i)
                take(i, work(i, ctx));
        else
            runs::runOnRanks<std::vector<Part>>(ranks, {.end = data.count}, "samples", runs::declaredBytes(m_graph),
                                                ctx, work, take);
    }

    /// By correction; empty where no sample came to the layer.
    std::vector<std::vector<double>> means() const
    {
        std::vector<std::vector<double>> means;
        for (const auto& [correction, sums, count] : m_sums) {
            means.push_back(sums);
            for (auto& each : means.back())
                each /= count;
        }
        return means;
    }

private:
    std::vector<Part> partsOf(runs::NamedTensors inputs, JobContext& ctx) const
    {
        std::vector<Part> parts;
        const auto tap = runs::tapOfNodes(m_graph, [&](const graph::Node& node, std::span<const Tensor> read) {
            const auto wanted = m_wanted.find(node.id);
            if (wanted == m_wanted.end())
                return;
            const auto& correction = m_corrections[wanted->second];
            parts.push_back(correction.isByMeans ? sumsOf(correction, read[0])
                                                 : offsetOf(correction, read[0], m_program));
            parts.back().correction = wanted->second;
        });
        runs::outputsOf(m_program, std::move(inputs), ctx, {.taps = {tap}});
        ctx.step();
        return parts;
    }

    Part sumsOf(const Correction& correction, const Tensor& input) const
    {
        auto sums = inputSums(m_graph, *correction.node, input.data);
        return {0, std::move(sums.numbers), sums.count};
    }

    void add(const std::vector<Part>& parts)
    {
        for (const auto& part : parts) {
            if (part.count == 0.0)
                continue;
            auto& [correction, sums, count] = m_sums.at(part.correction);
            sums.resize(part.sums.size(), 0.0);
            for (std::size_t i = 0; i < sums.size(); ++i)
                sums[i] += part.sums[i];
            count += part.count;
        }
    }

    const graph::Graph& m_graph;
    const std::vector<Correction>& m_corrections;
    runs::Program m_program;
    std::map<graph::NodeId, std::size_t> m_wanted;
    std::vector<Part> m_sums; ///< by correction
};

/// The pass is over, and its program gone, when this returns: constants may change.
std::vector<std::vector<double>> meansOver(const CalibrationData& data, const graph::Graph& graph,
                                           const std::vector<Correction>& corrections, const InputMeans& known,
                                           JobContext& ctx, RankGroup& ranks)
{
    Pass pass(graph, corrections, known);
    pass.run(data, ctx, ranks);
    return pass.means();
}

void subtract(graph::Graph& graph, graph::ValueId bias, const std::vector<double>& off)
{
    const auto& before = *graph.constantOf(bias);
    const auto numbers = before.toDoubles();
    std::vector<float> after(numbers.size());
    for (std::size_t i = 0; i < after.size(); ++i)
        after[i] = float(numbers[i] - off.at(i));
    graph.setInitializer(bias, graph::TensorData::of<float>(graph::DataType::Float, before.shape(), after));
}

} // namespace

void correctBiases(graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, JobContext& ctx,
                   RankGroup& ranks, InputMeans* known)
{
    const auto corrections = correctionsOf(graph, plan);
    InputMeans none;
    auto& readMeans = known ? *known : none;
    auto means = meansOver(data, graph, corrections, readMeans, ctx, ranks);
    std::vector<std::vector<double>> offsets;
    for (std::size_t k = 0; k < corrections.size(); ++k) {
        const auto& node = *corrections[k].node;
        if (!corrections[k].isByMeans) {
            offsets.push_back(std::move(means[k]));
            continue;
        }
        const auto& read = readMeans.try_emplace(node.name, std::move(means[k])).first->second;
        const auto exact = ops::toTensor(*graph.constantOf(node.inputs[1])).data;
        const auto off = corrections[k].weight.data.to(at::kFloat) - exact.to(at::kFloat);
        offsets.push_back(read.empty() ? read : madeOnAverage(graph, node, off, read));
    }
    for (std::size_t k = 0; k < corrections.size(); ++k)
        if (!offsets[k].empty())
            subtract(graph, corrections[k].node->inputs[2], offsets[k]);
}

} // namespace ql::quant
