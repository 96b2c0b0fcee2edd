// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/device/device_check.h"

#include "core/graph/operators/operator_traits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace ql::analysis {

namespace {

using checks::Findings;
using checks::RuleContext;
using config::DeviceLimit;
using config::DeviceOperator;
using results::Severity;

const Message kReplace("Replace it, or leave it to a processor that can do it.");
const Message kQuantizeOtherwise("Quantize it otherwise, or leave it to a processor that can do it.");

/// Whether @p node stands in a run behind a product that has it as its only reader.
bool continuesRun(const RuleContext& context, const graph::Node& node)
{
    const auto* before = node.inputs.empty() ? nullptr : context.producerOf(node.inputs.front());
    return before && graph::traitsOf(node).continuesRun && context.onlyReader(node.inputs.front()) == &node
           && (checks::isProduct(*before) || continuesRun(context, *before));
}

std::string dtypeName(const RuleContext& context, graph::ValueId value)
{
    const auto type = context.graph.value(value).type;
    return type == graph::DataType::Undefined ? std::string() : std::string(graph::name(type));
}

/// What comes out of @p node as its readers see it; empty where nobody knows.
std::string outputType(const RuleContext& context, const graph::Node& node)
{
    const auto value = checks::outputAt(node, 0);
    if (!value.isValid())
        return {};
    for (const auto reader : context.graph.value(value).consumers)
        if (const auto& next = context.graph.node(reader); graph::opKind(next) == graph::OpKind::Quantize)
            return dtypeName(context, checks::outputAt(next, 0));
    const auto* next = context.onlyReader(value);
    return next && continuesRun(context, *next) ? outputType(context, *next) : dtypeName(context, value);
}

std::string operandType(const RuleContext& context, const Operand& operand)
{
    if (operand.quantizer)
        return operand.quantizer->dtype;
    if (operand.isDynamic)
        return "uint8";
    return dtypeName(context, operand.integers.isValid() ? operand.integers : operand.read);
}

std::string listed(const std::vector<std::string>& words)
{
    return fmt::format("{}", fmt::join(words, ", "));
}

/// One node against one entry of the profile.
class NodeCheck {
public:
    NodeCheck(const RuleContext& context, const graph::Node& node, const std::string& device, Findings& findings)
        : m_context(context)
        , m_node(node)
        , m_device(device)
        , m_findings(findings)
    {
    }

    void hold(const DeviceOperator& allowed)
    {
        if (m_context.isQuantized())
            types(allowed);
        shape(allowed);
        for (const auto& [name, limit] : allowed.attributes)
            attribute(name, limit);
    }

private:
    static bool refuses(const std::vector<std::string>& allowed, const std::string& found)
    {
        return !allowed.empty() && !found.empty() && std::ranges::count(allowed, found) == 0;
    }

    void weight(const std::vector<std::string>& allowed, const std::string& found)
    {
        if (refuses(allowed, found))
            add("device-type",
                Message("its weight is {}; of {} {} takes {}.", found, m_node.qualifiedOpType(), m_device,
                        listed(allowed)),
                kQuantizeOtherwise);
    }

    void input(const std::vector<std::string>& allowed, const std::string& found)
    {
        if (refuses(allowed, found))
            add("device-type",
                Message("its input is {}; of {} {} takes {}.", found, m_node.qualifiedOpType(), m_device,
                        listed(allowed)),
                kQuantizeOtherwise);
    }

    void output(const std::vector<std::string>& allowed, const std::string& found)
    {
        if (refuses(allowed, found))
            add("device-type",
                Message("its output is {}; of {} {} takes {}.", found, m_node.qualifiedOpType(), m_device,
                        listed(allowed)),
                kQuantizeOtherwise);
    }

    void types(const DeviceOperator& allowed)
    {
        for (const auto& operand : m_context.operands.operandsOf(m_node)) {
            if (operand.role == Operand::Role::Weight)
                weight(allowed.weights, operandType(m_context, operand));
            else if (operand.role == Operand::Role::Activation && !continuesRun(m_context, m_node))
                input(allowed.activations, operandType(m_context, operand));
        }
        output(allowed.activations, outputType(m_context, m_node));
    }

    void shape(const DeviceOperator& allowed)
    {
        const auto input = checks::inputAt(m_node, 0);
        if (!input.isValid() || !m_context.graph.value(input).shape)
            return;
        const auto& shape = *m_context.graph.value(input).shape;
        const auto rank = static_cast<std::int64_t>(shape.size());
        if (!allowed.ranks.empty() && std::ranges::count(allowed.ranks, rank) == 0)
            add("device-rank",
                Message("its input has rank {} ({}); of {} {} takes {}.", rank, graph::toString(shape),
                        m_node.qualifiedOpType(), m_device, fmt::format("{}", fmt::join(allowed.ranks, ", "))),
                kReplace);
        for (const auto& [axis, limit] : allowed.dimensions) {
            const auto at = axis < 0 ? axis + rank : axis;
            if (at < 0 || at >= rank)
                continue;
            const auto size = shape[static_cast<std::size_t>(at)].size;
            if (size >= 0 && !limit.allows(static_cast<double>(size)))
                add("device-dimension",
                    Message("axis {} of its input has {} elements; of {} {} takes {}.", axis, size,
                            m_node.qualifiedOpType(), m_device, limit.text()),
                    kReplace);
        }
    }

    /// Every number or word of an attribute, as text; of a convolution's kernel also what only its weight tells.
    std::vector<std::string> wordsOf(const std::string& name, const DeviceLimit& limit) const
    {
        std::vector<std::string> words;
        const auto add = [&words](const auto& each) { words.push_back(fmt::format("{}", each)); };
        if (const auto* value = m_node.attributes.find(name)) {
            if (const auto* number = std::get_if<std::int64_t>(value))
                add(*number);
            else if (const auto* real = std::get_if<double>(value))
                add(*real);
            else if (const auto* text = std::get_if<std::string>(value))
                add(*text);
            else if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(value))
                std::ranges::for_each(*numbers, add);
            else if (const auto* reals = std::get_if<std::vector<double>>(value))
                std::ranges::for_each(*reals, add);
            else if (const auto* texts = std::get_if<std::vector<std::string>>(value))
                std::ranges::for_each(*texts, add);
            return words;
        }
        if (limit.fallback)
            return {*limit.fallback};
        const auto weight = checks::inputAt(m_node, 1);
        if (name == "kernel_shape" && weight.isValid() && m_context.graph.value(weight).shape)
            for (std::size_t axis = 2; axis < m_context.graph.value(weight).shape->size(); ++axis)
                add((*m_context.graph.value(weight).shape)[axis].size);
        return words;
    }

    void attribute(const std::string& name, const DeviceLimit& limit)
    {
        const auto words = wordsOf(name, limit);
        if (std::ranges::all_of(words, [&limit](const auto& word) { return limit.allows(word); }))
            return;
        add("device-attribute",
            Message("its {} is {}; of {} {} takes {}.", name, listed(words), m_node.qualifiedOpType(), m_device,
                    limit.text()),
            kReplace);
    }

    void add(const char* rule, const Message& message, const Message& remedy)
    {
        m_findings.rule = rule;
        m_findings.add(Severity::Error, m_node.name, message, remedy);
    }

    const RuleContext& m_context;
    const graph::Node& m_node;
    const std::string& m_device;
    Findings& m_findings;
};

/// Conv of QLinearConv, ConvInteger and QGemm; others as they are.
std::string_view floatTwin(std::string_view opType)
{
    constexpr std::string_view kSuffix = "Integer";
    for (const std::string_view prefix : {"QLinear", "Q"})
        if (opType.starts_with(prefix))
            return opType.substr(prefix.size());
    return opType.ends_with(kSuffix) ? opType.substr(0, opType.size() - kSuffix.size()) : opType;
}

const DeviceOperator* entryOf(const config::DeviceProfile& profile, const graph::Node& node)
{
    auto found = profile.operators.find(node.qualifiedOpType());
    if (found == profile.operators.end() && graph::isIntegerOperator(node))
        found = profile.operators.find(floatTwin(node.opType));
    return found == profile.operators.end() ? nullptr : &found->second;
}

} // namespace

void checkDevice(const RuleContext& context, const config::DeviceProfile& profile, Findings& findings)
{
    const auto before = std::ptrdiff_t(findings.all.size());
    for (const auto& node : context.nodes()) {
        const auto kind = graph::opKind(node);
        const bool isComputed = !node.outputs.empty() && !context.operands.isFixed(checks::outputAt(node, 0));
        if (kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize || !isComputed)
            continue;
        if (const auto* entry = entryOf(profile, node)) {
            NodeCheck(context, node, profile.name, findings).hold(*entry);
        } else if (profile.unlisted) {
            findings.rule = "device-operator";
            findings.add(*profile.unlisted, node.name, Message("{} has no {}.", profile.name, node.qualifiedOpType()),
                         kReplace);
        }
    }
    std::stable_sort(findings.all.begin() + before, findings.all.end(),
                     [](const auto& a, const auto& b) { return a.rule < b.rule; });
}

} // namespace ql::analysis
