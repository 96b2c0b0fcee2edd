// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/output_judge.h"

#include "core/analysis/layers/slice_axes.h"
#include "core/analysis/measure/layer_values.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/graph/operators/operator_traits.h"
#include "core/runs/ranks/on_ranks.h"
#include "core/runs/run.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using SampleOutputs = std::vector<runs::Tensor>;

constexpr double kLeastSeconds = 0.001; ///< of a sample: below, finding out what differs takes as long as running it
constexpr std::size_t kMostRemembered = std::size_t(512) << 20; ///< of each form that others start from

/// Undefined where it has no such elements.
runs::Tensor slicedOf(const runs::Tensor& whole, const std::vector<SliceRange>& ranges)
{
    if (!whole.isDefined() || !whole.data.defined())
        return {};
    auto part = sliceOf(whole.data, ranges);
    return part ? runs::Tensor(std::move(*part), whole.type) : runs::Tensor();
}

} // namespace

OutputJudge::OutputJudge(const graph::Graph& exact, std::vector<runs::NamedTensors> inputs, JobContext& ctx,
                         RankGroup& ranks)
    : m_exact(exact)
    , m_ranks(&ranks)
    , m_inputs(std::move(inputs))
{
    const runs::Program program(exact);
    for (const auto& one : m_inputs)
        m_outputs.push_back(runs::outputsOf(program, one, ctx));
    findParts();
}

void OutputJudge::findParts()
{
    const auto axes = sliceAxesOf(m_exact);
    for (std::size_t i = 0; i < m_exact.outputs().size(); ++i) {
        const auto& along = axes[m_exact.outputs()[i].position()];
        SliceSums sums;
        for (const auto& outputs : m_outputs) {
            if (along.parts.empty() || !outputs[i].isDefined() || outputs[i].holdsStrings())
                continue;
            const auto x = floatValues(outputs[i]);
            sums.add({x.data_ptr<float>(), x.data_ptr<float>(), outputs[i].shape(), along, false});
        }
        for (auto& part : sums.parts())
            m_parts.push_back({i, std::move(part)});
    }
}

std::size_t OutputJudge::addPart(const OutputSlice& slice)
{
    const auto index = judgedCount();
    JudgedPart part{slice.output, {}, slice.ranges};
    part.part.text = slice.brackets();
    m_parts.push_back(std::move(part));
    double largest = 0.0;
    bool isFinite = true;
    for (const auto& outputs : m_outputs) {
        const auto own = judgedOf(outputs, index);
        if (!own.isDefined() || own.holdsStrings() || own.data.numel() == 0)
            throw Error(ErrorCode::BadArgument, Message("{} holds no element of the output", slice.text));
        const auto most = own.data.to(at::kDouble).abs().max().item<double>(); // NaN where one is
        isFinite = isFinite && std::isfinite(most);
        largest = std::max(largest, most);
    }
    if (!isFinite || largest <= 0.0)
        throw Error(ErrorCode::BadArgument,
                    Message("{} can't be judged: the float model gives nothing but zeros there, or NaN or infinity",
                            slice.text));
    return index;
}

runs::Tensor OutputJudge::judgedOf(const std::vector<runs::Tensor>& outputs, std::size_t index) const
{
    if (index < m_exact.outputs().size())
        return outputs[index];
    const auto& [output, part, named] = m_parts[index - m_exact.outputs().size()];
    const auto& whole = outputs[output];
    if (!named.empty())
        return slicedOf(whole, named);
    const auto axis = std::int64_t(part.axis);
    const bool fits =
        whole.isDefined() && whole.data.defined() && whole.data.dim() > axis && whole.data.size(axis) >= part.end;
    return fits ? runs::Tensor(whole.data.slice(axis, part.begin, part.end).contiguous(), whole.type) : runs::Tensor();
}

bool OutputJudge::isWhollyInParts(std::size_t index) const
{
    std::map<std::size_t, std::vector<std::pair<std::int64_t, std::int64_t>>> byAxis;
    for (const auto& [output, part, named] : m_parts)
        if (output == index && named.empty())
            byAxis[part.axis].emplace_back(part.begin, part.end);
    return std::ranges::any_of(byAxis, [&](auto& along) {
        auto& [axis, ranges] = along;
        std::ranges::sort(ranges);
        std::int64_t reached = 0;
        for (const auto& [begin, end] : ranges)
            reached = begin <= reached ? std::max(reached, end) : reached;
        return reached >= m_outputs.front()[index].data.size(std::int64_t(axis));
    });
}

std::size_t OutputJudge::brokenSamples(std::size_t index) const
{
    const auto isBroken = [index](const SampleOutputs& exact) {
        OutputAgreement own;
        own.add(exact[index], exact[index]);
        return std::isnan(own.cosine());
    };
    return std::size_t(std::ranges::count_if(m_outputs, isBroken));
}

bool OutputJudge::hasSignal(std::size_t index) const
{
    return std::ranges::any_of(m_outputs, [index](const SampleOutputs& exact) {
        const auto& output = exact[index];
        return output.isDefined() && !output.holdsStrings() && output.data.count_nonzero().item<std::int64_t>() > 0;
    });
}

void OutputJudge::startFrom(const graph::Graph& form, JobContext& ctx, Start start)
{
    if (!m_ranks->isAlone() || (m_secondsEach > 0.0 && m_secondsEach < kLeastSeconds))
        return;
    const auto share = std::make_shared<MemoryShare>(MemoryShare::Limit::Budgeted, kMostRemembered);
    const runs::KeyedProgram keyed(form);
    std::vector<SharedResults> remembered;
    runs::runSideBySide<SharedResults>(
        {.end = m_inputs.size(), .steps = 0}, nullptr, runs::declaredBytes(form), m_secondsEach, ctx,
        [&](std::size_t i, JobContext& own) {
            const auto kept = std::make_shared<runs::SampleResults>(share);
            runs::outputsFrom(keyed, m_inputs[i], knownOf(i), own, kept.get());
            return kept;
        },
        [&](std::size_t, const SharedResults& found) { remembered.push_back(found); });
    m_known[std::size_t(start)] = std::move(remembered);
}

std::vector<const runs::SampleResults*> OutputJudge::knownOf(std::size_t sample) const
{
    std::vector<const runs::SampleResults*> known;
    for (const auto& bySample : m_known)
        if (!bySample.empty())
            known.push_back(bySample[sample].get());
    return known;
}

std::function<SampleOutputs(std::size_t, JobContext&)> OutputJudge::runOf(const graph::Graph& form) const
{
    if (m_known[0].empty() && m_known[1].empty())
        return [this, program = std::make_shared<const runs::Program>(form)](std::size_t i, JobContext& ctx) {
            return runs::outputsOf(*program, m_inputs[i], ctx);
        };
    return [this, keyed = std::make_shared<const runs::KeyedProgram>(form)](std::size_t i, JobContext& ctx) {
        return runs::outputsFrom(*keyed, m_inputs[i], knownOf(i), ctx);
    };
}

std::vector<std::vector<runs::Tensor>> OutputJudge::outputs(const graph::Graph& form, JobContext& ctx) const
{
    std::vector<SampleOutputs> outputs;
    runs::runSideBySide<SampleOutputs>({.end = m_inputs.size(), .steps = 0}, nullptr, runs::declaredBytes(form),
                                       m_secondsEach, ctx, runOf(form),
                                       [&](std::size_t, const SampleOutputs& found) { outputs.push_back(found); });
    return outputs;
}

std::vector<OutputAgreement> OutputJudge::agreements(const graph::Graph& form, const std::vector<std::size_t>& judged,
                                                     JobContext& ctx, results::MetricId metric) const
{
    const bool areDiverging = metric == results::MetricId::Kl || metric == results::MetricId::Js;
    const auto add =
        areDiverging
            ? &OutputAgreement::addWithDivergences
            : static_cast<void (OutputAgreement::*)(const ops::Tensor&, const ops::Tensor&)>(&OutputAgreement::add);
    using Agreements = std::vector<OutputAgreement>;
    const auto run = runOf(form);
    const auto work = [&](std::size_t i, JobContext& own) {
        const auto found = run(i, own);
        Agreements ofSample(judgedCount());
        for (const auto k : judged)
            (ofSample[k].*add)(judgedOf(m_outputs[i], k), judgedOf(found, k));
        return ofSample;
    };
    Agreements agreements(judgedCount());
    runs::runOnRanks<Agreements>(*m_ranks, {.end = m_inputs.size(), .steps = 0}, nullptr, runs::declaredBytes(form),
                                 m_secondsEach, ctx, work, [&](std::size_t, const Agreements& ofSample) {
                                     for (const auto k : judged)
                                         agreements[k].add(ofSample[k]);
                                 });
    return agreements;
}

std::vector<OutputAgreement> OutputJudge::agreementsOf(const std::vector<std::vector<runs::Tensor>>& found,
                                                       const std::vector<std::size_t>& judged) const
{
    std::vector<OutputAgreement> agreements(judgedCount());
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const auto k : judged) {
            OutputAgreement ofSample;
            ofSample.add(judgedOf(m_outputs[i], k), judgedOf(found[i], k));
            agreements[k].add(ofSample);
        }
    return agreements;
}

double valueOf(const OutputAgreement& agreement, results::MetricId metric)
{
    const auto value = agreement.value(metric);
    return !std::isnan(value) ? value : results::isLowWorst(metric) ? -kInfinity : kInfinity;
}

std::map<std::string, double> layerMacs(const graph::Graph& graph, const runs::NamedTensors& inputs,
                                        const JobContext& ctx)
{
    const auto byNode = runs::nodeMacs(runs::Program(graph), inputs, ctx);
    std::map<std::string, double> macs;
    for (const auto& node : graph.nodes())
        if (!node.body.isValid())
            macs[node.name] = double(byNode[node.id.position()]);
    return macs;
}

} // namespace ql::analysis
