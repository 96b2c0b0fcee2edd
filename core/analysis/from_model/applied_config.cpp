// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/from_model/applied_config.h"

#include "core/analysis/from_model/twin_baseline.h"
#include "core/analysis/matching/node_partners.h"
#include "core/analysis/simulation/quantization_settings.h"
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/layer_names.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/planned_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::Node;
using quant::QuantizerPoint;
using quant::QuantizerRole;
using results::AppliedConfig;
using results::AppliedSetting;

/// How one input of a layer is quantized.
struct Form {
    std::string type;                 ///< "int8"
    int bits = 0;                     ///< of integers in equal steps; 0 = another format, which its type tells
    std::optional<bool> isPerChannel; ///< of a weight of more than one channel
};

std::string textOf(const std::optional<Form>& form)
{
    if (!form)
        return "float";
    if (!form->isPerChannel)
        return form->type;
    return form->type + (*form->isPerChannel ? " per channel" : " per tensor");
}

bool areAlike(const std::optional<Form>& asked, const std::optional<Form>& applied)
{
    if (!asked || !applied)
        return !asked && !applied;
    const bool haveSameType =
        asked->bits > 0 && applied->bits > 0 ? asked->bits == applied->bits : asked->type == applied->type;
    // A scale for each block, or one that the data decides, is told by nobody as one per channel.
    return haveSameType
           && (!asked->isPerChannel || !applied->isPerChannel || *asked->isPerChannel == *applied->isPerChannel);
}

Form askedForm(const quant::PlannedQuantizer& planned, bool hasChannels)
{
    Form form{planned.settings.typeName(), planned.settings.number ? 0 : planned.settings.format.bits, {}};
    if (planned.role == QuantizerRole::Weight && hasChannels)
        form.isPerChannel = planned.settings.isPerChannel;
    return form;
}

Form appliedForm(const QuantizerPoint& point, bool hasChannels)
{
    Form form{point.dtype, 0, {}};
    if (!point.parameters)
        return form;
    form.bits = std::bit_width(std::uint64_t(point.parameters->highest - point.parameters->lowest));
    if (point.role == QuantizerRole::Weight && hasChannels)
        form.isPerChannel = point.parameters->isPerChannel();
    return form;
}

/// One of some quantizers for each input that sees it.
class FormsByInput {
public:
    void add(const QuantizerPoint& point, std::size_t index)
    {
        for (const auto edge : point.edges)
            if (edge.node.isValid())
                m_indices.emplace(std::pair(edge.node, edge.slot), index);
    }
    std::optional<std::size_t> at(const Node& node, std::size_t slot) const
    {
        const auto found = m_indices.find({node.id, slot});
        return found == m_indices.end() ? std::nullopt : std::optional(found->second);
    }

private:
    std::map<std::pair<graph::NodeId, std::size_t>, std::size_t> m_indices;
};

class AppliedReader {
public:
    AppliedReader(const Graph& baseline, const quant::QuantPlan& plan, const std::vector<QuantizerPoint>& applied)
        : m_baseline(baseline)
        , m_plan(plan)
        , m_applied(applied)
    {
        const auto asked = quant::plannedPoints(baseline, plan);
        for (std::size_t i = 0; i < asked.size(); ++i)
            m_askedAt.add(asked[i], i);
        for (std::size_t i = 0; i < applied.size(); ++i)
            m_appliedAt.add(applied[i], i);
    }

    /// What is said of the inputs of @p node; empty where it has none that could be quantized.
    std::vector<AppliedSetting> settingsOf(const Node& node, const config::ResolvedLayer& said) const
    {
        std::vector<AppliedSetting> settings;
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
            if (!canBeQuantized(node, slot))
                continue;
            const bool hasChannels = this->hasChannels(node.inputs[slot]);
            std::optional<Form> asked, applied;
            if (const auto index = m_askedAt.at(node, slot))
                asked = askedForm(m_plan.quantizers[*index], hasChannels);
            if (const auto index = m_appliedAt.at(node, slot))
                applied = appliedForm(m_applied[*index], hasChannels);
            settings.push_back({.layer = node.name,
                                .opType = node.opType,
                                .tensor = m_baseline.value(node.inputs[slot]).name,
                                .asked = textOf(asked),
                                .applied = textOf(applied),
                                .isApplied = areAlike(asked, applied),
                                .isOverride = isOverride(said.origin),
                                .line = said.position.line});
        }
        return settings;
    }

private:
    static bool isOverride(config::ResolvedLayer::Origin origin)
    {
        using Origin = config::ResolvedLayer::Origin;
        return origin == Origin::Type || origin == Origin::Prefix || origin == Origin::Layer;
    }

    /// Data, or the weight: biases follow from the others, and what says how to compute isn't quantized.
    bool canBeQuantized(const Node& node, std::size_t slot) const
    {
        const auto value = node.inputs[slot];
        if (!value.isValid() || m_baseline.value(value).type != graph::DataType::Float)
            return false;
        if (!m_baseline.constantOf(value))
            return true;
        return slot == 1 && graph::traitsOf(node).quantizing == graph::Quantizing::Weighted;
    }

    bool hasChannels(graph::ValueId value) const
    {
        const auto* constant = m_baseline.constantOf(value);
        return constant && std::ranges::count_if(constant->shape(), [](auto size) { return size > 1; }) > 1;
    }

    const Graph& m_baseline;
    const quant::QuantPlan& m_plan;
    const std::vector<QuantizerPoint>& m_applied;
    FormsByInput m_askedAt;
    FormsByInput m_appliedAt;
};

/// A layer is told once, with all of its inputs that differ.
void tell(const std::vector<AppliedSetting>& settings, AppliedConfig& applied)
{
    std::vector<Message> differences;
    for (const auto& setting : settings)
        if (!setting.isApplied)
            differences.push_back(
                Message("{} is {}, the config asks for {}", setting.tensor, setting.applied, setting.asked));
    ++applied.layers;
    if (differences.empty()) {
        ++applied.appliedLayers;
        return;
    }
    const auto& first = settings.front();
    results::Diagnostic finding;
    finding.severity = first.isOverride ? results::Severity::Warning : results::Severity::Info;
    finding.rule = "not-applied";
    finding.subject = first.layer;
    finding.message = differences.size() == 1 ? differences.front()
                                              : Message("{}; {} more of its inputs differ, too", differences.front(),
                                                        differences.size() - 1);
    finding.remedy =
        Message("make the model again with this config; where it stays so, the tool chain goes its own way "
                "here: look for the layer in what it printed");
    finding.line = first.line;
    applied.findings.push_back(std::move(finding));
}

config::ConfigFile configOf(const results::AppliedConfigRequest& request)
{
    return request.text.empty() ? config::openUsable(request.config, request.dialect)
                                : config::usableOfText(request.config, request.text, request.dialect);
}

} // namespace

std::shared_ptr<const AppliedConfig> appliedConfig(const Graph& analysis, const results::AppliedConfigRequest& request,
                                                   JobContext& ctx)
{
    ctx.beginStage("reading the model", 1);
    const auto file = configOf(request);
    const auto baseline = twinBaseline(analysis, request.baseline, ctx).graph;
    const auto extracted = quant::extractPoints(baseline, analysis, modelPartners(baseline, analysis));
    if (extracted.points.empty())
        throw Error(ErrorCode::InvalidGraph,
                    Message("{}: it has no quantizer that matches {}: what the config asks for can't be looked for",
                            request.analysis, request.baseline),
                    "is it quantized, and made from this baseline?");
    const auto plan = quant::planFor(baseline, settingsFromConfig(file.config(), baseline));
    const AppliedReader reader(baseline, plan, extracted.points);
    const config::LayerNames names(file.config(), baseline);
    auto applied = std::make_shared<AppliedConfig>();
    applied->analysis = request.analysis;
    for (const auto id : config::configurableNodes(baseline)) {
        const auto& node = baseline.node(id);
        if (graph::opKind(node) != graph::OpKind::Compute)
            continue;
        const auto settings = reader.settingsOf(node, names.resolve(node));
        if (settings.empty())
            continue;
        tell(settings, *applied);
        applied->settings.insert(applied->settings.end(), settings.begin(), settings.end());
    }
    std::ranges::stable_sort(applied->findings, std::greater(), &results::Diagnostic::severity);
    ctx.step();
    return applied;
}

} // namespace ql::analysis
