// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune.h"

#include "core/analysis/output_agreement.h"
#include "core/analysis/simulation.h"
#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/graph/cost.h"
#include "core/graph/op_kind.h"
#include "core/quant/qdq_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::analysis {

namespace {

using results::TuneOverride;
using results::TunePoint;
using results::TuneResult;
using Tensors = std::vector<runtime::Tensor>;

constexpr std::size_t kCandidates = 6; ///< layers tried at each step
/// Leaving a layer in float must win so much more than int16 to be worth its price.
constexpr double kClearlyDb = 1.0;
constexpr double kClearlyCosine = 1e-4;
constexpr double kInt16Cost = 2.0;
constexpr double kFloatCost = 4.0;

Tensors run(const graph::Graph& graph, const runtime::NamedTensors& inputs, JobContext& ctx)
{
    const runtime::Program program(graph);
    runtime::Execution execution(program, inputs, {{}, {}, ctx.stopToken()});
    while (!execution.isDone()) {
        ctx.throwIfCancelled();
        execution.step();
    }
    return execution.outputs();
}

class Tuner {
public:
    Tuner(const results::TuneRequest& request, JobContext& ctx, const results::TuneListener& listener)
        : m_request(request)
        , m_ctx(ctx)
        , m_listener(listener)
        , m_subject(prepareSimulation(request.baseline, request.quantization, request.images, ctx))
    {
        withoutSearch(m_subject.settings.common);
        for (auto& [name, layer] : m_subject.settings.layers)
            withoutSearch(layer);
        m_result.baseline = request.baseline;
        m_result.metric = request.metric;
        m_result.target = request.target;
    }

    std::shared_ptr<const TuneResult> search()
    {
        readSamples();
        m_result.start = judged({});
        m_result.best = m_result.start;
        tell();
        if (!isReached(m_result.best.metric)) {
            rank();
            addOverrides();
            takeBack();
        }
        m_result.isComplete = true;
        return snapshot();
    }

private:
    /// The search is for overrides; one over calibration methods as well would multiply it.
    static void withoutSearch(quant::LayerSettings& layer)
    {
        if (layer.activation.observer.method == "automatic")
            layer.activation.observer = {};
    }

    bool isReached(double metric) const { return metric >= m_request.target; }

    void readSamples()
    {
        const auto count =
            m_request.mostJudged == 0 ? m_subject.sampleCount : std::min(m_request.mostJudged, m_subject.sampleCount);
        for (std::size_t i = 0; i < count; ++i) {
            // Spread over the data: neighbours are often alike.
            m_inputs.push_back(m_subject.data->inputs(i * m_subject.sampleCount / count));
            m_exact.push_back(run(*m_subject.baseline, m_inputs.back(), m_ctx));
        }
        m_result.judgedSamples = count;
        countMacs();
    }

    void countMacs()
    {
        const runtime::Program program(*m_subject.baseline);
        runtime::Execution execution(program, m_inputs.at(0));
        while (!execution.isDone()) {
            const auto& node = m_subject.baseline->node(execution.next());
            std::vector<graph::Shape> inputs;
            for (const auto value : node.inputs)
                inputs.push_back(value.isValid() && execution.tensor(value).isDefined()
                                     ? execution.tensor(value).shape()
                                     : graph::Shape{});
            execution.step();
            std::vector<graph::Shape> outputs;
            for (const auto value : node.outputs)
                outputs.push_back(value.isValid() && execution.tensor(value).isDefined()
                                      ? execution.tensor(value).shape()
                                      : graph::Shape{});
            m_macs[node.name] = double(graph::multiplyAccumulates(node, inputs, outputs));
            m_allMacs += m_macs[node.name];
        }
    }

    double metricOf(const quant::QuantSettings& settings)
    {
        ++m_result.evaluations;
        auto plan = quant::planFor(*m_subject.baseline, settings);
        quant::observe(*m_subject.baseline, plan, m_subject.samples(), m_subject.observations, m_ctx);
        quant::settleParameters(*m_subject.baseline, plan, m_subject.observations);
        const auto quantized = quant::qdqGraph(*m_subject.baseline, plan);
        std::vector<OutputAgreement> agreements(m_subject.baseline->outputs().size());
        for (std::size_t i = 0; i < m_inputs.size(); ++i) {
            const auto found = run(quantized, m_inputs[i], m_ctx);
            for (std::size_t k = 0; k < agreements.size(); ++k)
                agreements[k].add(m_exact[i][k], found[k]);
        }
        double worst = std::numeric_limits<double>::infinity();
        for (const auto& agreement : agreements)
            worst = std::min(worst,
                             m_request.metric == results::MetricId::Cosine ? agreement.cosine() : agreement.sqnrDb());
        return std::isnan(worst) ? -std::numeric_limits<double>::infinity() : worst;
    }

    quant::QuantSettings settingsWith(const std::vector<TuneOverride>& overrides) const
    {
        auto settings = m_subject.settings;
        for (const auto& one : overrides) {
            auto& layer = settings.layers.emplace(one.layer, settings.common).first->second;
            layer.isOverridden = true;
            layer.isQuantized = one.action != "skip";
            layer.activation.format.bits = 16;
            layer.weight.format.bits = 8;
        }
        return settings;
    }

    TunePoint judged(std::vector<TuneOverride> overrides)
    {
        TunePoint point{std::move(overrides), 0.0, 0.0};
        point.metric = metricOf(settingsWith(point.overrides));
        double extra = 0.0;
        for (const auto& one : point.overrides)
            extra += m_macs[one.layer] * ((one.action == "skip" ? kFloatCost : kInt16Cost) - 1.0);
        point.cost = m_allMacs == 0.0 ? double(point.overrides.size()) : 1.0 + extra / m_allMacs;
        remember(point);
        return point;
    }

    void remember(const TunePoint& point)
    {
        auto& points = m_result.pareto;
        const auto beats = [](const TunePoint& a, const TunePoint& b) {
            return a.cost <= b.cost && a.metric >= b.metric;
        };
        if (std::ranges::any_of(points, [&](const TunePoint& known) { return beats(known, point); }))
            return;
        std::erase_if(points, [&](const TunePoint& known) { return beats(point, known); });
        points.insert(std::ranges::upper_bound(points, point.cost, {}, &TunePoint::cost), point);
    }

    /// Layers that compute, worst first by what quantizing each alone does.
    void rank()
    {
        std::vector<const graph::Node*> nodes;
        for (const auto& node : m_subject.baseline->nodes())
            if (m_subject.settings.isQuantized(node) && graph::opKind(node) == graph::OpKind::Compute)
                nodes.push_back(&node);
        m_ctx.beginStage("ranking layers", nodes.size(), 0.3, 0.6);
        for (const auto* node : nodes) {
            auto settings = m_subject.settings;
            for (const auto& other : m_subject.baseline->nodes())
                settings.layers.emplace(other.name, settings.common).first->second.isQuantized &= &other == node;
            m_result.ranking.push_back({node->name, node->opType, "", metricOfOne(settings)});
            m_ctx.step(1, node->name);
        }
        std::ranges::stable_sort(m_result.ranking, {}, &TuneOverride::alone);
        tell();
    }

    /// A layer whose input nobody quantizes may have nothing to quantize at all.
    double metricOfOne(const quant::QuantSettings& settings)
    {
        try {
            return metricOf(settings);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::BadArgument)
                throw;
            return std::numeric_limits<double>::infinity();
        }
    }

    void addOverrides()
    {
        m_ctx.beginStage("adding overrides", m_request.mostOverrides * kCandidates, 0.6, 0.9);
        while (!isReached(m_result.best.metric) && m_result.best.overrides.size() < m_request.mostOverrides) {
            TunePoint best = m_result.best;
            for (const auto& candidate : candidates()) {
                auto point = improved(candidate);
                if (point.metric > best.metric)
                    best = std::move(point);
                m_ctx.step(1, candidate.layer);
            }
            if (best.overrides.size() == m_result.best.overrides.size())
                return; // nothing helps
            m_result.best = std::move(best);
            tell();
        }
    }

    std::vector<TuneOverride> candidates() const
    {
        std::vector<TuneOverride> left;
        for (const auto& one : m_result.ranking)
            if (left.size() < kCandidates
                && std::ranges::find(m_result.best.overrides, one.layer, &TuneOverride::layer)
                       == m_result.best.overrides.end())
                left.push_back(one);
        return left;
    }

    /// The best overrides so far and @p candidate in int16, or in float where that is clearly better.
    TunePoint improved(TuneOverride candidate)
    {
        const double clearly = m_request.metric == results::MetricId::Cosine ? kClearlyCosine : kClearlyDb;
        auto overrides = m_result.best.overrides;
        candidate.action = "int16";
        overrides.push_back(candidate);
        auto wide = judged(overrides);
        if (isReached(wide.metric))
            return wide;
        overrides.back().action = "skip";
        auto skipped = judged(overrides);
        return skipped.metric > wide.metric + clearly ? skipped : wide;
    }

    /// Takes overrides back without which the target still holds, or where it can't be reached, nothing is lost.
    void takeBack()
    {
        m_ctx.beginStage("taking overrides back", m_result.best.overrides.size(), 0.9, 1.0);
        for (std::size_t i = 0; i < m_result.best.overrides.size() && m_result.best.overrides.size() > 1;) {
            auto fewer = m_result.best.overrides;
            fewer.erase(fewer.begin() + std::ptrdiff_t(i));
            auto point = judged(std::move(fewer));
            const double needed = isReached(m_result.best.metric) ? m_request.target : m_result.best.metric;
            if (point.metric >= needed)
                m_result.best = std::move(point);
            else
                ++i;
            m_ctx.step();
        }
    }

    std::shared_ptr<const TuneResult> snapshot()
    {
        m_result.isReached = isReached(m_result.best.metric);
        return std::make_shared<const TuneResult>(m_result);
    }

    void tell()
    {
        if (m_listener)
            m_listener(snapshot());
    }

    const results::TuneRequest& m_request;
    JobContext& m_ctx;
    const results::TuneListener& m_listener;
    PreparedSimulation m_subject;
    std::vector<runtime::NamedTensors> m_inputs;
    std::vector<Tensors> m_exact;
    std::map<std::string, double> m_macs; ///< by layer
    double m_allMacs = 0.0;
    TuneResult m_result;
};

} // namespace

std::shared_ptr<const TuneResult> tune(const results::TuneRequest& request, JobContext& ctx,
                                       const results::TuneListener& listener)
{
    if (request.quantization.data.empty())
        throw Error(ErrorCode::BadArgument, "tuning needs samples", "give some with --data");
    return Tuner(request, ctx, listener).search();
}

} // namespace ql::analysis
