// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>

namespace ql::analysis::checks {

namespace {

/// How the readers of one value see it.
struct FanOut {
    std::vector<Message> quantizers; ///< different ones, described
    std::vector<std::string> floatReaders;
};

FanOut fanOutOf(const RuleContext& context, const graph::Value& value, graph::ValueId id)
{
    FanOut fanOut;
    for (const auto reader : value.consumers) {
        const auto& node = context.graph.node(reader);
        if (node.opType == "QuantizeLinear" && inputAt(node, 0) == id) {
            const auto quantizer = context.operands.quantizerOf(outputAt(node, 0));
            const auto text = quantizer ? describe(*quantizer) : Message("a scale made at run time");
            if (std::find(fanOut.quantizers.begin(), fanOut.quantizers.end(), text) == fanOut.quantizers.end())
                fanOut.quantizers.push_back(text);
        } else if (graph::opKind(node) == graph::OpKind::Compute) {
            fanOut.floatReaders.push_back(node.name);
        }
    }
    return fanOut;
}

} // namespace

void inconsistent_fan_out(const RuleContext& context, Findings& findings)
{
    for (std::size_t i = 0; i < context.graph.valueCount(); ++i) {
        const auto& value = context.graph.values()[i];
        const auto fanOut = fanOutOf(context, value, graph::ValueId{static_cast<std::int32_t>(i)});
        const auto layer = value.producer.isValid() ? context.graph.node(value.producer).name : value.name;
        if (fanOut.quantizers.size() > 1)
            findings.add(Severity::Warning, layer,
                         Message("its output {} feeds several operators and is quantized differently for them: {}.",
                                 value.name, Message::list(fanOut.quantizers, "; ")),
                         "Quantize it once, with the same parameters for every reader.");
        else if (!fanOut.quantizers.empty() && !fanOut.floatReaders.empty())
            findings.add(Severity::Info, layer,
                         Message("some readers of its output {} see it quantized ({}), others in float: {}.",
                                 value.name, fanOut.quantizers.front(), namesText(fanOut.floatReaders)),
                         "Targets that quantize a tensor once for all readers refuse this.");
    }
}

} // namespace ql::analysis::checks
