// SPDX-License-Identifier: GPL-3.0-or-later
// Cluster centres of 4-bit weights learned layer by layer, and which centre each number takes, by gradient
// (TrainableCentres) on what the float layer makes of its own inputs. A weight is left as its centres, code times
// scale.
#include "core/quant/fake_quantization.h"
#include "core/quant/fixes/fix.h"
#include "core/quant/fixes/layer_inputs.h"
#include "core/quant/training/learned_ranges.h"

#include "core/runs/threads/side_by_side.h"

#include <algorithm>
#include <optional>

namespace ql::quant::fixes::learned_centres {

namespace {

constexpr std::string_view kName = "learned_centres";
constexpr double kRate = 0.03;                                ///< steps that a number moves at first
constexpr double kBytesOfNumber = 12 * double(sizeof(float)); ///< of a weight while it learns

/// A layer whose weights have centres, and what it reads.
struct LayerFit {
    SingleLayer layer;
    std::string key; ///< the same learns the same
    const std::vector<runs::NamedTensors>* inputs = nullptr;
};

bool isWeight(const PlannedQuantizer& quantizer)
{
    return quantizer.role == QuantizerRole::Weight;
}

/// All that the layer has of weights is its own and has centres, and it has some.
bool isLearnable(const graph::Graph& graph, const QuantPlan& plan, const graph::Node& node)
{
    bool isAny = false;
    for (const auto input : node.inputs) {
        const auto index = input.isValid() ? plan.find(input) : std::nullopt;
        if (!index || !isWeight(plan.quantizers[*index]))
            continue;
        const auto& quantizer = plan.quantizers[*index];
        if (plan.decider(*index) != *index || !hasLearnableCentres(quantizer, quantizer.parameters)
            || graph.value(input).consumers.size() != 1)
            return false;
        isAny = true;
    }
    return isAny;
}

/// Weights need no mention: what was learned of other ones is not remembered.
std::string keyOf(const std::string& name, const SingleLayer& layer)
{
    Packer key;
    key.add(std::string(kName)).add(name);
    for (const auto& quantizer : layer.plan.quantizers)
        addQuantization(key, quantizer, quantizer.parameters);
    return key.take();
}

std::string keyOf(const LayerFit& fit, std::size_t quantizer)
{
    return fit.key + fit.layer.graph.value(fit.layer.plan.quantizers[quantizer].value).name;
}

graph::TensorData centresOnly(const graph::TensorData& weight, const Parameters& parameters,
                              const PlannedQuantizer& quantizer)
{
    const auto& format = quantizer.settings.format;
    const auto codes = quantizedConstant(weight, parameters, format, quantizer.channelAxis);
    return dequantizedConstant(codes, parameters, quantizer.channelAxis);
}

std::vector<LayerFit> fitsOf(const FixSubject& subject, const QuantPlan& plan, const std::vector<std::string>& layers)
{
    const auto& graph = subject.graph();
    std::vector<LayerFit> fits;
    for (const auto& name : layers) {
        const auto& node = graph.node(*graph.findNode(name));
        auto layer = isLearnable(graph, plan, node) ? singleLayer(graph, plan, node) : std::nullopt;
        if (!layer)
            continue;
        auto key = keyOf(name, *layer);
        fits.push_back({.layer = std::move(*layer), .key = std::move(key)});
    }
    return fits;
}

/// Remembers what is learned; nothing of a layer that wins nothing.
void remember(FixSubject& subject, const LayerFit& fit, std::optional<LearnedRanges> learned)
{
    auto& known = subject.learned();
    auto& parameters = known.ranges[fit.key];
    if (!learned || !(learned->after < learned->before))
        return;
    parameters = std::move(learned->parameters);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (const auto& quantizer = fit.layer.plan.quantizers[i]; isWeight(quantizer))
            known.weights.insert_or_assign(
                keyOf(fit, i), centresOnly(*learned->graph.constantOf(quantizer.value), parameters[i], quantizer));
}

double bytesOf(const LayerFit& fit)
{
    double numbers = 0.0;
    for (const auto& quantizer : fit.layer.plan.quantizers)
        if (isWeight(quantizer))
            numbers += double(fit.layer.graph.constantOf(quantizer.value)->size());
    return numbers * kBytesOfNumber;
}

void fitAll(FixSubject& subject, std::vector<LayerFit> fits, const CalibrationData& data, JobContext& ctx)
{
    std::erase_if(fits, [&](const LayerFit& fit) { return subject.learned().ranges.contains(fit.key); });
    if (fits.empty())
        return;
    std::vector<std::string> names;
    for (const auto& fit : fits)
        names.push_back(fit.layer.graph.name());
    const auto& inputs = layerInputs(subject, names, data, ctx);
    double bytes = 0.0;
    for (auto& fit : fits) {
        const auto own = inputs.find(fit.layer.graph.name());
        fit.inputs = own == inputs.end() ? nullptr : &own->second;
        bytes = std::max(bytes, bytesOf(fit));
    }
    const LayerTraining target{.parts = {.weights = true, .ranges = false, .centres = true}, .rate = kRate};
    const auto work = [&](std::size_t i, JobContext& context) {
        return fits[i].inputs ? learnedRanges(fits[i].layer, *fits[i].inputs, context, target) : std::nullopt;
    };
    const auto take = [&](std::size_t i, std::optional<LearnedRanges> learned) {
        remember(subject, fits[i], std::move(learned));
    };
    runs::runSideBySide<std::optional<LearnedRanges>>({.end = fits.size(), .steps = 0}, nullptr, bytes, ctx, work,
                                                      take);
}

void learn(FixSubject& subject, const std::vector<std::string>& layers, const CalibrationData& data, JobContext& ctx)
{
    JobContext unseen(ctx.stopToken(), {});
    const auto plan = subject.plan(data, unseen);
    const auto fits = fitsOf(subject, plan, layers);
    fitAll(subject, fits, data, unseen);
    const auto known = subject.learned();
    auto graph = subject.graph();
    for (const auto& fit : fits) {
        const auto& parameters = known.ranges.at(fit.key);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (!isWeight(fit.layer.plan.quantizers[i]))
                continue;
            const auto value = plan.quantizers[fit.layer.quantizers[i]].value;
            subject.setLearned(graph.value(value).name, parameters[i]);
            graph.setInitializer(value, known.weights.at(keyOf(fit, i)));
        }
    }
    subject.plan(data, unseen);
    subject.setRounded(std::move(graph));
}

FixEdit editOf(std::vector<std::string> layers, Message change)
{
    FixEdit edit{.fix = kName, .layers = layers, .change = std::move(change), .isSlow = true};
    edit.changeWeights = [layers = std::move(layers)](FixSubject& subject, const CalibrationData& data,
                                                      JobContext& ctx) { learn(subject, layers, data, ctx); };
    return edit;
}

std::vector<FixEdit> edits(const FixContext& context)
{
    std::vector<std::string> layers;
    for (const auto& name : context.worstLayers)
        if (isLearnable(context.graph, context.plan, context.graph.node(*context.graph.findNode(name))))
            layers.push_back(name);
    std::vector<FixEdit> found;
    if (layers.size() > 1)
        found.push_back(editOf(layers, Message("cluster centres learned, of {} layers", layers.size())));
    for (const auto& layer : layers)
        found.push_back(editOf({layer}, Message("cluster centres learned")));
    return found;
}

} // namespace

FixDefinition definition()
{
    return {kName, "cluster centres of 4-bit weights learned by gradient on what layers make of their inputs",
            FixTarget::Weights, edits};
}

} // namespace ql::quant::fixes::learned_centres
