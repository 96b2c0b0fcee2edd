// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/layers/kept_grids.h"
#include "core/analysis/layers/model_kind.h"
#include "core/analysis/layers/quantizer_lookup.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/fake_quantizers.h"
#include "core/quant/quantized_graph/integer_operands.h"
#include "core/results/check_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ql::analysis::checks {

#define QL_CHECK(rule, summary) void rule(const RuleContext&, Findings&);
#define QL_CONFIG_RULE(rule, summary)
#define QL_ASKED_RULE(rule, summary)
#include "core/results/check_rules.inc"
#undef QL_CHECK

namespace {

constexpr std::size_t kMostNames = 4;

void addQuantizerScale(const graph::Node& node, const OperandReader& operands, std::vector<ScaleUse>& scales)
{
    const bool isQuantize = graph::opKind(node) == graph::OpKind::Quantize;
    const auto tensor = isQuantize ? (node.outputs.empty() ? graph::ValueId{} : node.outputs[0]) : inputAt(node, 0);
    if (!tensor.isValid() || !inputAt(node, 1).isValid() || node.opType == "DynamicQuantizeLinear")
        return;
    // Zero points are real numbers there, and scales broadcast from the last axis.
    if (quant::isFakeQuantizer(node))
        scales.push_back({node.id, tensor, inputAt(node, 1), {}, -1, operands.isFixed(tensor)});
    else
        scales.push_back({node.id, tensor, inputAt(node, 1), inputAt(node, 2), node.attributes.intOr("axis", 1),
                          operands.isFixed(tensor)});
}

void addOperatorScales(const graph::Graph& graph, const graph::Node& node, const OperandReader& operands,
                       std::vector<ScaleUse>& scales)
{
    const auto at = [&node](int slot) {
        return slot < 0 ? graph::ValueId{} : inputAt(node, static_cast<std::size_t>(slot));
    };
    if (const auto signature = quant::integerSignature(node))
        for (const auto& operand : signature->operands) {
            if (!at(operand.slot).isValid() || !at(operand.scaleSlot).isValid())
                continue;
            const auto& shape = graph.value(at(operand.slot)).shape;
            const auto rank = shape ? static_cast<std::int64_t>(shape->size()) : 2;
            scales.push_back({node.id, at(operand.slot), at(operand.scaleSlot), at(operand.zeroPointSlot),
                              quant::channelAxis(node, operand, rank), operands.isFixed(at(operand.slot))});
        }
    if (const auto output = outputScaleOf(node);
        output && output->scale.isValid() && !node.outputs.empty() && node.outputs[0].isValid())
        scales.push_back({node.id, node.outputs[0], output->scale, output->zeroPoint, output->axis, false});
}

std::vector<ScaleUse> findScales(const graph::Graph& graph, const OperandReader& operands)
{
    std::vector<ScaleUse> scales;
    for (const auto& node : graph.nodes()) {
        const auto kind = graph::opKind(node);
        if (kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize)
            addQuantizerScale(node, operands, scales);
        else
            addOperatorScales(graph, node, operands, scales);
    }
    return scales;
}

} // namespace

RuleContext::RuleContext(const importers::ImportedModel& imported, Evidence known)
    : model(imported)
    , graph(imported.graph)
    , order(graph::topologicalOrder(graph))
    , operands(graph, order)
    , layers(collectLayers(graph))
    , scales(findScales(graph, operands))
    , kind(modelKind(graph))
    , evidence(known)
    , m_isOutput(graph.valueCount(), false)
{
    for (const auto output : graph.outputs())
        m_isOutput[output.position()] = true;
    m_grids = keptGrids(graph, layers, [this](graph::ValueId value) { return typeOf(value); });
}

const results::QuantizerInfo* RuleContext::gridOf(graph::ValueId value) const
{
    return value.isValid() ? m_grids[value.position()] : nullptr;
}

const results::QuantizerInfo* RuleContext::gridOf(const Operand& operand) const
{
    if (operand.isDynamic)
        return nullptr;
    return operand.quantizer ? &*operand.quantizer : gridOf(operand.read);
}

const graph::Node* RuleContext::producerOf(graph::ValueId value) const
{
    const auto producer = value.isValid() ? graph.value(value).producer : graph::NodeId{};
    return producer.isValid() ? &graph.node(producer) : nullptr;
}

graph::DataType RuleContext::typeOf(graph::ValueId value) const
{
    const auto declared = graph.value(value).type;
    const bool isSeen = declared == graph::DataType::Undefined && evidence.run;
    return isSeen ? evidence.run->values[value.position()].type : declared;
}

const graph::Node* RuleContext::onlyReader(graph::ValueId value) const
{
    const auto& readers = graph.value(value).consumers;
    return readers.size() == 1 && !isOutput(value) ? &graph.node(readers.front()) : nullptr;
}

const std::vector<Rule>& rules()
{
    // The rules of models stand first.
    static const std::vector<Rule> kRules = [] {
        std::vector<Rule> list;
#define QL_CHECK(rule, summary) list.push_back({results::checkRules()[list.size()].id, rule});
#include "core/results/check_rules.inc"
#undef QL_ASKED_RULE
#undef QL_CONFIG_RULE
#undef QL_CHECK
        return list;
    }();
    return kRules;
}

graph::ValueId inputAt(const graph::Node& node, std::size_t slot)
{
    return slot < node.inputs.size() ? node.inputs[slot] : graph::ValueId{};
}

graph::ValueId outputAt(const graph::Node& node, std::size_t slot)
{
    return slot < node.outputs.size() ? node.outputs[slot] : graph::ValueId{};
}

Message describe(const results::QuantizerInfo& quantizer)
{
    if (quantizer.scales.size() != 1)
        return Message("{}, {} scales", quantizer.dtype, quantizer.scales.size());
    return Message("{}, scale {}, zero point {}", quantizer.dtype, number(quantizer.scales.front()),
                   quantizer.zeroPoints.front());
}

Message namesText(const std::vector<std::string>& names)
{
    const auto shown = std::min(names.size(), kMostNames);
    const auto text = fmt::format("{}", fmt::join(names.begin(), names.begin() + std::ptrdiff_t(shown), ", "));
    return names.size() == shown ? Message::text(text) : Message("{} and {} more", text, names.size() - shown);
}

bool isProduct(const graph::Node& node)
{
    return graph::familyTraits(node.opType).product != graph::Product::None;
}

bool isPooling(const graph::Node& node)
{
    return graph::familyTraits(node.opType).isPooling;
}

} // namespace ql::analysis::checks
