// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/candidate_evaluator.h"

#include "core/analysis/layers/quantized_layers.h"
#include "core/analysis/measure/caller_arrays.h"
#include "core/analysis/simulation/quantization_settings.h"
#include "core/analysis/tune/set_judge.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/data/datasets/dataset.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/fixes/fix_subject.h"
#include "core/quant/quantized_graph/quantized_graph.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ql::analysis {

namespace {

using results::TunePoint;

constexpr double kInt16Cost = 2.0;
constexpr double kFloatCost = 4.0;

config::ConfigFile configOf(const results::QuantizationOptions& options)
{
    return options.configText ? config::ConfigFile::ofText(options.config, *options.configText)
                              : config::ConfigFile::open(options.config);
}

double costFactor(const std::string& action)
{
    return action == "skip" ? kFloatCost : action == "int16" ? kInt16Cost : 1.0;
}

quant::SettingsEdit::Action editOf(const std::string& action)
{
    using enum quant::SettingsEdit::Action;
    return action == "skip" ? Float : action == "per-channel" ? PerChannel : Wide;
}

} // namespace

CandidateEvaluator::CandidateEvaluator(const results::TuneRequest& request, MeasureJournal& measures, JobContext& ctx)
    : m_request(request)
    , m_measures(measures)
    , m_ctx(ctx)
    , m_subject(prepareSimulation(request.baseline, request.quantization, request.images, ctx))
{
    withoutSearch(m_subject.settings);
    if (!request.quantization.config.empty())
        m_config.emplace(configOf(request.quantization), *m_subject.baseline, request.ignoresRules);
    readTargets();
    chooseJudge();
    readSamples();
    countMacs();
    m_measures.resume(request, m_subject, m_judged, m_samples);
}

double CandidateEvaluator::judged(const std::vector<caller::NamedArrays>& outputs) const
{
    std::vector<caller::JudgedSample> samples;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        samples.push_back({m_samples[i], m_subject.data->sampleName(m_samples[i]), &m_exact[i], &outputs[i]});
    return m_says(samples);
}

std::vector<caller::NamedArrays>
CandidateEvaluator::asArrays(const std::vector<std::vector<runs::Tensor>>& outputs) const
{
    std::vector<caller::NamedArrays> arrays;
    for (const auto& sample : outputs)
        arrays.push_back(arraysOf(m_outputNames, sample));
    return arrays;
}

void CandidateEvaluator::countMacs()
{
    m_macs = layerMacs(*m_subject.baseline, m_judge->inputs().at(0), m_ctx);
    for (const auto& [layer, macs] : m_macs)
        m_allMacs += macs;
}

std::vector<const graph::Node*> CandidateEvaluator::quantizedLayers() const
{
    return analysis::quantizedLayers(*m_subject.baseline, m_subject.settings);
}

std::vector<QuantizerCandidate> CandidateEvaluator::quantizers() const
{
    auto found = quantizerCandidates(*m_subject.baseline, m_subject.settings);
    std::erase_if(found, [this](const auto& one) { return !isAllowed(one.override); });
    return found;
}

bool CandidateEvaluator::isAllowed(const results::TuneOverride& one) const
{
    if (!isPossible(one) || !m_config)
        return isPossible(one);
    try {
        Overrides alone{one};
        m_config->with(alone);
        return true;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::BadArgument)
            throw;
        return false;
    }
}

const std::optional<TunePoint>& CandidateEvaluator::judge(Overrides overrides, bool keepsRefusal)
{
    const auto words = wordsOf(overrides);
    const auto known = m_known.find(words);
    return known != m_known.end()
               ? known->second
               : m_known.emplace(words, run(words, std::move(overrides), keepsRefusal)).first->second;
}

/// A scale per channel is no override where there is one already, or there are no channels.
bool CandidateEvaluator::isPossible(const results::TuneOverride& one) const
{
    if (one.action != "per-channel")
        return true;
    if (one.isScope)
        return false;
    const auto& node = m_subject.baseline->node(*m_subject.baseline->findNode(one.layer));
    const bool isWeighted = graph::traitsNamed(node.opType).quantizing == graph::Quantizing::Weighted;
    return isWeighted && m_subject.baseline->constantOf(node.inputs.at(1))
           && !m_subject.settings.of(node).weight.isPerChannel;
}

std::optional<TunePoint> CandidateEvaluator::run(const std::string& words, Overrides overrides, bool keepsRefusal)
{
    if (!std::ranges::all_of(overrides, [this](const auto& one) { return isPossible(one); }))
        return std::nullopt;
    TunePoint point{.overrides = std::move(overrides)};
    quant::QuantSettings settings;
    try {
        settings = settingsWith(point);
        measure(settings, words, point);
    } catch (const Error& error) {
        if (point.overrides.empty() || error.code() != ErrorCode::BadArgument)
            throw;
        const auto& last = point.overrides.back();
        const auto isKnown = [&](const auto& old) { return old.layer == last.layer && old.action == last.action; };
        if (keepsRefusal && std::ranges::none_of(m_refusals, isKnown))
            m_refusals.push_back({last.layer, last.action, error.message().english()});
        return std::nullopt;
    }
    point.cost = costOf(point.overrides);
    if (!m_best || isBetter(point, *m_best)) {
        m_best = point;
        m_bestUnremembered = std::move(settings);
    }
    return point;
}

quant::QuantSettings CandidateEvaluator::settingsWith(TunePoint& point)
{
    auto settings = m_subject.settings;
    if (!m_config) {
        for (const auto& one : point.overrides) {
            if (!one.tensor.empty())
                widenValue(settings, *m_subject.baseline, one.tensor);
            else if (!one.isScope)
                quant::overrideLayer(settings, one.layer, editOf(one.action));
            for (const auto& follower : one.followers)
                quant::overrideLayer(settings, follower, editOf(one.action));
        }
        return settings;
    }
    const auto file = m_config->with(point.overrides);
    settings = settingsFromConfig(file.config(), *m_subject.baseline);
    applyOptions(m_request.quantization, *m_subject.baseline, settings);
    withoutSearch(settings);
    point.config = file.text();
    return settings;
}

quant::QuantSettings CandidateEvaluator::settingsAlone(const graph::Node& layer) const
{
    auto settings = m_subject.settings;
    for (const auto& other : m_subject.baseline->nodes())
        settings.layers.emplace(other.name, settings.common).first->second.isQuantized &= &other == &layer;
    return settings;
}

/// Once for all. A layer alone has ranges of its own where another, like a Relu, takes its quantizer over.
void CandidateEvaluator::observeEachAlone()
{
    if (!m_subject.data || !m_subject.recordFile.empty())
        return;
    quant::QuantPlan all;
    for (const auto* layer : quantizedLayers())
        try {
            all.addObserved(quant::planFor(*m_subject.baseline, settingsAlone(*layer)).quantizers);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::BadArgument)
                throw; // else nothing to quantize
        }
    quant::observe(*m_subject.baseline, all, m_subject.samples(), m_subject.observations, m_ctx,
                   quant::CalibrationState::Calibration, *m_subject.ranks);
}

double CandidateEvaluator::metricOfAlone(const graph::Node& layer)
{
    TunePoint point;
    try {
        measure(settingsAlone(layer), "alone " + layer.name, point, true);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::BadArgument)
            throw;
        return sign() * kInfinity;
    }
    return point.metric;
}

/// What an earlier start measured counts, too.
void CandidateEvaluator::measure(const quant::QuantSettings& settings, const std::string& words, TunePoint& point,
                                 bool isOfOneLayer)
{
    ++m_evaluations;
    const auto* known = m_measures.find(words);
    if (!known)
        chooseStarts(isOfOneLayer);
    const auto& values = known ? *known : m_measures.add(words, measuredNow(settings));
    if (isJudged()) {
        point.metric = std::isnan(values.front()) ? -sign() * kInfinity : values.front();
        point.margin = sign() * (point.metric - m_request.targets.front().value);
        return;
    }
    point.margin = kInfinity;
    point.metric = sign() * kInfinity;
    for (std::size_t i = 0; i < m_judged.size(); ++i) {
        const auto k = m_judged[i];
        const auto& name = m_outputNames[k];
        const auto outputs = m_subject.baseline->outputs().size();
        const bool isOfStructure = k >= outputs && m_judge->parts()[k - outputs].named.empty();
        const auto& whole = isOfStructure ? m_outputNames[m_judge->parts()[k - outputs].output] : name;
        point.outputs.emplace_back(name, values[i]);
        // What is no number holds no target.
        const double margin = std::isnan(values[i]) ? -kInfinity : sign() * (values[i] - targetOf(whole));
        if (margin < point.margin) {
            point.margin = margin;
            point.metric = values[i];
        }
    }
}

graph::Graph CandidateEvaluator::formOf(const quant::QuantSettings& settings)
{
    return quant::qdqGraph(*m_subject.baseline, m_subject.plan(settings, m_ctx));
}

void CandidateEvaluator::chooseStarts(bool isOfOneLayer)
{
    using enum OutputJudge::Start;
    if (m_evaluations == 1)
        return; // nothing is known to come
    if (m_startsFromFloat != isOfOneLayer) {
        m_startsFromFloat = isOfOneLayer;
        if (isOfOneLayer)
            observeEachAlone();
        m_judge->startFrom(isOfOneLayer ? *m_subject.baseline : formOf(m_subject.settings), m_ctx, First);
    }
    if (m_bestUnremembered && !isOfOneLayer)
        m_judge->startFrom(formOf(*std::exchange(m_bestUnremembered, std::nullopt)), m_ctx, Second);
}

MeasureJournal::Values CandidateEvaluator::measuredNow(const quant::QuantSettings& settings)
{
    const auto quantized = formOf(settings);
    if (isJudged())
        return {judged(asArrays(m_judge->outputs(quantized, m_ctx)))};
    const auto agreements = m_judge->agreements(quantized, m_judged, m_ctx, m_request.metric);
    MeasureJournal::Values values;
    for (const auto k : m_judged)
        values.push_back(valueOf(agreements[k], m_request.metric));
    return values;
}

double CandidateEvaluator::costOf(const Overrides& overrides) const
{
    std::map<std::string, double> factors; // by layer; of several overrides the dearest counts
    const auto take = [&factors](const std::string& layer, const std::string& action) {
        auto& factor = factors.emplace(layer, 1.0).first->second;
        factor = std::max(factor, costFactor(action));
    };
    for (const auto& one : overrides) {
        std::set<std::string> layers(one.followers.begin(), one.followers.end());
        if (one.tensor.empty())
            layers.insert(one.layer);
        else
            layers.merge(layersReading(*m_subject.baseline, one.tensor));
        for (const auto& layer : layers)
            take(layer, one.action);
    }
    double extra = 0.0;
    for (const auto& [layer, factor] : factors)
        if (const auto macs = m_macs.find(layer); macs != m_macs.end())
            extra += macs->second * (factor - 1.0);
    return m_allMacs == 0.0 ? double(overrides.size()) : 1.0 + extra / m_allMacs;
}

} // namespace ql::analysis
