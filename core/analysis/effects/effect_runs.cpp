// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effects/effect_runs.h"

#include "core/analysis/measure/error_energy.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/runs/run.h"

#include <algorithm>
#include <unordered_map>

namespace ql::analysis {

namespace {

using graph::NodeId;
using graph::ValueId;
using runs::Tensor;
using Replaced = std::vector<std::pair<ValueId, Tensor>>;

std::vector<NodeId> makersOf(const graph::Graph& graph, const Replaced& replaced)
{
    std::vector<NodeId> makers;
    for (const auto& [value, tensor] : replaced)
        if (const auto maker = graph.value(value).producer; std::ranges::find(makers, maker) == makers.end())
            makers.push_back(maker);
    return makers;
}

runs::Interceptor putting(const graph::Graph& graph, const Replaced& replaced)
{
    auto nodes = std::make_shared<std::vector<bool>>(graph.nodeCount(), false);
    for (const auto node : makersOf(graph, replaced))
        (*nodes)[node.position()] = true;
    std::unordered_map<ValueId, Tensor> values(replaced.begin(), replaced.end());
    auto put = [&graph, values = std::move(values)](const runs::ValueEvent& event) -> std::optional<Tensor> {
        if (&event.graph != &graph)
            return std::nullopt;
        const auto found = values.find(event.value);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    };
    return {std::move(put), std::move(nodes)};
}

/// Puts @p given in place of each of @p carriers, in its type and shape; nothing where one can't hold it.
std::optional<Replaced> inPlaceOf(const std::vector<ValueId>& carriers, const LayerRunner& side,
                                  const graph::Graph& graph, std::size_t layer, const Tensor& given)
{
    Replaced replaced;
    if (!given.isDefined() || !given.data.defined() || !graph::isFloatingPoint(given.type) || carriers.empty())
        return std::nullopt;
    for (const auto carrier : carriers) {
        const auto before = side.execution().tensor(carrier);
        if (!before.isDefined() || !before.data.defined() || before.data.numel() != given.data.numel()
            || !graph.value(carrier).producer.isValid())
            return std::nullopt;
        Tensor now{given.data.reshape(before.data.sizes()), given.type};
        if (graph::isFloatingPoint(before.type))
            now = {now.data.to(before.data.scalar_type()), before.type};
        else if (carrier == side.layer(layer).own)
            now = side.asStored(layer, now);
        if (now.type != before.type)
            return std::nullopt;
        replaced.emplace_back(carrier, Tensor{now.data.contiguous(), now.type});
    }
    return replaced;
}

/// Adds to @p work the nodes that run where @p makers give something else, at most, until it is too much.
template <typename IsTooMuch>
void addReach(NodeWork& work, const graph::Graph& graph, const std::vector<NodeId>& makers,
              const std::vector<std::uint64_t>& macs, const IsTooMuch& isTooMuch)
{
    std::vector<bool> isReached(graph.nodeCount(), false);
    std::vector<NodeId> open;
    const auto reach = [&](NodeId node) {
        if (isReached[node.position()])
            return;
        isReached[node.position()] = true;
        open.push_back(node);
    };
    std::ranges::for_each(makers, reach);
    while (!open.empty() && !isTooMuch(work)) {
        const auto& node = graph.node(open.back());
        open.pop_back();
        work += {1, macs[node.id.position()]};
        if (node.body.isValid())
            reach(graph.openBody(node.body).owner);
        for (const auto output : node.outputs)
            if (output.isValid())
                std::ranges::for_each(graph.value(output).consumers, reach);
    }
}

} // namespace

EffectRuns::EffectRuns(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
                       JobContext& ctx)
    : m_models(models)
    , m_baselineModel(baseline)
    , m_analysisModel(analysis)
    , m_ctx(ctx)
    , m_baselineRun(*baseline.program, baseline.inputs, {}, ctx)
    , m_analysisRun(*analysis.program, analysis.inputs, {}, ctx)
    , m_baselineValues(m_baselineRun)
    , m_analysisValues(m_analysisRun)
    , m_baseline(models.baselineGraph, models.baseline, models.matching.baseline, m_baselineValues, *baseline.program,
                 baseline.inputs)
    , m_analysis(models.analysisGraph, models.analysis, models.matching.analysis, m_analysisValues, *analysis.program,
                 analysis.inputs)
    , m_baselineOutputs(m_baselineRun.outputs())
    , m_sites(effectSites(models, m_baseline))
{
    for (const auto& site : m_sites)
        if (site.isMissing)
            m_missing[m_analysis.partnerOf(site.analysis)] = site.layer;
}

std::size_t EffectRuns::missingBehind(std::size_t baselineLayer) const
{
    const auto found = m_missing.find(baselineLayer);
    return found == m_missing.end() ? kNoLayer : found->second;
}

double EffectRuns::whole(const JudgedOutput& judged) const
{
    return judged.analysisDb(m_baselineOutputs[judged.baseline], m_analysisRun.outputs()[judged.analysis]);
}

Tensor EffectRuns::computed(const LayerRunner& taker, std::size_t layer, const LayerRunner& giver,
                            std::size_t partner) const
{
    auto segment = taker.segment(layer);
    if (!segment.handedOn.empty())
        return {};
    const bool isOfBaseline = &taker == &m_baseline;
    const auto other = partner == kNoLayer ? LayerSegment() : giver.segment(partner);
    std::vector<Tensor> given;
    LayerRunner::Replaced behind;
    for (const auto& input : segment.inputs) {
        const auto made = taker.partnerOf(input.layer);
        const auto missing = missingBehind(isOfBaseline ? input.layer : made);
        const bool isPassed = missing != kNoLayer && missing != layer;
        const auto source = isPassed && !isOfBaseline ? giver.layer(missing).value : giver.seenValue(other, made);
        const auto own = taker.realNumbers(input.value);
        given.push_back(taker.fitted(giver.realNumbers(source), giver, input.layer, own));
        if (!given.back().isDefined() || !own.isDefined() || given.back().shape() != own.shape())
            return {};
        // What quantizes an input is that layer's, not this one's: tensors are put in behind it.
        const auto behindValue = isPassed && isOfBaseline ? taker.layer(missing).own : input.seenAs;
        const auto seen = taker.execution().tensor(behindValue);
        if (behindValue == input.value || !seen.isDefined() || !graph::isFloatingPoint(seen.type)
            || !graph::isFloatingPoint(given.back().type) || seen.data.numel() != given.back().data.numel())
            continue;
        behind.emplace_back(
            behindValue, Tensor{given.back().data.reshape(seen.data.sizes()).to(seen.data.scalar_type()), seen.type});
        std::erase(segment.nodes, taker.makerOf(behindValue));
    }
    return taker.rerun(layer, segment, given, m_ctx.stopToken(), behind);
}

std::optional<EffectRuns::Replaced> EffectRuns::rightValues(const EffectSite& site) const
{
    const auto& replaced = m_models.analysis[site.analysis];
    const bool isInput = m_models.baseline[site.layer].isInput();
    const auto right =
        isInput ? m_analysis.realNumbers(replaced.own)
                : computed(m_baseline, site.layer, m_analysis, site.isMissing ? std::size_t(kNoLayer) : site.analysis);
    return inPlaceOf(carriersOf(m_models.analysisGraph, replaced), m_analysis, m_models.analysisGraph, site.analysis,
                     right);
}

std::optional<EffectRuns::Replaced> EffectRuns::wrongValues(const EffectSite& site) const
{
    const auto& layer = m_models.baseline[site.layer];
    // Where several quantizers stand behind it, its readers don't all see the same.
    if (site.isMissing || carriersOf(m_models.analysisGraph, m_models.analysis[site.analysis]).size() != 1)
        return std::nullopt;
    const auto wrong = computed(m_analysis, site.analysis, m_baseline, site.layer);
    const auto fitted = m_baseline.fitted(wrong, m_analysis, site.layer, m_baseline.execution().tensor(layer.own));
    return inPlaceOf(carriersOf(m_models.baselineGraph, layer), m_baseline, m_models.baselineGraph, site.layer, fitted);
}

std::optional<double> EffectRuns::setRight(std::span<const EffectSite> sites, const JudgedOutput& judged)
{
    const auto& graph = m_analysisModel.program->graph();
    const auto stop = m_ctx.stopToken();
    std::optional<runs::WhatIf> state; // of several, what the ones before left
    std::vector<runs::Interceptor> interceptors;
    std::optional<double> found;
    try {
        for (std::size_t i = 0; i < sites.size(); ++i) {
            const auto replaced = rightValues(sites[i]);
            if (!replaced)
                break;
            interceptors.push_back(putting(graph, *replaced));
            const auto makers = makersOf(graph, *replaced);
            if (i + 1 == sites.size()) {
                const auto run = (state ? *state : m_analysisRun).rerun(makers, interceptors, stop);
                found = judged.analysisDb(m_baselineOutputs[judged.baseline], run.outputs[judged.analysis]);
                break;
            }
            if (!state)
                state.emplace(m_analysisRun);
            state->advance(makers, interceptors, stop);
            m_analysisValues.show(*state);
        }
    } catch (const Error&) {
        found.reset(); // a layer that doesn't run on the other model's tensors
    }
    m_analysisValues.show(m_analysisRun);
    return found;
}

std::optional<double> EffectRuns::alone(const EffectSite& site, const JudgedOutput& judged)
{
    if (m_models.baseline[site.layer].isInput())
        return aloneAtInput(site, judged);
    try {
        const auto replaced = wrongValues(site);
        if (!replaced)
            return std::nullopt;
        const auto& graph = m_baselineModel.program->graph();
        const auto run =
            m_baselineRun.rerun(makersOf(graph, *replaced), {putting(graph, *replaced)}, m_ctx.stopToken());
        return judged.baselineDb(m_baselineOutputs[judged.baseline], run.outputs[judged.baseline]);
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Nothing makes an input, so that all that reads it runs anew.
std::optional<double> EffectRuns::aloneAtInput(const EffectSite& site, const JudgedOutput& judged)
{
    try {
        const auto own = m_models.baseline[site.layer].own;
        const auto wrong = computed(m_analysis, site.analysis, m_baseline, site.layer);
        auto inputs = m_baselineModel.inputs;
        const auto found = inputs.find(m_models.baselineGraph.value(own).name);
        if (found == inputs.end() || !wrong.isDefined() || !found->second.isDefined()
            || wrong.data.numel() != found->second.data.numel() || !graph::isFloatingPoint(found->second.type))
            return std::nullopt;
        found->second = {wrong.data.reshape(found->second.data.sizes()).to(found->second.data.scalar_type()),
                         found->second.type};
        const auto outputs = runs::outputsOf(*m_baselineModel.program, std::move(inputs), m_ctx);
        return judged.baselineDb(m_baselineOutputs[judged.baseline], outputs[judged.baseline]);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::optional<NodeWork> EffectRuns::affordableWorkOf(std::span<const EffectSite> sites, const EffectBudget& budget,
                                                     double share) const
{
    const auto isTooMuch = [&](const NodeWork& work) { return !budget.affords(work, share); };
    NodeWork work;
    for (const auto& site : sites) {
        const auto& macs = m_baselineModel.values.macs();
        for (const auto node : m_baseline.segment(site.layer).nodes)
            work += {1, macs[node.position()]};
        const auto& graph = m_models.analysisGraph;
        std::vector<NodeId> makers;
        for (const auto carrier : carriersOf(graph, m_models.analysis[site.analysis]))
            if (const auto maker = graph.value(carrier).producer; maker.isValid())
                makers.push_back(maker);
        addReach(work, graph, makers, m_analysisModel.values.macs(), isTooMuch);
    }
    return isTooMuch(work) ? std::nullopt : std::optional(work);
}

bool EffectRuns::givesIntegers(const EffectSite& site) const
{
    return std::ranges::any_of(carriersOf(m_models.analysisGraph, m_models.analysis[site.analysis]),
                               [this](graph::ValueId carrier) {
                                   const auto tensor = m_analysisRun.tensor(carrier);
                                   return tensor.isDefined() && !graph::isFloatingPoint(tensor.type);
                               });
}

bool EffectRuns::readsIntegers(const EffectSite& site) const
{
    const auto inputs = m_analysis.segment(site.analysis).inputs;
    return std::ranges::any_of(inputs, [this](const SegmentInput& input) {
        const auto seen = m_analysisRun.tensor(input.seenAs);
        return seen.isDefined() && !graph::isFloatingPoint(seen.type) && m_analysis.layer(input.layer).quantizer;
    });
}

double EffectRuns::valueDb(const EffectSite& site) const
{
    if (site.isMissing)
        return kNaN;
    const auto x = m_baseline.realNumbers(m_models.baseline[site.layer].value);
    const auto y =
        m_baseline.fitted(m_analysis.realNumbers(m_models.analysis[site.analysis].value), m_analysis, site.layer, x);
    if (!x.isDefined() || !y.isDefined() || !x.data.defined() || !y.data.defined() || x.shape() != y.shape())
        return kNaN;
    ErrorEnergy energy;
    energy.add(x, y);
    return energy.db();
}

} // namespace ql::analysis
