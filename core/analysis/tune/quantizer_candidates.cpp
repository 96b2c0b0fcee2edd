// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/candidates.h"

#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quant_plan.h"

#include <algorithm>

namespace ql::analysis {

namespace {

void addReaders(const graph::Graph& graph, graph::ValueId value, std::set<std::string>& readers)
{
    for (const auto id : graph.value(value).consumers) {
        const auto& node = graph.node(id);
        if (!graph::movesDataOnly(node)) {
            readers.insert(node.name);
            continue;
        }
        for (const auto output : node.outputs)
            if (output.isValid())
                addReaders(graph, output, readers);
    }
}

/// Of a convolution or product, which computes with 8-bit weights at most.
bool isWeight(const graph::Graph& graph, graph::ValueId value)
{
    return graph.constantOf(value) && std::ranges::any_of(graph.value(value).consumers, [&graph](graph::NodeId reader) {
               return graph::traitsNamed(graph.node(reader).opType).quantizing == graph::Quantizing::Weighted;
           });
}

} // namespace

std::vector<QuantizerCandidate> quantizerCandidates(const graph::Graph& graph, const quant::QuantSettings& settings)
{
    std::vector<QuantizerCandidate> ofData;
    std::vector<QuantizerCandidate> ofConstants;
    for (const auto& quantizer : quant::planFor(graph, settings).quantizers) {
        if (quantizer.sameAs || quantizer.settings.bits() >= kWideBits || isWeight(graph, quantizer.value))
            continue;
        const auto layer = graph.findNode(quantizer.layer);
        auto& found = (graph.constantOf(quantizer.value) ? ofConstants : ofData).emplace_back();
        found.override = {.layer = quantizer.layer,
                          .opType = layer ? graph.node(*layer).opType : "Input",
                          .action = "int16",
                          .tensor = graph.value(quantizer.value).name};
        found.layers = layersReading(graph, found.override.tensor);
        found.layers.insert(quantizer.layer);
    }
    std::ranges::move(ofConstants, std::back_inserter(ofData));
    return ofData;
}

std::set<std::string> layersReading(const graph::Graph& graph, const std::string& tensor)
{
    std::set<std::string> readers;
    if (const auto value = graph.findValue(tensor))
        addReaders(graph, *value, readers);
    return readers;
}

void widenValue(quant::QuantSettings& settings, const graph::Graph& graph, const std::string& tensor)
{
    for (const auto& quantizer : quant::planFor(graph, settings).quantizers)
        if (graph.value(quantizer.value).name == tensor)
            settings.values.insert_or_assign(tensor, quantizer.settings).first->second.setBits(kWideBits);
}

} // namespace ql::analysis
