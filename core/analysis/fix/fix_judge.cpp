// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_judge.h"

#include "core/analysis/fix/form_key.h"
#include "core/analysis/measure/caller_arrays.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/quantized_graph.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ql::analysis {

namespace {

constexpr double kWideFactor = 2.0;
constexpr double kFloatFactor = 4.0;
/// A layer in other than 8 bits needs memory and conversions, whatever it computes.
constexpr double kLeastShare = 0.005;
constexpr double kMostDb = 120.0;
constexpr double kLeastDb = -40.0;

/// Clamps are part of the quantizer behind them.
bool isCounted(const graph::Node& node)
{
    const auto quantizing = graph::traitsNamed(node.opType).quantizing;
    return graph::opKind(node) == graph::OpKind::Compute && quantizing != graph::Quantizing::Clamping
           && quantizing != graph::Quantizing::None;
}

bool hasFloatWeight(const graph::Graph& graph, const graph::Node& node, const quant::QuantPlan& plan)
{
    return graph::traitsNamed(node.opType).quantizing == graph::Quantizing::Weighted && node.inputs.size() > 1
           && graph.constantOf(node.inputs[1]) && !plan.find(node.inputs[1]);
}

bool mayBeFloat(const graph::Value& value)
{
    return value.type == graph::DataType::Float || value.type == graph::DataType::Undefined;
}

} // namespace

FixJudge::FixJudge(const graph::Graph& exact, std::vector<runs::NamedTensors> inputs, results::MetricId metric,
                   JobContext& ctx, const std::vector<std::string>& outputs)
    : m_exact(exact)
    , m_metric(metric)
    , m_judge(exact, std::move(inputs), ctx)
    , m_macs(layerMacs(exact, m_judge.inputs().at(0), ctx))
{
    for (const auto& [layer, macs] : m_macs)
        m_allMacs += macs;
    std::map<std::string, OutputSlice> slices; // by its text: one that is named twice counts once
    std::vector<std::size_t> whole;
    for (const auto& name : outputs)
        if (auto slice = outputSliceIn(name, exact))
            slices.emplace(name, std::move(*slice));
        else
            whole.push_back(outputNamed(exact, name));
    m_judged = finiteOutputs();
    if (!outputs.empty())
        std::erase_if(m_judged, [&](std::size_t i) { return std::ranges::find(whole, i) == whole.end(); });
    judgeParts();
    for (const auto& [name, slice] : slices)
        m_judged.push_back(m_judge.addPart(slice));
    if (m_judged.empty())
        throw Error(ErrorCode::BadArgument,
                    "no output of the float model holds finite numbers on the samples that are held out: nothing can "
                    "be judged by them",
                    "give other samples");
}

std::vector<std::size_t> FixJudge::finiteOutputs() const
{
    std::vector<std::size_t> finite;
    for (std::size_t i = 0; i < m_exact.outputs().size(); ++i)
        if (isMeasurable(m_exact.value(m_exact.outputs()[i])) && m_judge.brokenSamples(i) == 0)
            finite.push_back(i);
    return finite;
}

void FixJudge::judgeParts()
{
    const auto count = m_exact.outputs().size();
    std::ranges::copy_if(m_judged, std::back_inserter(m_joined),
                         [this](std::size_t output) { return m_judge.isWhollyInParts(output); });
    for (std::size_t i = 0; i < m_judge.parts().size(); ++i)
        if (std::ranges::find(m_judged, m_judge.parts()[i].output) != m_judged.end())
            m_judged.push_back(count + i);
}

results::FixMeasure FixJudge::measure(quant::FixSubject& subject, const quant::CalibrationData& data, JobContext& ctx)
{
    const auto& plan = subject.plan(data, ctx);
    const auto key = m_isShared ? std::string() : keyOfForm(subject.graph(), m_exact, plan);
    if (const auto known = m_measured.find(key); known != m_measured.end()) {
        ++m_evaluations; // a search that goes on after a stop knows fewer forms, and counts the same
        return known->second;
    }
    auto measured = measure(quant::qdqGraph(subject.graph(), plan), ctx);
    measured.cost = costOf(subject.graph(), plan);
    if (!m_isShared)
        m_measured.emplace(key, measured);
    return measured;
}

void FixJudge::startFrom(quant::FixSubject& subject, const quant::CalibrationData& data, JobContext& ctx)
{
    m_judge.startFrom(quant::qdqGraph(subject.graph(), subject.plan(data, ctx)), ctx);
}

void FixJudge::shareWith(RankGroup& ranks)
{
    m_isShared = !ranks.isAlone();
    m_judge.shareWith(ranks);
}

results::FixMeasure FixJudge::measure(const graph::Graph& form, JobContext& ctx)
{
    ++m_evaluations;
    results::FixMeasure measured{.metric = kInfinity};
    std::vector<OutputAgreement> agreements;
    if (m_functions) {
        const auto outputs = m_judge.outputs(form, ctx);
        agreements = m_judge.agreementsOf(outputs, m_judged);
        measured.judged = judged(asArrays(outputs));
    } else {
        agreements = m_judge.agreements(form, m_judged, ctx);
    }
    for (const auto k : m_judged) {
        const auto value = valueOf(agreements[k], m_metric);
        measured.outputs.emplace_back(nameOf(k), value);
        measured.metric = std::min(measured.metric, value);
    }
    return measured;
}

void FixJudge::ask(std::shared_ptr<const caller::Functions> functions, bool isLowerBetter,
                   std::vector<std::size_t> places, std::vector<std::string> names)
{
    m_measured = {};
    m_functions = std::move(functions);
    m_isLowerBetter = isLowerBetter;
    m_places = std::move(places);
    m_names = std::move(names);
    m_exactArrays = asArrays(m_judge.exact());
    m_judgedBaseline = judged(m_exactArrays);
}

std::string FixJudge::nameOf(std::size_t index) const
{
    const auto nameOfOutput = [this](std::size_t output) { return m_exact.value(m_exact.outputs()[output]).name; };
    if (index < m_exact.outputs().size())
        return nameOfOutput(index);
    const auto& judged = m_judge.parts()[index - m_exact.outputs().size()];
    return nameOfOutput(judged.output) + judged.part.text;
}

double FixJudge::merit(const results::FixMeasure& measure) const
{
    if (!measure.judged || std::isnan(*measure.judged))
        return -kInfinity;
    return m_isLowerBetter ? -*measure.judged : *measure.judged;
}

double FixJudge::judged(const std::vector<caller::NamedArrays>& outputs) const
{
    std::vector<caller::JudgedSample> samples;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        samples.push_back({m_places[i], m_names[i], &m_exactArrays[i], &outputs[i]});
    return m_functions->judge(samples);
}

std::vector<caller::NamedArrays> FixJudge::asArrays(const std::vector<std::vector<runs::Tensor>>& outputs) const
{
    const auto names = outputNamesOf(m_exact);
    std::vector<caller::NamedArrays> arrays;
    for (const auto& sample : outputs)
        arrays.push_back(arraysOf(names, sample));
    return arrays;
}

double FixJudge::differenceOf(const graph::Graph& form, JobContext& ctx)
{
    double worst = 0.0;
    const auto whole = finiteOutputs(); // what isn't quantized is off by rounding, which parts of small numbers show
    const auto agreements = m_judge.agreements(form, whole, ctx);
    for (const auto k : whole)
        worst = std::max(worst, std::pow(10.0, -valueOf(agreements[k], results::MetricId::Sqnr) / 20.0));
    return worst;
}

double FixJudge::decibels(const results::FixMeasure& measure, bool isMean) const
{
    double sum = 0.0;
    double worst = kMostDb;
    std::size_t count = 0;
    for (std::size_t i = 0; i < measure.outputs.size(); ++i) {
        const auto value = measure.outputs[i].second;
        const auto db =
            m_metric == results::MetricId::Cosine ? -10.0 * std::log10(2.0 - 2.0 * std::min(value, 1.0)) : value;
        const auto bounded = std::clamp(std::isnan(db) ? kLeastDb : db, kLeastDb, kMostDb);
        worst = std::min(worst, bounded);
        if (std::ranges::find(m_joined, m_judged[i]) != m_joined.end())
            continue;
        sum += bounded;
        ++count;
    }
    return isMean ? sum / double(count) : worst;
}

/// A layer counts by the width of the widest value that it reads as data.
double FixJudge::costOf(const graph::Graph& graph, const quant::QuantPlan& plan) const
{
    double cost = 0.0;
    double all = 0.0;
    for (const auto& node : graph.nodes()) {
        if (!isCounted(node))
            continue;
        double factor = hasFloatWeight(graph, node, plan) ? kFloatFactor : 1.0;
        for (const auto value : node.inputs) {
            if (!value.isValid() || graph.constantOf(value) || !mayBeFloat(graph.value(value)))
                continue;
            const auto index = plan.find(value);
            const bool isWide = index && plan.quantizers[*index].settings.bits() > 8;
            factor = std::max(factor, !index ? kFloatFactor : isWide ? kWideFactor : 1.0);
        }
        const auto macs = m_macs.find(node.name);
        const auto share =
            std::max(kLeastShare, macs == m_macs.end() || m_allMacs == 0.0 ? 0.0 : macs->second / m_allMacs);
        cost += share * factor;
        all += share;
    }
    return all == 0.0 ? 1.0 : cost / all;
}

} // namespace ql::analysis
