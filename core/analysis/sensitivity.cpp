// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity.h"

#include "core/analysis/float_values.h"
#include "core/analysis/node_partners.h"
#include "core/analysis/sensitivity_rows.h"
#include "core/analysis/tensor_comparison.h"
#include "core/base/error.h"
#include "core/graph/cost.h"
#include "core/quant/instrumented_graph.h"
#include "core/quant/point_extraction.h"
#include "core/runtime/partial_execution.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace ql::analysis {

namespace {

using results::MetricId;
using results::SensitivityMode;
using results::SensitivityResult;
using runtime::PartialExecution;
using runtime::Program;
using runtime::Tensor;

/// All quantizers on must give the analysis model back, up to rounding ties.
constexpr double kLeastReproductionDb = 20.0;
constexpr std::chrono::milliseconds kTellInterval{500};

results::Metrics compareOutputs(const Tensor& x, const Tensor& y)
{
    const auto baseline = floatValues(x);
    const auto other = floatValues(y);
    if (baseline.numel() != other.numel())
        throw Error(ErrorCode::ShapeMismatch, fmt::format("outputs have shapes {} and {}", graph::toString(x.shape()),
                                                          graph::toString(y.shape())));
    return compareTensors(baseline.data_ptr<float>(), other.data_ptr<float>(), std::size_t(baseline.numel())).metrics;
}

graph::Shape shapeOf(const PartialExecution& execution, graph::ValueId value)
{
    const auto& tensor = execution.tensor(value);
    return tensor.isDefined() ? tensor.shape() : graph::Shape{};
}

/// The question in progress: everything that lives from the first sample to the last.
class Search {
public:
    Search(const graph::Graph& baseline, const graph::Graph& analysis, const results::SensitivityRequest& request,
           const results::SensitivityListener& listener)
        : m_baseline(baseline)
        , m_request(request)
        , m_listener(listener)
        , m_extracted(quant::extractPoints(baseline, analysis, nodePartners(baseline, analysis)))
        , m_instrumented(quant::instrument(baseline, m_extracted.points))
        , m_program(m_instrumented.graph)
        , m_analysisProgram(analysis)
        , m_groups(switchGroups(baseline, m_extracted.points, request))
    {
        if (m_extracted.points.empty())
            throw Error(ErrorCode::InvalidGraph, "the analysis model has no quantizer that matches the baseline",
                        "is it quantized, and made from this baseline?");
        m_result.baseline = request.baseline;
        m_result.analysis = request.analysis;
        m_result.mode = request.mode;
        m_result.unplaced = m_extracted.unplaced;
        for (const auto output : baseline.outputs()) {
            m_result.outputs.push_back({.name = baseline.value(output).name, .metric = request.metric});
            m_sums.emplace_back(m_groups.size(), 0.0);
        }
    }

    std::size_t rowCount() const { return m_groups.size(); }

    void addSample(const runtime::NamedTensors& inputs, JobContext& ctx)
    {
        const PartialExecution plain(m_program, inputs, {}, ctx);
        const PartialExecution quantized(m_program, inputs, {quantizersExcept({})}, ctx);
        checkReproduction(plain, quantized, inputs, ctx);
        if (m_result.samples == 0)
            countMacs(plain);
        const auto& start = m_request.mode == SensitivityMode::OneOn ? plain : quantized;
        for (std::size_t row = 0; row < m_groups.size(); ++row) {
            const auto run = start.rerun(switchesOf(m_groups[row]), {interceptorFor(m_groups[row])}, ctx.stopToken());
            for (const auto node : run.executed)
                m_result.executedNodes += node.position() < m_baseline.nodeCount();
            m_result.naiveNodes += m_baseline.nodeCount();
            addRow(row, plain.outputs(), run.outputs);
            ctx.step(1, m_groups[row].row.opName);
            if (m_result.samples == 0)
                tellNowAndThen(row + 1);
        }
        ++m_result.samples;
        tellNowAndThen(m_groups.size());
    }

    std::shared_ptr<const SensitivityResult> finish()
    {
        m_result.isComplete = true;
        return snapshot(m_groups.size());
    }

private:
    using PointByValue = std::unordered_map<graph::ValueId, std::size_t>;

    runtime::Interceptor quantizers(PointByValue points) const
    {
        return [this, points = std::move(points)](const runtime::ValueEvent& event) -> std::optional<Tensor> {
            const auto found = points.find(event.value);
            if (&event.graph != &m_instrumented.graph || found == points.end())
                return std::nullopt;
            return m_extracted.points[found->second].apply(event.tensor);
        };
    }

    runtime::Interceptor quantizersExcept(const std::vector<std::size_t>& left) const
    {
        PointByValue points;
        for (std::size_t i = 0; i < m_instrumented.switched.size(); ++i)
            if (std::ranges::find(left, i) == left.end())
                points.emplace(m_instrumented.switched[i], i);
        return quantizers(std::move(points));
    }

    runtime::Interceptor interceptorFor(const SwitchGroup& group) const
    {
        if (m_request.mode == SensitivityMode::OneOff)
            return quantizersExcept(group.points);
        PointByValue points;
        for (const auto index : group.points)
            points.emplace(m_instrumented.switched[index], index);
        return quantizers(std::move(points));
    }

    std::vector<graph::NodeId> switchesOf(const SwitchGroup& group) const
    {
        std::vector<graph::NodeId> nodes;
        for (const auto index : group.points)
            nodes.push_back(m_instrumented.switches[index]);
        return nodes;
    }

    void checkReproduction(const PartialExecution& plain, const PartialExecution& quantized,
                           const runtime::NamedTensors& inputs, JobContext& ctx)
    {
        runtime::Execution analysis(m_analysisProgram, inputs);
        while (!analysis.isDone()) {
            ctx.throwIfCancelled();
            analysis.step();
        }
        const auto expected = analysis.outputs();
        for (std::size_t i = 0; i < std::min(expected.size(), m_result.outputs.size()); ++i) {
            auto& output = m_result.outputs[i];
            const auto reproduced = compareOutputs(expected[i], quantized.outputs()[i]);
            const auto whole = compareOutputs(plain.outputs()[i], expected[i]);
            if (m_result.samples == 0 || reproduced.sqnrDb < output.reproductionDb)
                output.reproductionDb = reproduced.sqnrDb;
            const double value = results::valueOf(whole, m_request.metric).value_or(std::nan(""));
            output.everythingOn += (value - output.everythingOn) / double(m_result.samples + 1);
            if (reproduced.sqnrDb < kLeastReproductionDb && reproduced.relL2 > 0.0)
                throw Error(ErrorCode::InvalidGraph,
                            fmt::format("output {}: the analysis model's quantizers, moved onto the baseline, reproduce it "
                                        "at {:.1f} dB only, expected at least {:.0f} dB{}",
                                        output.name, reproduced.sqnrDb, kLeastReproductionDb,
                                        m_extracted.unplaced.empty() ? "" : "; no place for " + m_extracted.unplaced.front()),
                            "is the analysis model made from this very baseline?");
        }
    }

    void countMacs(const PartialExecution& plain)
    {
        std::vector<std::uint64_t> macs;
        for (const auto& node : m_baseline.nodes()) {
            std::vector<graph::Shape> inputs;
            std::vector<graph::Shape> outputs;
            for (const auto input : node.inputs)
                inputs.push_back(input.isValid() ? shapeOf(plain, input) : graph::Shape{});
            for (const auto output : node.outputs)
                outputs.push_back(output.isValid() ? shapeOf(plain, output) : graph::Shape{});
            macs.push_back(graph::multiplyAccumulates(node, inputs, outputs));
        }
        const auto total = std::accumulate(macs.begin(), macs.end(), std::uint64_t{0});
        for (auto& group : m_groups) {
            for (const auto node : group.nodes)
                group.row.macs += macs[node.position()];
            group.row.macsShare = total == 0 ? 0.0 : double(group.row.macs) / double(total);
        }
    }

    void addRow(std::size_t row, const std::vector<Tensor>& expected, const std::vector<Tensor>& found)
    {
        for (std::size_t i = 0; i < m_sums.size(); ++i) {
            const auto metrics = compareOutputs(expected[i], found[i]);
            m_sums[i][row] += results::valueOf(metrics, m_request.metric).value_or(std::nan(""));
        }
    }

    void tellNowAndThen(std::size_t knownRows)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!m_listener || now - m_told < kTellInterval)
            return;
        m_told = now;
        m_listener(snapshot(knownRows));
    }

    std::shared_ptr<const SensitivityResult> snapshot(std::size_t knownRows) const
    {
        auto result = std::make_shared<SensitivityResult>(m_result);
        const auto samples = double(std::max<std::uint64_t>(1, m_result.samples));
        for (std::size_t i = 0; i < result->outputs.size(); ++i) {
            auto& rows = result->outputs[i].rows;
            for (std::size_t row = 0; row < knownRows; ++row) {
                rows.push_back(m_groups[row].row);
                rows.back().metricValue = m_sums[i][row] / samples;
            }
            std::ranges::stable_sort(rows, [&](const auto& a, const auto& b) { return isMoreSensitive(a, b); });
        }
        return result;
    }

    /// One-on: what hurts most comes first. One-off: what helps most when left out comes first.
    bool isMoreSensitive(const results::SensitivityRow& a, const results::SensitivityRow& b) const
    {
        return m_request.mode == SensitivityMode::OneOn ? results::isWorse(m_request.metric, a.metricValue, b.metricValue)
                                                        : results::isWorse(m_request.metric, b.metricValue, a.metricValue);
    }

    const graph::Graph& m_baseline;
    const results::SensitivityRequest& m_request;
    const results::SensitivityListener& m_listener;
    quant::ExtractedPoints m_extracted;
    quant::InstrumentedGraph m_instrumented;
    Program m_program;
    Program m_analysisProgram;
    std::vector<SwitchGroup> m_groups;
    SensitivityResult m_result;
    std::vector<std::vector<double>> m_sums; ///< by output, then row
    std::chrono::steady_clock::time_point m_told{};
};

} // namespace

std::shared_ptr<const SensitivityResult> sensitivity(const graph::Graph& baseline, const graph::Graph& analysis,
                                                     const SampleSource& samples, const results::SensitivityRequest& request,
                                                     JobContext& ctx, const results::SensitivityListener& listener)
{
    Search search(baseline, analysis, request, listener);
    ctx.beginStage("measuring sensitivity", search.rowCount() * samples.count, 0.05, 1.0);
    for (std::size_t i = 0; i < samples.count; ++i)
        search.addSample(samples.read(i), ctx);
    return search.finish();
}

} // namespace ql::analysis
