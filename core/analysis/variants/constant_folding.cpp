// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variants/graph_variants.h"

#include "core/graph/ir/graph_copy.h"
#include "core/runtime/constant_values.h"

#include <algorithm>
#include <vector>

namespace ql::analysis {

namespace {

using graph::Node;
using graph::ValueId;
using Known = runtime::ConstantValues::Known;

/// Whether @p node can give way to what it makes, which is in @p known then.
bool isFoldable(const runtime::ConstantValues& constants, const Node& node, Known& known)
{
    const auto& outputs = constants.graph().outputs();
    return !node.body.isValid() && std::ranges::any_of(node.outputs, &ValueId::isValid)
           && std::ranges::all_of(node.outputs, [&](ValueId output) {
                  if (!output.isValid())
                      return true;
                  if (!constants.isConstant(output) || std::ranges::find(outputs, output) != outputs.end())
                      return false;
                  return constants.evaluate(output, known).isDefined(); // what is no tensor stays what makes it
              });
}

} // namespace

graph::Graph foldConstants(const graph::Graph& graph)
{
    const runtime::ConstantValues constants(graph);
    Known known;
    graph::CopyEdits edits;
    for (const auto& node : graph.nodes())
        if (isFoldable(constants, node, known))
            edits.droppedNodes.insert(node.id);
    auto copy = graph::copyGraph(graph, edits);
    const auto isRead = [&](ValueId value) {
        return value.isValid() && std::ranges::any_of(graph.value(value).consumers, [&edits](graph::NodeId reader) {
                   return !edits.droppedNodes.contains(reader);
               });
    };
    for (const auto dropped : edits.droppedNodes)
        for (const auto output : graph.node(dropped).outputs)
            if (isRead(output))
                copy.setInitializer(output, ops::toTensorData(known.at(output)));
    return copy;
}

} // namespace ql::analysis
