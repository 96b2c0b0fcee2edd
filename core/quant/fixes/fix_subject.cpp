// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/fix_subject.h"

#include "core/base/error.h"

#include <algorithm>

namespace ql::quant {

namespace {

constexpr int kWide = 16;
constexpr const char* kGiven = "fixed";

bool areEqual(const graph::TensorData& a, const graph::TensorData& b)
{
    return a.storage() == b.storage() || (a.type() == b.type() && std::ranges::equal(a.bytes(), b.bytes()));
}

void letGo(QuantizerSettings& settings)
{
    if (settings.observer.method == kGiven)
        settings.observer = {};
}

} // namespace

void addQuantization(Packer& key, const PlannedQuantizer& quantizer, const Parameters& parameters)
{
    const auto& format = quantizer.settings.format;
    key.add(parameters.scales).add(parameters.zeroPoints).add(parameters.codes).add(quantizer.channelAxis);
    key.add(format.bits).add(format.isSigned).add(format.isSymmetric);
}

FixSubject::FixSubject(std::shared_ptr<const graph::Graph> graph, QuantSettings settings, StatisticsByValue statistics)
    : m_graph(std::move(graph))
    , m_settings(std::move(settings))
    , m_statistics(std::move(statistics))
    , m_observations(std::make_shared<Observations>())
    , m_learned(std::make_shared<LearnedParts>())
    , m_origin(m_graph)
    , m_learnedOfOrigin(m_learned)
{
}

bool FixSubject::isAsInOrigin(graph::ValueId value) const
{
    if (m_graph == m_origin)
        return true;
    const auto* const own = m_graph->constantOf(value);
    const auto* const first = m_origin->constantOf(value);
    return own && first && areEqual(*own, *first);
}

const QuantPlan& FixSubject::plan(const CalibrationData& data, JobContext& ctx)
{
    if (m_plan)
        return *m_plan;
    auto plan = uncalibrated();
    JobContext unseen(ctx.stopToken(), {}); // calibrating again is part of a step
    observe(*m_graph, plan, data, *m_observations, unseen);
    settleParameters(*m_graph, plan, *m_observations);
    return m_plan.emplace(std::move(plan));
}

void FixSubject::observeFor(const std::vector<SettingsEdit>& edits, const CalibrationData& data, JobContext& ctx) const
{
    auto left = edits;
    std::erase_if(left, [](const SettingsEdit& edit) {
        return edit.action != SettingsEdit::Action::Range || edit.observer.method == kGiven;
    });
    JobContext unseen(ctx.stopToken(), {});
    while (!left.empty()) {
        const auto observer = left.front().observer;
        auto plan = uncalibrated();
        for (const auto& edit : left)
            for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
                if (edit.observer == observer && plan.quantizers[i].role == QuantizerRole::Activation
                    && (edit.value.empty() || edit.value == m_graph->value(plan.quantizers[i].value).name))
                    plan.quantizers[plan.decider(i)].settings.observer = observer;
        observe(*m_graph, plan, data, *m_observations, unseen);
        std::erase_if(left, [&](const SettingsEdit& edit) { return edit.observer == observer; });
    }
}

void FixSubject::observeAlone(const std::vector<std::string>& layers, const CalibrationData& data,
                              JobContext& ctx) const
{
    auto all = uncalibrated();
    for (const auto& layer : layers) {
        auto alone = *this;
        alone.keepOnly(layer);
        all.addObserved(alone.quantizersIfAny());
    }
    JobContext unseen(ctx.stopToken(), {});
    observe(*m_graph, all, data, *m_observations, unseen);
}

std::vector<PlannedQuantizer> FixSubject::quantizersIfAny() const
try {
    return uncalibrated().quantizers;
} catch (const Error& error) {
    if (error.code() != ErrorCode::BadArgument)
        throw;
    return {};
}

QuantPlan FixSubject::uncalibrated() const
{
    auto plan = planFor(*m_graph, m_settings);
    std::vector<bool> isKept;
    for (const auto& quantizer : plan.quantizers)
        isKept.push_back(!m_floatValues.contains(m_graph->value(quantizer.value).name));
    plan.keepOnly(isKept);
    for (auto other : m_others)
        if (!plan.find(other.value)) {
            other.settings = m_settings.values.at(m_graph->value(other.value).name);
            plan.quantizers.push_back(std::move(other));
        }
    return plan;
}

void FixSubject::fixParameters(const QuantPlan& plan)
{
    const auto wanted = planFor(*m_graph, m_settings);
    for (const auto& quantizer : wanted.quantizers)
        if (!plan.find(quantizer.value))
            m_floatValues.insert(m_graph->value(quantizer.value).name);
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i) {
        const auto& quantizer = plan.quantizers[i];
        auto settings = quantizer.settings;
        settings.observer = {.method = kGiven, .fixed = plan.parametersOf(i)};
        m_settings.values.insert_or_assign(m_graph->value(quantizer.value).name, std::move(settings));
        if (wanted.find(quantizer.value))
            continue;
        m_others.push_back(quantizer);
        m_others.back().sameAs.reset();
        m_others.back().parameters = {};
    }
    m_plan.reset();
}

void FixSubject::edit(const SettingsEdit& edit)
{
    if (edit.action != SettingsEdit::Action::Range && !edit.layer.empty())
        editLayer(edit);
    else if (edit.action == SettingsEdit::Action::Float)
        m_settings.floatOutputs.push_back(edit.value);
    else if (edit.value.empty())
        setAllRanges(edit.observer);
    else
        setRange(edit.value, edit.observer);
    m_plan.reset();
}

void FixSubject::editLayer(const SettingsEdit& edit)
{
    const auto around = valuesAround(edit.layer);
    overrideLayer(m_settings, edit.layer, edit.action);
    if (edit.action == SettingsEdit::Action::Float)
        std::erase_if(m_others, [&](const auto& other) { return touches(other.value, edit.layer); });
    for (auto& [name, value] : m_settings.values) {
        if (!around.contains(name))
            continue;
        const auto id = m_graph->findValue(name);
        const bool isWeight = id && m_graph->constantOf(*id);
        if (edit.action == SettingsEdit::Action::PerChannel && isWeight) {
            value.isPerChannel = true;
            letGo(value);
        } else if (edit.action == SettingsEdit::Action::Wide && !isWeight) {
            value.setBits(kWide);
            letGo(value);
        }
    }
}

/// What decides on the parameters of what the layer reads and makes.
std::set<std::string> FixSubject::valuesAround(const std::string& layer) const
{
    const auto& node = m_graph->node(*m_graph->findNode(layer));
    const auto plan = uncalibrated();
    std::set<std::string> names;
    const auto add = [&](graph::ValueId value) {
        if (!value.isValid())
            return;
        if (const auto index = plan.find(value))
            names.insert(m_graph->value(plan.quantizers[plan.decider(*index)].value).name);
    };
    std::ranges::for_each(node.inputs, add);
    std::ranges::for_each(node.outputs, add);
    return names;
}

/// Whether the layer reads or makes it.
bool FixSubject::touches(graph::ValueId value, const std::string& layer) const
{
    const auto& node = m_graph->node(*m_graph->findNode(layer));
    return std::ranges::find(node.inputs, value) != node.inputs.end()
           || std::ranges::find(node.outputs, value) != node.outputs.end();
}

void FixSubject::setRange(const std::string& value, const ObserverSettings& observer)
{
    const auto plan = uncalibrated();
    const auto index = plan.find(*m_graph->findValue(value));
    if (!index)
        return;
    const auto& quantizer = plan.quantizers[plan.decider(*index)];
    auto settings = quantizer.settings;
    settings.observer = observer;
    m_settings.values.insert_or_assign(m_graph->value(quantizer.value).name, std::move(settings));
}

void FixSubject::setAllRanges(const ObserverSettings& observer)
{
    const auto set = [&](LayerSettings& layer) {
        layer.activation.observer = observer;
        for (auto& input : layer.inputs)
            input.observer = observer;
        if (layer.output)
            layer.output->observer = observer;
    };
    set(m_settings.common);
    for (auto& [name, layer] : m_settings.layers)
        set(layer);
    for (auto& [name, value] : m_settings.values)
        if (const auto id = m_graph->findValue(name); id && !m_graph->constantOf(*id))
            value.observer = observer;
}

void FixSubject::setLearned(const std::string& value, const Parameters& parameters)
{
    edit({.action = SettingsEdit::Action::Range, .value = value, .observer = {.method = kGiven, .fixed = parameters}});
    m_learnedRanges.insert_or_assign(value, parameters);
}

void FixSubject::setGraph(graph::Graph graph, StatisticsByValue statistics)
{
    m_statistics = std::move(statistics);
    m_graph = std::make_shared<const graph::Graph>(std::move(graph));
    m_observations = std::make_shared<Observations>();
    m_learned = std::make_shared<LearnedParts>();
    m_plan.reset();
}

void FixSubject::setRounded(graph::Graph graph)
{
    m_graph = std::make_shared<const graph::Graph>(std::move(graph));
    m_learned = std::make_shared<LearnedParts>();
}

void FixSubject::keepOnly(const std::string& layer)
{
    for (const auto& node : m_graph->nodes())
        if (node.name != layer)
            m_settings.layers.emplace(node.name, m_settings.common).first->second.isQuantized = false;
    std::erase_if(m_others, [&](const auto& other) { return !touches(other.value, layer); });
    m_plan.reset();
}

void FixSubject::freeRanges(const std::string& layer)
{
    const auto plan = uncalibrated();
    for (const auto& value : valuesAround(layer))
        if (plan.quantizers[*plan.find(*m_graph->findValue(value))].settings.observer.method == kGiven)
            setRange(value, {});
    m_plan.reset();
}

void overrideLayer(QuantSettings& settings, const std::string& layer, SettingsEdit::Action action)
{
    auto& own = settings.layers.emplace(layer, settings.common).first->second;
    own.isOverridden = true;
    if (action == SettingsEdit::Action::PerChannel) {
        own.weight.isPerChannel = true;
        return;
    }
    own.isQuantized = action != SettingsEdit::Action::Float;
    own.activation.setBits(kWide);
    own.weight.setBits(8);
}

} // namespace ql::quant
