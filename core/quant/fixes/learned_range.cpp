// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges learned layer by layer: the steps of what a layer reads, of its weight and of what it makes, by gradient (LSQ,
// Esser et al. 2020, arXiv 1902.08153; with an offset LSQ+, arXiv 2004.09576), on what the float layer makes of its own
// inputs. It begins with the ranges given, or with the bounds of the data where these make less error, and goes through
// the layers in the graph's order: what one layer has learned the next begins with. Those that share no range learn at
// the same time.
#include "core/quant/fixes/fix.h"
#include "core/quant/fixes/layer_inputs.h"
#include "core/quant/training/learned_ranges.h"
#include "core/quant/training/trainable_quantizer.h"

#include "core/runs/threads/side_by_side.h"

#include <algorithm>
#include <set>

namespace ql::quant::fixes::learned_range {

namespace {

constexpr std::string_view kName = "learned_range";
constexpr double kForwardsKept = 4.0; ///< what a layer keeps for the way back, and its gradients

/// The same begins with the same. Weights need no mention: what was learned of other ones is not remembered.
std::string keyOf(const std::string& name, const SingleLayer& layer)
{
    Packer key;
    key.add(name);
    for (const auto& quantizer : layer.plan.quantizers)
        addQuantization(key, quantizer, quantizer.parameters);
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

struct LayerFit {
    std::string name;
    std::vector<std::size_t> quantizers; ///< that decide on its ranges
};

/// The ranges of a network while its layers learn.
class Learning {
public:
    Learning(FixSubject& subject, std::vector<std::string> layers, const CalibrationData& data, JobContext& ctx)
        : m_subject(subject)
        , m_data(data)
        , m_ctx(ctx)
        , m_given(subject.plan(data, ctx))
        , m_bounds(boundsOf(layers))
        , m_inputs(layerInputs(subject, layers, data, ctx))
    {
        const auto& graph = subject.graph();
        std::ranges::sort(layers, {}, [&](const std::string& name) { return *graph.findNode(name); });
        auto fits = fitsOf(layers);
        while (!fits.empty())
            learn(takeApart(fits));
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

    /// Those that can learn.
    std::vector<LayerFit> fitsOf(const std::vector<std::string>& layers) const
    {
        const auto& graph = m_subject.graph();
        std::vector<LayerFit> fits;
        for (const auto& name : layers)
            if (const auto layer = singleLayer(graph, m_given, graph.node(*graph.findNode(name)));
                layer && m_inputs.contains(name))
                fits.push_back({name, layer->quantizers});
        return fits;
    }

    /// Takes out of @p fits, and gives, those that share no range with one before them.
    static std::vector<LayerFit> takeApart(std::vector<LayerFit>& fits)
    {
        std::set<std::size_t> shared;
        std::vector<LayerFit> apart, others;
        for (auto& fit : fits) {
            const bool isApart =
                std::ranges::none_of(fit.quantizers, [&](std::size_t one) { return shared.contains(one); });
            shared.insert(fit.quantizers.begin(), fit.quantizers.end());
            (isApart ? apart : others).push_back(std::move(fit));
        }
        fits = std::move(others);
        return apart;
    }

    /// All at the same time, each as if it were alone.
    void learn(const std::vector<LayerFit>& fits)
    {
        const auto& graph = m_subject.graph();
        auto& known = m_subject.learned().ranges;
        std::vector<SingleLayer> layers;
        std::vector<std::string> keys;
        double bytes = 0.0;
        for (const auto& fit : fits) {
            layers.push_back(*singleLayer(graph, m_given, graph.node(*graph.findNode(fit.name))));
            keys.push_back(keyOf(fit.name, layers.back()));
            bytes = std::max(bytes, kForwardsKept * runs::declaredBytes(layers.back().graph));
        }
        const auto work = [&](std::size_t i, JobContext& ctx) {
            const auto found = known.find(keys[i]);
            return found != known.end() ? found->second : learnedFrom(layers[i], m_inputs.at(fits[i].name), ctx);
        };
        std::vector<std::vector<Parameters>> found;
        runs::runSideBySide<std::vector<Parameters>>(
            {.end = fits.size(), .steps = 0}, nullptr, bytes, m_ctx, work,
            [&](std::size_t, std::vector<Parameters> learned) { found.push_back(std::move(learned)); });
        for (std::size_t i = 0; i < found.size(); ++i) {
            take(layers[i], found[i]);
            known.insert_or_assign(keys[i], std::move(found[i]));
        }
    }

    void take(const SingleLayer& layer, const std::vector<Parameters>& learned)
    {
        for (std::size_t i = 0; i < learned.size(); ++i) {
            const auto decider = layer.quantizers[i];
            auto& parameters = m_given.quantizers[decider].parameters;
            if (layer.plan.quantizers[i].sameAs || parameters == learned[i])
                continue;
            parameters = learned[i];
            m_learned.insert(decider);
        }
    }

    /// Empty where there is nothing to win.
    std::vector<Parameters> learnedFrom(const SingleLayer& given, const std::vector<runs::NamedTensors>& inputs,
                                        JobContext& ctx) const
    {
        auto start = given;
        for (std::size_t i = 0; i < start.plan.quantizers.size(); ++i) {
            const auto decider = start.quantizers[i];
            const auto bounds = m_bounds.find(m_given.quantizers[decider].value);
            if (bounds && !m_learned.contains(decider) && !start.plan.quantizers[i].sameAs)
                start.plan.quantizers[i].parameters = m_bounds.parametersOf(*bounds);
        }
        const auto before = rangeError(given, inputs, ctx);
        const auto byBounds = rangeError(start, inputs, ctx);
        const bool isBetter = byBounds && (!before || *byBounds < *before);
        const auto found = learnedRanges(isBetter ? start : given, inputs, ctx);
        if (!found || (before && found->after >= *before))
            return {};
        return found->parameters;
    }

    FixSubject& m_subject;
    const CalibrationData& m_data;
    JobContext& m_ctx;
    QuantPlan m_given; ///< with what was learned so far
    QuantPlan m_bounds;
    const std::map<std::string, std::vector<runs::NamedTensors>>& m_inputs;
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
