// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/gradient_ranking.h"

#include "core/base/error.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/operators/op_kind.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ql::analysis {

namespace {

using runs::RecordedPass;
using runs::Tensor;

/// How many deviations the Taylor score has to be off before it is believed.
constexpr double kOutstanding = 3.0;

/// An output of that few elements is differentiated by each: a random vector may be blind to two that add up to 1.
constexpr std::size_t kFewElements = 4;

/// What each point does to the value that it sees.
std::vector<at::Tensor> errorsOf(const std::vector<quant::QuantizerPoint>& points, const RecordedPass& gradients)
{
    std::vector<at::Tensor> errors;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& value = gradients.values()[i];
        if (!value.isDefined()) {
            errors.emplace_back();
            continue;
        }
        const Tensor plain(value.data.detach(), value.type);
        errors.push_back(points[i].apply(plain).data.to(plain.data.scalar_type()).sub(plain.data));
    }
    return errors;
}

/// By value: whether what @p output is depends on its numbers, by derivatives or not. What only reads a shape doesn't.
std::vector<bool> decidingValues(const graph::Graph& graph, graph::ValueId output)
{
    std::vector<bool> decides(graph.valueCount());
    std::vector<graph::ValueId> waiting{output};
    while (!waiting.empty()) {
        const auto value = waiting.back();
        waiting.pop_back();
        if (!value.isValid() || decides[value.position()])
            continue;
        decides[value.position()] = true;
        const auto producer = graph.value(value).producer;
        if (!producer.isValid() || graph::opKind(graph.node(producer)) == graph::OpKind::Constant)
            continue;
        const auto& node = graph.node(producer);
        const auto outer = graph::outerReads(graph, producer);
        for (const auto* values : {&node.inputs, &node.captures, &outer})
            waiting.insert(waiting.end(), values->begin(), values->end());
    }
    return decides;
}

/// ±1 in the shape of @p output, the same for the same @p seed.
Tensor signsLike(const Tensor& output, std::uint64_t seed)
{
    const auto generator = at::detail::createCPUGenerator(seed);
    const auto bits = at::randint(0, 2, output.data.sizes(), generator, at::TensorOptions(at::kFloat));
    return {bits.mul(2).sub(1).to(output.data.scalar_type()), output.type};
}

/// A vector for each backward pass through an output: random ones, or all unit vectors of a small output, which tell
/// |J δ|² as it is.
class Probes {
public:
    Probes(const Tensor& output, std::size_t count, std::uint64_t seed)
        : m_output(output)
        , m_isWhole(std::size_t(output.data.numel()) <= std::max(count, kFewElements))
        , m_count(m_isWhole ? std::size_t(output.data.numel()) : count)
        , m_seed(seed)
    {
    }

    bool isWhole() const { return m_isWhole; }
    std::size_t count() const { return m_count; }
    Tensor vector(std::size_t probe) const
    {
        if (!m_isWhole)
            return signsLike(m_output, m_seed * m_count + probe + 1);
        auto unit = at::zeros(m_output.data.sizes(), m_output.data.options());
        unit.view(-1)[std::int64_t(probe)] = 1;
        return {unit, m_output.type};
    }

private:
    const Tensor& m_output;
    bool m_isWhole;
    std::size_t m_count;
    std::uint64_t m_seed;
};

} // namespace

class GradientScores::Pass {
public:
    /// Sums over the probes, of one row and output.
    struct Scores {
        double taylor = 0.0;
        double fisher = 0.0;
        bool isUnknown = false; ///< the output depends on it by integers alone, which no derivative passes

        /// Of @p draws independent ones; the Taylor score then scatters by √(2 / draws) of itself.
        double noise(double draws) const
        {
            return taylor > (1.0 + kOutstanding * std::sqrt(2.0 / draws)) * fisher ? taylor : fisher;
        }
    };

    /// @p decides by point: whether the output depends on it at all.
    Pass(const RecordedPass& gradients, const std::vector<at::Tensor>& errors, std::span<const SwitchGroup> groups,
         std::vector<bool> decides)
        : m_gradients(gradients)
        , m_errors(errors)
        , m_groups(groups)
        , m_decides(std::move(decides))
        , m_scores(groups.size())
    {
    }

    void add(std::size_t output, const Tensor& vector)
    {
        const auto by = m_gradients.of(output, vector);
        std::vector<Scores> ofPoints(by.size());
        for (std::size_t i = 0; i < by.size(); ++i) {
            if (!by[i].isDefined() || !m_errors[i].defined()) {
                ofPoints[i].isUnknown = m_decides[i];
                continue;
            }
            // Where nothing is wrong an infinite slope does nothing.
            const auto products = by[i].data.mul(m_errors[i]).masked_fill(m_errors[i].eq(0), 0);
            ofPoints[i] = {products.sum(at::kDouble).item<double>(),
                           products.to(at::kDouble).square().sum().item<double>()};
        }
        for (std::size_t row = 0; row < m_groups.size(); ++row) {
            double taylor = 0.0;
            for (const auto point : m_groups[row].points) {
                taylor += ofPoints[point].taylor;
                m_scores[row].fisher += ofPoints[point].fisher;
                m_scores[row].isUnknown = m_scores[row].isUnknown || ofPoints[point].isUnknown;
            }
            m_scores[row].taylor += taylor * taylor;
        }
    }

    const std::vector<Scores>& scores() const { return m_scores; }

private:
    const RecordedPass& m_gradients;
    const std::vector<at::Tensor>& m_errors;
    std::span<const SwitchGroup> m_groups;
    std::vector<bool> m_decides;
    std::vector<Scores> m_scores;
};

std::vector<std::vector<double>> GradientScores::noise(const runs::NamedTensors& inputs,
                                                       std::span<const std::size_t> outputs, std::uint64_t sample,
                                                       JobContext& ctx) const
{
    std::vector<graph::ValueId> wanted;
    for (std::size_t point = 0; point < m_switches.points().size(); ++point)
        wanted.push_back(m_switches.switched(point));
    const RecordedPass gradients(m_switches.program(), inputs, wanted, ctx);
    const auto errors = errorsOf(m_switches.points(), gradients);
    std::vector<std::vector<double>> noise;
    for (const auto output : outputs) {
        const auto& y = gradients.outputs()[output];
        const Probes probes(y, m_probes, sample);
        const auto& network = m_switches.graph();
        const auto deciding = decidingValues(network, network.outputs()[output]);
        std::vector<bool> decides;
        for (const auto value : wanted)
            decides.push_back(deciding[value.position()]);
        Pass pass(gradients, errors, m_groups, std::move(decides));
        for (std::size_t probe = 0; probe < probes.count(); ++probe) {
            ctx.throwIfCancelled();
            pass.add(output, probes.vector(probe));
        }
        const auto elements = double(std::max<std::int64_t>(1, y.data.numel()));
        const auto draws = double(probes.count());
        auto& rows = noise.emplace_back();
        for (const auto& score : pass.scores())
            rows.push_back(score.isUnknown    ? std::numeric_limits<double>::quiet_NaN()
                           : probes.isWhole() ? score.taylor / elements
                                              : score.noise(draws) / (draws * elements));
    }
    return noise;
}

} // namespace ql::analysis
