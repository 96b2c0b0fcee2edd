// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges learned layer by layer: the steps of what a layer reads, of its weight and of what it makes, by gradient (LSQ,
// Esser et al. 2020, arXiv 1902.08153; with an offset LSQ+, arXiv 2004.09576), on what the float layer makes of its own
// inputs. It begins with the ranges given, or with the bounds of the data where these make less error, and goes through
// the layers in the graph's order: what one layer has learned the next begins with.
#include "core/quant/fixes/fix.h"
#include "core/quant/fixes/layer_inputs.h"
#include "core/quant/training/learned_ranges.h"
#include "core/quant/training/trainable_quantizer.h"

#include "core/base/packed.h"

#include <algorithm>
#include <set>

namespace ql::quant::fixes::learned_range {

namespace {

constexpr std::string_view kName = "learned_range";

/// The same begins with the same. Weights need no mention: what was learned of other ones is not remembered.
std::string keyOf(const std::string& name, const SingleLayer& layer)
{
    Packer key;
    key.add(name);
    for (const auto& quantizer : layer.plan.quantizers) {
        const auto& format = quantizer.settings.format;
        key.add(quantizer.parameters.scales).add(quantizer.parameters.zeroPoints).add(quantizer.channelAxis);
        key.add(format.bits).add(format.isSigned).add(format.isSymmetric);
    }
    return key.take();
}

bool isLearnable(const QuantPlan& plan, graph::ValueId value)
{
    const auto index = value.isValid() ? plan.find(value) : std::nullopt;
    return index && hasLearnableRange(plan.quantizers[plan.decider(*index)], plan.parametersOf(*index));
}

bool isLearnable(const QuantPlan& plan, const graph::Node& node)
{
    const auto of = [&](graph::ValueId value) { return isLearnable(plan, value); };
    return std::ranges::any_of(node.inputs, of) || std::ranges::any_of(node.outputs, of);
}

/// The ranges of a network while its layers learn.
class Learning {
public:
    Learning(FixSubject& subject, std::vector<std::string> layers, const CalibrationData& data, JobContext& ctx)
        : m_subject(subject)
        , m_data(data)
        , m_ctx(ctx)
        , m_given(subject.plan(data, ctx))
        , m_bounds(boundsOf(layers))
        , m_inputs(layerInputs(subject.graph(), layers, data, ctx))
    {
        const auto& graph = subject.graph();
        std::ranges::sort(layers, {}, [&](const std::string& name) { return *graph.findNode(name); });
        for (const auto& name : layers)
            learn(name);
    }

    /// Gives the subject what was learned.
    void keep()
    {
        for (const auto index : m_learned)
            m_subject.setLearned(m_subject.graph().value(m_given.quantizers[index].value).name,
                                 m_given.quantizers[index].parameters);
    }

private:
    /// What the layers read and make, in the range of the data.
    QuantPlan boundsOf(const std::vector<std::string>& layers)
    {
        auto subject = m_subject;
        const auto& graph = m_subject.graph();
        for (const auto& name : layers) {
            const auto& node = graph.node(*graph.findNode(name));
            for (const auto* values : {&node.inputs, &node.outputs})
                for (const auto value : *values)
                    if (isLearnable(m_given, value))
                        subject.edit({.action = SettingsEdit::Action::Range,
                                      .value = graph.value(value).name,
                                      .observer = {.method = "min_max"}});
        }
        return subject.plan(m_data, m_ctx);
    }

    void learn(const std::string& name)
    {
        const auto& graph = m_subject.graph();
        const auto layer = singleLayer(graph, m_given, graph.node(*graph.findNode(name)));
        const auto inputs = m_inputs.find(name);
        if (!layer || inputs == m_inputs.end())
            return;
        auto& known = m_subject.learned().ranges;
        auto key = keyOf(name, *layer);
        auto found = known.find(key);
        if (found == known.end())
            found = known.emplace(std::move(key), learnedFrom(*layer, inputs->second)).first;
        for (std::size_t i = 0; i < found->second.size(); ++i) {
            const auto decider = layer->quantizers[i];
            auto& parameters = m_given.quantizers[decider].parameters;
            if (layer->plan.quantizers[i].sameAs || parameters == found->second[i])
                continue;
            parameters = found->second[i];
            m_learned.insert(decider);
        }
    }

    /// Empty where there is nothing to win.
    std::vector<Parameters> learnedFrom(const SingleLayer& given, const std::vector<runtime::NamedTensors>& inputs)
    {
        auto start = given;
        for (std::size_t i = 0; i < start.plan.quantizers.size(); ++i) {
            const auto decider = start.quantizers[i];
            const auto bounds = m_bounds.find(m_given.quantizers[decider].value);
            if (bounds && !m_learned.contains(decider) && !start.plan.quantizers[i].sameAs)
                start.plan.quantizers[i].parameters = m_bounds.parametersOf(*bounds);
        }
        const auto before = rangeError(given, inputs, m_ctx);
        const auto byBounds = rangeError(start, inputs, m_ctx);
        const bool isBetter = byBounds && (!before || *byBounds < *before);
        const auto found = learnedRanges(isBetter ? start : given, inputs, m_ctx);
        if (!found || (before && found->after >= *before))
            return {};
        return found->parameters;
    }

    FixSubject& m_subject;
    const CalibrationData& m_data;
    JobContext& m_ctx;
    QuantPlan m_given; ///< with what was learned so far
    QuantPlan m_bounds;
    std::map<std::string, std::vector<runtime::NamedTensors>> m_inputs;
    std::set<std::size_t> m_learned;
};

FixEdit editOf(std::vector<std::string> layers, Message change)
{
    FixEdit edit{.fix = kName, .layers = layers, .change = std::move(change), .isSlow = true};
    edit.changeWeights = [layers = std::move(layers)](FixSubject& subject, const CalibrationData& data,
                                                      JobContext& ctx) {
        JobContext unseen(ctx.stopToken(), {});
        Learning(subject, layers, data, unseen).keep();
    };
    return edit;
}

std::vector<FixEdit> edits(const FixContext& context)
{
    std::vector<std::string> layers;
    for (const auto& name : context.worstLayers)
        if (isLearnable(context.plan, context.graph.node(*context.graph.findNode(name))))
            layers.push_back(name);
    std::vector<FixEdit> found;
    if (layers.size() > 1)
        found.push_back(editOf(layers, Message("ranges learned, of {} layers", layers.size())));
    for (const auto& layer : layers)
        found.push_back(editOf({layer}, Message("ranges learned")));
    return found;
}

} // namespace

FixDefinition definition()
{
    return {kName, "the ranges around a layer learned by gradient on what it makes of its own inputs",
            FixTarget::Config, edits};
}

} // namespace ql::quant::fixes::learned_range
